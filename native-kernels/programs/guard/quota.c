/* SPDX-License-Identifier: Apache-2.0 */
#include "quota.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Measures take at most one part in 20 of a processor. Even slow measures are at most MOST_REST seconds apart. */
enum { REST_TIMES_COST = 20, MOST_REST = 3 };

/* Most seconds of the last measure of a run: a file system that does not answer must not delay the end forever. */
enum { LAST_SECONDS = 60 };

void quota_start(struct quota *quota, const struct run_options *options, pid_t root, int claim) {
    int ends[2];
    quota->begun = sw_clock_seconds();
    quota->next = quota->begun + quota->rest; /* tries again later if the system grants no process now */
    if (pipe2(ends, O_CLOEXEC) != 0)
        return;
    quota->measurer = fork();
    if (quota->measurer == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        close(claim);
        const struct usage used = quota->measure(options, root);
        _exit(!used.starved && write(ends[1], &used, sizeof used) == (ssize_t)sizeof used ? 0 : 1);
    }
    close(ends[1]);
    quota->from = ends[0];
    if (quota->measurer < 0) {
        close(quota->from);
        quota->measurer = 0;
    }
}

/* Treats a run that goes on hiding files as over its quota. Honest programs have descriptors in transit only for a
 * moment. */
static void judge_hiding(struct quota *quota, double now) {
    enum { SECONDS_TO_SHOW = 1 };
    if (!quota->used.hides)
        quota->hides_since = 0;
    else if (quota->hides_since <= 0)
        quota->hides_since = now;
    else if (now - quota->hides_since >= SECONDS_TO_SHOW)
        quota->used.bytes = UNMEASURED;
}

/* Takes the result of the measurer, which has ended. */
static bool take_usage(struct quota *quota) {
    const bool told = read(quota->from, &quota->used, sizeof quota->used) == (ssize_t)sizeof quota->used;
    close(quota->from);
    quota->measurer = 0;
    return told;
}

bool quota_measured(struct quota *quota) {
    if (quota->measurer == 0 || waitpid(quota->measurer, NULL, WNOHANG) == 0)
        return false;
    const double now = sw_clock_seconds(), cost = REST_TIMES_COST * (now - quota->begun);
    const double rest = cost < MOST_REST ? cost : MOST_REST;
    quota->next = now + (rest > quota->rest ? rest : quota->rest);
    const bool told = take_usage(quota);
    if (told)
        judge_hiding(quota, now);
    return told;
}

bool quota_measure_last(struct quota *quota, const struct run_options *options, int claim) {
    quota_stop(quota);
    quota_start(quota, options, NO_ROOT, claim);
    if (quota->measurer == 0)
        return false;
    struct pollfd result = {.fd = quota->from, .events = POLLIN};
    int told;
    while ((told = poll(&result, 1, LAST_SECONDS * 1000)) < 0 && errno == EINTR)
        continue;
    if (told <= 0) {
        quota_stop(quota);
        return false;
    }
    waitpid(quota->measurer, NULL, 0);
    return take_usage(quota);
}

void quota_stop(struct quota *quota) {
    if (quota->measurer == 0)
        return;
    kill(quota->measurer, SIGKILL);
    waitpid(quota->measurer, NULL, 0);
    close(quota->from);
    quota->measurer = 0;
}
