/* SPDX-License-Identifier: Apache-2.0 */
/* Division of things into parts, as evenly as possible. */
#ifndef SLIPWAY_BASE_SPLIT_H
#define SLIPWAY_BASE_SPLIT_H

#include <stdint.h>

struct sw_range {
    uint64_t first, end; /* the things from FIRST to END - 1 */
};

/*
 * Returns part PART (from 0) of COUNT things divided among PARTS parts (at least one). If PARTS does not divide COUNT,
 * the first parts have one more.
 */
struct sw_range sw_split(uint64_t count, uint64_t part, uint64_t parts);

#endif
