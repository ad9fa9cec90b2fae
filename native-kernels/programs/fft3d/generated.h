/* SPDX-License-Identifier: Apache-2.0 */
/* Generated arrays. Each element can be computed without the others, so that generated arrays may be larger than
 * memory. */
#ifndef SLIPWAY_FFT3D_GENERATED_H
#define SLIPWAY_FFT3D_GENERATED_H

#include "fft3d.h"

enum generated_kind {
    GENERATED_RANDOM,  /* uniform from -1 to 1, by seed and place */
    GENERATED_IMPULSE, /* 1 at the place `at`, else 0 */
    GENERATED_WAVE,    /* a plane wave of the frequencies `at` */
    GENERATED_SHIFTED, /* the random array, shifted cyclically by `at` */
    GENERATED_SUM      /* the random array, and 3 i times the shifted one */
};

struct generated {
    enum generated_kind kind;
    uint64_t seed;
    int64_t at[3]; /* each from 0 to the length less 1 */
};

/* Writes COUNT elements of an array of SIZE, from element FIRST on, to OUT. */
void generate(const struct generated *generated, const int64_t size[3], int64_t first, int64_t count,
              double complex *out);

#endif
