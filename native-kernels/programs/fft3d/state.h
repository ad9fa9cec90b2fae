/* SPDX-License-Identifier: Apache-2.0 */
/* What a page set keeps about the run that it was made for, so that another run can go on with it. */
#ifndef SLIPWAY_FFT3D_STATE_H
#define SLIPWAY_FFT3D_STATE_H

#include "work.h"

/* MOST_BINS: of a spectrum that a page set can keep. */
enum { STATE_PATH_BYTES = 4096, STATE_MOST_BINS = 2400 };

/* The option that made a set. */
enum maker { MADE_BY_DATA, MADE_BY_CHECKPOINT, MADE_BY_CHECK, MAKERS };

struct state {
    int version;
    int maker;    /* enum maker */
    int complete; /* the set keeps the result of a run that ended well */
    int plan, task, filter, generate, roundtrip;
    int spectrum; /* one is wanted */
    int bins;     /* of the spectrum, where it is kept already; else 0 */
    double parameter;
    uint64_t seed;
    int64_t size[3];
    char input[SOURCE_TEXT_BYTES]; /* what source_describe says */
    struct source_marks marks;     /* of the input's file, from before the array was loaded */
    int loaded;                    /* the whole file was read, and has the fingerprint `print` */
    uint64_t print;
    char path[STATE_PATH_BYTES]; /* of the input; empty where it is generated */
};

/* Fills STATE with what WORK is about. */
void state_of(const struct work *work, struct state *state);

/* Says whether a run of B would do the same with an array of the same kind. */
bool state_is_same(const struct state *a, const struct state *b);

/* Keeps STATE in SET, with the spectrum POWER of state->bins. */
int state_keep(struct pgd_set *set, const struct state *state, const double *power, struct sw_failure *f);

/* Reads what SET keeps; a set that keeps nothing of fft3d's is refused. *POWER is the spectrum, which the caller frees;
 * NULL where there is none. */
int state_read(struct pgd_set *set, const char *folder, struct state *state, double **power, struct sw_failure *f);

/* Takes the options that STATE says. */
void state_take(const struct state *state, struct work *work);

#endif
