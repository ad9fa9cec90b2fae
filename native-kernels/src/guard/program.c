#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static _Noreturn void give_up(int error_fd, const char *what, const char *name) {
    char text[TEXT_BYTES];
    const int length = snprintf(text, sizeof text, "cannot %s %.300s: %s", what, name, strerror(errno));
    const ssize_t ignored = write(error_fd, text, (size_t)length);
    (void)ignored;
    _exit(127);
}

/* A parent such as a JVM may leave signals ignored or blocked; the program starts with none of that. */
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

static void drop_identity(const struct run_options *options, int error_fd) {
    if (options->gid >= 0) {
        const gid_t gid = (gid_t)options->gid;
        if (geteuid() == 0 && setgroups(1, &gid) != 0)
            give_up(error_fd, "set", "groups");
        if (setresgid(gid, gid, gid) != 0)
            give_up(error_fd, "take", "the group of --gid");
    }
    if (options->uid >= 0) {
        const uid_t uid = (uid_t)options->uid;
        if (setresuid(uid, uid, uid) != 0)
            give_up(error_fd, "take", "the user of --uid");
        /* Nothing that it starts may become somebody else again. */
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    }
}

void become_program(const struct launch *launch, int error_fd) {
    const struct run_options *options = launch->options;
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    setsid();
    reset_signals();
    if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(launch->out, 1) < 0 || dup2(launch->err, 2) < 0)
        give_up(error_fd, "redirect", "standard streams");
    drop_identity(options, error_fd);
    if (options->chdir != NULL && chdir(options->chdir) != 0)
        give_up(error_fd, "enter", options->chdir);
    const char *value = strchr(launch->mark, '=') + 1;
    if (setenv("SLIPWAY_GUARD", value, 1) != 0)
        give_up(error_fd, "set", "the environment");
    execvp(options->argv[0], options->argv);
    give_up(error_fd, "start", options->argv[0]);
}
