/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The statuses with which a shell says that it did not find a program, or that the program did not start. */
enum { NOT_FOUND = 127, NOT_STARTED = 126 };

static void tell(int error_fd, const char *what, const char *name) {
    char text[TEXT_BYTES];
    const int length = snprintf(text, sizeof text, "cannot %s %.300s: %s", what, name, strerror(errno));
    const ssize_t ignored = write(error_fd, text, (size_t)length);
    (void)ignored;
}

static _Noreturn void give_up(int error_fd, const char *what, const char *name) {
    tell(error_fd, what, name);
    _exit(NOT_STARTED);
}

static _Noreturn void cannot_start(int error_fd, const char *program) {
    const int status = errno == ENOENT ? NOT_FOUND : NOT_STARTED;
    tell(error_fd, "start", program);
    _exit(status);
}

/* Makes the program start without ignored or blocked signals, which a parent such as a JVM may leave. */
static void reset_signals(void) {
    struct sigaction action;
    sigset_t none;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; signal++)
        sigaction(signal, &action, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* A limit of 1 byte prevents core dumps, both to files and to a program that core_pattern names. A limit of 0 does not
 * prevent the latter. */
enum { CORE_BYTES = 1, OPEN_FILES = 65536, PROCESSES = 4096 };

/* Sets a limit, at most the limit of this process, which only root could raise. */
static void limit(unsigned resource, rlim_t most, const char *what, int error_fd) {
    struct rlimit limits;
    if (getrlimit(resource, &limits) != 0)
        give_up(error_fd, "read", what);
    limits.rlim_max = limits.rlim_max == RLIM_INFINITY || limits.rlim_max > most ? most : limits.rlim_max;
    limits.rlim_cur = limits.rlim_max;
    if (setrlimit(resource, &limits) != 0)
        give_up(error_fd, "set", what);
}

/* Returns whether the kernel counts only processes of the run together: for another user, or in a user namespace. */
static bool counts_alone(const struct launch *launch) {
    return is_other_user(launch->options) || (launch->namespaces & CLONE_NEWUSER) != 0;
}

static bool memory_is_measured(const struct launch *launch) {
    return launch->options->memory > 0 && !launch->memory_is_held;
}

static void set_limits(const struct launch *launch, int error_fd) {
    const struct run_options *options = launch->options;
    const rlim_t most =
        options->processes > 0 && options->processes < PROCESSES ? (rlim_t)options->processes : PROCESSES;
    limit(RLIMIT_CORE, CORE_BYTES, "the limit on core dumps", error_fd);
    limit(RLIMIT_NOFILE, OPEN_FILES, "the limit on open files", error_fd);
    if (counts_alone(launch))
        limit(RLIMIT_NPROC, most, "the limit on processes", error_fd);
    if (options->file_size > 0)
        limit(RLIMIT_FSIZE, (rlim_t)options->file_size, "the limit on file sizes", error_fd);
    if (options->process_memory > 0)
        limit(RLIMIT_AS, (rlim_t)options->process_memory, "the limit on address space", error_fd);
    /* Bounds the memory that one process can take between two measures. The bound is twice the bound of the run, so
     * that slow growth is caught by a measure first, and the record of the end states the reason. */
    if (memory_is_measured(launch))
        limit(RLIMIT_DATA, (rlim_t)(2 * options->memory), "the limit on data", error_fd);
}

static void drop_identity(const struct run_options *options, int error_fd) {
    if (options->gid != SAME_IDENTITY) {
        const gid_t gid = (gid_t)options->gid;
        if (geteuid() == 0 && setgroups(1, &gid) != 0)
            give_up(error_fd, "set", "groups");
        if (setresgid(gid, gid, gid) != 0)
            give_up(error_fd, "take", "the group of --gid");
    }
    if (options->uid != SAME_IDENTITY) {
        const uid_t uid = (uid_t)options->uid;
        if (setresuid(uid, uid, uid) != 0)
            give_up(error_fd, "take", "the user of --uid");
    }
}

/*
 * Opens an output of the run. The identity of the run may own the folders of the path and change them at any time. So
 * this process already has only the rights of the program, and opens regular files only: no symbolic link, and no file
 * with a second name. Makes no folder.
 */
static int open_output(const char *path, int error_fd) {
    struct stat status;
    const int flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK;
    int fd = open(path, flags | O_CREAT | O_EXCL, 0640);
    if (fd >= 0) {
        if (fchmod(fd, 0640) == 0)
            return fd;
    } else if (errno == EEXIST && (fd = open(path, flags)) >= 0) {
        if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1)
            return fd;
        errno = EINVAL;
    }
    give_up(error_fd, "open", path);
}

/*
 * Leaves the keys of the caller's session, which a process may use under any identity. A kernel without keys has no
 * keyring to leave. A machine that denies the call to the guard denies it to all children of the guard.
 */
static int leave_keys(void) {
    enum { JOIN_SESSION_KEYRING = 1 };
    const long joined = syscall(SYS_keyctl, JOIN_SESSION_KEYRING, NULL);
    return joined >= 0 || errno == ENOSYS || errno == EPERM || errno == EOPNOTSUPP ? 0 : -1;
}

void become_program(const struct launch *launch, int error_fd) {
    const struct run_options *options = launch->options;
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    setsid();
    reset_signals();
    set_limits(launch, error_fd);
    (void)write_text(AT_FDCWD, "/proc/self/oom_score_adj",
                     "1000"); /* before the drop: CAP_SYS_RESOURCE makes it final */
    drop_identity(options, error_fd);
    if (leave_keys() != 0)
        give_up(error_fd, "leave", "the keys of the caller's session");
    /* No process of the run may become another user again, or get out of reach of the guard. */
    if (filter_calls(!memory_is_measured(launch) || (launch->namespaces & CLONE_NEWIPC) != 0) != 0)
        give_up(error_fd, "filter", "system calls");
    /* Only from here on, paths that the run could change are opened, with the rights of the run. */
    const int out = options->out == NULL ? STDOUT_FILENO : open_output(options->out, error_fd);
    const int err = options->err == NULL ? STDERR_FILENO : open_output(options->err, error_fd);
    if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
        give_up(error_fd, "redirect", "standard streams");
    if (options->chdir != NULL && chdir(options->chdir) != 0)
        give_up(error_fd, "enter", options->chdir);
    const char *value = strchr(launch->mark, '=') + 1;
    if (environment_set(&options->environment) != 0 || setenv("SLIPWAY_GUARD", value, 1) != 0)
        give_up(error_fd, "set", "the environment");
    execvp(options->argv[0], options->argv);
    cannot_start(error_fd, options->argv[0]);
}
