/* SPDX-License-Identifier: Apache-2.0 */
/* Moves of doubles between lanes: complex numbers as they lie in memory, and with real and imaginary parts apart. */
#ifndef SLIPWAY_OOCFFT_SWAPS_H
#define SLIPWAY_OOCFFT_SWAPS_H

#include "vecmath/lanes.h"

/* Complex numbers, one a lane. */
struct lane_complex {
    lane_double re, im;
};

#if defined(SLIPWAY_LEVEL_AVX512)

LANE struct lane_complex lane_unzip(lane_double first, lane_double second) {
    const __m512i even = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14),
                  odd = _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15);
    return (struct lane_complex){(lane_double)_mm512_permutex2var_pd((__m512d)first, even, (__m512d)second),
                                 (lane_double)_mm512_permutex2var_pd((__m512d)first, odd, (__m512d)second)};
}

LANE void lane_zip(struct lane_complex x, lane_double *first, lane_double *second) {
    const __m512i low = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11),
                  high = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
    *first = (lane_double)_mm512_permutex2var_pd((__m512d)x.re, low, (__m512d)x.im);
    *second = (lane_double)_mm512_permutex2var_pd((__m512d)x.re, high, (__m512d)x.im);
}

/* Pairs of lanes, quarters, halves: three times the lower parts of two vectors come to one, and the upper ones to the
 * other. */
LANE void lane_transpose(lane_double x[LANE_DOUBLES]) {
    __m512d a[LANE_DOUBLES], b[LANE_DOUBLES];
    LANE_UNROLL
    for (int i = 0; i < LANE_DOUBLES; i += 2) {
        a[i] = _mm512_unpacklo_pd((__m512d)x[i], (__m512d)x[i + 1]);
        a[i + 1] = _mm512_unpackhi_pd((__m512d)x[i], (__m512d)x[i + 1]);
    }
    LANE_UNROLL
    for (int i = 0; i < LANE_DOUBLES; i += 4)
        for (int j = 0; j < 2; j++) {
            b[i + j] = _mm512_shuffle_f64x2(a[i + j], a[i + j + 2], 0x88);
            b[i + j + 2] = _mm512_shuffle_f64x2(a[i + j], a[i + j + 2], 0xdd);
        }
    LANE_UNROLL
    for (int j = 0; j < 4; j++) {
        x[j] = (lane_double)_mm512_shuffle_f64x2(b[j], b[j + 4], 0x88);
        x[j + 4] = (lane_double)_mm512_shuffle_f64x2(b[j], b[j + 4], 0xdd);
    }
}

#elif defined(SLIPWAY_LEVEL_AVX2)

LANE struct lane_complex lane_unzip(lane_double first, lane_double second) {
    const __m256d low = _mm256_permute2f128_pd((__m256d)first, (__m256d)second, 0x20),
                  high = _mm256_permute2f128_pd((__m256d)first, (__m256d)second, 0x31);
    return (struct lane_complex){(lane_double)_mm256_unpacklo_pd(low, high),
                                 (lane_double)_mm256_unpackhi_pd(low, high)};
}

LANE void lane_zip(struct lane_complex x, lane_double *first, lane_double *second) {
    const __m256d low = _mm256_unpacklo_pd((__m256d)x.re, (__m256d)x.im),
                  high = _mm256_unpackhi_pd((__m256d)x.re, (__m256d)x.im);
    *first = (lane_double)_mm256_permute2f128_pd(low, high, 0x20);
    *second = (lane_double)_mm256_permute2f128_pd(low, high, 0x31);
}

LANE void lane_transpose(lane_double x[LANE_DOUBLES]) {
    const __m256d a = _mm256_unpacklo_pd((__m256d)x[0], (__m256d)x[1]),
                  b = _mm256_unpackhi_pd((__m256d)x[0], (__m256d)x[1]),
                  c = _mm256_unpacklo_pd((__m256d)x[2], (__m256d)x[3]),
                  d = _mm256_unpackhi_pd((__m256d)x[2], (__m256d)x[3]);
    x[0] = (lane_double)_mm256_permute2f128_pd(a, c, 0x20);
    x[1] = (lane_double)_mm256_permute2f128_pd(b, d, 0x20);
    x[2] = (lane_double)_mm256_permute2f128_pd(a, c, 0x31);
    x[3] = (lane_double)_mm256_permute2f128_pd(b, d, 0x31);
}

#else

LANE struct lane_complex lane_unzip(lane_double first, lane_double second) {
    return (struct lane_complex){(lane_double){first[0], second[0]}, (lane_double){first[1], second[1]}};
}

LANE void lane_zip(struct lane_complex x, lane_double *first, lane_double *second) {
    *first = (lane_double){x.re[0], x.im[0]};
    *second = (lane_double){x.re[1], x.im[1]};
}

LANE void lane_transpose(lane_double x[LANE_DOUBLES]) {
    const struct lane_complex both = lane_unzip(x[0], x[1]);
    x[0] = both.re;
    x[1] = both.im;
}

#endif

#endif
