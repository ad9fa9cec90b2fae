/* SPDX-License-Identifier: Apache-2.0 */
#include "run.h"

#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The signal that the kernel sends when the thread that started this process has ended. The caller may go on without
 * that thread, and any process may send the signal. So the guard looks at its parent when the signal arrives. */
enum { CALLER_ENDED = SIGUSR2 };

static pid_t caller;

void foreground_begin(const sigset_t *signals) {
    caller = getppid();
    sigprocmask(SIG_BLOCK, signals, NULL);
    prctl(PR_SET_PDEATHSIG, CALLER_ENDED, 0, 0, 0);
    if (getppid() != caller)
        raise(CALLER_ENDED); /* the caller ended before this process asked for the signal */
}

/* Names the process that sent a signal, if this process can see the sender. */
static void name_sender(const siginfo_t *info, char out[TEXT_BYTES]) {
    char file[64], name[RECORD_BYTES] = "";
    snprintf(file, sizeof file, "/proc/%d/comm", (int)info->si_pid);
    if (info->si_pid == 0 || record_read(AT_FDCWD, file, name) <= 0)
        strcpy(name, "unknown");
    name[strcspn(name, "\n")] = '\0';
    snprintf(out, TEXT_BYTES, "SIG%s of process %d (%.64s) of user %u", sigabbrev_np(info->si_signo), (int)info->si_pid,
             name, info->si_uid);
}

bool foreground_is_end(struct guard *guard, const siginfo_t *info) {
    if (info->si_signo == CALLER_ENDED && getppid() != caller) {
        strcpy(guard->by, "the process that started slipway-guard has ended");
        return true;
    }
    if (info->si_signo != SIGTERM && info->si_signo != SIGINT && info->si_signo != SIGHUP)
        return false;
    if (guard->by[0] == '\0')
        name_sender(info, guard->by);
    return true;
}

bool foreground_was_asked(struct guard *guard, int status) {
    /* Slurm signals the processes of a job one after the other, in any order. */
    static const struct timespec wait = {1, 0};
    siginfo_t info;
    sigset_t signals;
    if (!guard->options->foreground || !guard->options->cluster || guard->kill_at > 0 || status == 0)
        return false;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    return sigtimedwait(&signals, &info, &wait) > 0 && foreground_is_end(guard, &info);
}

static bool is_own_end(const struct ended *ended) {
    return strcmp(ended->reason, "exited") == 0 || strcmp(ended->reason, "signalled") == 0;
}

/* A program that exits with 0 on a request to end has not done the work, so the guard reports no success. */
int foreground_end(const struct guard *guard, const struct ended *ended, int status) {
    if (!is_own_end(ended))
        fprintf(stderr, "slipway-guard: the run in %s was ended (%s)%s%s%s%s\n", guard->options->folder, ended->reason,
                ended->error[0] != '\0' ? ": " : "", ended->error, ended->by[0] != '\0' ? ": " : "", ended->by);
    if (ended->hosts_left > 0)
        fprintf(stderr, "slipway-guard: %d guards of the run in %s on other hosts have not recorded their end\n",
                ended->hosts_left, guard->options->folder);
    if (ended->survivors > 0)
        fprintf(stderr, "slipway-guard: %d processes of the run in %s are left\n", ended->survivors,
                guard->options->folder);
    if (WIFSIGNALED(status))
        return 128 + WTERMSIG(status);
    if (ended->signal != 0)
        return 128 + ended->signal;
    return WEXITSTATUS(status) == 0 && !is_own_end(ended) ? 128 + SIGTERM : WEXITSTATUS(status);
}
