/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms of a few elements, in registers: A[j] becomes the sum over k of A[k] exp(-2 pi i j k / RADIX). */
#ifndef SLIPWAY_OOCFFT_BUTTERFLIES_H
#define SLIPWAY_OOCFFT_BUTTERFLIES_H

#include "swaps.h"

LANE struct lane_complex plus(struct lane_complex a, struct lane_complex b) {
    return (struct lane_complex){a.re + b.re, a.im + b.im};
}

LANE struct lane_complex minus(struct lane_complex a, struct lane_complex b) {
    return (struct lane_complex){a.re - b.re, a.im - b.im};
}

LANE struct lane_complex times(double by, struct lane_complex a) {
    return (struct lane_complex){by * a.re, by * a.im};
}

/* Multiplies by -i. */
LANE struct lane_complex quarter_turn(struct lane_complex a) {
    return (struct lane_complex){a.im, -a.re};
}

/* Multiplies by the number cosine + i sine of the unit circle. */
LANE struct lane_complex turn(struct lane_complex a, double cosine, double sine) {
    return (struct lane_complex){a.re * cosine - a.im * sine, a.re * sine + a.im * cosine};
}

LANE void butterfly_2(struct lane_complex *a, struct lane_complex *b) {
    const struct lane_complex sum = plus(*a, *b);
    *b = minus(*a, *b);
    *a = sum;
}

/* Transforms four elements, which are STEP apart. */
LANE void butterfly_4(struct lane_complex *a, int step) {
    const struct lane_complex even = plus(a[0], a[2 * step]), odd = plus(a[step], a[3 * step]);
    const struct lane_complex first = minus(a[0], a[2 * step]), second = quarter_turn(minus(a[step], a[3 * step]));
    a[0] = plus(even, odd);
    a[step] = plus(first, second);
    a[2 * step] = minus(even, odd);
    a[3 * step] = minus(first, second);
}

#define COSINE_16 0.92387953251128675613
#define SINE_16 0.38268343236508977173
#define ROOT_HALF 0.70710678118654752440

/* Multiplies by exp(-2 pi i PARTS / 16), for the values of PARTS that butterflies need. */
LANE struct lane_complex turn_16(struct lane_complex a, int parts) {
    switch (parts) {
    case 1:
        return turn(a, COSINE_16, -SINE_16);
    case 2:
        return times(ROOT_HALF, (struct lane_complex){a.re + a.im, a.im - a.re});
    case 3:
        return turn(a, SINE_16, -COSINE_16);
    case 4:
        return quarter_turn(a);
    case 6:
        return times(ROOT_HALF, (struct lane_complex){a.im - a.re, -a.re - a.im});
    case 9:
        return turn(a, -COSINE_16, SINE_16);
    default:
        return a;
    }
}

/* Transform eight elements as two times four, and sixteen as four times four: first over the elements that are OUTER
 * apart, then over the others. */
LANE void butterfly_8(struct lane_complex a[8]) {
    struct lane_complex b[8];
    butterfly_4(a, 2);
    butterfly_4(a + 1, 2);
    LANE_UNROLL
    for (int k = 0; k < 4; k++) {
        b[k] = a[2 * k];
        b[k + 4] = turn_16(a[2 * k + 1], 2 * k);
        butterfly_2(&b[k], &b[k + 4]);
    }
    LANE_UNROLL
    for (int k = 0; k < 8; k++)
        a[k] = b[k];
}

LANE void butterfly_16(struct lane_complex a[16]) {
    struct lane_complex b[16];
    LANE_UNROLL
    for (int j = 0; j < 4; j++)
        butterfly_4(a + j, 4);
    LANE_UNROLL
    for (int k = 0; k < 4; k++) {
        LANE_UNROLL
        for (int j = 0; j < 4; j++)
            b[k + 4 * j] = turn_16(a[4 * k + j], j * k);
        butterfly_4(b + k, 4);
    }
    LANE_UNROLL
    for (int k = 0; k < 16; k++)
        a[k] = b[k];
}

/* cos and sin of 2 pi k / n. */
static const double cosines_3[] = {1, -0.5, -0.5}, sines_3[] = {0, 0.86602540378443864676, -0.86602540378443864676};
static const double cosines_5[] = {1, 0.30901699437494742410, -0.80901699437494742410, -0.80901699437494742410,
                                   0.30901699437494742410},
                    sines_5[] = {0, 0.95105651629515357212, 0.58778525229247312917, -0.58778525229247312917,
                                 -0.95105651629515357212};
static const double cosines_7[] = {1,
                                   0.62348980185873353053,
                                   -0.22252093395631440429,
                                   -0.90096886790241912624,
                                   -0.90096886790241912624,
                                   -0.22252093395631440429,
                                   0.62348980185873353053},
                    sines_7[] = {0,
                                 0.78183148246802980871,
                                 0.97492791218182360702,
                                 0.43388373911755812048,
                                 -0.43388373911755812048,
                                 -0.97492791218182360702,
                                 -0.78183148246802980871};

/* Transforms an odd number of elements. Elements at equal distances from the two ends have the same cosine and opposite
 * sines. */
LANE void butterfly_odd(struct lane_complex *a, int radix, const double *cosines, const double *sines) {
    struct lane_complex sums[3], differences[3], first = a[0];
    LANE_UNROLL
    for (int j = 1; j <= radix / 2; j++) {
        sums[j - 1] = plus(a[j], a[radix - j]);
        differences[j - 1] = quarter_turn(minus(a[j], a[radix - j]));
        a[0] = plus(a[0], sums[j - 1]);
    }
    LANE_UNROLL
    for (int k = 1; k <= radix / 2; k++) {
        struct lane_complex even = first, odd = times(sines[k], differences[0]);
        LANE_UNROLL
        for (int j = 1; j <= radix / 2; j++)
            even = plus(even, times(cosines[j * k % radix], sums[j - 1]));
        LANE_UNROLL
        for (int j = 2; j <= radix / 2; j++)
            odd = plus(odd, times(sines[j * k % radix], differences[j - 1]));
        a[k] = plus(even, odd);
        a[radix - k] = minus(even, odd);
    }
}

LANE void butterfly(struct lane_complex *a, int radix) {
    switch (radix) {
    case 2:
        butterfly_2(&a[0], &a[1]);
        break;
    case 3:
        butterfly_odd(a, 3, cosines_3, sines_3);
        break;
    case 4:
        butterfly_4(a, 1);
        break;
    case 5:
        butterfly_odd(a, 5, cosines_5, sines_5);
        break;
    case 7:
        butterfly_odd(a, 7, cosines_7, sines_7);
        break;
    case 8:
        butterfly_8(a);
        break;
    case 16:
        butterfly_16(a);
        break;
    default: /* 1: the same element */
        break;
    }
}

#endif
