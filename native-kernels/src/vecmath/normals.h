/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random numbers of lanes: Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3",
 * SC'11), a block of four words in each lane, and normals from these blocks by the method of Box and Muller ("A note on
 * the generation of random normal deviates", 1958).
 */
#ifndef SLIPWAY_VECMATH_NORMALS_H
#define SLIPWAY_VECMATH_NORMALS_H

#include "lanes.h"
#include "slipway/vecmath.h"

/* The keys of the rounds, worked out once for all blocks. */
struct lane_keys {
    uint64_t round[10][2];
};

/* One word of LANE_DOUBLES counters or blocks in the low half of each lane. The upper halves have no meaning in
 * counters, and are 0 in blocks. */
struct lane_words {
    lane_uint64 word[4];
};

LANE struct lane_keys lane_keys_of(struct vm_key key) {
    struct lane_keys keys;
    for (uint32_t r = 0; r < 10; r++) {
        keys.round[r][0] = (uint32_t)(key.word[0] + r * 0x9E3779B9U);
        keys.round[r][1] = (uint32_t)(key.word[1] + r * 0xBB67AE85U);
    }
    return keys;
}

/* Returns N, N + STEP, N + 2 STEP and so on. */
LANE lane_uint64 lane_count(uint64_t n, uint64_t step) {
    lane_uint64 count = {0};
    for (int i = 0; i < LANE_DOUBLES; i++)
        count[i] = n + (uint64_t)i * step;
    return count;
}

LANE struct lane_words lane_philox(struct lane_words counter, const struct lane_keys *keys) {
    const lane_uint64 zero = {0}, first = zero + 0xD2511F53, second = zero + 0xCD9E8D57;
    lane_uint64 c0 = counter.word[0], c1 = counter.word[1], c2 = counter.word[2], c3 = counter.word[3];
    LANE_UNROLL
    for (int r = 0; r < 10; r++) {
        const lane_uint64 p0 = lane_multiply_low(c0, first), p1 = lane_multiply_low(c2, second);
        c0 = (p1 >> 32) ^ c1 ^ keys->round[r][0];
        c1 = p1;
        c2 = (p0 >> 32) ^ c3 ^ keys->round[r][1];
        c3 = p0;
    }
    const lane_uint64 low = zero + 0xffffffff;
    return (struct lane_words){{c0 & low, c1 & low, c2 & low, c3 & low}};
}

/* Two normals of each lane. */
struct lane_pair {
    lane_double a, b;
};
struct lane_pairf {
    lane_float a, b;
};

/* Returns WHOLE, below 2^32, as doubles: WHOLE goes into the low bits of 2^52. */
LANE lane_double lane_from_word(lane_uint64 whole, double above) {
    return (lane_double)(whole | 0x4330000000000000) - (0x1p52 - above);
}

/* Turns blocks into normals. The radius comes from a uniform of 53 bits in (0, 1], the angle from one in [0, 1). The
 * low bits of the sum with 3 * 2^51 count quarter turns. */
LANE struct lane_pair lane_box_muller(struct lane_words block) {
    const lane_double u =
        lane_fma(lane_from_word(block.word[0], 0), lane_all(0x1p-32), lane_from_word(block.word[1] >> 11, 1) * 0x1p-53);
    const lane_double quarters =
        lane_fma(lane_from_word(block.word[2], 0), lane_all(0x1p-30), lane_from_word(block.word[3] >> 11, 0) * 0x1p-51);
    const lane_double radius = lane_sqrt(-2.0 * lane_log_normal(u));
    const lane_double counted = quarters + 0x1.8p52, f = quarters - (counted - 0x1.8p52), z = f * f;
    const lane_double sine = f * lane_polynomial(z, SIN, 6),
                      cosine = lane_fma(z, lane_polynomial(z, COS, 6), lane_all(1));
    const lane_uint64 quarter = (lane_uint64)counted;
    const lane_mask odd = lane_has_bit((lane_int64)quarter, 0);
    const lane_double x = lane_select(odd, sine, cosine), y = lane_select(odd, cosine, sine);
    return (struct lane_pair){lane_flip(radius * x, (lane_double)((quarter + 1) << 62)),
                              lane_flip(radius * y, (lane_double)(quarter << 62))};
}

/* Does the same for floats, from two words. The radius comes from a uniform of 31 bits, kept to 24 significant bits, in
 * (0, 1]. */
LANE struct lane_pairf lane_box_mullerf(lane_uint32 first, lane_uint32 second) {
    const lane_float whole = __builtin_convertvector((lane_int32)(first >> 1), lane_float);
    const lane_float u = lane_fmaf(whole, lane_allf(0x1p-31f), lane_allf(0x1p-32f));
    const lane_float radius = lane_sqrtf(-2.0f * lane_log_normalf(u));
    const lane_uint32 quarter = (second + 0x20000000) >> 30;
    const lane_float f = __builtin_convertvector((lane_int32)(second - (quarter << 30)), lane_float) * 0x1p-30f,
                     z = f * f;
    const lane_float sine = f * lane_polynomialf(z, SIN_F, 3),
                     cosine = lane_fmaf(z, lane_polynomialf(z, COS_F, 3), lane_allf(1));
    const lane_maskf odd = lane_has_bitf((lane_int32)quarter, 0);
    const lane_float x = lane_selectf(odd, sine, cosine), y = lane_selectf(odd, cosine, sine);
    return (struct lane_pairf){lane_flipf(radius * x, (lane_float)((quarter + 1) << 30)),
                               lane_flipf(radius * y, (lane_float)(quarter << 30))};
}

/* Joins one word of the blocks with even numbers and one of the blocks with odd numbers to lanes of floats, in the
 * order of the blocks. */
LANE lane_uint32 lane_interleave(lane_uint64 even, lane_uint64 odd) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return (lane_uint32)(odd | even << 32);
#else
    return (lane_uint32)(even | odd << 32);
#endif
}

#endif
