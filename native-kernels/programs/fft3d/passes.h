/* SPDX-License-Identifier: Apache-2.0 */
/* The passes of a transform on disks, and what they tell of units, phases and servers. */
#ifndef SLIPWAY_FFT3D_PASSES_H
#define SLIPWAY_FFT3D_PASSES_H

#include "work.h"

struct passes {
    struct work *work;
    const char *verb; /* of the phases: "pass" */
    int pass;
    struct pgd_figures *before; /* of each disk, when the phase began */
};

/* Begins the phase before the first pass. passes_end follows, also after a failure. */
int passes_begin(struct work *work, struct passes *passes, struct sw_failure *f);
void passes_end(struct passes *passes);

/* Ends a phase: what the disks have done in it becomes lines of the record. Another phase may follow. */
void passes_tell(struct passes *passes);

/* Runs the passes of PLAN, as phases of VERB, on the array in *GENERATION, and then says in which it is. POWER: of the
 * spectrum; NULL: none is wanted. Collective over the clients, as the next one. */
int passes_run(struct passes *passes, const char *verb, const struct ooc_plan *plan, uint32_t *generation,
               double *power, struct sw_failure *f);

/* Transforms back what was transformed forward. */
int passes_go_back(struct passes *passes, uint32_t *generation, struct sw_failure *f);

#endif
