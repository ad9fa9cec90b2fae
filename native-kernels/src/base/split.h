/* Things shared out over parts, as evenly as can be. */
#ifndef SLIPWAY_BASE_SPLIT_H
#define SLIPWAY_BASE_SPLIT_H

#include <stdint.h>

struct sw_range {
    uint64_t first, end; /* END is the first one behind */
};

/* Returns part PART (from 0) of COUNT things over PARTS parts. The first parts have one more where COUNT does not
 * divide. */
struct sw_range sw_split(uint64_t count, uint64_t part, uint64_t parts);

#endif
