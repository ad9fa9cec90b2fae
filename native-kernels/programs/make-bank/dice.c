/* SPDX-License-Identifier: Apache-2.0 */
#include "dice.h"

/* The end of splitmix64 (Steele, Lea and Flood 2014): each bit of BITS changes about half of the result's. */
static uint64_t mix(uint64_t bits) {
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9ULL;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EBULL;
    return bits ^ bits >> 31;
}

static uint64_t next_of(uint64_t key, uint64_t number) {
    return mix(key + (number + 1) * 0x9E3779B97F4A7C15ULL);
}

struct dice dice_of(uint64_t seed, dice_purpose purpose, uint64_t thing) {
    return (struct dice){next_of(next_of(mix(seed), (uint64_t)purpose), thing), 0};
}

uint64_t dice_next(struct dice *dice) {
    return next_of(dice->key, dice->thrown++);
}

static double unit(struct dice *dice) {
    return (double)(dice_next(dice) >> 11) / 9007199254740992.0; /* 2^53 */
}

int dice_below(struct dice *dice, int count) {
    return (int)(unit(dice) * count);
}

double dice_between(struct dice *dice, double low, double high) {
    return low + unit(dice) * (high - low);
}

double dice_shock(struct dice dice, uint64_t day) {
    const uint64_t piece = (1 << 21) - 1;
    uint64_t sum = 0;
    dice.thrown = 4 * day;
    for (int i = 0; i < 4; i++) {
        const uint64_t bits = dice_next(&dice);
        sum += (bits & piece) + (bits >> 21 & piece) + (bits >> 42 & piece);
    }
    return ((double)sum + 6) / (double)(piece + 1) - 6; /* each piece counts with the middle of its step */
}
