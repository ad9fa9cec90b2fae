/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The shards of a server and their threads. The requests of a connection are a chain: its items are done one after
 * another, each by the thread that owns its symbol, which hands the chain on to the owner of the next one. Chains of
 * different connections go on at the same time. The front's own thread is that of the first shard; with one shard,
 * there are no others.
 */
#ifndef EXCHANGE_SERVER_CREW_H
#define EXCHANGE_SERVER_CREW_H

#include "work.h"

#include <pthread.h>
#include <stdatomic.h>

/* What a connection has sent and is not done yet: jobs of the work that fills, by their places. */
struct chain {
    uint32_t *jobs;
    size_t count, room;
    size_t job;          /* how many are done */
    uint32_t item;       /* how many items of the next one are done */
    struct chain *next;  /* that the same member is to go on with */
    struct chain *added; /* the next one that crew_run starts */
};

struct crew;

struct member {
    struct crew *crew;
    unsigned number;
    struct xch_shard *shard;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct chain *first, **last; /* chains that are this one's to go on with */
    bool ends;
    pthread_t thread;
    bool started;
};

struct crew {
    struct xch_ledger *ledger;
    struct member *members;
    unsigned count;
    struct work *work;    /* that is being done */
    atomic_size_t left;   /* chains that are not done */
    atomic_bool failed;   /* memory was short */
    struct chain *chains; /* that were added */
    size_t chain_count;
};

/* Makes the shards, and starts the threads of all but the first one. Returns 0, or -1 with errno. */
int crew_start(struct crew *crew, struct xch_ledger *ledger, unsigned count, const struct xch_shard_options *options);
void crew_end(struct crew *crew);

/* Returns the shard of a symbol. */
struct xch_shard *crew_shard_of(const struct crew *crew, const char *symbol);

/* Frees the chain of a connection. Accepts NULL. */
void crew_free_chain(struct chain *chain);

/* Puts a job of the work that fills behind those of its connection. Returns 0, or -1 without memory. */
int crew_add(struct crew *crew, struct connection *connection, uint32_t job);

/* Does all that was added; the jobs then have their answers. Returns 0, or -1 without memory. */
int crew_run(struct crew *crew, struct work *work);

#endif
