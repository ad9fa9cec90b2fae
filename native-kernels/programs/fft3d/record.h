/* SPDX-License-Identifier: Apache-2.0 */
/* The record of a run: progress during the run, and at the end the moved bytes by client, server, unit and phase. */
#ifndef SLIPWAY_FFT3D_RECORD_H
#define SLIPWAY_FFT3D_RECORD_H

#include "team.h"

#include "slipway/progress.h"

enum { RECORD_PHASE_BYTES = 32 };

struct record {
    const struct team *team;
    FILE *lines; /* the lines of the figures, in memory */
    char *text;
    size_t bytes;
    char phase[RECORD_PHASE_BYTES];
    int trace; /* descriptor of the trace; -1: no trace */
    struct slipway_progress progress;
    double of, done;     /* bytes that this client has to move and compute, and has moved and computed */
    double began, moved; /* `moved`: bytes of this run alone, for the rate */
    double phase_began, phase_processor; /* time and processor time at the beginning of the phase */
    uint64_t phase_bytes, phase_network;
};

/* Begins a record of a run in which this client has OF bytes to move and compute. TRACE is the path for record_trace,
 * or NULL. The caller ends RECORD with record_end. */
int record_begin(const struct team *team, double of, const char *trace, struct record *record, struct sw_failure *f);
void record_end(struct record *record);

/* Begins a phase. Adds a line for the phase before, with the bytes, seconds, processor seconds and network bytes of
 * this client. */
void record_phase(struct record *record, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a line for one unit: the step WHAT of the phase took SECONDS. */
void record_unit(struct record *record, const char *what, int64_t unit, uint64_t bytes, double seconds,
                 const struct pgd_box *box);

/* Appends a line to the trace, such as "begun 0 pass 1 17", in one write, so that the trace has the whole line if the
 * run is killed then. */
void record_trace(const struct record *record, const char *what, const char *verb, int pass, int64_t unit);

/* Adds a line for the work of a disk of SERVER in the phase. WHAT is "disk read" or "disk write". */
void record_disk(struct record *record, const char *what, size_t disk, int server, uint64_t bytes, double seconds);

/* Adds a line for the SECONDS of processor time that a server has used in the phase. */
void record_processor(struct record *record, int server, double seconds);

/* Adds BYTES to the network bytes between this client and servers of other hosts in the phase. */
void record_network(struct record *record, uint64_t bytes);

/* Adds BYTES to the finished bytes; SKIPPED says that an earlier run did that work. Writes a progress line if one is
 * due. */
void record_done(struct record *record, uint64_t bytes, bool skipped);

/* Writes the figures of all clients to PATH, unless PATH is NULL. Collective over the clients. */
int record_write(struct record *record, const char *path, struct sw_failure *f);

#endif
