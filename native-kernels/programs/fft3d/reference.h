/* SPDX-License-Identifier: Apache-2.0 */
/* FFTW in long double, as the truth about small transforms. */
#ifndef SLIPWAY_FFT3D_REFERENCE_H
#define SLIPWAY_FFT3D_REFERENCE_H

#include "generated.h"

/* Sets *ERROR to the relative L2 distance of TRANSFORMED from the transform of an array of SIZE that is GENERATED.
 * Takes 32 bytes an element. Returns the status of F. */
int reference_error(const struct generated *generated, const int64_t size[3], const double complex *transformed,
                    double *error, struct sw_failure *f);

#endif
