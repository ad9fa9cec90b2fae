/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REST_TIMES_COST = 20 };

void quota_start(struct quota *quota, const struct run_options *options, pid_t root, int claim) {
    int ends[2];
    quota->begun = sw_clock_seconds();
    quota->next = quota->begun + quota->rest; /* if there is no process for it now */
    if (pipe2(ends, O_CLOEXEC) != 0)
        return;
    quota->measurer = fork();
    if (quota->measurer == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        close(claim);
        const struct usage used = quota->measure(options, root);
        _exit(write(ends[1], &used, sizeof used) == (ssize_t)sizeof used ? 0 : 1);
    }
    close(ends[1]);
    quota->from = ends[0];
    if (quota->measurer < 0) {
        close(quota->from);
        quota->measurer = 0;
    }
}

/* Takes a run that goes on hiding files for over its quota. Honest programs have descriptors under way for a moment. */
static void judge_hiding(struct quota *quota, double now) {
    enum { SECONDS_TO_SHOW = 1 };
    if (!quota->used.hides)
        quota->hides_since = 0;
    else if (quota->hides_since <= 0)
        quota->hides_since = now;
    else if (now - quota->hides_since >= SECONDS_TO_SHOW)
        quota->used.bytes = UNMEASURED;
}

bool quota_measured(struct quota *quota) {
    if (quota->measurer == 0 || waitpid(quota->measurer, NULL, WNOHANG) == 0)
        return false;
    const double now = sw_clock_seconds(), rest = REST_TIMES_COST * (now - quota->begun);
    const bool told = read(quota->from, &quota->used, sizeof quota->used) == (ssize_t)sizeof quota->used;
    close(quota->from);
    quota->measurer = 0;
    quota->next = now + (rest > quota->rest ? rest : quota->rest);
    if (told)
        judge_hiding(quota, now);
    return told;
}

void quota_stop(struct quota *quota) {
    if (quota->measurer == 0)
        return;
    kill(quota->measurer, SIGKILL);
    waitpid(quota->measurer, NULL, 0);
    close(quota->from);
    quota->measurer = 0;
}
