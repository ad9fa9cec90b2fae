/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of a small market, for tests: orders and their events, made by the engine. */
#ifndef SLIPWAY_TESTS_MARKET_CASES_H
#define SLIPWAY_TESTS_MARKET_CASES_H

#include "market/engine.h"
#include "market/store.h"

/* Orders and events one behind another, both in separate memory. */
struct sample_market {
    struct mkt_market market;
    unsigned char *orders, *events;
    size_t order_bytes, event_bytes;
    uint64_t order_count, event_count;
};

/* Makes COUNT random orders of INSTRUMENTS and their events. The caller frees them by sample_market_free. */
struct sample_market sample_market_of(const struct mkt_layout *layout, uint32_t instruments, uint64_t count,
                                      uint64_t seed);
void sample_market_free(struct sample_market *sample);

/* Writes all of SAMPLE to the store PATH, orders and events in pieces of at most PIECE bytes. Returns a status. */
int sample_market_store(const struct sample_market *sample, const char *path, size_t piece, struct sw_failure *f);

#endif
