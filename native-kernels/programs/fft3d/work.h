/* SPDX-License-Identifier: Apache-2.0 */
/* A run: the array in memory, or in a page set on disks. */
#ifndef SLIPWAY_FFT3D_WORK_H
#define SLIPWAY_FFT3D_WORK_H

#include "lock.h"
#include "record.h"
#include "source.h"

struct work {
    struct options options; /* the options; for a resumed run, the options of its beginning */
    struct team *team;
    struct source source;
    bool source_open;
    char input[SOURCE_TEXT_BYTES]; /* the text of source_describe */
    struct ooc_plan plan;
    struct ooc_engine *engine;
    struct pgd_set *set; /* the page set; NULL: the run is in memory */
    struct lock lock;    /* the lock on the folder of the set, at client 0 */
    double *array;       /* in memory */
    struct record record;
    double *power; /* the spectrum; NULL: no spectrum is requested */
    double *kept;  /* at client 0: the spectrum that an earlier run has kept, or NULL */
    double begin;  /* the time of the beginning */
    double load_seconds, run_seconds;
    double moved;      /* bytes that the passes of this run have moved; `report` adds up all clients at client 0 */
    double difference; /* the relative L2 difference of --roundtrip; negative: not measured */
    bool resumed;
    bool made;           /* at client 0: this run has made the page set */
    uint64_t made_disks; /* bit D: the folder of disk D was made with the page set */
};

/* Opens the input, makes the plan, and chooses the number of threads of each client. The caller ends WORK with
 * work_end. */
int work_begin(struct work *work, struct sw_failure *f);
void work_end(struct work *work);

/* Returns the question of WORK to a plan, for an array of SIZE in pages of PAGE. If PAGE is all 0, the plan chooses the
 * pages. */
struct ooc_question work_question(const struct work *work, const int64_t size[3], const int64_t page[3]);

/* Opens the source of a run, unless the source is open. Collective over the clients. */
int work_open_source(struct work *work, struct sw_failure *f);

/* Refuses options that the size makes impossible: a slice with rows that are too long to read from disks, and an
 * exponent of a filter with factors outside of the range of doubles. */
int work_check_plan(const struct work *work, struct sw_failure *f);

/* Run the whole task, in memory or on disks. */
int work_in_memory(struct work *work, struct sw_failure *f);
int work_on_disks(struct work *work, struct sw_failure *f);

/* At client 0, writes spectrum, figures and summary, and prints the summary. Collective. */
int report(struct work *work, struct sw_failure *f);

/* Returns the number of threads of each client. */
int work_threads(const struct work *work);

/* Return the number of elements and of bytes of the array. */
int64_t work_elements(const struct work *work);
uint64_t work_bytes(const struct work *work);

#endif
