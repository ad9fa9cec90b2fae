/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STRAGGLER_SECONDS = 1 };

struct inner {
    const struct launch *launch;
    pid_t program;
    bool program_ended;
    bool killing;
    double ask_at;  /* when processes that outlive the program get TERM; 0: not set */
    double kill_at; /* 0: not set */
    struct report report;
};

static bool in_namespace(const struct launch *launch) {
    return (launch->namespaces & CLONE_NEWPID) != 0;
}

/* Signals all processes of the run. In a PID namespace kill(-1) reaches all but this init; otherwise the descendants
 * are looked up. */
static int signal_all(const struct inner *inner, int signal) {
    if (in_namespace(inner->launch))
        return kill(-1, signal);
    return signal_descendants(getpid(), signal);
}

static bool start_program(struct inner *inner) {
    int errors[2];
    if (pipe2(errors, O_CLOEXEC) != 0) {
        snprintf(inner->report.error, sizeof inner->report.error, "cannot make a pipe: %s", strerror(errno));
        return false;
    }
    inner->program = fork();
    if (inner->program == 0) {
        close(errors[0]);
        become_program(inner->launch, errors[1]);
    }
    close(errors[1]);
    if (inner->program < 0) {
        snprintf(inner->report.error, sizeof inner->report.error, "cannot fork: %s", strerror(errno));
    } else {
        ssize_t n;
        while ((n = read(errors[0], inner->report.error, sizeof inner->report.error - 1)) < 0 && errno == EINTR)
            continue;
        inner->report.error[n > 0 ? n : 0] = '\0';
    }
    close(errors[0]);
    return inner->report.error[0] == '\0';
}

/* Reaps the children that have ended. Returns false when no child is left, dead or alive. */
static bool reap(struct inner *inner) {
    for (;;) {
        int status;
        const pid_t pid = waitpid(-1, &status, WNOHANG);
        if (pid == 0)
            return true;
        if (pid < 0 && errno == EINTR)
            continue;
        if (pid < 0)
            return false;
        if (pid == inner->program) {
            inner->program_ended = true;
            inner->report.status = status;
        }
    }
}

static int next_signal(const struct inner *inner, const sigset_t *signals) {
    double left = 0.5;
    if (inner->killing)
        left = 0.01; /* a process may fork while it is being killed */
    else if (inner->kill_at > 0 && inner->kill_at - sw_clock_seconds() < left)
        left = inner->kill_at - sw_clock_seconds();
    else if (inner->ask_at > 0 && inner->kill_at == 0 && inner->ask_at - sw_clock_seconds() < left)
        left = inner->ask_at - sw_clock_seconds();
    if (left < 0.001)
        left = 0.001;
    const struct timespec wait = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
    return sigtimedwait(signals, NULL, &wait);
}

/*
 * Asks the run to end. On a cluster asks only the process group of the program, such as mpirun, which then ends its
 * daemons in order. The srun of mpirun has another group and gets no signal: it would kill the guards of the other
 * hosts before these guards could record their end.
 */
static void ask_to_end(const struct inner *inner) {
    if (inner->launch->options->cluster && !inner->program_ended)
        kill(-inner->program, SIGTERM);
    else
        signal_all(inner, SIGTERM);
}

/* Sends TERM, and later KILL, to the processes that outlive the program. On a cluster waits for a time before TERM,
 * because srun ends when the daemons have ended. */
static void end_stragglers(struct inner *inner) {
    if (!inner->program_ended || inner->kill_at > 0)
        return;
    const double now = sw_clock_seconds();
    if (inner->ask_at == 0)
        inner->ask_at = now + (inner->launch->options->cluster ? STRAGGLER_SECONDS : 0);
    if (now < inner->ask_at)
        return;
    ask_to_end(inner);
    inner->kill_at = now + STRAGGLER_SECONDS;
}

/* Waits until every process of the run is reaped. */
static void watch(struct inner *inner, const sigset_t *signals) {
    while (reap(inner)) {
        end_stragglers(inner);
        const int signal = next_signal(inner, signals);
        if (signal == SIGTERM)
            ask_to_end(inner);
        if (signal == SIGUSR1 || (inner->kill_at > 0 && sw_clock_seconds() >= inner->kill_at))
            inner->killing = true;
        if (inner->killing)
            signal_all(inner, SIGKILL);
    }
}

static void send_report(struct inner *inner) {
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    inner->report.user = (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec;
    inner->report.system = (double)usage.ru_stime.tv_sec + 1e-6 * (double)usage.ru_stime.tv_usec;
    inner->report.max_rss = (long long)usage.ru_maxrss * 1024;
    const ssize_t ignored = write(inner->launch->report, &inner->report, sizeof inner->report);
    (void)ignored;
}

void inner_main(const struct launch *launch) {
    struct inner inner;
    sigset_t signals;
    char byte;
    memset(&inner, 0, sizeof inner);
    inner.launch = launch;
    close(launch->claim);
    prctl(PR_SET_PDEATHSIG, in_namespace(launch) ? SIGKILL : SIGUSR1, 0, 0, 0);
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGUSR1);
    sigaddset(&signals, SIGCHLD);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    const int own = isolate(launch);
    if (write(launch->report, &own, sizeof own) != (ssize_t)sizeof own || own < 0 || read(launch->go, &byte, 1) != 1)
        _exit(1); /* set-up failed, or the guard died before PDEATHSIG was set */
    struct launch kept = *launch;
    kept.memory_is_held = launch->memory_is_held && (own & OWN_GROUP) != 0;
    inner.launch = &kept;
    inner.report.started = start_program(&inner);
    watch(&inner, &signals);
    send_report(&inner);
    _exit(0);
}
