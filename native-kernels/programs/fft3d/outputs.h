/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the CSV files. Each file gets the final name when the file is whole. */
#ifndef SLIPWAY_FFT3D_OUTPUTS_H
#define SLIPWAY_FFT3D_OUTPUTS_H

#include "fft3d.h"

/* Writes two texts, one behind the other. */
int write_texts(const char *path, const char *first, const char *second, struct sw_failure *f);

/* Writes a spectrum: k,power. */
int write_spectrum(const char *path, const double *power, int64_t bins, struct sw_failure *f);

/* A plane that is drawn: sums of elements that fall on one point of at most SLICE_MOST x SLICE_MOST. */
enum { SLICE_MOST = 512 };
struct slice {
    int64_t size[2]; /* of the plane */
    int64_t points[2];
    bool spectrum; /* of a transform: the logarithm of the power, frequency 0 in the middle; else the real part */
    double scale;  /* of the transform: the divisor of all elements */
    double *sums;
    int64_t *counts;
};

int slice_begin(const int64_t size[3], bool spectrum, struct slice *slice, struct sw_failure *f);

/* Adds a row of the plane, whole. */
void slice_add(struct slice *slice, int64_t row, const double complex *values);
int slice_write(const struct slice *slice, const char *path, struct sw_failure *f);
void slice_end(struct slice *slice);

#endif
