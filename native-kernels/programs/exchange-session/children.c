/* SPDX-License-Identifier: Apache-2.0 */
#include "session.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_WORDS = 32, WAIT_MS = 120000, PAUSE_MS = 10 };
#define LOG_FILE "postgres.log"

/* A program, started in the folder of the day. */
struct start {
    const char *program;
    const char *words[MOST_WORDS]; /* arguments; end with NULL */
    int death;                     /* the signal that the child gets when this process dies */
    int out;                       /* standard output; -1: the output of this process */
    const char *log;               /* a file for both outputs; NULL: no file */
};

/* Writes the path of NAME to OUT. BESIDE is a folder relative to this program's folder, ending in "/", or empty.
 * Returns 0, or -1. */
static int own_path(const char *beside, const char *name, char out[PATH_MAX]) {
    char self[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return -1;
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    if (slash == NULL)
        return -1;
    *slash = '\0';
    const int written = snprintf(out, PATH_MAX, "%s/%s%s", self, beside, name);
    return written > 0 && written < PATH_MAX ? 0 : -1;
}

/* Runs in the child of start_child: becomes the program, or ends. */
static void become(const struct start *start, pid_t parent) {
    char *argv[MOST_WORDS + 1] = {(char *)start->program};
    for (size_t i = 0; start->words[i] != NULL; i++)
        argv[i + 1] = (char *)start->words[i];
    const int log = start->log != NULL ? open(start->log, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
    if (prctl(PR_SET_PDEATHSIG, start->death) != 0 || getppid() != parent || chdir(DAY_FOLDER) != 0 ||
        (start->out >= 0 && dup2(start->out, STDOUT_FILENO) < 0) ||
        (log >= 0 && (dup2(log, STDOUT_FILENO) < 0 || dup2(log, STDERR_FILENO) < 0)))
        _exit(126);
    execv(start->program, argv);
    fprintf(stderr, "exchange-session: cannot start %s: %s\n", start->program, strerror(errno));
    _exit(127);
}

static pid_t start_child(const struct start *start, struct sw_failure *f) {
    const pid_t parent = getpid();
    fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0)
        become(start, parent);
    if (pid < 0)
        sw_fail(f, STATUS_COMPUTE, NULL, "cannot start %s: %s", start->program, strerror(errno));
    return pid > 0 ? pid : 0;
}

static void pause_ms(long ms) {
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

/* Says how NAME ended. */
static int say_ended(const char *name, int status, struct sw_failure *f) {
    if (WIFSIGNALED(status))
        return sw_fail(f, STATUS_COMPUTE, NULL, "%s was ended by signal %d", name, WTERMSIG(status));
    return sw_fail(f, STATUS_COMPUTE, "What it said stands above.", "%s ended with status %d", name,
                   WEXITSTATUS(status));
}

/* Returns whether *PID has ended; if so, reports the end and forgets the process. */
static bool has_ended(pid_t *pid, const char *name, struct sw_failure *f) {
    int status;
    if (*pid == 0 || waitpid(*pid, &status, WNOHANG) != *pid)
        return false;
    *pid = 0;
    say_ended(name, status, f);
    return true;
}

/* Shows the last lines of PostgreSQL's log, which is removed with the folder of the day. */
static void show_log(void) {
    char text[2048];
    const int fd = open(DAY_FOLDER "/" LOG_FILE, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    const off_t end = lseek(fd, 0, SEEK_END);
    const off_t from = end > (off_t)sizeof text ? end - (off_t)sizeof text : 0;
    const ssize_t count = pread(fd, text, sizeof text, from);
    if (count > 0)
        fprintf(stderr, "%.*s", (int)count, text);
    close(fd);
}

/* Waits until PostgreSQL takes a connection. */
static int await_postgres(struct children *children, struct sw_failure *f) {
    const int64_t give_up = clock_ns() + (int64_t)WAIT_MS * 1000000;
    for (;;) {
        const PGPing ping = PQping(DATABASE_FROM_ABOVE);
        if (ping == PQPING_OK)
            return STATUS_OK;
        if (has_ended(&children->postgres, "PostgreSQL", f))
            break;
        if (clock_ns() > give_up) {
            sw_fail(f, STATUS_COMPUTE, NULL, "PostgreSQL does not take connections after %d s", WAIT_MS / 1000);
            break;
        }
        pause_ms(PAUSE_MS);
    }
    show_log();
    return f->status;
}

/* Makes the folder of the day, with a copy of the data folder of READY. */
static int make_folder(const char *ready, struct children *children, struct sw_failure *f) {
    char from[PATH_MAX];
    if (geteuid() == 0)
        return sw_fail(f, STATUS_COMPUTE, "Run it as another user, as a job's run does.",
                       "PostgreSQL does not run as root");
    if (snprintf(from, sizeof from, "%s/data", ready) >= (int)sizeof from || access(from, R_OK | X_OK) != 0)
        return sw_fail(f, STATUS_FILE, "./slipway build makes one in target; --postgres names it.",
                       "no data folder of PostgreSQL in %s", ready);
    if (mkdir(DAY_FOLDER, 0700) != 0)
        return sw_fail(f, STATUS_OUTPUT, errno == EEXIST ? "A day that was killed has left it: remove it." : NULL,
                       "cannot make the folder " DAY_FOLDER ": %s", strerror(errno));
    children->has_folder = true;
    if (copy_folder(from, DAY_FOLDER "/data") != 0)
        return sw_fail(f, STATUS_OUTPUT, NULL, "cannot copy %s to " DAY_FOLDER "/data: %s", from, strerror(errno));
    return STATUS_OK;
}

int start_postgres(const struct options *options, struct children *children, struct sw_failure *f) {
    char found[PATH_MAX], program[PATH_MAX];
    const char *ready = options->postgres;
    if (ready == NULL && own_path("../", "libexec/exchange-postgres", found) == 0)
        ready = found;
    if (ready == NULL || snprintf(program, sizeof program, "%s/postgres/bin/postgres", ready) >= (int)sizeof program)
        return sw_fail(f, STATUS_FILE, NULL, "PostgreSQL's folder cannot be named");
    if (make_folder(ready, children, f) != STATUS_OK)
        return f->status;
    /* A run may lack private shared memory, and never has io_uring. */
    const struct start start = {.program = program,
                                .words = {"-D", "data",
                                          "-p", "5432",
                                          "-c", "listen_addresses=",
                                          "-c", "unix_socket_directories=..",
                                          "-c", "unix_socket_permissions=0700",
                                          "-c", "dynamic_shared_memory_type=mmap",
                                          "-c", "io_method=sync",
                                          "-c", "shared_buffers=64MB",
                                          "-c", "max_wal_size=256MB",
                                          "-c", "max_connections=20",
                                          "-c", "autovacuum_max_workers=1",
                                          "-c", "timezone=UTC",
                                          "-c", "log_timezone=UTC",
                                          NULL},
                                .death = SIGQUIT,
                                .out = -1,
                                .log = DAY_FOLDER "/" LOG_FILE};
    children->postgres = start_child(&start, f);
    return children->postgres == 0 ? f->status : await_postgres(children, f);
}

/* Reads the output of a child until a line begins with LINE_BEGINS, or until the end of the output. Copies that line to
 * LINE. Returns whether there was such a line. */
static bool await_line(int fd, const char *line_begins, char *line, size_t room) {
    size_t length = 0;
    char byte;
    bool found = false;
    ssize_t count;
    while (!found && ((count = read(fd, &byte, 1)) == 1 || (count < 0 && errno == EINTR))) {
        if (count < 0)
            continue;
        if (byte != '\n') {
            if (length < room - 1)
                line[length++] = byte;
            continue;
        }
        line[length] = '\0';
        length = 0;
        found = strncmp(line, line_begins, strlen(line_begins)) == 0;
    }
    return found;
}

/* Starts a program of this folder. This process reads the program's output from *FD. */
static pid_t start_told(const char *name, struct start *start, int *fd, struct sw_failure *f) {
    char program[PATH_MAX];
    int ends[2];
    *fd = -1;
    if (own_path("", name, program) != 0 || pipe2(ends, O_CLOEXEC) != 0) {
        sw_fail(f, STATUS_COMPUTE, NULL, "cannot start %s: %s", name, strerror(errno));
        return 0;
    }
    start->program = program;
    start->out = ends[1];
    start->death = SIGKILL;
    const pid_t pid = start_child(start, f);
    close(ends[1]);
    if (pid == 0)
        close(ends[0]);
    else
        *fd = ends[0];
    return pid;
}

int start_server(const struct options *options, struct children *children, struct sw_failure *f) {
    char shards[24], line[512];
    snprintf(shards, sizeof shards, "%" PRIu64, options->shards);
    struct start start = {.words = {"--database", DATABASE, "--socket", SERVER_SOCKET, "--length-line", "--shards",
                                    shards, options->refuse_own ? "--refuse-own" : NULL, NULL}};
    int fd;
    children->server = start_told("exchange-server", &start, &fd, f);
    if (children->server == 0)
        return f->status;
    const bool is_ready = await_line(fd, "ready on ", line, sizeof line);
    close(fd);
    if (is_ready)
        return STATUS_OK;
    int status;
    const bool reaped = waitpid(children->server, &status, 0) == children->server;
    children->server = 0;
    return reaped ? say_ended("exchange-server", status, f)
                  : sw_fail(f, STATUS_COMPUTE, NULL, "exchange-server did not start");
}

int check_children(struct children *children, struct sw_failure *f) {
    if (has_ended(&children->postgres, "PostgreSQL", f))
        show_log();
    else
        has_ended(&children->server, "exchange-server", f);
    return f->status;
}

/* Ends the server. A server without a database would wait for the database forever. */
int end_server(struct children *children, struct sw_failure *f) {
    int status;
    pid_t ended;
    if (kill(children->server, SIGTERM) != 0)
        return sw_fail(f, STATUS_COMPUTE, NULL, "exchange-server cannot be ended: %s", strerror(errno));
    while ((ended = waitpid(children->server, &status, WNOHANG)) == 0) {
        if (has_ended(&children->postgres, "PostgreSQL", f)) {
            show_log();
            return f->status;
        }
        pause_ms(PAUSE_MS);
    }
    children->server = 0;
    if (ended < 0)
        return sw_fail(f, STATUS_COMPUTE, NULL, "exchange-server is lost: %s", strerror(errno));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? STATUS_OK : say_ended("exchange-server", status, f);
}

/* Copies the value of KEY= in LINE. */
static bool take_value(const char *line, const char *key, char *out, size_t room) {
    const char *at = strstr(line, key);
    if (at == NULL)
        return false;
    at += strlen(key);
    const size_t length = strcspn(at, " ");
    if (length == 0 || length >= room)
        return false;
    memcpy(out, at, length);
    out[length] = '\0';
    return true;
}

int run_audit(struct audit *audit, struct sw_failure *f) {
    char line[512] = "", entries[24];
    struct start start = {.words = {"--database", DATABASE, NULL}};
    int fd, status;
    const pid_t pid = start_told("exchange-audit", &start, &fd, f);
    if (pid == 0)
        return f->status;
    const bool is_told = await_line(fd, "AUDIT ", line, sizeof line);
    char rest[4096];
    while (read(fd, rest, sizeof rest) > 0)
        ;
    close(fd);
    if (waitpid(pid, &status, 0) != pid)
        return sw_fail(f, STATUS_COMPUTE, NULL, "exchange-audit is lost: %s", strerror(errno));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return say_ended("exchange-audit", status, f);
    if (!is_told || !take_value(line, "entries=", entries, sizeof entries) ||
        !take_value(line, "digest=", audit->digest, sizeof audit->digest) ||
        !take_value(line, "money_off=", audit->money_off, sizeof audit->money_off) ||
        !take_value(line, "shares_off=", audit->shares_off, sizeof audit->shares_off))
        return sw_fail(f, STATUS_COMPUTE, NULL, "exchange-audit gives no figures: \"%s\"", line);
    audit->entries = strtoull(entries, NULL, 10);
    return STATUS_OK;
}

void end_children(struct children *children) {
    if (children->server != 0) {
        kill(children->server, SIGKILL);
        waitpid(children->server, NULL, 0);
    }
    if (children->postgres != 0) {
        kill(children->postgres, SIGINT);
        waitpid(children->postgres, NULL, 0);
    }
    children->server = children->postgres = 0;
    if (children->has_folder && remove_folder(DAY_FOLDER) != 0)
        fprintf(stderr, "exchange-session: the folder " DAY_FOLDER " cannot be removed: %s\n", strerror(errno));
}
