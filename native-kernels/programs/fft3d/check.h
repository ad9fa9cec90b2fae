/* SPDX-License-Identifier: Apache-2.0 */
/* Checks transforms: by properties of every transform, and by FFTW in long double. */
#ifndef SLIPWAY_FFT3D_CHECK_H
#define SLIPWAY_FFT3D_CHECK_H

#include "properties.h"
#include "team.h"

/*
 * Checks the size of OPTIONS, and prints a line for each property: its error in 1e-16, and the bound. The check is in
 * memory, at client 0, if the memory holds the arrays and no --data names a folder. Otherwise all clients check on
 * disks, in two page sets that are then removed. The status is STATUS_COMPUTE if an error is beyond the bound.
 * Collective over the clients.
 */
int run_checks(const struct options *options, struct team *team, struct sw_failure *f);

/* The part on disks. */
int check_on_disks(const struct options *options, struct team *team, struct properties *properties,
                   struct sw_failure *f);

#endif
