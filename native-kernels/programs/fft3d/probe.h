/* SPDX-License-Identifier: Apache-2.0 */
/* How fast disks read and write pieces at the same time: the rate of the passes. */
#ifndef SLIPWAY_FFT3D_PROBE_H
#define SLIPWAY_FFT3D_PROBE_H

#include "base/failure.h"

#include <stddef.h>

/*
 * Reads and writes pieces of PIECE bytes in a file of each of COUNT folders at the same time, for about half a second,
 * past the page cache where the file system can do that. Sets *RATE to the bytes a second, both ways together. The
 * files are gone afterwards. Returns the status of F.
 */
int probe_disks(const char *const *folders, size_t count, size_t piece, double *rate, struct sw_failure *f);

#endif
