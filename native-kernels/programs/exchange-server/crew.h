/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The shards of a server and their threads. The requests of a connection are a chain: its items are done one after
 * another, each by the thread that owns the symbol. That thread hands the chain on to the owner of the next item.
 * Chains of different connections run at the same time. The front's thread is the thread of the first shard; with one
 * shard, there are no other threads.
 */
#ifndef EXCHANGE_SERVER_CREW_H
#define EXCHANGE_SERVER_CREW_H

#include "work.h"

#include <pthread.h>
#include <stdatomic.h>

/* The unfinished requests of a connection: jobs of the work being filled, by their places. */
struct chain {
    uint32_t *jobs;
    size_t count, room;
    size_t job;          /* how many are done */
    uint32_t item;       /* number of finished items in the next job */
    struct chain *next;  /* the next chain for the same member */
    struct chain *added; /* the next chain that crew_run starts */
};

struct crew;

struct member {
    struct crew *crew;
    unsigned number;
    struct xch_shard *shard;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct chain *first, **last; /* chains that this member must continue */
    bool ends;
    pthread_t thread;
    bool started;
};

struct crew {
    struct xch_ledger *ledger;
    struct member *members;
    unsigned count;
    struct work *work;    /* that is being done */
    atomic_size_t left;   /* unfinished chains */
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

/* Puts a job of the work being filled behind those of its connection. Returns 0, or -1 without memory. */
int crew_add(struct crew *crew, struct connection *connection, uint32_t job);

/* Does all added jobs; the jobs then have their answers. Returns 0, or -1 without memory. */
int crew_run(struct crew *crew, struct work *work);

#endif
