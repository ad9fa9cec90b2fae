/* SPDX-License-Identifier: Apache-2.0 */
/* Runs one pass: units go from the reading thread through the caller, who computes, to the writing thread. */
#ifndef SLIPWAY_OOCFFT_PASS_H
#define SLIPWAY_OOCFFT_PASS_H

#include "engine.h"

enum { OOC_UNITS = 3 }; /* in memory: one is read, one computed, one written */

struct ooc_run {
    const struct ooc_job *job;
    void *buffers[OOC_UNITS];
    int64_t bins;
    double *rows; /* of the spectrum, one a unit of the last pass; NULL: no spectrum is wanted */
};

static inline int64_t ooc_pass_units(const struct ooc_pass *pass) {
    return pass->units[0] * pass->units[1] * pass->units[2];
}

/* Waits for all clients. Returns whether one of them has failed. */
int ooc_clients_meet(const struct ooc_clients *clients, int failed);

/* Does this client's units of pass NUMBER. */
ooc_err ooc_pass_run(struct ooc_run *run, int number, struct ooc_error *error);

#endif
