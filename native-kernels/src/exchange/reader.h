/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads what a store has, as it stood at one moment, and writes nothing: for audits. A server may run meanwhile.
 */
#ifndef SLIPWAY_EXCHANGE_READER_H
#define SLIPWAY_EXCHANGE_READER_H

#include "exchange/store.h"

struct xch_reader;

/* Connects, and keeps to the state of this moment. Returns NULL and fills F. The caller ends it with xch_reader_free,
 * which accepts NULL. Of the options it takes the database and the password. */
struct xch_reader *xch_reader_open(const struct xch_store_options *options, struct sw_failure *f);
void xch_reader_free(struct xch_reader *reader);

/* Tells the last entry, and the one that the tables are as of. Returns STATUS_OK, or fills F. */
int xch_reader_span(struct xch_reader *reader, uint64_t *last, uint64_t *as_of, struct sw_failure *f);

/* Tells the last entry that is no later than INSTANT, a text that PostgreSQL takes for a time. */
int xch_reader_at(struct xch_reader *reader, const char *instant, uint64_t *number, struct sw_failure *f);

/* Which entries are read, and who takes them. */
struct xch_span {
    struct xch_ledger *ledger;                                         /* gets the symbols of the entries */
    uint64_t after, until;                                             /* AFTER itself is not read, UNTIL is */
    xch_refusal (*take)(void *context, const struct xch_entry *entry); /* another refusal than XCH_DONE ends it */
    void *context;
};

/* Reads entries in order. Returns STATUS_OK, or fills F. */
int xch_reader_entries(struct xch_reader *reader, const struct xch_span *span, struct sw_failure *f);

/* How the tables differ from a ledger. */
struct xch_difference {
    /* rows that differ, lack, or are too many; with the orders, the last one's number in the table state */
    uint64_t accounts, positions, orders, executions, symbols;
    char first[200]; /* the first one; empty: they are the same */
};

/*
 * Holds the tables against LEDGER, which has been replayed up to the entry that they are as of, and has kept its closed
 * orders. TRADES and SUM are the number of its executions and the sum of their hashes (xch_trade_hash).
 */
int xch_reader_compare(struct xch_reader *reader, struct xch_ledger *ledger, uint64_t trades, uint64_t sum,
                       struct xch_difference *difference, struct sw_failure *f);

/* Returns a hash of all that an execution says. */
uint64_t xch_trade_hash(const struct xch_trade *trade, const char *symbol);

#endif
