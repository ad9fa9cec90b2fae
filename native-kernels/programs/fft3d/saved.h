/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the file of a result. Each client writes separate parts. */
#ifndef SLIPWAY_FFT3D_SAVED_H
#define SLIPWAY_FFT3D_SAVED_H

#include "base/files.h"
#include "team.h"

struct saved {
    const char *path;
    struct sw_part part; /* of client 0 */
    int fd;
    uint64_t data_offset;
    char *name; /* of the part */
};

/* Creates the file of an array of SIZE. Collective over the clients; saved_end follows, also after a failure. */
int saved_begin(const struct team *team, const char *path, const int64_t size[3], struct saved *saved,
                struct sw_failure *f);

/* Writes COUNT elements from element FIRST on. Local. */
int saved_put(struct saved *saved, int64_t first, int64_t count, const double complex *values, struct sw_failure *f);

/* Closes the file, and gives the file the final name if no client has failed. */
int saved_end(const struct team *team, struct saved *saved, struct sw_failure *f);

#endif
