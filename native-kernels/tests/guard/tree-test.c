/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests a signal to a number that passes to another process: the process ends between the look and the signal, and
 * another process gets the number. The test finds that moment by replacing close(), which ends the look.
 */
#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CALL_CLONE3 = 435, NOT_HERE = 77 };
/* struct clone_args up to set_tid_size, which not every header has. */
struct birth {
    unsigned long long flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls, set_tid, set_tid_size;
};

static pid_t marked, heir;

int __real_close(int fd);
int __wrap_close(int fd);

static pid_t born_with(pid_t number) {
    struct birth birth = {.exit_signal = SIGCHLD, .set_tid = (unsigned long long)(size_t)&number, .set_tid_size = 1};
    const pid_t child = (pid_t)syscall(CALL_CLONE3, &birth, sizeof birth);
    if (child == 0)
        for (;;)
            pause();
    return child;
}

static bool ends_the_look(int fd) {
    char own[64], name[64], target[128] = "";
    snprintf(own, sizeof own, "/proc/self/fd/%d", fd);
    snprintf(name, sizeof name, "/%d/environ", (int)marked);
    return heir == 0 && marked != 0 && readlink(own, target, sizeof target - 1) > 0 && strstr(target, name) != NULL;
}

int __wrap_close(int fd) {
    if (ends_the_look(fd)) {
        kill(marked, SIGKILL);
        waitpid(marked, NULL, 0);
        heir = born_with(marked);
    }
    return __real_close(fd);
}

static int check(const char *self) {
    static char mark[] = "SLIPWAY_GUARD=1.2";
    int ready[2], status = 0;
    char byte;
    if (pipe2(ready, O_CLOEXEC) != 0)
        return EXIT_FAILURE;
    const pid_t child = fork();
    if (child == 0) {
        char *const argv[] = {(char *)self, "wait", NULL}, *const environment[] = {mark, NULL};
        execve("/proc/self/exe", argv, environment);
        _exit(1);
    }
    __real_close(ready[1]);
    if (read(ready[0], &byte, 1) != 0) /* the end of the pipe shows that the child has become the marked process */
        return EXIT_FAILURE;
    marked = child;
    signal_marked(mark, SIGKILL);
    if (heir <= 0) {
        printf("no process could be given the number of another: %s\n", strerror(errno));
        return heir == 0 ? EXIT_FAILURE : NOT_HERE;
    }
    kill(heir, SIGTERM); /* after a SIGKILL, if there was one */
    waitpid(heir, &status, 0);
    const bool spared = WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM;
    printf("%s signals no process that got the number of another\n", spared ? "ok" : "not ok");
    return spared ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Only in a private namespace may a user choose the number of a process. */
static int check_in_namespace(const char *self) {
    int status = 0;
    if (unshare(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS) != 0)
        return NOT_HERE;
    const pid_t child = fork();
    if (child == 0)
        _exit(mount("proc", "/proc", "proc", 0, NULL) == 0 ? check(self) : NOT_HERE);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IONBF, 0);
    if (argc > 1)
        for (;;)
            pause();
    return geteuid() == 0 ? check(argv[0]) : check_in_namespace(argv[0]);
}
