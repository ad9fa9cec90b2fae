/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The market chain of Mancini, Marsh and Panda, section V: a random data generator gives orders to a matching engine.
 * The engine's confirmations and quotes go to the order confirmation, which measures and passes them on to the message
 * store. The store gets the orders by a duplicating split. Our addition: a second engine may stand by.
 *
 *     generator ──orders──> engine ──events──> confirmation ──events──> store
 *         ├──orders──> standby ──events──────────┘  ^
 *         ├──orders──────────────────────────────── │ ────────────────> store
 *         └──clock─────────────────────────────────>┘
 *     and back to the generator: answers of the confirmation, acknowledgements of the store
 */
#ifndef SLIPWAY_MARKET_CHAIN_H
#define SLIPWAY_MARKET_CHAIN_H

#include "message.h"

#include <stdbool.h>
#include <stdint.h>

/* The kernels by their numbers in a graph. */
enum { MKT_GENERATOR, MKT_ENGINE, MKT_CONFIRMER, MKT_STORE, MKT_STANDBY, MKT_KERNELS };

enum { MKT_MOST_RATES = 8, MKT_MOST_BATCH = 512 };

/* A run of the chain; all kernels get the same. */
struct mkt_run {
    const struct mkt_layout *layout;
    uint64_t rates[MKT_MOST_RATES]; /* orders per second; 0: flat out */
    uint32_t rate_count;
    uint64_t orders;            /* at each rate; of given orders the total, of which each rate has a part */
    double seconds;             /* most seconds at a rate that is not flat out; 0: no limit */
    uint64_t seed;              /* all rates have the same random orders */
    const unsigned char *given; /* in place of random orders: `orders` of them in the layout, one after another */
    bool is_given; /* whether orders are given, perhaps to another process; all rates then trade the same books */
    uint32_t instruments; /* of each rate; the random orders of each rate trade separate instruments, in empty books */
    uint32_t batch;       /* messages in a record: 1 to MKT_MOST_BATCH; 1 is as in the reports */
    uint64_t every;       /* orders between two samples */
};

/* Returns the number of orders of a run at rate RATE, counted from 0. */
uint64_t mkt_run_orders(const struct mkt_run *run, uint32_t rate);

/* Returns the number of instruments of a run. */
uint32_t mkt_run_instruments(const struct mkt_run *run);

/* Returns the number of orders of a run. */
uint64_t mkt_run_all_orders(const struct mkt_run *run);

/* --- the clock link: a record of five numbers, little-endian --- */

typedef enum {
    MKT_CLOCK_ASK,    /* to the confirmation: asks for the time */
    MKT_CLOCK_TELL,   /* the answer; A: nanoseconds of the confirmation's clock */
    MKT_CLOCK_BEGIN,  /* to the confirmation: a rate begins; A: its number, B: the start, in nanoseconds of the
                         confirmation's clock, C: the possible error of B, D: the number of orders */
    MKT_CLOCK_READY,  /* the answer */
    MKT_CLOCK_DONE,   /* of the confirmation: all orders of rate A are confirmed */
    MKT_CLOCK_DURABLE /* of the store: A messages are acknowledged */
} mkt_clock_kind;

struct mkt_clock {
    uint64_t kind, a, b, c, d;
};

enum { MKT_CLOCK_BYTES = 40 };

void mkt_clock_put(const struct mkt_clock *clock, unsigned char out[MKT_CLOCK_BYTES]);
struct mkt_clock mkt_clock_get(const unsigned char bytes[MKT_CLOCK_BYTES]);

#endif
