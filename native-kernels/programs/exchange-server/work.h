/* SPDX-License-Identifier: Apache-2.0 */
/* A work: requests done in memory, with their entries and answers, which leave when the entries are durable. */
#ifndef EXCHANGE_SERVER_WORK_H
#define EXCHANGE_SERVER_WORK_H

#include "connection.h"
#include "exchange/map.h"
#include "exchange/store.h"

/*
 * Bounds of answers. The answer of a request has at most MOST_EXECUTIONS, of at most EXECUTION_BYTES each: some 4 MB. A
 * later answer from the store counts with USUAL_EXECUTIONS for each order; any excess has to fit into MOST_LATE, over
 * all requests of a work. An unknown answer counts with ANSWER_BYTES.
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

/* An item of a request. The answer depends on an order that only the store knows. */
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
    JOB_ANSWERED, /* the answer is a part of `out` */
    JOB_WAITS,    /* for the store: for orders, or for the earlier answer of the ref */
    JOB_REPEATS,  /* gets the answer of the request of this work with the same ref */
} job_kind;

/* One request. */
struct job {
    job_kind kind;
    struct connection *connection;
    size_t from, count;          /* of JOB_ANSWERED: in the work's `out` */
    struct xch_bytes late;       /* of JOB_WAITS: the answer */
    size_t due;                  /* possible bytes of the answer before it is written */
    size_t owed;                 /* likewise, for the connection */
    struct xch_request *request; /* of JOB_WAITS */
    struct xch_answer *answers;
    struct waits waits;
    uint32_t ref;              /* the place of the ref in the batch, or XCH_NONE */
    uint32_t repeats;          /* of JOB_REPEATS: the place of that ref in the batch */
    uint32_t asked_ref;        /* the place of the question in the batch, or XCH_NONE */
    bool again;                /* the ref is unknown after all: the request must be done */
    struct xch_bytes document; /* of a job that asked for its ref */
    bool ends;                 /* the connection closes after the answer */
};

/* The places of the refs of a work, by their texts. */
struct ref_places {
    uint64_t seed;      /* of the hashes: clients cannot choose refs with equal hashes */
    struct xch_map map; /* from a hash to the last ref with that hash */
    uint32_t *before;   /* for each ref, the previous ref with the same hash, or XCH_NONE */
    size_t room;
};

struct work {
    struct xch_bytes out;
    struct job *jobs;
    size_t job_count, job_room;
    size_t held;     /* bytes of requests waiting for the store */
    size_t due;      /* possible bytes of the answers still to be written */
    size_t late;     /* executions in answers from the store, for orders with more than the usual number */
    size_t finished; /* with several shards: number of jobs finished since */
    struct xch_batch batch;
    struct xch_map asked; /* the places of the queried orders */
    struct ref_places refs;
    size_t order_room, asked_ref_room, ref_room;
    xch_stored stored;
};

/* The error of a ref that was used for another request. */
extern const char other_request[];

/* Adds a job. Returns the job, valid until the next one; NULL without memory. */
struct job *work_add(struct work *work, struct connection *connection);

/* Add a question, or a ref. Return the place, or XCH_NONE without memory. */
uint32_t work_ask_order(struct work *work, uint64_t id);
uint32_t work_ask_ref(struct work *work, const char *ref);
uint32_t work_add_ref(struct work *work, const char *ref, uint64_t hash, const unsigned char *content);

/* Returns the place of a ref in the batch, or XCH_NONE. */
uint32_t work_find_ref(const struct work *work, const char *ref);

/* Ends the filling: takes the entries of the ledger. */
void work_seal(struct work *work, struct xch_ledger *ledger);

/* Empties the work for other requests; keeps the memory. */
void work_clear(struct work *work);
void work_free(struct work *work);

/* Writes a fingerprint of a request. */
void content_of(const struct text *document, unsigned char content[XCH_CONTENT_BYTES]);

/* Counts BYTES for the answer of a job, in place of the earlier count. */
void work_reckon(struct work *work, struct job *job, size_t bytes);

/* Returns the bytes of a work, including all answers still to be written. */
size_t work_bytes(const struct work *work);

/* Answers an item from the store's data of its order. ACCOUNT: the asking account. */
int answer_stored(struct work *work, const struct xch_item *item, uint64_t account, const struct xch_asked_order *asked,
                  struct waits *waits, struct xch_answer *answer);

/* Says whether the answers of a request have room for COUNT more executions, and if so counts them. */
bool answer_has_room(struct waits *waits, size_t count);

/* Makes ANSWER an error: there is no room for the COUNT executions of an order. */
void answer_too_long(struct xch_answer *answer, size_t count);

/* Makes the list of executions for an answer, which the caller frees; NULL without memory. */
struct xch_execution *executions_of(const struct xch_fill *fills, size_t count);

/* Fills an answer with the state of an order. */
void answer_order(struct xch_answer *answer, xch_answer_kind kind, const struct xch_order_row *row);

#endif
