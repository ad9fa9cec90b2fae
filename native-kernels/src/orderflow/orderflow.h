/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random orders of the reports: limit orders of one instrument, both sides alike, at 450 to 549 ticks, of 1 to 100
 * lots. Equal seeds give equal orders everywhere: the counts of events in tests come from these.
 */
#ifndef SLIPWAY_ORDERFLOW_ORDERFLOW_H
#define SLIPWAY_ORDERFLOW_ORDERFLOW_H

#include "slipway/orderbook.h"

#include <stdint.h>

enum { SW_ORDERFLOW_LEAST_PRICE = 450, SW_ORDERFLOW_MOST_PRICE = 549, SW_ORDERFLOW_MOST_VOLUME = 100 };

/* {.state = SEED} is the beginning of a stream. */
struct sw_orderflow {
    uint64_t state;
    uint64_t drawn; /* orders so far; ids count from 1 */
};

/* Returns the next 64 random bits of splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014). */
static inline uint64_t sw_orderflow_bits(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Returns the next order of the stream. */
static inline struct book_order sw_orderflow_next(struct sw_orderflow *flow) {
    uint64_t bits = sw_orderflow_bits(&flow->state);
    uint64_t prices = SW_ORDERFLOW_MOST_PRICE - SW_ORDERFLOW_LEAST_PRICE + 1;
    return (struct book_order){
        .id = ++flow->drawn,
        .price = SW_ORDERFLOW_LEAST_PRICE + (int64_t)(((bits & UINT32_MAX) * prices) >> 32),
        .volume = 1 + (int64_t)((((bits >> 32) & INT32_MAX) * SW_ORDERFLOW_MOST_VOLUME) >> 31),
        .side = bits >> 63 == 0 ? BOOK_BID : BOOK_ASK,
        .kind = BOOK_LIMIT,
    };
}

#endif
