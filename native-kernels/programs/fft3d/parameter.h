/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters that filters take. */
#ifndef SLIPWAY_FFT3D_PARAMETER_H
#define SLIPWAY_FFT3D_PARAMETER_H

#include "fft3d.h"

/* Refuses a parameter without a filter that takes one, and a wave number that is not above 0. */
int parameter_check(const struct options *options, struct sw_failure *f);

/* Refuses an exponent of the filter power if its factors, for an array of SIZE, would leave the range of doubles. */
int parameter_check_size(const struct options *options, const int64_t size[3], struct sw_failure *f);

#endif
