/* SPDX-License-Identifier: Apache-2.0 */
#include "run.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The exit status of a shell that could not start a program. */
enum { NO_START = 126 };

static void ask_to_end(struct guard *guard, const char *reason, double grace) {
    if (guard->kill_at > 0)
        return;
    guard->reason = reason;
    kill(guard->inner, SIGTERM);
    hosts_tell(guard->folder);
    guard->kill_at = sw_clock_seconds() + grace;
    guard->last_at = guard->kill_at + 5;
}

/* Chooses what the guard measures: the folder of the run, if the folder has a limit; and the memory of the run, if the
 * memory has a limit and no private control group enforces the limit. */
static void set_quotas(struct guard *guard) {
    const struct run_options *options = guard->options;
    const double now = sw_clock_seconds();
    guard->quotas[0] = (struct quota){.measure = folder_usage, .is_over = folder_is_over, .reason = "quota"};
    guard->quotas[1] = (struct quota){.measure = memory_usage, .is_over = memory_is_over, .reason = "memory"};
    if (options->folder_bytes > 0 || options->folder_entries > 0)
        guard->quotas[0].rest = 1;
    if (options->memory > 0 && !(guard->group.holds_memory && (guard->own & OWN_GROUP) != 0))
        guard->quotas[1].rest = 0.25;
    for (size_t i = 0; i < QUOTAS; i++)
        guard->quotas[i].next = now + guard->quotas[i].rest;
}

static double next_deadline(const struct guard *guard, bool killed) {
    double next = sw_clock_seconds() + (guard->options->head < 0 ? 3600 : 1);
    if (guard->kill_at == 0 && guard->term_at > 0 && guard->term_at < next)
        next = guard->term_at;
    for (size_t i = 0; i < QUOTAS; i++) {
        const struct quota *quota = &guard->quotas[i];
        if (guard->kill_at == 0 && quota->rest > 0 && quota->measurer == 0 && quota->next < next)
            next = quota->next;
    }
    if (guard->kill_at > 0)
        next = killed ? guard->last_at : guard->kill_at; /* the grace may be over: a run over a quota gets no grace */
    return next;
}

/* Measures again when due, and kills a run over a quota at once, without time to take more. */
static void watch_quota(struct guard *guard, struct quota *quota, double now) {
    if (quota->rest <= 0 || guard->kill_at > 0)
        return;
    if (quota_measured(quota) && quota->is_over(guard->options, &quota->used, guard->over))
        ask_to_end(guard, quota->reason, 0);
    else if (quota->measurer == 0 && now >= quota->next)
        quota_start(quota, guard->options, guard->inner, guard->claim);
}

/* Waits for a signal, at most WAIT. Returns whether the signal asks for the end of the run. */
static bool asks_to_end(struct guard *guard, const sigset_t *signals, const struct timespec *wait) {
    siginfo_t info;
    const int signal = sigtimedwait(signals, &info, wait);
    if (guard->options->foreground)
        return signal > 0 && foreground_is_end(guard, &info);
    return signal == SIGTERM || signal == SIGINT || signal == SIGHUP;
}

static bool first_host_is_over(struct guard *guard) {
    if (guard->options->head < 0 || guard->kill_at > 0 || !run_is_over(guard->options->head))
        return false;
    strcpy(guard->by, "the run is over on its first host");
    return true;
}

/* Waits for the end of the inner process, and thus of the run. */
static void wait_for_end(struct guard *guard, const sigset_t *signals) {
    bool killed = false, killed_inner = false;
    while (waitpid(guard->inner, NULL, WNOHANG) == 0) {
        double left = next_deadline(guard, killed) - sw_clock_seconds();
        if (left < 0.01 || killed_inner)
            left = 0.01;
        const struct timespec wait = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
        const bool asks = asks_to_end(guard, signals, &wait) || first_host_is_over(guard);
        const double now = sw_clock_seconds();
        if (asks)
            ask_to_end(guard, "killed", guard->options->grace);
        else if (guard->kill_at == 0 && guard->term_at > 0 && now >= guard->term_at)
            ask_to_end(guard, "wall-time", guard->options->grace);
        for (size_t i = 0; i < QUOTAS; i++)
            watch_quota(guard, &guard->quotas[i], now);
        if (guard->kill_at > 0 && now >= guard->kill_at && !killed) {
            kill(guard->inner, SIGUSR1);
            killed = true;
        }
        if (guard->kill_at > 0 && now >= guard->last_at && !killed_inner) {
            kill(guard->inner, SIGKILL);
            killed_inner = true;
        }
    }
    for (size_t i = 0; i < QUOTAS; i++)
        quota_stop(&guard->quotas[i]);
}

static void detach(void) {
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd < 3 && nothing >= 0; fd++)
        dup2(nothing, fd);
}

/* Starts the run under this process, which holds the claim, follows the run, and records its end. Returns the end. */
static struct ended follow(struct guard *guard, const sigset_t *signals, int *status) {
    struct identity self;
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); /* for processes that survive the inner process */
    signal(SIGCHLD, SIG_DFL);                  /* an ignored SIGCHLD, inherited from a parent, would never arrive */
    signal(SIGPIPE, SIG_IGN);
    *status = NO_START << 8; /* as wait(2) gives an exit status */
    claim_look(guard->folder, &self);
    mark_of(&self, guard->launch.mark);
    guard->launch.claim = guard->claim;
    if (!start_group(guard, &self) || !start_inner(guard)) {
        if (guard->group.fd >= 0)
            cgroup_end(guard->group.path);
        const struct ended ended = not_started(guard->over[0] != '\0' ? guard->over : "cannot start the inner process");
        write_surely(guard->folder, &ended);
        return ended;
    }
    if (!is_isolated_as_asked(guard) || !starter_begin(guard) || write_started(guard, &self) != 0) {
        kill(guard->inner, SIGKILL);
        waitpid(guard->inner, NULL, 0);
        starter_end(guard);
        const struct ended ended = not_started(guard->over[0] != '\0' ? guard->over : "cannot write started.json");
        write_surely(guard->folder, &ended);
        return ended;
    }
    guard->term_at = guard->options->wall_time > 0 ? sw_clock_seconds() + guard->options->wall_time : 0;
    set_quotas(guard);
    if (cgroup_enter(&guard->group, guard->inner) != 0 || write(guard->go, "g", 1) != 1)
        kill(guard->inner, SIGKILL);
    wait_for_end(guard, signals);
    return write_end(guard, status);
}

static sigset_t signals_of(const struct run_options *options) {
    static const int all[] = {SIGTERM, SIGINT, SIGHUP, SIGCHLD, SIGUSR1, SIGUSR2};
    const size_t count = sizeof all / sizeof all[0] - (options->foreground ? 0 : 2);
    sigset_t signals;
    sigemptyset(&signals);
    for (size_t i = 0; i < count; i++)
        sigaddset(&signals, all[i]);
    return signals;
}

/*
 * Returns whether a kill that took this claim for lost has written the end. Either this process sees the end, or the
 * kill sees the claim.
 */
static bool is_killed(const struct guard *guard) {
    return faccessat(guard->folder, "ended.json", F_OK, 0) == 0;
}

/* Runs the guard, from its fork to its end. */
static _Noreturn void guard_main(struct guard *guard, int ready) {
    const sigset_t signals = signals_of(guard->options);
    int status;
    setsid();
    sigprocmask(SIG_BLOCK, &signals, NULL);
    const int refusal = claim_identify(guard->claim, guard->folder, guard->options) == 0 ? 0 : errno;
    detach();
    if (write(ready, &refusal, sizeof refusal) != (ssize_t)sizeof refusal || refusal != 0)
        _exit(1);
    close(ready);
    if (!is_killed(guard))
        (void)follow(guard, &signals, &status);
    _exit(0);
}

/* Reports why the folder could not be claimed, by errno. Returns the exit status. */
static int cannot_claim(const char *folder) {
    if (errno == EEXIST) {
        fprintf(stderr, "slipway-guard: %s is claimed already; nothing was started\n", folder);
        return EXIT_CLAIMED;
    }
    fprintf(stderr, "slipway-guard: cannot claim %s: %s\n", folder, strerror(errno));
    return disk_full(errno) ? EXIT_FULL : EXIT_ERROR;
}

static int run_in_foreground(struct guard *guard, const sigset_t *signals) {
    int status;
    if (claim_identify(guard->claim, guard->folder, guard->options) != 0) {
        const int reason = errno;
        claim_release(guard->claim, guard->folder);
        errno = reason;
        return cannot_claim(guard->options->folder);
    }
    if (is_killed(guard))
        return 128 + SIGTERM;
    if (guard->options->again && is_closed(guard->folder)) {
        const struct ended ended = not_started("the run was closed before this start");
        write_surely(guard->folder, &ended);
        return EXIT_CLAIMED;
    }
    if (guard->options->head >= 0 && run_is_over(guard->options->head)) {
        const struct ended ended = not_started("the run is over on its first host");
        write_surely(guard->folder, &ended);
        return EXIT_CLAIMED;
    }
    const struct ended ended = follow(guard, signals, &status);
    return foreground_end(guard, &ended, status);
}

static int run_in_background(struct guard *guard) {
    int ready[2], refusal = 0;
    if (pipe2(ready, O_CLOEXEC) != 0) {
        claim_release(guard->claim, guard->folder);
        fprintf(stderr, "slipway-guard: cannot make a pipe: %s\n", strerror(errno));
        return EXIT_ERROR;
    }
    const pid_t pid = fork();
    if (pid == 0) {
        close(ready[0]);
        guard_main(guard, ready[1]);
    }
    close(ready[1]);
    if (pid > 0 && read(ready[0], &refusal, sizeof refusal) == (ssize_t)sizeof refusal && refusal == 0)
        return EXIT_DONE;
    if (disk_full(refusal)) { /* a file system that needs space even to overwrite bytes */
        waitpid(pid, NULL, 0);
        claim_release(guard->claim, guard->folder);
        errno = refusal;
        return cannot_claim(guard->options->folder);
    }
    fprintf(stderr, "slipway-guard: cannot detach in %s\n", guard->options->folder);
    const struct ended ended = not_started("the guard could not detach");
    record_ended(guard->folder, &ended);
    return EXIT_ERROR;
}

int command_run(const struct run_options *options) {
    struct guard guard;
    const sigset_t signals = signals_of(options);
    memset(&guard, 0, sizeof guard);
    guard.options = options;
    guard.launch.options = options;
    guard.launch.uid = geteuid();
    guard.launch.gid = getegid();
    guard.folder = open(options->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (guard.folder < 0) {
        fprintf(stderr, "slipway-guard: cannot open folder %s: %s\n", options->folder, strerror(errno));
        return EXIT_ERROR;
    }
    if (options->foreground)
        foreground_begin(&signals);
    guard.claim = claim_take(guard.folder);
    if (guard.claim < 0 && errno == EEXIST && options->again)
        guard.claim = claim_take_again(guard.folder, options);
    if (guard.claim < 0)
        return cannot_claim(options->folder);
    return options->foreground ? run_in_foreground(&guard, &signals) : run_in_background(&guard);
}
