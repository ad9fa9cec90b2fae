/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads a store as of one moment, without writing, for audits. A server may run at the same time.
 */
#ifndef SLIPWAY_EXCHANGE_READER_H
#define SLIPWAY_EXCHANGE_READER_H

#include "exchange/store.h"

struct xch_reader;

/* Connects, and keeps the state of this moment. Returns NULL and fills F after a failure. The caller ends the reader
 * with xch_reader_free, which accepts NULL. Only the database and the password of the options are used. */
struct xch_reader *xch_reader_open(const struct xch_store_options *options, struct sw_failure *f);
void xch_reader_free(struct xch_reader *reader);

/* Finds the last entry, and the entry of the tables. Returns STATUS_OK, or fills F. */
int xch_reader_span(struct xch_reader *reader, uint64_t *last, uint64_t *as_of, struct sw_failure *f);

/* Finds the last entry at or before INSTANT, a text that PostgreSQL takes for a time. */
int xch_reader_at(struct xch_reader *reader, const char *instant, uint64_t *number, struct sw_failure *f);

/* The entries to read, and their receiver. */
struct xch_span {
    struct xch_ledger *ledger;                                         /* gets the symbols of the entries */
    uint64_t after, until;                                             /* excludes AFTER, includes UNTIL */
    xch_refusal (*take)(void *context, const struct xch_entry *entry); /* not XCH_DONE: ends the reading */
    void *context;
};

/* Reads entries in order. Returns STATUS_OK, or fills F. */
int xch_reader_entries(struct xch_reader *reader, const struct xch_span *span, struct sw_failure *f);

/* The differences between the tables and a ledger. */
struct xch_difference {
    /* rows that differ, are missing, or are surplus; the orders include the last order's number in the table state */
    uint64_t accounts, positions, orders, executions, symbols;
    char first[200]; /* the first difference, or empty */
};

/*
 * Compares the tables with LEDGER, which has been replayed up to the entry of the tables and has kept its closed
 * orders. TRADES and SUM are the number of its executions and the sum of their hashes (xch_trade_hash).
 */
int xch_reader_compare(struct xch_reader *reader, struct xch_ledger *ledger, uint64_t trades, uint64_t sum,
                       struct xch_difference *difference, struct sw_failure *f);

/* Returns a hash of all fields of an execution. */
uint64_t xch_trade_hash(const struct xch_trade *trade, const char *symbol);

#endif
