/* SPDX-License-Identifier: Apache-2.0 */
#include "crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct worker {
    struct ooc_crew *crew;
    pthread_t thread;
    int number;
};

struct ooc_crew {
    pthread_mutex_t lock;
    pthread_cond_t begun, done;
    uint64_t runs; /* number of runs that have begun */
    int busy;      /* workers that are still busy with the last run */
    bool ends;     /* the crew is about to be freed */
    ooc_item work; /* the function of the run; the next two fields belong to the run, too */
    void *context;
    int64_t items;
    _Atomic int64_t next; /* the next free item */
    int hands;            /* number of started threads */
    struct worker workers[];
};

static void take_items(struct ooc_crew *crew, int worker) {
    for (int64_t item; (item = atomic_fetch_add(&crew->next, 1)) < crew->items;)
        crew->work(crew->context, worker, item);
}

static void *be_hand(void *argument) {
    const struct worker *self = argument;
    struct ooc_crew *crew = self->crew;
    uint64_t seen = 0;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (crew->runs == seen && !crew->ends)
            pthread_cond_wait(&crew->begun, &crew->lock);
        if (crew->ends)
            break;
        seen = crew->runs;
        pthread_mutex_unlock(&crew->lock);
        take_items(crew, self->number);
        pthread_mutex_lock(&crew->lock);
        if (--crew->busy == 0)
            pthread_cond_signal(&crew->done);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

struct ooc_crew *ooc_crew_new(int threads) {
    struct ooc_crew *crew = calloc(1, sizeof *crew + (size_t)threads * sizeof crew->workers[0]);
    if (crew == NULL)
        return NULL;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->begun, NULL);
    pthread_cond_init(&crew->done, NULL);
    while (crew->hands < threads - 1) {
        struct worker *worker = &crew->workers[crew->hands];
        *worker = (struct worker){.crew = crew, .number = crew->hands + 1};
        if (pthread_create(&worker->thread, NULL, be_hand, worker) != 0) {
            ooc_crew_free(crew);
            return NULL;
        }
        crew->hands++;
    }
    return crew;
}

void ooc_crew_run(struct ooc_crew *crew, ooc_item work, void *context, int64_t items) {
    pthread_mutex_lock(&crew->lock);
    crew->work = work;
    crew->context = context;
    crew->items = items;
    atomic_store(&crew->next, 0);
    crew->busy = crew->hands;
    crew->runs++;
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->lock);
    take_items(crew, 0);
    pthread_mutex_lock(&crew->lock);
    while (crew->busy > 0)
        pthread_cond_wait(&crew->done, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}

void ooc_crew_free(struct ooc_crew *crew) {
    if (crew == NULL)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->ends = true;
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->hands; i++)
        pthread_join(crew->workers[i].thread, NULL);
    pthread_cond_destroy(&crew->done);
    pthread_cond_destroy(&crew->begun);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}
