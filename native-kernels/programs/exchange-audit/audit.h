/* SPDX-License-Identifier: Apache-2.0 */
/* A replay of a ledger through the plain book, with its results. */
#ifndef EXCHANGE_AUDIT_AUDIT_H
#define EXCHANGE_AUDIT_AUDIT_H

#include "exchange/reader.h"
#include "options.h"

/* The prices of a symbol within a second. */
struct bar {
    int64_t second; /* since 1970; 0: no execution yet */
    int64_t first, high, low, last, shares;
    uint64_t executions;
};

struct audit {
    const struct options *options;
    struct xch_reader *reader;
    struct xch_ledger *ledger;
    struct xch_shard *shard;
    FILE *executions, *prices; /* NULL: not asked for */
    struct bar *bars;          /* of each symbol */
    size_t bar_room, bar_count;
    int64_t second; /* second of the bars that are not written yet */
    uint64_t until, as_of;
    uint64_t entries;
    uint64_t entry_digest, trade_digest; /* separate, because executions are taken in batches, not entry by entry */
    uint64_t trades, trade_sum;          /* executions, and the sum of their hashes */
    xch_money created;                   /* money created by the entries */
    xch_money issued;                    /* shares of all symbols together, likewise */
    struct xch_difference difference;
    bool compared;
};

/* Replays. Returns STATUS_OK, or fills F. */
int audit_run(struct audit *audit, struct sw_failure *f);

/* Returns the digest of the entries and of the executions that follow from them. */
uint64_t audit_digest(const struct audit *audit);

/* Return the error of money, and of shares: the difference of the sum from the created amount, and of the reserves from
 * the open orders. */
xch_money audit_money_off(const struct audit *audit);
xch_money audit_shares_off(const struct audit *audit);

/* Writes an execution to the CSV files. Returns 0, or -1 without memory. */
int audit_write(struct audit *audit, const struct xch_trade *trade);

/* Writes the bars that are not written yet. */
void audit_write_bars(struct audit *audit);

void audit_print_books(const struct audit *audit);
void audit_print_balances(const struct audit *audit);

#endif
