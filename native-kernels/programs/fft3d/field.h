/* SPDX-License-Identifier: Apache-2.0 */
/* Fills the array in the page set from the source, and writes, compares and draws the array. Units are those of the
 * first pass, which hold whole lines along the last axis; clients share them out. */
#ifndef SLIPWAY_FFT3D_FIELD_H
#define SLIPWAY_FFT3D_FIELD_H

#include "outputs.h"
#include "work.h"

/* Fills GENERATION, except for units that an earlier run has committed there. Opens the source where there is something
 * left to fill. Collective over the clients, as the next three. */
int field_load(struct work *work, uint32_t generation, struct sw_failure *f);

/* Writes GENERATION to PATH, as .npy or raw according to the name. */
int field_save(struct work *work, uint32_t generation, const char *path, struct sw_failure *f);

/* Compares GENERATION with the source: *DIFFERENCE is the relative L2 norm of the differences. */
int field_compare(struct work *work, uint32_t generation, double *difference, struct sw_failure *f);

/* An array in a page set. */
struct field {
    struct work *work;
    uint32_t generation;
};

/* Works on COUNT elements of a field, from place FIRST on. BESIDE has the same elements of the field beside, or room
 * for COUNT elements. */
typedef int (*field_chunk)(void *context, int64_t first, int64_t count, const double complex *elements,
                           double complex *beside, struct sw_failure *f);

/* Calls CHUNK for all elements of FIELD, each at one client. BESIDE is another field with the same plan, or NULL. */
int field_each(const struct field *field, const struct field *beside, field_chunk chunk, void *context,
               struct sw_failure *f);

/* Adds the rows of the first plane to SLICE, at client 0. */
int field_draw(struct work *work, uint32_t generation, struct slice *slice, struct sw_failure *f);

#endif
