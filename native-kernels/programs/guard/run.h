/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the verb `run`: a guard starts a run, follows the run (run.c) and records the end. */
#ifndef SLIPWAY_GUARD_RUN_H
#define SLIPWAY_GUARD_RUN_H

#include "quota.h"

#include <signal.h>

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
    double last_at; /* when the inner process is killed */
    int claim;
    pid_t starter; /* the process that starts daemons on other hosts; 0: no such process */
    struct quota quotas[QUOTAS];
    struct cgroup group;
    char over[TEXT_BYTES]; /* the quota that was exceeded, or the reason why the run did not start */
    char by[TEXT_BYTES];   /* in the foreground: the sender of the signal that asked for the end; "": no such signal */
};

/* --- start.c --- */
/* Makes the requested group of the run, if any. After a failure returns false; guard->over then has the reason. */
bool start_group(struct guard *guard, const struct identity *self);
/* Starts the inner process in the strongest namespaces that the kernel grants. Returns whether the process started. */
bool start_inner(struct guard *guard);
/* Returns true without --isolated, and if the run has all parts that --isolated asks for. If not, guard->over names the
 * missing parts. */
bool is_isolated_as_asked(struct guard *guard);
/* Writes started.json. Returns 0, or -1 with errno. */
int write_started(const struct guard *guard, const struct identity *self);

/* --- end.c --- */
/* Returns the end of a run that did not start, for the reason ERROR. */
struct ended not_started(const char *error);
/* Writes ended.json, and repeats this until the file is written: while the guard lives, the run does not count as lost.
 * Gives up only if the folder is gone. */
void write_surely(int folder, const struct ended *ended);
/* Ends the processes that outlived the inner process, and records the end of the run. Returns the recorded end. STATUS
 * gets the status of the process of the program, as wait(2) gives it. */
struct ended write_end(struct guard *guard, int *status);

/* --- hosts.c: guards of the same run on other hosts --- */
/* Returns whether the run of the first host is over. HEAD is the folder of that run. */
bool run_is_over(int head);
/* Tells the guards on other hosts that the run in FOLDER is over. These guards look once a second. */
void hosts_tell(int folder);
/* Tells the guards on other hosts that the run in FOLDER is over, and waits for their records, SECONDS at most. Returns
 * the number of guards without a record. */
int hosts_left(int folder, double seconds);

/* --- starter.c: starts daemons on other hosts by ssh, as reach.h says --- */
/* Starts the starter, if the run needs a starter. After a failure returns false; guard->over then has the reason. */
bool starter_begin(struct guard *guard);
/* Ends the starter and its connections. */
void starter_end(struct guard *guard);

/* --- foreground.c: a run that its caller waits for --- */
/* Makes this process end the run when the caller is gone, and blocks SIGNALS, which wait_for_end() takes. */
void foreground_begin(const sigset_t *signals);
/* Returns whether the signal asks for the end of the run. If so, guard->by then names the sender. */
bool foreground_is_end(struct guard *guard, const siginfo_t *info);
/* Returns whether a signal asked for the end of a run on a cluster. STATUS is the status of the failed program. A
 * signal to the guard may come a moment after the signal to the program, so the call waits a second at most. */
bool foreground_was_asked(struct guard *guard, int status);
/* Reports on standard error an end that the program did not choose. Returns the exit status that a shell would give for
 * STATUS, a status of wait(2). */
int foreground_end(const struct guard *guard, const struct ended *ended, int status);

#endif
