/* SPDX-License-Identifier: Apache-2.0 */
#include "run.h"

#include "base/clock.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Returns whether the guard has a child. Without one the guard has no descendants, because orphans among them would
 * become its children. This spares the guard a look at all processes of the host. */
static bool has_child(void) {
    siginfo_t info;
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/*
 * Kills the processes that survived the kill of their inner process. In a namespace for processes, none can: the kernel
 * ends all of them before the end of the inner process, which is the first process there. Without such a namespace, the
 * children of the inner process now belong to the guard, and processes with another parent carry the mark. Returns the
 * number of processes left after two seconds.
 */
static int end_survivors(const struct guard *guard) {
    int left = 0;
    if ((guard->launch.namespaces & CLONE_NEWPID) != 0)
        return 0;
    for (int round = 0; round < 100; round++) {
        const struct timespec wait = {0, 20000000};
        left = (has_child() ? signal_descendants(getpid(), SIGKILL) : 0) + signal_marked(guard->launch.mark, SIGKILL);
        while (waitpid(-1, NULL, WNOHANG) > 0)
            continue;
        if (left == 0)
            break;
        nanosleep(&wait, NULL);
    }
    return left;
}

struct ended not_started(const char *error) {
    return (struct ended){
        .exit_status = -1, .reason = "not-started", .at_ms = sw_clock_day_ms(), .error = error, .by = ""};
}

/* Writes ended.json, and repeats this until the file is written: while the guard lives, the run does not count as lost.
 * Gives up only if the folder is gone. */
void write_surely(int folder, const struct ended *ended) {
    const struct timespec wait = {0, 250000000};
    while (record_ended(folder, ended) != 0 && errno != ENOENT)
        nanosleep(&wait, NULL);
}

/* Measures the folder of a run that ended without a kill: the run may have exceeded the quota since the last
 * measure. */
static void judge_end(struct guard *guard, struct ended *ended) {
    struct quota *quota = &guard->quotas[0];
    if (guard->reason == NULL && strcmp(ended->reason, "exited") == 0 && quota->rest > 0 &&
        quota_measure_last(quota, guard->options, guard->claim) &&
        quota->is_over(guard->options, &quota->used, guard->over)) {
        ended->reason = quota->reason;
        ended->error = guard->over;
    }
}

/* The time in which the guards on other hosts must end. A kill waits for a longer time (kill.c). */
enum { HOSTS_SECONDS = 10 };

struct ended write_end(struct guard *guard, int *status) {
    struct report report;
    memset(&report, 0, sizeof report);
    struct ended ended = {
        .exit_status = -1, .signal = 0, .reason = guard->reason, .error = guard->over, .by = guard->by};
    if (read(guard->report, &report, sizeof report) == (ssize_t)sizeof report && report.started) {
        if (WIFEXITED(report.status))
            ended.exit_status = WEXITSTATUS(report.status);
        else
            ended.signal = WTERMSIG(report.status);
        if (foreground_was_asked(guard, report.status))
            guard->reason = ended.reason = "killed";
        if (ended.reason == NULL)
            ended.reason = ended.signal != 0 ? "signalled" : "exited";
    } else if (report.error[0] != '\0') {
        ended.reason = "not-started";
        ended.error = strcpy(guard->over, report.error);
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
    *status = report.status;
    ended.user = report.user;
    ended.system = report.system;
    ended.max_rss = report.max_rss;
    if (guard->group.fd >= 0)
        cgroup_end(guard->group.path);
    /* The end of the starter closes its ssh connections, which kills the guards on other hosts. So these guards get
     * time to record their end before. */
    const bool waits_first = guard->starter > 0;
    if (waits_first)
        (void)hosts_left(guard->folder, HOSTS_SECONDS);
    starter_end(guard);
    ended.survivors = end_survivors(guard);
    ended.hosts_left = hosts_left(guard->folder, waits_first ? 0 : HOSTS_SECONDS);
    judge_end(guard, &ended);
    ended.at_ms = sw_clock_day_ms();
    write_surely(guard->folder, &ended);
    return ended;
}
