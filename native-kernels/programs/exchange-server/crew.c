/* SPDX-License-Identifier: Apache-2.0 */
#include "crew.h"

#include "base/rows.h"
#include "items.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

static struct member *member_of(const struct crew *crew, const char *symbol) {
    return &crew->members[xch_shard_of(symbol, crew->count)];
}

struct xch_shard *crew_shard_of(const struct crew *crew, const char *symbol) {
    return member_of(crew, symbol)->shard;
}

/* --- chains --- */

static void hand_to(struct member *member, struct chain *chain) {
    chain->next = NULL;
    pthread_mutex_lock(&member->lock);
    *member->last = chain;
    member->last = &chain->next;
    pthread_cond_signal(&member->changed);
    pthread_mutex_unlock(&member->lock);
}

/* Returns the owner of an item, or NULL if any member can do the item, as far as known: an order to be canceled may be
 * opened just after the look for it. */
static struct member *owner_of(const struct crew *crew, const struct xch_item *item) {
    struct member *owner = NULL;
    if (item->error != NULL)
        return NULL;
    if (item->kind == XCH_ORDER)
        return member_of(crew, item->texts[XCH_TEXT_SYM]);
    if (item->kind != XCH_CANCEL)
        return NULL;
    xch_ledger_lock(crew->ledger);
    const struct xch_order *const order = xch_order_find(crew->ledger, item->order);
    if (order != NULL)
        owner = member_of(crew, xch_symbol_text(crew->ledger, order->symbol));
    xch_ledger_unlock(crew->ledger);
    return owner;
}

/* Counts one finished chain less for the front to wait for. */
static void end_chain(struct crew *crew) {
    if (atomic_fetch_sub(&crew->left, 1) > 1)
        return;
    struct member *const front = &crew->members[0];
    pthread_mutex_lock(&front->lock);
    pthread_cond_signal(&front->changed);
    pthread_mutex_unlock(&front->lock);
}

/* Does items of a job as long as they belong to this member. Returns the owner of the next item, or NULL at the end. */
static struct member *go_on_in_job(struct member *member, struct chain *chain, struct job *job) {
    const struct doing doing = {.ledger = member->crew->ledger,
                                .shard = member->shard,
                                .request = job->request,
                                .answers = job->answers,
                                .waits = &job->waits};
    while (chain->item < job->request->count) {
        struct member *const owner = owner_of(member->crew, &job->request->items[chain->item]);
        if (owner != NULL && owner != member)
            return owner;
        const int done = do_item(&doing, chain->item);
        if (done == ITEM_OF_OTHER)
            continue; /* the order was opened after the look for its owner, and the next look finds the order */
        if (done != 0)
            atomic_store(&member->crew->failed, true);
        chain->item++;
    }
    return NULL;
}

static void go_on(struct member *member, struct chain *chain) {
    for (; chain->job < chain->count; chain->job++, chain->item = 0) {
        struct job *const job = &member->crew->work->jobs[chain->jobs[chain->job]];
        struct member *const owner = go_on_in_job(member, chain, job);
        if (owner == NULL)
            continue;
        hand_to(owner, chain);
        return;
    }
    end_chain(member->crew);
}

/* Waits for a chain; NULL: there will be no more. */
static struct chain *take_chain(struct member *member, bool front) {
    pthread_mutex_lock(&member->lock);
    while (member->first == NULL && !member->ends && !(front && atomic_load(&member->crew->left) == 0))
        pthread_cond_wait(&member->changed, &member->lock);
    struct chain *const chain = member->first;
    if (chain != NULL) {
        member->first = chain->next;
        if (member->first == NULL)
            member->last = &member->first;
    }
    pthread_mutex_unlock(&member->lock);
    return chain;
}

static void work_off(struct member *member, bool front) {
    struct chain *chain;
    while ((chain = take_chain(member, front)) != NULL)
        go_on(member, chain);
}

static void *work_as_member(void *context) {
    work_off(context, false);
    return NULL;
}

/* --- the crew --- */

static int start_member(struct crew *crew, unsigned number, const struct xch_shard_options *options) {
    struct xch_shard_options own = *options;
    own.number = number;
    struct member *const member = &crew->members[number];
    sigset_t all, before;
    *member = (struct member){.crew = crew, .number = number, .shard = xch_shard_new(crew->ledger, &own)};
    member->last = &member->first;
    pthread_mutex_init(&member->lock, NULL);
    pthread_cond_init(&member->changed, NULL);
    errno = ENOMEM;
    if (member->shard == NULL)
        return -1;
    if (number == 0)
        return 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    errno = pthread_create(&member->thread, NULL, work_as_member, member);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    member->started = errno == 0;
    return errno == 0 ? 0 : -1;
}

int crew_start(struct crew *crew, struct xch_ledger *ledger, unsigned count, const struct xch_shard_options *options) {
    *crew = (struct crew){.ledger = ledger, .members = calloc(count, sizeof *crew->members)};
    if (crew->members == NULL)
        return -1;
    struct xch_shard_options shared = *options;
    shared.count = count;
    int failed = 0;
    for (; crew->count < count && failed == 0; crew->count++)
        failed = start_member(crew, crew->count, &shared);
    return failed;
}

void crew_end(struct crew *crew) {
    for (unsigned i = 0; i < crew->count; i++) {
        struct member *const member = &crew->members[i];
        pthread_mutex_lock(&member->lock);
        member->ends = true;
        pthread_cond_signal(&member->changed);
        pthread_mutex_unlock(&member->lock);
        if (member->started)
            pthread_join(member->thread, NULL);
        xch_shard_free(member->shard);
        pthread_mutex_destroy(&member->lock);
        pthread_cond_destroy(&member->changed);
    }
    free(crew->members);
    *crew = (struct crew){0};
}

int crew_add(struct crew *crew, struct connection *connection, uint32_t job) {
    struct chain *const chain = connection->chain != NULL ? connection->chain : calloc(1, sizeof *chain);
    connection->chain = chain;
    if (chain == NULL)
        return -1;
    uint32_t *const jobs = sw_rows_grow(chain->jobs, &chain->room, chain->count + 1, sizeof *jobs);
    if (jobs == NULL)
        return -1;
    chain->jobs = jobs;
    if (chain->count == 0) {
        chain->added = crew->chains;
        crew->chains = chain;
        crew->chain_count++;
    }
    jobs[chain->count++] = job;
    return 0;
}

void crew_free_chain(struct chain *chain) {
    if (chain != NULL)
        free(chain->jobs);
    free(chain);
}

int crew_run(struct crew *crew, struct work *work) {
    struct chain *const first = crew->chains;
    if (first == NULL)
        return 0;
    crew->work = work;
    atomic_store(&crew->left, crew->chain_count);
    for (struct chain *chain = first; chain != NULL; chain = chain->added)
        go_on(&crew->members[0], chain);
    work_off(&crew->members[0], true);
    for (struct chain *chain = first; chain != NULL; chain = chain->added) {
        chain->count = chain->job = 0;
        chain->item = 0;
    }
    crew->chains = NULL;
    crew->chain_count = 0;
    return atomic_load(&crew->failed) ? -1 : 0;
}
