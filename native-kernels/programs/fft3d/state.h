/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a run, which the page set keeps so that another run can continue the work. */
#ifndef SLIPWAY_FFT3D_STATE_H
#define SLIPWAY_FFT3D_STATE_H

#include "work.h"

/* STATE_MOST_BINS is the greatest number of bins of a spectrum that a page set can keep. */
enum { STATE_PATH_BYTES = 4096, STATE_MOST_BINS = 2400 };

/* The option that made a set. */
enum maker { MADE_BY_DATA, MADE_BY_CHECKPOINT, MADE_BY_CHECK, MAKERS };

struct state {
    int version;
    int maker;    /* enum maker */
    int complete; /* the set keeps the result of a run that ended well */
    int plan, task, filter, generate, roundtrip;
    int spectrum; /* a spectrum is requested */
    int bins;     /* bins of the kept spectrum; 0: no spectrum is kept yet */
    double parameter;
    uint64_t seed;
    int64_t size[3];
    char input[SOURCE_TEXT_BYTES]; /* the text of source_describe */
    struct source_marks marks;     /* the marks of the file of the input, before the array was loaded */
    int loaded;                    /* the whole file was read, with the fingerprint `print` */
    uint64_t print;
    char path[STATE_PATH_BYTES]; /* the path of the input; empty: the input is generated */
};

/* Fills STATE with the input, task and options of WORK. */
void state_of(const struct work *work, struct state *state);

/* Returns whether the runs A and B do the same task with equal kinds of arrays. */
bool state_is_same(const struct state *a, const struct state *b);

/* Keeps STATE in SET, with the spectrum POWER of state->bins. */
int state_keep(struct pgd_set *set, const struct state *state, const double *power, struct sw_failure *f);

/* Reads the state that SET keeps. Refuses a set without a state of fft3d. *POWER is the kept spectrum, which the caller
 * frees, or NULL without a spectrum. */
int state_read(struct pgd_set *set, const char *folder, struct state *state, double **power, struct sw_failure *f);

/* Sets the options of WORK from STATE. */
void state_take(const struct state *state, struct work *work);

#endif
