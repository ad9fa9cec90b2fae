/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of transforms: what holds of any transform, and FFTW in long double. */
#ifndef SLIPWAY_FFT3D_CHECK_H
#define SLIPWAY_FFT3D_CHECK_H

#include "properties.h"
#include "team.h"

/*
 * Checks the size of OPTIONS, and prints a line for each property: its error in 1e-16, and the bound. In memory, at
 * client 0, where that holds the arrays and no --data names a folder; else on disks, by all clients, in two page sets
 * that are removed. STATUS_COMPUTE where an error is beyond its bound. Collective over the clients.
 */
int run_checks(const struct options *options, struct team *team, struct sw_failure *f);

/* The part on disks. */
int check_on_disks(const struct options *options, struct team *team, struct properties *properties,
                   struct sw_failure *f);

#endif
