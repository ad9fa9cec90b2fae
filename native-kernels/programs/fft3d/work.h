/* SPDX-License-Identifier: Apache-2.0 */
/* A run: the array in memory, or in a page set on disks. */
#ifndef SLIPWAY_FFT3D_WORK_H
#define SLIPWAY_FFT3D_WORK_H

#include "lock.h"
#include "record.h"
#include "source.h"

struct work {
    struct options options; /* of a resumed run, those that it was begun with */
    struct team *team;
    struct source source;
    bool source_open;
    char input[SOURCE_TEXT_BYTES]; /* what source_describe says */
    struct ooc_plan plan;
    struct ooc_engine *engine;
    struct pgd_set *set; /* NULL: in memory */
    struct lock lock;    /* on the set's folder, of client 0 */
    double *array;       /* in memory */
    struct record record;
    double *power; /* of the spectrum; NULL: none is wanted */
    double *kept;  /* at client 0: the spectrum that an earlier run has kept; NULL: none */
    double begin;  /* the time */
    double load_seconds, run_seconds;
    double moved; /* bytes that the passes of this run have read and written: at client 0 of all, once it reports */
    double difference; /* of --roundtrip: relative, L2; negative: not measured */
    bool resumed;
    bool made;           /* the page set, by this run; at client 0 */
    uint64_t made_disks; /* bit D: the folder of disk D was made with the page set */
};

/* Opens the input, makes the plan, and says how many threads a client has. */
int work_begin(struct work *work, struct sw_failure *f);
void work_end(struct work *work);

/* Returns what WORK asks of a plan for an array of SIZE, in pages of PAGE; all 0: the plan chooses them. */
struct ooc_question work_question(const struct work *work, const int64_t size[3], const int64_t page[3]);

/* Opens the source of a run, where it is not open. Collective over the clients. */
int work_open_source(struct work *work, struct sw_failure *f);

/* Refuses what the size makes impossible: a slice whose rows are too long to be drawn from disks, and an exponent of a
 * filter whose factors leave the range of doubles. */
int work_check_plan(const struct work *work, struct sw_failure *f);

/* Do all of a run. */
int work_in_memory(struct work *work, struct sw_failure *f);
int work_on_disks(struct work *work, struct sw_failure *f);

/* Writes spectrum, figures and summary, and prints the latter, at client 0. Collective. */
int report(struct work *work, struct sw_failure *f);

/* Returns the threads of each client. */
int work_threads(const struct work *work);

/* Returns the elements and the bytes of the array. */
int64_t work_elements(const struct work *work);
uint64_t work_bytes(const struct work *work);

#endif
