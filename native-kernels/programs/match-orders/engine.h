/* SPDX-License-Identifier: Apache-2.0 */
/* A book, the known orders, and the counts and outputs of events. */
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
    COUNT_DIGEST, /* modulo 2^64, like the sums of book_digest_value */
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
    uint64_t counts[COUNTS]; /* each count may be added up over ranks */
    uint64_t message;        /* the number of the current message, from 1; 0: events wait for a full batch */
    struct text *trades;     /* by instrument; NULL if not requested */
    struct sw_names names;   /* of the instruments */
    uint32_t instruments;
    bool lacks_memory;            /* for the text of a trade */
    struct book_event last_maker; /* of the current message */
};

/* Makes an engine of OPTIONS->instruments. The caller ends the engine with engine_end, also after a failure. */
int engine_begin(struct engine *engine, const struct options *options, struct sw_failure *f);

/* Executes a message. RECORD is for messages to the user. Returns the status of F. */
int engine_take(struct engine *engine, const struct message *message, const struct sw_record *record,
                struct sw_failure *f);

/* Hands out the last events, and fills in the final counts. */
void engine_finish(struct engine *engine);

void engine_end(struct engine *engine);

#endif
