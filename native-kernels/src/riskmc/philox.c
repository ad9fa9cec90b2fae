/* SPDX-License-Identifier: Apache-2.0 */
#include "slipway/riskmc.h"

#include <math.h>

void rmc_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        const uint64_t p0 = (uint64_t)0xD2511F53 * c0;
        const uint64_t p1 = (uint64_t)0xCD9E8D57 * c2;
        c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)(p1 & 0xffffffff);
        c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)(p0 & 0xffffffff);
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

/* Returns the middle of one of 2^53 equal cells of (0, 1). It is never 0, so its logarithm is finite. */
static double uniform(uint32_t high, uint32_t low) {
    const uint64_t bits = ((uint64_t)high << 32 | low) >> 11;
    const double u = ((double)bits + 0.5) * 0x1p-53;
    return u < 1.0 ? u : 0x1.fffffffffffffp-1;
}

void rmc_key(uint64_t seed, rmc_purpose purpose, uint32_t key[2]) {
    const uint32_t words[2] = {(uint32_t)(seed & 0xffffffff), (uint32_t)(seed >> 32)};
    const uint32_t counter[4] = {(uint32_t)purpose, 0, 0, 0};
    uint32_t block[4];
    rmc_philox(counter, words, block);
    key[0] = block[0];
    key[1] = block[1];
}

void rmc_normal_pair(const uint32_t key[2], const uint32_t counter[4], double out[2]) {
    uint32_t bits[4];
    rmc_philox(counter, key, bits);
    const double radius = sqrt(-2.0 * log(uniform(bits[0], bits[1])));
    const double angle = 6.283185307179586476925 * uniform(bits[2], bits[3]);
    out[0] = radius * cos(angle);
    out[1] = radius * sin(angle);
}

/* The constants are those of FNV-1a for 64 bits, then of the 64-bit finishing mixer of MurmurHash3. */
uint64_t rmc_instrument_id(const char *name) {
    uint64_t id = 0xcbf29ce484222325;
    for (const char *at = name; *at != '\0'; at++)
        id = (id ^ (unsigned char)*at) * 0x100000001b3;
    id = (id ^ id >> 33) * 0xff51afd7ed558ccd;
    id = (id ^ id >> 33) * 0xc4ceb9fe1a85ec53;
    return id ^ id >> 33;
}
