/* SPDX-License-Identifier: Apache-2.0 */
#include "worker.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Waits for an order to run or to end. Returns whether to run. */
static bool wait_for_it(struct worker *worker) {
    pthread_mutex_lock(&worker->lock);
    while (!worker->wanted && !worker->ends)
        pthread_cond_wait(&worker->changed, &worker->lock);
    const bool runs = worker->wanted;
    worker->wanted = false;
    pthread_mutex_unlock(&worker->lock);
    return runs;
}

static void *work_on(void *context) {
    struct worker *const worker = context;
    const uint64_t one = 1;
    while (wait_for_it(worker)) {
        worker->run(worker->context);
        while (write(worker->done, &one, sizeof one) < 0 && errno == EINTR)
            continue;
    }
    return NULL;
}

int worker_start(struct worker *worker, void (*run)(void *context), void *context) {
    sigset_t all, before;
    *worker = (struct worker){.run = run, .context = context, .done = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    if (worker->done < 0)
        return -1;
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->changed, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int failed = pthread_create(&worker->thread, NULL, work_on, worker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    worker->started = failed == 0;
    errno = failed;
    return failed == 0 ? 0 : -1;
}

void worker_go(struct worker *worker) {
    worker->busy = true;
    pthread_mutex_lock(&worker->lock);
    worker->wanted = true;
    pthread_cond_signal(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

void worker_rest(struct worker *worker) {
    uint64_t count = 0;
    if (read(worker->done, &count, sizeof count) == (ssize_t)sizeof count)
        worker->busy = false;
}

void worker_end(struct worker *worker) {
    if (!worker->started)
        return;
    pthread_mutex_lock(&worker->lock);
    worker->ends = true;
    pthread_cond_signal(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
    pthread_join(worker->thread, NULL);
    close(worker->done);
    pthread_mutex_destroy(&worker->lock);
    pthread_cond_destroy(&worker->changed);
    worker->started = false;
}
