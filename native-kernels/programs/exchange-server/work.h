/* SPDX-License-Identifier: Apache-2.0 */
/* A work: requests that are done in memory, their entries and their answers, which leave when the entries are durable.
 */
#ifndef EXCHANGE_SERVER_WORK_H
#define EXCHANGE_SERVER_WORK_H

#include "connection.h"
#include "exchange/map.h"
#include "exchange/store.h"

/*
 * Bounds of answers. A request's has at most MOST_EXECUTIONS, of at most EXECUTION_BYTES each: some 4 MB. An answer
 * that the store gives later is reckoned with USUAL_EXECUTIONS for each order; what is more has to fit into MOST_LATE,
 * over all requests of a work. ANSWER_BYTES are reckoned for an answer of which nothing is known.
 */
enum {
    MOST_EXECUTIONS = XCH_MOST_FILLS,
    USUAL_EXECUTIONS = 1000,
    MOST_LATE = XCH_MOST_ALL_FILLS,
    EXECUTION_BYTES = 84,
    ANSWER_BYTES = MOST_EXECUTIONS * EXECUTION_BYTES
};

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
    JOB_REPEATS,  /* gets the answer of the request of this work that has the same ref */
} job_kind;

/* One request. */
struct job {
    job_kind kind;
    struct connection *connection;
    size_t from, count;          /* of JOB_ANSWERED: in the work's `out` */
    struct xch_bytes late;       /* of JOB_WAITS: its answer */
    size_t due;                  /* bytes that its answer may have, while it is not written yet */
    size_t owed;                 /* likewise, as its connection counts them */
    struct xch_request *request; /* of JOB_WAITS */
    struct xch_answer *answers;
    struct waits waits;
    uint32_t ref;              /* the place of its ref in the batch, or XCH_NONE */
    uint32_t repeats;          /* of JOB_REPEATS: the place of that ref in the batch */
    uint32_t asked_ref;        /* the place of its question in the batch, or XCH_NONE */
    bool again;                /* its ref is not known after all: it is to be done */
    struct xch_bytes document; /* of one that asked for its ref */
    bool ends;                 /* the connection closes behind its answer */
};

/* The places of the refs of a work, by their texts. */
struct ref_places {
    uint64_t seed;      /* of the hashes: clients cannot choose refs whose hashes are equal */
    struct xch_map map; /* from a hash to the last ref that has it */
    uint32_t *before;   /* for each ref, the one before it that has the same hash, or XCH_NONE */
    size_t room;
};

struct work {
    struct xch_bytes out;
    struct job *jobs;
    size_t job_count, job_room;
    size_t held;     /* bytes of requests that wait for the store */
    size_t due;      /* bytes that the answers may have that are not written yet */
    size_t late;     /* executions in answers that the store gives, where an order has more than is usual */
    size_t finished; /* with several shards: how many jobs have been seen to since */
    struct xch_batch batch;
    struct xch_map asked; /* the places of orders that are asked for */
    struct ref_places refs;
    size_t order_room, asked_ref_room, ref_room;
    xch_stored stored;
};

/* The error of a ref that was used for another request. */
extern const char other_request[];

/* Adds a job. Returns it, valid until the next one; NULL without memory. */
struct job *work_add(struct work *work, struct connection *connection);

/* Add a question, or a ref. Return its place, or XCH_NONE without memory. */
uint32_t work_ask_order(struct work *work, uint64_t id);
uint32_t work_ask_ref(struct work *work, const char *ref);
uint32_t work_add_ref(struct work *work, const char *ref, uint64_t hash, const unsigned char *content);

/* Returns the place of a ref in the batch, or XCH_NONE. */
uint32_t work_find_ref(const struct work *work, const char *ref);

/* Ends the filling: takes the entries of the ledger. */
void work_seal(struct work *work, struct xch_ledger *ledger);

/* Empties the work for other requests; keeps its room. */
void work_clear(struct work *work);
void work_free(struct work *work);

/* Writes a fingerprint of a request. */
void content_of(const struct text *document, unsigned char content[XCH_CONTENT_BYTES]);

/* Reckons with BYTES for the answer of a job, in place of what was reckoned before. */
void work_reckon(struct work *work, struct job *job, size_t bytes);

/* Returns the bytes that a work has, and will have when all its answers are written. */
size_t work_bytes(const struct work *work);

/* Answers an item by what the store has told of its order. ACCOUNT: who asks. */
int answer_stored(struct work *work, const struct xch_item *item, uint64_t account, const struct xch_asked_order *asked,
                  struct waits *waits, struct xch_answer *answer);

/* Says whether COUNT more executions may stand in the answers of a request, and counts them where they may. */
bool answer_has_room(struct waits *waits, size_t count);

/* Answers that there is no such room for the COUNT executions of an order. */
void answer_too_long(struct xch_answer *answer, size_t count);

/* Makes the list of executions for an answer, which the caller frees; NULL without memory. */
struct xch_execution *executions_of(const struct xch_fill *fills, size_t count);

/* Fills an answer with where an order stands. */
void answer_order(struct xch_answer *answer, xch_answer_kind kind, const struct xch_order_row *row);

#endif
