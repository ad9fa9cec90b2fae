/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "slipway/riskmc.h"
#include "slipway/vecmath.h"

#include <math.h>

void rmc_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
    vm_philox((struct vm_key){{key[0], key[1]}}, counter, out);
}

/* Returns the middle of one of 2^53 equal cells of (0, 1). The result is never 0, so the logarithm is finite. */
static double uniform(uint32_t high, uint32_t low) {
    const uint64_t bits = ((uint64_t)high << 32 | low) >> 11;
    const double u = ((double)bits + 0.5) * 0x1p-53;
    return u < 1.0 ? u : 0x1.fffffffffffffp-1;
}

void rmc_key(uint64_t seed, rmc_purpose purpose, uint32_t key[2]) {
    const struct vm_key made = vm_key_of(seed, (uint32_t)purpose);
    key[0] = made.word[0];
    key[1] = made.word[1];
}

void rmc_normal_pair(const uint32_t key[2], const uint32_t counter[4], double out[2]) {
    uint32_t bits[4];
    rmc_philox(counter, key, bits);
    const double radius = sqrt(-2.0 * log(uniform(bits[0], bits[1])));
    const double angle = 6.283185307179586476925 * uniform(bits[2], bits[3]);
    out[0] = radius * cos(angle);
    out[1] = radius * sin(angle);
}

/* The constants of the 64-bit finishing mixer of MurmurHash3. */
uint64_t rmc_instrument_id(const char *name) {
    uint64_t id = sw_text_hash(name);
    id = (id ^ id >> 33) * 0xff51afd7ed558ccd;
    id = (id ^ id >> 33) * 0xc4ceb9fe1a85ec53;
    return id ^ id >> 33;
}
