/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the passes of a transform on disks, and reports units, servers and the network by phase. */
#ifndef SLIPWAY_FFT3D_PASSES_H
#define SLIPWAY_FFT3D_PASSES_H

#include "work.h"

struct passes {
    struct work *work;
    const char *verb;           /* of the phases: "pass" */
    struct pgd_figures *before; /* of each disk, when the phase began */
};

/* Begins the passes. Bytes that the set has moved since the opening count in the first phase. passes_end follows, also
 * after a failure. */
int passes_begin(struct work *work, struct passes *passes, struct sw_failure *f);
void passes_end(struct passes *passes);

/* Tells the bytes that the disks and the network have moved in the phase that ends. */
void passes_tell(struct passes *passes);

/* Tells of the phase that ends, and begins another one. Each pass is a phase, which passes_run begins. */
void passes_phase(struct passes *passes, const char *name);

/* Runs the passes of PLAN, as phases of VERB, on the array in *GENERATION, and sets *GENERATION to the generation of
 * the result. POWER: of the spectrum; NULL: no spectrum is wanted. Collective over the clients, as the next one. */
int passes_run(struct passes *passes, const char *verb, const struct ooc_plan *plan, uint32_t *generation,
               double *power, struct sw_failure *f);

/* Transforms the array back after the forward transform. */
int passes_go_back(struct passes *passes, uint32_t *generation, struct sw_failure *f);

#endif
