/* SPDX-License-Identifier: Apache-2.0 */
/* stream-launch: starts the kernels of a stream by its graph. See launch.h and stream-launch(1). */
#include "launch.h"

#include "base/options.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct sw_option rows[] = {
    {.name = "--programs",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, programs),
     .argument = "FOLDERS",
     .help = "the folders of programs without a path, with : between folders, before PATH"},
    {.name = "--shell",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, shell),
     .argument = "COMMAND",
     .help = "the command that starts a command on another host: COMMAND ADDRESS LINE (default ssh)"},
    {.name = "--mpirun",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, mpirun),
     .argument = "COMMAND",
     .help = "the command that starts MPI kernels (default mpirun)"},
    {.name = "--grace",
     .kind = SW_OPTION_REAL,
     .field = offsetof(struct options, grace),
     .argument = "SECONDS",
     .help = "the time from TERM to KILL when kernels are ended (default 2)",
     .above = 0,
     .at_most = 3600},
    {.name = "--write",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, write),
     .argument = "FOLDER",
     .help = "write graph, hostfiles and start scripts there, and start no kernels"},
    {.name = "--report",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, report),
     .argument = "FILE",
     .help = "keep the progress of the run there, up to four times a second: kernels, links and programs"},
    {.name = "--check",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct options, check),
     .help = "check the graph, and start no kernels"},
    {.name = "--help", .kind = SW_OPTION_FLAG, .field = offsetof(struct options, help), .help = "prints this"},
};
static const struct sw_options table = {rows, sizeof rows / sizeof rows[0], "stream-launch"};

static int usage(const char *message) {
    fprintf(stderr, "stream-launch: %s\nusage: stream-launch [OPTION]... GRAPH.xml; --help tells more\n", message);
    return STATUS_USAGE;
}

static const char *const meanings[STATUS_OUTPUT + 1] = {
    [STATUS_OK] = "all kernels ended with 0; with --check: the graph has no problem",
    [STATUS_FILE] = "the graph cannot be read",
    [STATUS_CONTENT] = "the graph has problems, each reported with its line; no kernel was started",
    [STATUS_COMPUTE] = "a kernel failed, or could not be started",
    [STATUS_OUTPUT] = "the files of the run cannot be written"};

static int print_help(void) {
    puts("stream-launch [OPTION]... GRAPH.xml\nStarts the kernels of a stream as its graph says; stream-graph(5) "
         "describes the graph.\n");
    sw_options_print(&table, stdout);
    sw_statuses_print(stdout, STATUS_OUTPUT, meanings);
    puts("  128 and the number of a signal that came");
    return STATUS_OK;
}

/* Finds out whether mpirun is Open MPI's: the options differ. */
static bool is_open_mpi(const char *mpirun) {
    char command[512], text[512] = "";
    snprintf(command, sizeof command, "%s --version 2>/dev/null", mpirun);
    FILE *file = popen(command, "r"); // NOLINT(cert-env33-c): the command is the user's own
    if (file != NULL) {
        if (fgets(text, sizeof text, file) == NULL)
            text[0] = '\0';
        while (fgetc(file) != EOF)
            ;
        pclose(file);
    }
    return strstr(text, "Open MPI") != NULL || strstr(text, "OpenRTE") != NULL;
}

static int make_folder(struct launch *launch, struct sw_failure *f) {
    const char *top = getenv("TMPDIR");
    if (launch->options.write != NULL)
        snprintf(launch->folder, sizeof launch->folder, "%s", launch->options.write);
    else
        snprintf(launch->folder, sizeof launch->folder, "%s/osf-%s", top == NULL || *top == '\0' ? "/tmp" : top,
                 launch->graph.id);
    if (strpbrk(launch->folder, "'\"$`\\\n") != NULL) /* the folder appears in commands for the shells of other hosts */
        return sw_fail(f, STATUS_USAGE, "name another", "the folder %s has a quotation mark, or what a shell expands",
                       launch->folder);
    if (mkdir(launch->folder, 0700) != 0 && (errno != EEXIST || launch->options.write == NULL))
        return sw_fail(f, STATUS_OUTPUT, "name another folder by TMPDIR", "%s cannot be made: %s", launch->folder,
                       strerror(errno));
    return STATUS_OK;
}

/* Runs a graph that has no problems. */
static int run(struct launch *launch) {
    struct sw_failure f = {0};
    for (size_t i = 0; i < launch->document.kernel_count; i++)
        if (launch->document.kernels[i].ranks > 0)
            launch->open_mpi = is_open_mpi(launch->options.mpirun);
    launch->signals = signals_open(); /* from here on units_follow ends the launcher after a signal */
    int status = plan_make(launch, &f);
    if (status == STATUS_OK)
        status = units_make(launch, &f);
    if (status == STATUS_OK)
        status = make_folder(launch, &f);
    if (status == STATUS_OK)
        status = files_write(launch, &f);
    if (status == STATUS_OK && launch->options.report != NULL)
        status = report_open(launch, &f);
    if (launch->options.write != NULL || status != STATUS_OK) {
        if (status != STATUS_OK)
            sw_failure_print("stream-launch", &f);
        if (launch->options.write == NULL)
            files_remove(launch);
        return status;
    }
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* leftover processes of kernels become children of this process */
    signal(SIGPIPE, SIG_IGN);
    status = units_start(launch, &f);
    if (status != STATUS_OK)
        sw_failure_print("stream-launch", &f);
    else
        status = units_follow(launch);
    units_end(launch);
    report_close(launch);
    files_remove(launch);
    return status;
}

static void free_launch(struct launch *launch) {
    for (size_t i = 0; i < launch->relay_count; i++)
        free((char *)(uintptr_t)launch->relays[i].to_address);
    free(launch->relays);
    free(launch->units);
    free(launch->process_of_kernel);
    free(launch->member_of_kernel);
    stream_graph_free(&launch->graph);
    document_free(&launch->document);
}

int main(int argc, char **argv) {
    static struct launch launch = {.options = {.mpirun = "mpirun", .grace = 2}, .failed = NOBODY};
    char message[SW_OPTION_MESSAGE_BYTES];
    int at = 1;
    if (sw_options_read(&table, &launch.options, argc, argv, &at, message) != 0)
        return usage(message);
    if (launch.options.help)
        return print_help();
    if (at < argc && strcmp(argv[at], "--") == 0)
        at++;
    if (at + 1 != argc)
        return usage("name one graph");
    if (launch.options.report != NULL && (launch.options.write != NULL || launch.options.check))
        return usage("--report is of a run: leave out --write and --check");
    launch.options.document = argv[at];
    struct problems problems = {argv[at], 0};
    int status = document_read(argv[at], &launch.document, &problems) ? STATUS_OK : STATUS_FILE;
    if (status == STATUS_OK && problems.count == 0)
        units_find_programs(&launch, &problems);
    if (problems.count > 0) {
        fprintf(stderr, "stream-launch: %s has %d problem%s; nothing was started\n", argv[at], problems.count,
                problems.count == 1 ? "" : "s");
        status = STATUS_CONTENT;
    }
    if (status == STATUS_OK && !launch.options.check)
        status = run(&launch);
    free_launch(&launch);
    return status;
}
