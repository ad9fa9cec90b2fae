/* SPDX-License-Identifier: Apache-2.0 */
/* A work: requests that are done in memory, their entries and their answers, which leave when the entries are durable.
 */
#ifndef EXCHANGE_SERVER_WORK_H
#define EXCHANGE_SERVER_WORK_H

#include "connection.h"
#include "exchange/map.h"
#include "exchange/store.h"

enum { MOST_EXECUTIONS = 100000 };

struct text {
    const char *bytes;
    size_t count;
};

/* An item of a request whose answer depends on an order that only the store knows. */
struct wait {
    uint32_t item;
    uint32_t asked; /* the place of the question in the batch */
};

struct waits {
    struct wait *at;
    size_t count, room;
    size_t executions; /* in the answers of the request so far */
};

typedef enum {
    JOB_ANSWERED, /* its answer is a part of `out` */
    JOB_WAITS,    /* for the store: for orders, or for the answer that its ref got before */
} job_kind;

/* One request. */
struct job {
    job_kind kind;
    struct connection *connection;
    size_t from, count;          /* of JOB_ANSWERED: in the work's `out` */
    struct xch_bytes late;       /* of JOB_WAITS: its answer */
    struct xch_request *request; /* of JOB_WAITS */
    struct xch_answer *answers;
    struct waits waits;
    uint32_t ref;              /* the place of its ref in the batch, or XCH_NONE */
    uint32_t asked_ref;        /* the place of its question in the batch, or XCH_NONE */
    bool again;                /* its ref is not known after all: it is to be done */
    struct xch_bytes document; /* of one that asked for its ref */
    bool ends;                 /* the connection closes behind its answer */
};

struct work {
    struct xch_bytes out;
    struct job *jobs;
    size_t job_count, job_room;
    size_t held;     /* bytes of requests that wait for the store */
    size_t finished; /* with several shards: how many jobs have been seen to since */
    struct xch_batch batch;
    struct xch_map asked; /* the places of orders that are asked for */
    size_t order_room, asked_ref_room, ref_room;
    xch_stored stored;
};

/* Adds a job. Returns it, valid until the next one; NULL without memory. */
struct job *work_add(struct work *work, struct connection *connection);

/* Add a question, or a ref. Return its place, or XCH_NONE without memory. */
uint32_t work_ask_order(struct work *work, uint64_t id);
uint32_t work_ask_ref(struct work *work, const char *ref);
uint32_t work_add_ref(struct work *work, const char *ref, uint64_t hash, const unsigned char *content);

/* Ends the filling: takes the entries of the ledger. */
void work_seal(struct work *work, struct xch_ledger *ledger);

/* Empties the work for other requests; keeps its room. */
void work_clear(struct work *work);
void work_free(struct work *work);

/* Writes a fingerprint of a request. */
void content_of(const struct text *document, unsigned char content[XCH_CONTENT_BYTES]);

/* Answers an item by what the store has told of its order. ACCOUNT: who asks. */
int answer_stored(const struct xch_item *item, uint64_t account, const struct xch_asked_order *asked,
                  struct waits *waits, struct xch_answer *answer);

/* Says whether COUNT more executions may stand in the answers of a request. The first order's always may: so an answer
 * has a bound, and each order can be asked for by a request of its own. */
bool answer_has_room(struct waits *waits, size_t count);

/* Answers that there is no such room. */
void answer_too_long(struct xch_answer *answer);

/* Makes the list of executions for an answer, which the caller frees; NULL without memory. */
struct xch_execution *executions_of(const struct xch_fill *fills, size_t count);

/* Fills an answer with where an order stands. */
void answer_order(struct xch_answer *answer, xch_answer_kind kind, const struct xch_order_row *row);

#endif
