/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

#include <string.h>

/* A digit of a key has 11 bits: the counts of all digits stay in the first cache. */
enum { DIGITS = 6, DIGIT_BITS = 11, VALUES_OF_DIGIT = 1 << DIGIT_BITS };

/* Returns the bits of X as a whole number with the same order as X. */
static uint64_t key_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits ^ ((0 - (bits >> 63)) | UINT64_C(1) << 63);
}

static double value_of(uint64_t key) {
    const uint64_t bits = key ^ (((key >> 63) - 1) | UINT64_C(1) << 63);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static unsigned digit_of(uint64_t key, int digit) {
    return (unsigned)(key >> (digit * DIGIT_BITS)) & (VALUES_OF_DIGIT - 1);
}

/* Replaces the counts of a digit by the start positions of its values. */
static void make_places(size_t counts[VALUES_OF_DIGIT]) {
    size_t place = 0;
    for (int i = 0; i < VALUES_OF_DIGIT; i++) {
        const size_t count = counts[i];
        counts[i] = place;
        place += count;
    }
}

void rmc_sort(double *values, size_t count, uint64_t *keys) {
    size_t places[DIGITS][VALUES_OF_DIGIT] = {{0}};
    uint64_t *from = keys, *to = keys + count;
    for (size_t i = 0; i < count; i++) {
        from[i] = key_of(values[i]);
        for (int digit = 0; digit < DIGITS; digit++)
            places[digit][digit_of(from[i], digit)]++;
    }
    for (int digit = 0; digit < DIGITS; digit++) {
        uint64_t *last = from;
        make_places(places[digit]);
        for (size_t i = 0; i < count; i++)
            to[places[digit][digit_of(from[i], digit)]++] = from[i];
        from = to;
        to = last;
    }
    for (size_t i = 0; i < count; i++)
        values[i] = value_of(from[i]);
}
