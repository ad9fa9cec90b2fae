/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include "base/options.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void usage(FILE *out) {
    fputs(
        "usage: slipway-guard run --folder F --stdout PATH --stderr PATH [--wall-time SECONDS] [--grace SECONDS]\n"
        "                         [--folder-bytes N] [--folder-entries N] [--file-size N] [--uid U --gid G]\n"
        "                         [--memory N] [--process-memory N] [--processes N] [--cgroup PATH] [--cpu-weight N]\n"
        "                         [--chdir DIR] [--tmp NAME] [--needs PATH]... [--env-stdin] [--no-pid-namespace]\n"
        "                         [--foreground] [--cluster [--munge SOCKET] [--ssh CONFIG --hosts FILE]]\n"
        "                         [--hide DIR] [--isolated] [--again]\n"
        "                         -- PROGRAM ARG...\n"
        "       slipway-guard join --folder F [OPTION...] -- PROGRAM ARG...\n"
        "       slipway-guard reach --folder F HOST COMMAND...\n"
        "       slipway-guard kill --folder F\n"
        "       slipway-guard close --folder F\n"
        "       slipway-guard status --folder F\n"
        "run:    claim folder F, start PROGRAM under a guard, return. kill: end PROGRAM and all its processes.\n"
        "join:   on another host, run a daemon of the run in F as --foreground --cluster, in a new folder "
        "F/hosts/HOST.N,\n"
        "        until PROGRAM or the run in F ends. Without --stdout or --stderr, PROGRAM has the caller's.\n"
        "reach:  mpirun's way to other hosts in a run with --ssh: join the run in F at HOST, which FILE lists, by "
        "ssh.\n"
        "status: one JSON object on stdout. PROGRAM is looked up in PATH; grace is 5 seconds by default.\n"
        "PROGRAM has no network but a loopback of its own, if the kernel allows that.\n"
        "--tmp: F/NAME is PROGRAM's /tmp and /var/tmp, unless F, PROGRAM or a PATH of --needs lies there.\n"
        "--memory: memory of all processes of the run in bytes; --process-memory: address space of each.\n"
        "--cgroup: a folder of cgroup v2 of the caller, for a group of this run; otherwise the guard measures.\n"
        "--env-stdin: read PROGRAM's variables, NAME=VALUE each ended by a NUL byte, from standard input.\n"
        "--foreground: stay until the end of the run, and end with PROGRAM's status, as a shell gives it.\n"
        "--cluster: keep the network of the machine, and show the socket of munge (/run/munge/munge.socket.2).\n"
        "--isolated: start PROGRAM only as another user, and with processes, IPC and network of its own.\n"
        "--again: with --cluster, let a later start of the same batch job of Slurm take F, if the run was cut off.\n"
        "close:  let no later start take F.\n"
        "Exit status: 0 done, 1 error, 2 usage, 3 (run) F was claimed before, 4 (kill) a process is left,\n"
        "5 (run, kill) no space in F for the records: no program was started, no process is left; try again.\n",
        out);
}

static int wrong(const char *what, const char *value) {
    fprintf(stderr, "slipway-guard: %s%s%s; slipway-guard --help says how\n", what, value != NULL ? ": " : "",
            value != NULL ? value : "");
    return EXIT_USAGE;
}

/* NOLINTBEGIN(bugprone-macro-parentheses): the name of a member takes no brackets. */
#define FIELD(member) offsetof(struct run_options, member)
#define TEXT(option, member)                                                                                           \
    { .name = option, .kind = SW_OPTION_TEXT, .field = FIELD(member) }
#define FLAG(option, member)                                                                                           \
    { .name = option, .kind = SW_OPTION_FLAG, .field = FIELD(member) }
#define COUNT(option, member)                                                                                          \
    { .name = option, .kind = SW_OPTION_COUNT, .field = FIELD(member), .least = 1, .most = MOST }
#define IDENTITY(option, member)                                                                                       \
    { .name = option, .kind = SW_OPTION_COUNT, .field = FIELD(member), .most = MOST_IDENTITY }
#define SECONDS(option, member)                                                                                        \
    { .name = option, .kind = SW_OPTION_REAL, .field = FIELD(member), .from_above = 1, .at_most = 999999999 }
/* NOLINTEND(bugprone-macro-parentheses) */

/* Twice the largest count still fits 64 bits. The largest identity of 32 bits means "no user". */
#define MOST 999999999999999999
#define MOST_IDENTITY 4294967294

static const struct sw_option rows[] = {
    TEXT("--folder", folder),
    TEXT("--stdout", out),
    TEXT("--stderr", err),
    TEXT("--chdir", chdir),
    TEXT("--tmp", tmp),
    TEXT("--needs", need),
    TEXT("--cgroup", cgroup),
    TEXT("--munge", munge),
    TEXT("--ssh", ssh),
    TEXT("--hosts", hosts),
    TEXT("--hide", hide),
    SECONDS("--wall-time", wall_time),
    SECONDS("--grace", grace),
    COUNT("--file-size", file_size),
    COUNT("--folder-bytes", folder_bytes),
    COUNT("--folder-entries", folder_entries),
    COUNT("--memory", memory),
    COUNT("--process-memory", process_memory),
    COUNT("--processes", processes),
    COUNT("--cpu-weight", cpu_weight),
    IDENTITY("--uid", uid),
    IDENTITY("--gid", gid),
    FLAG("--env-stdin", env_stdin),
    FLAG("--no-pid-namespace", no_namespace),
    FLAG("--foreground", foreground),
    FLAG("--cluster", cluster),
    FLAG("--isolated", isolated),
    FLAG("--again", again),
};
static const struct sw_options table = {rows, sizeof rows / sizeof rows[0], "slipway-guard"};

/* Checks the options of the verbs that start a program, and reads the variables of the program. Returns EXIT_DONE, or
 * EXIT_USAGE. */
static int check_options(struct run_options *options) {
    if (options->argv == NULL || options->argv[0] == NULL)
        return wrong("-- PROGRAM is missing", NULL);
    if (options->tmp != NULL && (strchr(options->tmp, '/') != NULL || options->tmp[0] == '.'))
        return wrong("--tmp is a name in the run folder", options->tmp);
    if (options->cgroup != NULL && (options->cgroup[0] != '/' || strpbrk(options->cgroup, "\"\\\n") != NULL))
        return wrong("--cgroup is the absolute path of a group", options->cgroup);
    if (options->munge != NULL && (options->munge[0] != '/' || !options->cluster))
        return wrong("--munge is the absolute path of a socket, for --cluster", options->munge);
    if ((options->ssh == NULL) != (options->hosts == NULL) || (options->ssh != NULL && !options->cluster))
        return wrong("--ssh and --hosts go together, with --cluster", NULL);
    if (options->ssh != NULL && options->ssh[0] != '/')
        return wrong("--ssh is an absolute path", options->ssh);
    if (options->again && (!options->cluster || !options->foreground || options->uid != SAME_IDENTITY))
        return wrong("--again goes with --foreground --cluster, as the user of the run", NULL);
    if (options->cpu_weight > 10000)
        return wrong("--cpu-weight is at most 10000", NULL);
    if ((options->uid == SAME_IDENTITY) != (options->gid == SAME_IDENTITY))
        return wrong("--uid and --gid go together", NULL);
    if (options->env_stdin && environment_read(&options->environment) != 0)
        return wrong("no variables on standard input", NULL);
    return EXIT_DONE;
}

static int run_with(struct run_options *options) {
    if (options->out == NULL || options->err == NULL)
        return wrong("run needs --stdout and --stderr", NULL);
    const int status = check_options(options);
    char *folder = options->ssh != NULL ? strdup(options->ssh) : NULL;
    if (status == EXIT_DONE && folder != NULL && options->hide == NULL)
        options->hide = dirname(folder); /* without --hide, the keys lie beside the settings */
    const int ended = status == EXIT_DONE ? command_run(options) : status;
    free(folder);
    return ended;
}

static int join_with(struct run_options *options) {
    options->cluster = true;
    const int status = check_options(options);
    return status == EXIT_DONE ? command_join(options) : status;
}

/*
 * Closes all descriptors of the caller except the standard streams; the run could read them. Opens /dev/null for a
 * closed stream, because the next opened file would take its number.
 */
static bool keep_streams_only(void) {
    int fd;
    do
        fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (fd >= 0 && fd <= STDERR_FILENO);
    return fd >= 0 && close_range(STDERR_FILENO + 1, ~0U, 0) == 0;
}

/* Lists all paths of --needs, which may be repeated in argv[2] to argv[end - 1]. Returns 0, or -1 with errno. */
static int list_needs(int end, char **argv, struct run_options *options) {
    size_t count = 0;
    options->needs = calloc((size_t)end, sizeof *options->needs);
    if (options->needs == NULL)
        return -1;
    for (int at = 2; (options->needs[count] = sw_options_next(&table, end, argv, "--needs", &at)) != NULL;)
        count++;
    return 0;
}

/* Reads all options after the verb, and finds PROGRAM. Returns EXIT_DONE, or EXIT_USAGE. */
static int read_options(int argc, char **argv, struct run_options *options) {
    char message[SW_OPTION_MESSAGE_BYTES];
    int at = 2;
    if (sw_options_read(&table, options, argc, argv, &at, message) != 0)
        return wrong("wrong option or value", argv[at]);
    const bool reaches = strcmp(argv[1], "reach") == 0;
    if (at < argc && !reaches && strcmp(argv[at], "--") != 0)
        return wrong("wrong option or value", argv[at]);
    if (at < argc)
        options->argv = argv + at + (reaches ? 0 : 1);
    if (list_needs(at, argv, options) != 0)
        return wrong("there is no memory for the options", NULL);
    return options->folder != NULL ? EXIT_DONE : wrong("--folder is missing", NULL);
}

static int do_verb(const char *verb, struct run_options *options) {
    if (strcmp(verb, "run") == 0)
        return run_with(options);
    if (strcmp(verb, "join") == 0)
        return join_with(options);
    if (strcmp(verb, "reach") == 0)
        return options->argv != NULL && options->argv[1] != NULL ? command_reach(options, options->argv)
                                                                 : wrong("reach needs HOST COMMAND", NULL);
    if (strcmp(verb, "kill") == 0)
        return command_kill(options->folder);
    if (strcmp(verb, "close") == 0)
        return command_close(options->folder);
    if (strcmp(verb, "status") == 0)
        return command_status(options->folder);
    return wrong("no such verb", verb);
}

int guard_command(int argc, char **argv) {
    struct run_options options = {.grace = 5, .uid = SAME_IDENTITY, .gid = SAME_IDENTITY, .head = -1};
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0)) {
        usage(stdout);
        return EXIT_DONE;
    }
    if (argc < 2)
        return wrong("a verb is missing", NULL);
    if (!keep_streams_only()) {
        fprintf(stderr, "slipway-guard: cannot close what its caller left open: %s\n", strerror(errno));
        return EXIT_ERROR;
    }
    const int status = read_options(argc, argv, &options) == EXIT_DONE ? do_verb(argv[1], &options) : EXIT_USAGE;
    free(options.environment.text);
    free(options.needs);
    return status;
}
