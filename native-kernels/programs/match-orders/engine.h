/* SPDX-License-Identifier: Apache-2.0 */
/* A book, the orders that are known in it, and what is counted and written of its events. */
#ifndef MATCH_ORDERS_ENGINE_H
#define MATCH_ORDERS_ENGINE_H

#include "base/names.h"
#include "known.h"
#include "message.h"
#include "options.h"

enum {
    COUNT_FILLS,
    COUNT_TRADE_CONFIRMATIONS,
    COUNT_NOTIONAL, /* modulo 2^64 */
    COUNT_ORDER_CONFIRMATIONS,
    COUNT_QUOTES,
    COUNT_RESTING,
    COUNT_DIGEST, /* modulo 2^64, as book_digest_value adds up */
    COUNT_UNKNOWN,
    COUNT_DISAGREEMENTS,
    COUNTS
};

/* A text that grows until it is written. */
struct text {
    char *bytes;
    size_t count;
    FILE *stream;
};

struct engine {
    struct book *book;
    struct book_digest *digest;
    struct known known;
    uint64_t counts[COUNTS]; /* each may be added up over ranks */
    uint64_t message;        /* the number of the one at work, from 1; 0: events wait for a full batch */
    struct text *trades;     /* by instrument; NULL where none are asked for */
    struct sw_names names;   /* of the instruments */
    uint32_t instruments;
    bool lacks_memory;            /* for the text of a trade */
    struct book_event last_maker; /* of the message at work */
};

/* Makes an engine of OPTIONS->instruments. To be ended with engine_end, also after a failure. */
int engine_begin(struct engine *engine, const struct options *options, struct sw_failure *f);

/* Does what a message says. RECORD is for messages to the user. Returns the status of F. */
int engine_take(struct engine *engine, const struct message *message, const struct sw_record *record,
                struct sw_failure *f);

/* Hands out the last events, and fills in the counts that stand at the end. */
void engine_finish(struct engine *engine);

void engine_end(struct engine *engine);

#endif
