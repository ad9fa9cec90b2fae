/* SPDX-License-Identifier: Apache-2.0 */
/* A thread that does one task after another for the front, and reports the end of each. */
#ifndef EXCHANGE_SERVER_WORKER_H
#define EXCHANGE_SERVER_WORKER_H

#include <pthread.h>
#include <stdbool.h>

struct worker {
    void (*run)(void *context);
    void *context;
    int done;  /* an eventfd that becomes readable when a run has ended */
    bool busy; /* for the front */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool wanted, ends, started;
    pthread_t thread;
};

/* Starts the thread. Returns 0, or -1 with errno. The caller ends the worker with worker_end. */
int worker_start(struct worker *worker, void (*run)(void *context), void *context);

/* Makes the thread run once. The worker must not be busy. */
void worker_go(struct worker *worker);

/* Notes the end of a run, after `done` has become readable. */
void worker_rest(struct worker *worker);

/* Waits for the current run, and ends the thread. Accepts a worker that was not started. */
void worker_end(struct worker *worker);

#endif
