/* SPDX-License-Identifier: Apache-2.0 */
/*
 * oocfft: Fourier transforms in three dimensions of arrays of complex doubles, in memory, and far larger than memory on
 * page devices (pagedev.h), where a transform that was killed goes on where it stood (Linux).
 *
 *     int64_t size[3] = {256, 256, 256};
 *     struct ooc_engine *engine;
 *     if (ooc_engine_new(size, 2, &engine, &error) != OOC_OK)
 *         return report(error.text);
 *     ooc_transform(engine, array, OOC_FORWARD);            // in place; 16 * 256^3 bytes
 *     ooc_engine_free(engine);
 *
 *     struct ooc_question question = {.size = {1024, 1024, 1024}, .memory = 2 << 30, .clients = 2};
 *     ooc_plan_make(&question, &plan, &error);              // which pages, passes and units
 *     ...                                                   // make a page set with plan.page, and write generation 1
 *     ooc_run(&(struct ooc_job){.plan = &plan, .set = set, .engine = engine}, &error);
 *
 * Lines are transformed in blocks of 8 to 64, in the cache: side by side, one in each lane of the processor's vectors;
 * those of more than 4096 elements one after another by FFTW. How a line is transformed depends on its length and, by
 * FFTW, on the instructions of the processor only: an array has the same transform to the bit in memory and on disks,
 * by any plan, with any pages, threads, clients and servers.
 *
 * The forward transform is X[k] = sum over x of a[x] exp(-2 pi i (k1 x1 / N1 + k2 x2 / N2 + k3 x3 / N3)); the inverse
 * one has the other sign and is divided by N1 N2 N3. Lengths have the prime factors 2, 3, 5 and 7 only. Elements lie
 * with the last index fastest, each as real and imaginary part.
 *
 * Errors. ERROR may be NULL. Where it is not, a failure fills it, and a success leaves it as it was. Nothing here
 * exits, aborts or prints.
 *
 * Threads. An engine serves one caller at a time. Different engines may be used at the same time.
 *
 * Memory. An engine takes, for each thread, 1.7 MB at most for lines of up to 4096 elements, and 256 bytes an element
 * for longer ones. ooc_run takes three units (see ooc_plan) of pgd_buffer_new, and for a spectrum what ooc_plan says.
 */
#ifndef SLIPWAY_OOCFFT_H
#define SLIPWAY_OOCFFT_H

#include "slipway/pagedev.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The version of this header: 10000 * major + 100 * minor + patch. The shared library is compatible with callers that
 * were compiled for the same major and minor number. */
#define OOC_VERSION 400

#ifdef __cplusplus
extern "C" {
#endif

enum {
    OOC_ERROR_TEXT_BYTES = 640,
    OOC_MAX_LENGTH = 1 << 20, /* elements of a line */
    OOC_MAX_PASSES = 5,
    OOC_MAX_STEPS = 2
};

#define OOC_MAX_ELEMENTS (INT64_C(1) << 48) /* of an array */

typedef enum {
    OOC_OK = 0,
    OOC_ERR_ARGUMENT, /* a parameter is out of its range; nothing was done */
    OOC_ERR_MEMORY,   /* an allocation failed */
    OOC_ERR_GEOMETRY, /* no pages divide the array so that the memory holds what is transformed together */
    OOC_ERR_DEVICE,   /* a page device failed; the text says which page and disk */
    OOC_ERR_CONTENT,  /* the array holds a number that cannot be transformed */
    OOC_ERR_CALLER    /* a function of the caller, or another client, failed */
} ooc_err;

struct ooc_error {
    ooc_err code;
    char text[OOC_ERROR_TEXT_BYTES];
};

typedef enum { OOC_FORWARD, OOC_INVERSE } ooc_direction;

/* What a filter multiplies the transform by, at the wave number k: its square is that of the three frequencies, each
 * from -N/2 + 1 to N/2. */
typedef enum {
    OOC_FILTER_NONE,
    OOC_FILTER_POISSON, /* -1 / k^2, and 0 at k = 0: solves Poisson's equation on a periodic box of 2 pi a side */
    OOC_FILTER_LOW,     /* 1 up to the parameter, else 0 */
    OOC_FILTER_HIGH,    /* the other way round */
    OOC_FILTER_GAUSS,   /* exp(-k^2 / (2 p^2)) */
    OOC_FILTER_POWER,   /* k^p, and 0 at k = 0 */
    OOC_FILTERS
} ooc_filter_kind;

struct ooc_filter {
    ooc_filter_kind kind;
    double parameter;
};

/* What is asked of an array. */
typedef enum {
    OOC_DO_FORWARD,
    OOC_DO_INVERSE,
    OOC_DO_FILTER /* forward, multiply, inverse */
} ooc_task;

struct ooc_engine;

/* Returns the message for a code. Static storage; never NULL. */
const char *ooc_strerror(ooc_err code);

/* --- in memory --- */

/*
 * Makes ready to transform arrays of SIZE by THREADS threads, of which the caller is one. OOC_ERR_ARGUMENT says which
 * length cannot be transformed. On success *engine is owned by the caller, who ends it with ooc_engine_free; else NULL.
 */
ooc_err ooc_engine_new(const int64_t size[3], int threads, struct ooc_engine **engine, struct ooc_error *error);

/* Accepts NULL. */
void ooc_engine_free(struct ooc_engine *engine);

/* Does TASK with ARRAY, in place; FILTER is that of OOC_DO_FILTER, else NULL. ARRAY begins at a multiple of 16 bytes.
 */
void ooc_transform(struct ooc_engine *engine, ooc_task task, const struct ooc_filter *filter, double *array);

/* Returns how many bins the radial spectrum of an array has: one for each whole wave number from 0 on. */
int64_t ooc_spectrum_bins(const int64_t size[3]);

/*
 * Adds up the power of a transform by bins, in POWER: bin b holds the sum of |X / (N1 N2 N3)|^2 over all k that are
 * nearest to b. The sum of all bins is the mean of |a|^2. The bits do not depend on the number of threads.
 */
ooc_err ooc_spectrum(struct ooc_engine *engine, const double *array, double *power, struct ooc_error *error);

/* --- plans --- */

typedef enum {
    OOC_PLAN_AUTO,
    OOC_PLAN_MEMORY,   /* the whole array in memory */
    OOC_PLAN_TWO_PASS, /* slabs of planes, then blocks of columns */
    OOC_PLAN_REPORT,   /* three passes by page lines, as in section 4 of the report */
    OOC_PLANS
} ooc_plan_kind;

struct ooc_question {
    int64_t size[3];
    ooc_task task;
    ooc_plan_kind kind;
    uint64_t memory; /* bytes that all clients and servers together may take beyond an empty MPI program */
    int clients;     /* processes that transform; at least 1 */
    int servers;     /* processes that keep page devices; 0: threads of the one client do */
    int spectrum;    /* non-zero: a spectrum is wanted */
    int64_t page[3]; /* the pages that a data set has; all 0: the plan chooses */
};

/* One line of a pass: which axis, which way, and whether the filter and the way back follow at once. */
struct ooc_step {
    int axis;
    ooc_direction direction;
    int filter; /* non-zero: multiply, and transform back */
};

/* All pages are read, transformed and written once in a pass. */
struct ooc_pass {
    int64_t unit[3];  /* pages of a unit along each axis */
    int64_t units[3]; /* units along each axis */
    int step_count;
    struct ooc_step steps[OOC_MAX_STEPS];
};

struct ooc_plan {
    struct ooc_question question; /* as answered: `kind` is not AUTO */
    int64_t page[3];
    int64_t pages[3];
    int pass_count; /* 0: in memory */
    struct ooc_pass passes[OOC_MAX_PASSES];
    uint64_t unit_bytes;  /* of the largest unit; each client keeps three */
    uint64_t bytes;       /* that a process may take: all together */
    uint64_t moved_bytes; /* from and to disks in all passes */
    double flops;         /* 5 N log2 N for each transform of the whole array */
};

/*
 * Chooses pages, passes and units. OOC_ERR_GEOMETRY says with figures how much memory it would take, or which pages do
 * not divide the array. Local, and the same on every client.
 */
ooc_err ooc_plan_make(const struct ooc_question *question, struct ooc_plan *plan, struct ooc_error *error);

/* Returns the name of a kind of plan, as the options of fft3d have it. Static storage. */
const char *ooc_plan_name(ooc_plan_kind kind);

/* What a machine can do, for an estimate. */
struct ooc_rates {
    double disk_bytes; /* a second, read and written together, of all disks */
    double line_flops; /* a second, of all clients */
};

/* Returns the seconds that the passes of PLAN will take. */
double ooc_plan_seconds(const struct ooc_plan *plan, const struct ooc_rates *rates);

/* Prints pages, passes, units, memory, bytes and, where RATES is not NULL, seconds, in some lines. */
void ooc_plan_print(const struct ooc_plan *plan, const struct ooc_rates *rates, FILE *out);

/* Returns the floating-point operations (5 n log2 n a line) that the engine does in a second, of lines as long as those
 * of its array, in the cache; takes some 50 ms. 0 without memory. */
double ooc_engine_flops(struct ooc_engine *engine);

/* --- on page devices --- */

/* Tells what came of one unit of a pass. */
struct ooc_unit_figures {
    int pass;     /* from 0 on */
    int64_t unit; /* its number in the pass */
    struct pgd_box box;
    uint64_t bytes; /* of the unit: read, and written */
    double read_seconds, compute_seconds, write_seconds;
    int skipped; /* non-zero: an earlier run has done it */
};

/*
 * The clients among each other, and what they tell. A client alone leaves all functions NULL. The functions of all
 * clients are called in the same order.
 */
struct ooc_clients {
    int number, count; /* this client, from 0 on; 0, 0 means 0, 1 */
    void *context;
    /* Waits until all clients have called it. FAILED: this one cannot go on. Returns non-zero where any has failed. */
    int (*meet)(void *context, int failed);
    /* Adds up VALUES over all clients, on all of them. Returns non-zero after a failure. */
    int (*add)(void *context, double *values, size_t count);
    /* Told before each pass, by the thread that has called ooc_run, while no unit is in work. May be NULL. */
    void (*begin_pass)(void *context, int pass);
    /* Told before a unit of this client is read, but for those that an earlier run has done. May be NULL. */
    void (*begin)(void *context, int pass, int64_t unit);
    /* Told after each unit of this client, by one thread at a time, which may be another than the one that is told of
     * beginnings. May be NULL. */
    void (*tell)(void *context, const struct ooc_unit_figures *figures);
};

struct ooc_job {
    const struct ooc_plan *plan; /* with passes */
    struct pgd_set *set;         /* its pages are those of the plan */
    uint32_t generation;         /* in which they hold the array; 0 means 1 */
    struct ooc_engine *engine;   /* for the size of the plan */
    struct ooc_filter filter;    /* of OOC_DO_FILTER */
    struct ooc_clients clients;
    int barriers;  /* non-zero: clients meet after each unit, as in the report */
    double *power; /* ooc_spectrum_bins numbers, or NULL: the spectrum of what the forward transform gives, as in
                      ooc_spectrum, on all clients */
};

/*
 * Runs the passes of a plan, on all clients. Pass p, from 0 on, reads a unit's pages in the generation of the array
 * plus p and commits them in the next one. Units that an earlier run has committed are left as they are; so an
 * interrupted job is called again, also with another number of clients. While a unit is computed, the next is read and
 * the last one written. After a failure all clients return OOC_ERR_CALLER but those that know more; what is committed
 * stays.
 */
ooc_err ooc_run(const struct ooc_job *job, struct ooc_error *error);

/* Returns unit NUMBER of PASS: which pages it has, in PAGES, and their number. NULL: the number alone. */
size_t ooc_unit_pages(const struct ooc_plan *plan, const struct ooc_pass *pass, int64_t number, struct pgd_page *pages);

#ifdef __cplusplus
}
#endif

#endif
