/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of transforms: what holds of any transform, and FFTW in long double. */
#ifndef SLIPWAY_FFT3D_CHECK_H
#define SLIPWAY_FFT3D_CHECK_H

#include "team.h"

/*
 * Checks the size of OPTIONS in memory, at client 0, and prints a line for each property: its error in 1e-16.
 * STATUS_COMPUTE where one is beyond its bound.
 */
int run_checks(const struct options *options, struct team *team, struct sw_failure *f);

#endif
