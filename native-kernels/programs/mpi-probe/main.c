/* SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

#include "base/clock.h"
#include "base/options.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_USAGE = 2, EXIT_CANNOT = 5, EXIT_NOT_FOUND = 127, GRACE_SECONDS = 3, MOST_RANKS = 10000000 };

struct settings {
    const char *library; /* NULL: that of the program */
    double limit;        /* seconds for the test */
    bool is_rank;        /* this process is a rank of the test */
};

#define FIELD(member) offsetof(struct settings, member)
static const struct sw_option rows[] = {
    {.name = "--library", .kind = SW_OPTION_TEXT, .field = FIELD(library)},
    {.name = "--limit", .kind = SW_OPTION_REAL, .field = FIELD(limit), .at_most = 86400},
    {.name = "--rank", .kind = SW_OPTION_FLAG, .field = FIELD(is_rank)},
};
static const struct sw_options table = {rows, sizeof rows / sizeof rows[0], "mpi-probe"};

static void usage(FILE *out) {
    fputs("usage: mpi-probe [--library PATH] [--limit SECONDS] RANKS LAUNCHER [OPTION...] -- PROGRAM [ARGUMENT...]\n"
          "Runs LAUNCHER [OPTION...] PROGRAM [ARGUMENT...], after a test that LAUNCHER makes one world of RANKS ranks\n"
          "with the MPI library of PROGRAM, or with the library at PATH, within SECONDS (60).\n"
          "Exit status: that of LAUNCHER; 86: LAUNCHER does not fit the library, and PROGRAM was not started;\n"
          "2: wrong usage; 5: LAUNCHER or PROGRAM cannot be started.\n",
          out);
}

static int wrong(const char *what, const char *value) {
    fprintf(stderr, "mpi-probe: %s%s%s; mpi-probe --help says how\n", what, value != NULL ? ": " : "",
            value != NULL ? value : "");
    return EXIT_USAGE;
}

static int cannot(const char *what, const char *name) {
    fprintf(stderr, "mpi-probe: cannot %s %s: %s\n", what, name, strerror(errno));
    return EXIT_CANNOT;
}

/* Reads the number of ranks. Returns 0 for a text that is not a number in the allowed range. */
static unsigned long long ranks_of(const char *text) {
    char *end = NULL;
    const unsigned long long ranks = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && ranks <= MOST_RANKS ? ranks : 0;
}

/* Waits for the end of the launcher PID of the test, SECONDS at most. Returns the status of wait(2), or -1 if the
 * launcher has not ended by then. */
static int wait_for(pid_t pid, double seconds) {
    sigset_t child;
    int status = 0;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    const double until = sw_clock_seconds() + seconds;
    while (waitpid(pid, &status, WNOHANG) == 0) {
        const double left = until - sw_clock_seconds();
        if (left <= 0)
            return -1;
        const struct timespec wait = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
        sigtimedwait(&child, NULL, &wait);
    }
    return status;
}

/* Ends a test that hangs. Asks the launcher PID first and gives it time, because only the launcher knows all processes
 * of the test. */
static void end_test(pid_t pid) {
    kill(-pid, SIGTERM);
    if (wait_for(pid, GRACE_SECONDS) == -1) {
        kill(-pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
}

/* Starts LAUNCHER with its options and mpi-probe as the program, in a new process group. Returns the process id, or
 * -1. */
static pid_t start_test(char **launcher, int count, const char *ranks, const char *library) {
    char self[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    char **argv = calloc((size_t)count + 6, sizeof *argv);
    if (length <= 0 || argv == NULL) {
        free(argv);
        return -1;
    }
    self[length] = '\0';
    memcpy(argv, launcher, (size_t)count * sizeof *argv);
    const char *const rest[] = {self, "--rank", "--library", library, ranks};
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++)
        argv[(size_t)count + i] = (char *)rest[i];
    const pid_t pid = fork();
    if (pid == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        setpgid(0, 0);
        dup2(STDERR_FILENO, STDOUT_FILENO); /* the output of the job holds only what the program writes */
        execvp(argv[0], argv);
        (void)cannot("start", argv[0]);
        _exit(EXIT_NOT_FOUND);
    }
    free(argv);
    return pid;
}

/* Runs the test. Returns 0 if the launcher fits, otherwise an exit status. */
static int test(char **launcher, int count, const char *ranks, const char *library, double limit) {
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    const pid_t pid = start_test(launcher, count, ranks, library);
    if (pid < 0)
        return cannot("start", launcher[0]);
    const int status = wait_for(pid, limit);
    if (status == -1) {
        end_test(pid);
        fprintf(stderr, "mpi-probe: %s with %s did not make a world of %s ranks within %g seconds\n", launcher[0],
                library, ranks, limit);
        return STATUS_MISFIT;
    }
    sigprocmask(SIG_UNBLOCK, &child, NULL);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_NOT_FOUND)
        return EXIT_CANNOT;
    fprintf(stderr, "mpi-probe: %s does not make one world of %s ranks with %s; the program was not started\n",
            launcher[0], ranks, library);
    return STATUS_MISFIT;
}

static int probe(const struct settings *settings, char **argv, int count, char **program) {
    char library[PATH_MAX];
    const char *ranks = argv[0];
    char **launcher = argv + 1;
    int found = 1;
    if (settings->library != NULL)
        snprintf(library, sizeof library, "%s", settings->library);
    else
        found = library_of(program[0], library);
    if (found < 0)
        return cannot("read", program[0]);
    /* One rank is not tested, because its world has one rank under any launcher. */
    const int status =
        found > 0 && ranks_of(ranks) > 1 ? test(launcher, count - 1, ranks, library, settings->limit) : 0;
    if (status != 0)
        return status;
    /* Removes the "--" before PROGRAM: the words behind it move up by one. */
    for (char **at = program - 1; *at != NULL; at++)
        at[0] = at[1];
    execvp(launcher[0], launcher);
    return cannot("start", launcher[0]);
}

int main(int argc, char **argv) {
    struct settings settings = {NULL, 60, false};
    char message[SW_OPTION_MESSAGE_BYTES];
    int at = 1, end;
    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        usage(stdout);
        return 0;
    }
    if (sw_options_read(&table, &settings, argc, argv, &at, message) != 0)
        return wrong("wrong option or value", argv[at]);
    if (at >= argc || ranks_of(argv[at]) == 0)
        return wrong("the number of ranks is missing or wrong", at < argc ? argv[at] : NULL);
    if (settings.is_rank)
        return settings.library != NULL ? rank_main(ranks_of(argv[at]), settings.library)
                                        : wrong("--rank needs --library", NULL);
    for (end = at + 1; end < argc && strcmp(argv[end], "--") != 0; end++)
        continue;
    if (end == at + 1 || end + 1 >= argc)
        return wrong("LAUNCHER or -- PROGRAM is missing", NULL);
    return probe(&settings, argv + at, end - at, argv + end + 1);
}
