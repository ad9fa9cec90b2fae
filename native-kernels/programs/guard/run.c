/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include "base/clock.h"
#include "base/json.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { QUOTAS = 2 };

struct guard {
    const struct run_options *options;
    int folder;
    struct launch launch;
    pid_t inner;
    int own;        /* OWN_... that the run has */
    int go, report; /* the guard's ends */
    const char *reason;
    double term_at; /* end of the wall time; 0: no limit */
    double kill_at; /* end of the grace; 0: no end requested yet */
    double last_at; /* when the inner process itself is killed */
    int claim;
    struct quota quotas[QUOTAS];
    struct cgroup group;
    char over[TEXT_BYTES]; /* the quota that was exceeded */
};

/*
 * Forks into new namespaces. glibc has no function for this that returns twice. The fork handlers are not needed here.
 */
static pid_t fork_with(unsigned long flags) {
    return (pid_t)syscall(SYS_clone, flags | SIGCHLD, NULL, NULL, NULL, NULL);
}

static bool spawn_inner(struct guard *guard, unsigned long flags) {
    int go[2], report[2];
    int own = -1;
    if (pipe2(go, O_CLOEXEC) != 0)
        return false;
    if (pipe2(report, O_CLOEXEC) != 0) {
        close(go[0]);
        close(go[1]);
        return false;
    }
    guard->launch.namespaces = flags;
    guard->launch.go = go[0];
    guard->launch.report = report[1];
    guard->inner = fork_with(flags);
    if (guard->inner == 0) {
        close(go[1]);
        close(report[0]);
        inner_main(&guard->launch);
    }
    close(go[0]);
    close(report[1]);
    if (guard->inner > 0 && read(report[0], &own, sizeof own) == (ssize_t)sizeof own && own >= 0) {
        guard->own = own;
        guard->go = go[1];
        guard->report = report[0];
        return true;
    }
    if (guard->inner > 0)
        waitpid(guard->inner, NULL, 0);
    close(go[1]);
    close(report[0]);
    return false;
}

/* Starts the inner process in the strongest namespaces that the kernel grants. A user namespace maps one identity only,
 * so that a program in the namespace cannot become another user. */
static bool start_inner(struct guard *guard) {
    const unsigned long least = CLONE_NEWPID | CLONE_NEWNS;
    const unsigned long own[] = {least | CLONE_NEWIPC | CLONE_NEWNET, least | CLONE_NEWIPC, least};
    const bool drops = is_other_user(guard->options);
    guard->launch.sockets = sockets_list();
    for (size_t i = 0; i < sizeof own / sizeof own[0] && !guard->options->no_namespace; i++) {
        if (geteuid() == 0 && spawn_inner(guard, own[i]))
            return true;
        if (!drops && spawn_inner(guard, own[i] | CLONE_NEWUSER))
            return true;
    }
    return spawn_inner(guard, 0);
}

static int write_started(const struct guard *guard, const struct identity *self) {
    char text[RECORD_BYTES], host[256] = "", quoted[300], own[64];
    gethostname(host, sizeof host - 1);
    snprintf(text, sizeof text,
             "{\"guard_pid\":%d,\"guard_start\":%llu,\"boot_id\":\"%s\",\"host\":%s,\"started_ms\":%lld,"
             "\"isolation\":\"%s\",\"cgroup\":\"%s\"}\n",
             (int)self->pid, self->start, self->boot, sw_json_quote(host, quoted, sizeof quoted),
             (long long)sw_clock_day_ms(), isolation_text(guard->own, own), guard->group.path);
    return record_write(guard->folder, "started.json", text);
}

static void ask_to_end(struct guard *guard, const char *reason, double grace) {
    if (guard->kill_at > 0)
        return;
    guard->reason = reason;
    kill(guard->inner, SIGTERM);
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
    double next = sw_clock_seconds() + 3600;
    if (guard->kill_at == 0 && guard->term_at > 0 && guard->term_at < next)
        next = guard->term_at;
    for (size_t i = 0; i < QUOTAS; i++) {
        const struct quota *quota = &guard->quotas[i];
        if (guard->kill_at == 0 && quota->rest > 0 && quota->measurer == 0 && quota->next < next)
            next = quota->next;
    }
    if (guard->kill_at > 0)
        next = killed ? guard->last_at : guard->kill_at; /* the grace may be over: a quota has none */
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

/* Waits for the end of the inner process, and thus of the run. */
static void wait_for_end(struct guard *guard, const sigset_t *signals) {
    bool killed = false, killed_inner = false;
    while (waitpid(guard->inner, NULL, WNOHANG) == 0) {
        double left = next_deadline(guard, killed) - sw_clock_seconds();
        if (left < 0.01 || killed_inner)
            left = 0.01;
        const struct timespec wait = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
        const int signal = sigtimedwait(signals, NULL, &wait);
        const double now = sw_clock_seconds();
        if (signal == SIGTERM || signal == SIGINT || signal == SIGHUP)
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

/*
 * Kills the processes that survived the kill of their inner process. Without a namespace, the children of the inner
 * process now belong to the guard, and processes with another parent carry the mark. Returns the number of processes
 * left after two seconds.
 */
static int end_survivors(const struct guard *guard) {
    int left = 0;
    for (int round = 0; round < 100; round++) {
        const struct timespec wait = {0, 20000000};
        left = signal_descendants(getpid(), SIGKILL) + signal_marked(guard->launch.mark, SIGKILL);
        while (waitpid(-1, NULL, WNOHANG) > 0)
            continue;
        if (left == 0)
            break;
        nanosleep(&wait, NULL);
    }
    return left;
}

static struct ended not_started(const char *error) {
    return (struct ended){.exit_status = -1, .reason = "not-started", .at_ms = sw_clock_day_ms(), .error = error};
}

/* Writes the end, however long that takes: while the guard lives the run does not count as lost. Gives up only if the
 * folder is gone. */
static void write_surely(int folder, const struct ended *ended) {
    const struct timespec wait = {0, 250000000};
    while (record_ended(folder, ended) != 0 && errno != ENOENT)
        nanosleep(&wait, NULL);
}

/* Measures the folder of a run that ended by itself: the run may have exceeded its quota since the last measure. */
static void judge_end(struct guard *guard, struct ended *ended) {
    struct quota *quota = &guard->quotas[0];
    if (guard->reason == NULL && strcmp(ended->reason, "exited") == 0 && quota->rest > 0 &&
        quota_measure_last(quota, guard->options, guard->inner, guard->claim) &&
        quota->is_over(guard->options, &quota->used, guard->over)) {
        ended->reason = quota->reason;
        ended->error = guard->over;
    }
}

static void write_end(struct guard *guard) {
    struct report report;
    memset(&report, 0, sizeof report);
    struct ended ended = {.exit_status = -1, .signal = 0, .reason = guard->reason, .error = guard->over};
    if (read(guard->report, &report, sizeof report) == (ssize_t)sizeof report && report.started) {
        if (WIFEXITED(report.status))
            ended.exit_status = WEXITSTATUS(report.status);
        else
            ended.signal = WTERMSIG(report.status);
        if (ended.reason == NULL)
            ended.reason = ended.signal != 0 ? "signalled" : "exited";
    } else if (report.error[0] != '\0') {
        ended.reason = "not-started";
        ended.error = report.error;
    } else {
        ended.signal = SIGKILL; /* the guard or root killed the inner process, and thus the run */
        if (ended.reason == NULL)
            ended.reason = "signalled";
    }
    if (cgroup_was_full(&guard->group) && guard->reason == NULL) {
        ended.reason = "memory";
        snprintf(guard->over, sizeof guard->over,
                 "the run's processes needed more memory than the %" PRIu64 " bytes that they may have",
                 guard->options->memory);
        ended.error = guard->over;
    }
    ended.user = report.user;
    ended.system = report.system;
    ended.max_rss = report.max_rss;
    if (guard->group.fd >= 0)
        cgroup_end(guard->group.path);
    ended.survivors = end_survivors(guard);
    judge_end(guard, &ended);
    ended.at_ms = sw_clock_day_ms();
    write_surely(guard->folder, &ended);
}

static bool start_group(struct guard *guard, const struct identity *self) {
    if (cgroup_make(guard->options, self, &guard->group) == 0) {
        guard->launch.memory_is_held = guard->group.holds_memory;
        return true;
    }
    snprintf(guard->over, sizeof guard->over, "cannot make a group in --cgroup %.300s: %s", guard->options->cgroup,
             strerror(errno));
    return false;
}

static void detach(void) {
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd < 3 && nothing >= 0; fd++)
        dup2(nothing, fd);
}

/* Runs the guard, from its fork to its end. */
static _Noreturn void guard_main(struct guard *guard, int claim, int ready) {
    struct identity self;
    sigset_t signals;
    setsid();
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); /* for processes that survive the inner process */
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    sigaddset(&signals, SIGCHLD);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    signal(SIGCHLD, SIG_DFL); /* an ignored SIGCHLD, inherited from a parent, would never arrive */
    signal(SIGPIPE, SIG_IGN);
    const int refusal = claim_identify(claim, guard->folder, guard->options->grace) == 0 ? 0 : errno;
    detach();
    if (write(ready, &refusal, sizeof refusal) != (ssize_t)sizeof refusal || refusal != 0)
        _exit(1);
    close(ready);
    /* A kill that took this claim for lost has written the end. Either this process sees the end, or the kill sees the
     * claim. */
    if (faccessat(guard->folder, "ended.json", F_OK, 0) == 0)
        _exit(0);
    claim_look(guard->folder, &self);
    mark_of(&self, guard->launch.mark);
    guard->launch.claim = guard->claim = claim;
    if (!start_group(guard, &self) || !start_inner(guard)) {
        if (guard->group.fd >= 0)
            cgroup_end(guard->group.path);
        const struct ended ended = not_started(guard->over[0] != '\0' ? guard->over : "cannot start the inner process");
        write_surely(guard->folder, &ended);
    } else if (write_started(guard, &self) != 0) {
        kill(guard->inner, SIGKILL);
        waitpid(guard->inner, NULL, 0);
        const struct ended ended = not_started("cannot write started.json");
        write_surely(guard->folder, &ended);
    } else {
        guard->term_at = guard->options->wall_time > 0 ? sw_clock_seconds() + guard->options->wall_time : 0;
        set_quotas(guard);
        if (cgroup_enter(&guard->group, guard->inner) != 0 || write(guard->go, "g", 1) != 1)
            kill(guard->inner, SIGKILL);
        wait_for_end(guard, &signals);
        write_end(guard);
    }
    _exit(0);
}

/* Reports why there is no claim, by errno. Returns the exit status. */
static int cannot_claim(const char *folder) {
    if (errno == EEXIST) {
        fprintf(stderr, "slipway-guard: %s is claimed already; nothing was started\n", folder);
        return EXIT_CLAIMED;
    }
    fprintf(stderr, "slipway-guard: cannot claim %s: %s\n", folder, strerror(errno));
    return disk_full(errno) ? EXIT_FULL : EXIT_ERROR;
}

int command_run(const struct run_options *options) {
    struct guard guard;
    int ready[2], refusal = 0;
    memset(&guard, 0, sizeof guard);
    guard.options = options;
    guard.launch.options = options;
    guard.launch.uid = geteuid();
    guard.launch.gid = getegid();
    guard.folder = open(options->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (guard.folder < 0 || pipe2(ready, O_CLOEXEC) != 0) {
        fprintf(stderr, "slipway-guard: cannot open folder %s: %s\n", options->folder, strerror(errno));
        return EXIT_ERROR;
    }
    const int claim = claim_take(guard.folder);
    if (claim < 0)
        return cannot_claim(options->folder);
    const pid_t pid = fork();
    if (pid == 0) {
        close(ready[0]);
        guard_main(&guard, claim, ready[1]);
    }
    close(ready[1]);
    if (pid > 0 && read(ready[0], &refusal, sizeof refusal) == (ssize_t)sizeof refusal && refusal == 0)
        return EXIT_DONE;
    if (disk_full(refusal)) { /* a file system that needs space even to overwrite bytes */
        waitpid(pid, NULL, 0);
        claim_release(claim, guard.folder);
        errno = refusal;
        return cannot_claim(options->folder);
    }
    fprintf(stderr, "slipway-guard: cannot detach in %s\n", options->folder);
    const struct ended ended = not_started("the guard could not detach");
    record_ended(guard.folder, &ended);
    return EXIT_ERROR;
}
