/* SPDX-License-Identifier: Apache-2.0 */
#include "checksum.h"

#include <string.h>

/*
 * Eight lanes, each with every eighth word. After the key of the lane is added, a word gives two numbers: the product
 * of its halves, and the word. `first` of the lane adds these numbers up. `second` adds up the values of `first`, so
 * that the order counts. No change of a single bit goes unseen: such a change moves the sum by 2^k times a number from
 * 1 to 2^33 - 1, where k is below 32.
 */
enum { LANES = 8 };

struct sums {
    uint64_t first[LANES], second[LANES];
};

static const uint64_t keys[LANES] = {
    UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0x3c6ef372fe94f82a), UINT64_C(0xdaa66d2c7ddf743f),
    UINT64_C(0x78dde6e5fd29f054), UINT64_C(0x1715609f7c746c69), UINT64_C(0xb54cda58fbbee87e),
    UINT64_C(0x538454127b096493), UINT64_C(0xf1bbcdcbfa53e0a8),
};

static inline void add(struct sums *sums, const uint64_t words[LANES]) {
    for (int lane = 0; lane < LANES; lane++) {
        const uint64_t word = words[lane] + keys[lane];
        sums->first[lane] += (word & UINT32_MAX) * (word >> 32) + word;
        sums->second[lane] += sums->first[lane];
    }
}

/* The last step of splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
 */
static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

uint64_t pgd_checksum(const void *data, size_t bytes) {
    struct sums sums = {{0}, {0}};
    uint64_t words[LANES];
    const char *at = data;
    size_t left = bytes;
    for (; left >= sizeof words; left -= sizeof words, at += sizeof words) {
        memcpy(words, at, sizeof words);
        add(&sums, words);
    }
    if (left > 0) {
        memset(words, 0, sizeof words);
        memcpy(words, at, left);
        add(&sums, words);
    }
    uint64_t all = mix(bytes);
    for (int lane = 0; lane < LANES; lane++) {
        all = mix(all + sums.first[lane]);
        all = mix(all + sums.second[lane]);
    }
    return all;
}
