/* SPDX-License-Identifier: Apache-2.0 */
/*
 * oocfft: Fourier transforms in three dimensions of arrays of complex doubles (Linux). An array is transformed in
 * memory, or, if the array is far larger than memory, on page devices (pagedev.h). A transform on page devices that was
 * killed can continue from its last committed unit.
 *
 *     int64_t size[3] = {256, 256, 256};
 *     struct ooc_engine *engine;
 *     if (ooc_engine_new(size, 2, &engine, &error) != OOC_OK)
 *         return report(error.text);
 *     ooc_transform(engine, OOC_DO_FORWARD, NULL, array);   // in place; 16 * 256^3 bytes
 *     ooc_engine_free(engine);
 *
 *     struct ooc_question question = {.size = {1024, 1024, 1024}, .memory = UINT64_C(2) << 30, .clients = 2};
 *     ooc_plan_make(&question, &plan, &error);              // which pages, passes and units
 *     ...                                                   // make a page set with plan.page, and write generation 1
 *     ooc_run(&(struct ooc_job){.plan = &plan, .set = set, .engine = engine}, &error);
 *
 * The engine transforms lines of up to 4096 elements in blocks of 8 to 64 lines that fit into the cache, side by side,
 * with one line in each lane of the processor's vectors. FFTW transforms longer lines one after another. The way in
 * which a line is transformed depends only on the length of the line and, by FFTW, on the instructions of the
 * processor. An array therefore has the same transform to the bit in memory and on disks, by any plan, with any pages,
 * threads, clients and servers.
 *
 * The forward transform is X[k] = sum over x of a[x] exp(-2 pi i (k1 x1 / N1 + k2 x2 / N2 + k3 x3 / N3)). The inverse
 * transform has the other sign and is divided by N1 N2 N3. Lengths have the prime factors 2, 3, 5 and 7 only. The last
 * index of an array runs fastest, and each element is a real part and an imaginary part.
 *
 * Errors. ERROR may be NULL. A failure fills ERROR; a success leaves ERROR unchanged. No function exits or aborts, and
 * only ooc_plan_print prints.
 *
 * Threads. One caller at a time may use an engine. Different engines may be used at the same time.
 *
 * Memory. An engine takes, for each thread, at most 1.7 MB for lines of up to 4096 elements, and 256 bytes an element
 * for longer lines. ooc_run takes three units (struct ooc_plan) of pgd_buffer_new, and the memory for a spectrum that
 * ooc_plan counts.
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
    OOC_MAX_LENGTH = 1 << 20, /* elements in a line */
    OOC_MAX_PASSES = 5,
    OOC_MAX_STEPS = 2
};

#define OOC_MAX_ELEMENTS (INT64_C(1) << 48) /* elements in an array */

typedef enum {
    OOC_OK = 0,
    OOC_ERR_ARGUMENT, /* a parameter is out of range; the call had no effect */
    OOC_ERR_MEMORY,   /* an allocation failed */
    OOC_ERR_GEOMETRY, /* no division into pages fits the array and the memory */
    OOC_ERR_DEVICE,   /* a page device failed; the text says which page and disk */
    OOC_ERR_CONTENT,  /* the array holds a number that cannot be transformed */
    OOC_ERR_CALLER    /* a function of the caller failed, or another client failed */
} ooc_err;

struct ooc_error {
    ooc_err code;
    char text[OOC_ERROR_TEXT_BYTES];
};

typedef enum { OOC_FORWARD, OOC_INVERSE } ooc_direction;

/* The factor by which a filter multiplies the transform at the wave number k. The square of k is the sum of the squares
 * of the three frequencies, each from -N/2 + 1 to N/2. The parameter of the filter is p. */
typedef enum {
    OOC_FILTER_NONE,
    OOC_FILTER_POISSON, /* -1 / k^2, and 0 at k = 0: solves Poisson's equation on a periodic box with sides of 2 pi */
    OOC_FILTER_LOW,     /* 1 up to k = p, else 0 */
    OOC_FILTER_HIGH,    /* 0 up to k = p, else 1 */
    OOC_FILTER_GAUSS,   /* exp(-k^2 / (2 p^2)) */
    OOC_FILTER_POWER,   /* k^p, and 0 at k = 0 */
    OOC_FILTERS
} ooc_filter_kind;

struct ooc_filter {
    ooc_filter_kind kind;
    double parameter;
};

/* The work to do with an array. */
typedef enum {
    OOC_DO_FORWARD,
    OOC_DO_INVERSE,
    OOC_DO_FILTER /* transform forward, multiply by a filter, transform back */
} ooc_task;

struct ooc_engine;

/* Returns the message for a code. Static storage; never NULL. */
const char *ooc_strerror(ooc_err code);

/* --- in memory --- */

/* Makes an engine that transforms arrays of SIZE elements with THREADS threads, one of which is the thread of the
 * caller. OOC_ERR_ARGUMENT names a length that cannot be transformed. The caller ends *engine with ooc_engine_free.
 * After a failure *engine is NULL. */
ooc_err ooc_engine_new(const int64_t size[3], int threads, struct ooc_engine **engine, struct ooc_error *error);

/* Frees an engine. Accepts NULL. */
void ooc_engine_free(struct ooc_engine *engine);

/* Performs TASK on ARRAY, in place. ARRAY has size[0] x size[1] x size[2] complex doubles, and begins at a multiple of
 * 16 bytes. FILTER is the filter of OOC_DO_FILTER, and NULL for other tasks. */
void ooc_transform(struct ooc_engine *engine, ooc_task task, const struct ooc_filter *filter, double *array);

/* Returns the number of bins in the radial spectrum of an array: one for each whole wave number from 0 on. */
int64_t ooc_spectrum_bins(const int64_t size[3]);

/* Adds up the power of the transform ARRAY by bins. POWER has ooc_spectrum_bins numbers. Bin b gets the sum of |X / (N1
 * N2 N3)|^2 over all k that are nearest to b, so the sum of all bins is the mean of |a|^2. The bits of the result do
 * not depend on the number of threads. */
ooc_err ooc_spectrum(struct ooc_engine *engine, const double *array, double *power, struct ooc_error *error);

/* --- plans --- */

typedef enum {
    OOC_PLAN_AUTO,
    OOC_PLAN_MEMORY,   /* transforms the whole array in memory */
    OOC_PLAN_TWO_PASS, /* slabs of planes, then blocks of columns */
    OOC_PLAN_REPORT,   /* three passes by page lines, as in section 4 of the report */
    OOC_PLANS
} ooc_plan_kind;

struct ooc_question {
    int64_t size[3];
    ooc_task task;
    ooc_plan_kind kind;
    uint64_t memory; /* bytes for all clients and servers together, in addition to an empty MPI program */
    int clients;     /* number of processes that transform; at least 1 */
    int servers;     /* number of processes that keep page devices; 0: threads of the only client keep them */
    int spectrum;    /* non-zero: a spectrum is wanted */
    int64_t page[3]; /* the size of the pages of an existing data set; all 0: the plan chooses the size */
};

/* The transform of the lines of a unit along one axis in a pass. */
struct ooc_step {
    int axis;
    ooc_direction direction;
    int filter; /* non-zero: multiply by the filter, and transform back at once */
};

/* A pass reads, transforms and writes every page once, unit by unit. */
struct ooc_pass {
    int64_t unit[3];  /* pages of a unit along each axis */
    int64_t units[3]; /* units along each axis */
    int step_count;
    struct ooc_step steps[OOC_MAX_STEPS];
};

struct ooc_plan {
    struct ooc_question question; /* the question, with the chosen kind in place of OOC_PLAN_AUTO */
    int64_t page[3];
    int64_t pages[3];
    int pass_count; /* 0: the array is transformed in memory */
    struct ooc_pass passes[OOC_MAX_PASSES];
    uint64_t unit_bytes;  /* bytes of the largest unit; each client keeps three units */
    uint64_t bytes;       /* bytes of all clients and servers together, in addition to an empty MPI program */
    uint64_t moved_bytes; /* bytes read from and written to disks in all passes */
    double flops;         /* 5 N log2 N for each transform of the whole array */
};

/* Chooses pages, passes and units. The text of OOC_ERR_GEOMETRY gives the memory that the array needs, or the pages
 * that do not divide the array. Local: every client gets the same plan. */
ooc_err ooc_plan_make(const struct ooc_question *question, struct ooc_plan *plan, struct ooc_error *error);

/* Returns the name of a kind of plan, as in the options of fft3d. Static storage. */
const char *ooc_plan_name(ooc_plan_kind kind);

/* The speed of a machine, for an estimate. */
struct ooc_rates {
    double disk_bytes; /* bytes a second that all disks together read and write */
    double line_flops; /* floating-point operations a second of all clients together */
};

/* Returns an estimate of the seconds that the passes of PLAN take. */
double ooc_plan_seconds(const struct ooc_plan *plan, const struct ooc_rates *rates);

/* Prints pages, passes, units, memory and bytes to OUT, in some lines; also seconds, unless RATES is NULL. */
void ooc_plan_print(const struct ooc_plan *plan, const struct ooc_rates *rates, FILE *out);

/* Measures, for some 50 ms, how many floating-point operations (5 n log2 n a line) the engine does in a second on lines
 * in the cache, as long as the lines of the engine's arrays. Returns 0 if there is no memory. */
double ooc_engine_flops(struct ooc_engine *engine);

/* --- on page devices --- */

/* The figures of one unit of a pass. */
struct ooc_unit_figures {
    int pass;     /* from 0 on */
    int64_t unit; /* the number of the unit in the pass */
    struct pgd_box box;
    uint64_t bytes; /* bytes of the unit, which are both read and written */
    double read_seconds, compute_seconds, write_seconds;
    int skipped; /* non-zero: an earlier run has committed the unit */
};

/* Functions by which the clients of a job wait for each other, add up numbers, and report progress. A single client
 * leaves all functions NULL. All clients call `meet` and `add` in the same order. */
struct ooc_clients {
    int number, count; /* the number of this client, from 0 on, and the number of clients; 0, 0 means 0, 1 */
    void *context;
    /* Waits until all clients have called this function. FAILED is non-zero if this client has failed. Returns non-zero
     * if any client has failed. */
    int (*meet)(void *context, int failed);
    /* Replaces VALUES, on every client, by the sums over all clients. Returns non-zero after a failure. */
    int (*add)(void *context, double *values, size_t count);
    /* Called before each pass by the thread that called ooc_run, while no unit is in work. May be NULL. */
    void (*begin_pass)(void *context, int pass);
    /* Called before this client reads a unit, except a unit that an earlier run has committed. May be NULL. */
    void (*begin)(void *context, int pass, int64_t unit);
    /* Called after each unit of this client, by one thread at a time, which may differ from the thread that calls
     * `begin`. May be NULL. */
    void (*tell)(void *context, const struct ooc_unit_figures *figures);
};

struct ooc_job {
    const struct ooc_plan *plan; /* a plan with passes */
    struct pgd_set *set;         /* a set with the pages of the plan */
    uint32_t generation;         /* the generation in which the pages hold the array; 0 means 1 */
    struct ooc_engine *engine;   /* an engine for the size of the plan */
    struct ooc_filter filter;    /* the filter of OOC_DO_FILTER */
    struct ooc_clients clients;
    int barriers;  /* non-zero: clients wait for each other after each unit, as in the report */
    double *power; /* NULL, or ooc_spectrum_bins numbers: all clients get there the spectrum of the forward transform,
                      as ooc_spectrum gives it */
};

/*
 * Runs the passes of a plan. All clients call this function. Pass p, from 0 on, reads the pages of a unit in the
 * generation of the array plus p, and commits the pages in the next generation. While a client computes a unit, the
 * client also reads the next unit and writes the previous one. Units that an earlier run has committed stay unchanged,
 * so an interrupted job continues by another call, also with another number of clients. After a failure of one client,
 * the others return OOC_ERR_CALLER; committed units stay.
 */
ooc_err ooc_run(const struct ooc_job *job, struct ooc_error *error);

/* Returns the number of pages of unit NUMBER of PASS, and writes the places of these pages to PAGES, unless PAGES is
 * NULL. */
size_t ooc_unit_pages(const struct ooc_plan *plan, const struct ooc_pass *pass, int64_t number, struct pgd_page *pages);

#ifdef __cplusplus
}
#endif

#endif
