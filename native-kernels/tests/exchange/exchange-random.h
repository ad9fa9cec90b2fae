/* SPDX-License-Identifier: Apache-2.0 */
/* Random requests, done by several clients at once; and the comparison of two ledgers. */
#ifndef SLIPWAY_TESTS_EXCHANGE_RANDOM_H
#define SLIPWAY_TESTS_EXCHANGE_RANDOM_H

#include "exchange/shard.h"

struct random_market {
    struct xch_ledger *ledger;
    struct xch_shard *shards[4];
    unsigned shard_count;
    uint64_t seed;
    unsigned accounts, symbols;
    uint64_t told; /* with one shard: a hash of all answers, in order */
};

/* Creates accounts and shares. */
void random_open(struct random_market *market, unsigned shards, bool plain, uint64_t seed);
void random_close(struct random_market *market);

/* Does COUNT random orders, cancellations, queries and creations in the symbols of one shard. */
void random_trade(struct random_market *market, unsigned shard, unsigned count);

/* Checks that no amount is below 0, and that money and shares add up, with the reserves of the open orders. */
void random_check_sums(const struct random_market *market);

/* Checks that B has all contents of A: accounts, positions, and the orders that A keeps. */
void random_check_same(struct xch_ledger *a, struct xch_ledger *b);

/* Replays entries through one shard with the plain book, into an empty market, and checks for the same result. */
void random_check_replay(const struct random_market *market, const struct xch_entries *entries);

#endif
