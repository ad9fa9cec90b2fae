/* SPDX-License-Identifier: Apache-2.0 */
/* The records of stream-sums and stream-model. */
#ifndef SLIPWAY_TESTS_STREAM_SUMS_H
#define SLIPWAY_TESTS_STREAM_SUMS_H

#include "slipway/stream.h"

#include <stdint.h>
#include <stdio.h>

struct number {
    uint64_t of, value;
};

enum { MODEL_PARTS = 16 };

/* Returns one part of the model's result for a square. */
static inline uint64_t model_part(uint64_t square, uint64_t part) {
    return (square ^ (part + 1) * 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
}

#endif
