#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void usage(FILE *out) {
    fputs(
        "usage: slipway-guard run --folder F --stdout PATH --stderr PATH [--wall-time SECONDS] [--grace SECONDS]\n"
        "                         [--folder-bytes N] [--folder-entries N] [--file-size N] [--uid U --gid G]\n"
        "                         [--memory N] [--process-memory N] [--processes N] [--cgroup PATH] [--cpu-weight N]\n"
        "                         [--chdir DIR] [--tmp NAME] [--needs PATH] [--env-stdin] [--no-pid-namespace]\n"
        "                         -- PROGRAM ARG...\n"
        "       slipway-guard kill --folder F\n"
        "       slipway-guard status --folder F\n"
        "run:    claim folder F, start PROGRAM under a guard, return. kill: end it and all it has started.\n"
        "status: one JSON object on stdout. PROGRAM is looked up in PATH; grace is 5 seconds by default.\n"
        "PROGRAM has no network but a loopback of its own, where the kernel allows that.\n"
        "--tmp: F/NAME is PROGRAM's /tmp and /var/tmp, unless F, PROGRAM or the PATH of --needs lies there.\n"
        "--memory: bytes of all processes of the run; --process-memory: of address space of each.\n"
        "--cgroup: a folder of cgroup v2 that is the caller's, for a group of this run; else what there is is "
        "measured.\n"
        "--env-stdin: PROGRAM's variables, NAME=VALUE each ended by a NUL byte, are read from standard input.\n"
        "Exit status: 0 done, 1 error, 2 usage, 3 (run) F was claimed already, 4 (kill) something is left,\n"
        "5 (run, kill) no space in F for the records: nothing was started, nothing is left; try again.\n",
        out);
}

static int wrong(const char *what, const char *value) {
    fprintf(stderr, "slipway-guard: %s%s%s; slipway-guard --help says how\n", what, value != NULL ? ": " : "",
            value != NULL ? value : "");
    return EXIT_USAGE;
}

static bool seconds(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*out) && *out >= 0 && *out < 1e9;
}

static bool count(const char *text, double *out) {
    return strspn(text, "0123456789") == strlen(text) && strlen(text) <= 18 && (*out = strtod(text, NULL)) >= 1;
}

static bool identity_number(const char *text, long *out) {
    char *end;
    *out = strtol(text, &end, 10);
    return end != text && *end == '\0' && *out >= 0 && *out < 4294967295;
}

/* One option and its value. False when either is not as it should be. */
static bool take(struct run_options *options, const char *name, const char *value) {
    const struct {
        const char *name;
        const char **to;
    } paths[] = {{"--folder", &options->folder}, {"--stdout", &options->out}, {"--stderr", &options->err},
                 {"--chdir", &options->chdir},   {"--tmp", &options->tmp},    {"--needs", &options->needs},
                 {"--cgroup", &options->cgroup}};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        if (strcmp(name, paths[i].name) == 0) {
            *paths[i].to = value;
            return *value != '\0';
        }
    if (strcmp(name, "--wall-time") == 0)
        return seconds(value, &options->wall_time);
    if (strcmp(name, "--grace") == 0)
        return seconds(value, &options->grace);
    const struct {
        const char *name;
        double *to;
    } counts[] = {{"--file-size", &options->file_size},           {"--folder-bytes", &options->folder_bytes},
                  {"--folder-entries", &options->folder_entries}, {"--memory", &options->memory},
                  {"--process-memory", &options->process_memory}, {"--processes", &options->processes},
                  {"--cpu-weight", &options->cpu_weight}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        if (strcmp(name, counts[i].name) == 0)
            return count(value, counts[i].to);
    if (strcmp(name, "--uid") == 0)
        return identity_number(value, &options->uid);
    if (strcmp(name, "--gid") == 0)
        return identity_number(value, &options->gid);
    return false;
}

static int run_with(struct run_options *options) {
    if (options->out == NULL || options->err == NULL || options->argv == NULL || options->argv[0] == NULL)
        return wrong("run needs --stdout, --stderr and -- PROGRAM", NULL);
    if (options->tmp != NULL && (strchr(options->tmp, '/') != NULL || options->tmp[0] == '.'))
        return wrong("--tmp is a name in the run folder", options->tmp);
    if (options->cgroup != NULL && (options->cgroup[0] != '/' || strpbrk(options->cgroup, "\"\\\n") != NULL))
        return wrong("--cgroup is the absolute path of a group", options->cgroup);
    if (options->cpu_weight > 10000)
        return wrong("--cpu-weight is at most 10000", NULL);
    if ((options->uid < 0) != (options->gid < 0))
        return wrong("--uid and --gid go together", NULL);
    if (options->env_stdin && environment_read(&options->environment) != 0)
        return wrong("no variables on standard input", NULL);
    return command_run(options);
}

/*
 * Of its caller this program has the standard streams and nothing else: what else was left open, a run could read. A
 * stream that is closed becomes /dev/null, or the next file opened would stand in its place.
 */
static bool keep_streams_only(void) {
    int fd;
    do
        fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (fd >= 0 && fd <= STDERR_FILENO);
    return fd >= 0 && close_range(STDERR_FILENO + 1, ~0U, 0) == 0;
}

int guard_command(int argc, char **argv) {
    struct run_options options = {.grace = 5, .uid = -1, .gid = -1};
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
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0) {
            options.argv = argv + i + 1;
            break;
        }
        if (strcmp(argv[i], "--no-pid-namespace") == 0) {
            options.no_namespace = true;
            continue;
        }
        if (strcmp(argv[i], "--env-stdin") == 0) {
            options.env_stdin = true;
            continue;
        }
        if (i + 1 == argc || !take(&options, argv[i], argv[i + 1]))
            return wrong("wrong option or value", argv[i]);
        i++;
    }
    if (options.folder == NULL)
        return wrong("--folder is missing", NULL);
    if (strcmp(argv[1], "run") == 0)
        return run_with(&options);
    if (strcmp(argv[1], "kill") == 0)
        return command_kill(options.folder);
    if (strcmp(argv[1], "status") == 0)
        return command_status(options.folder);
    return wrong("no such verb", argv[1]);
}
