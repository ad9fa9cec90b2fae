/* SPDX-License-Identifier: Apache-2.0 */
/* What a run tells: progress while it runs; at its end by client, server, unit and phase what was moved. */
#ifndef SLIPWAY_FFT3D_RECORD_H
#define SLIPWAY_FFT3D_RECORD_H

#include "team.h"

enum { RECORD_PHASE_BYTES = 32 };

struct record {
    const struct team *team;
    FILE *lines; /* of the figures, in memory */
    char *text;
    size_t bytes;
    char phase[RECORD_PHASE_BYTES];
    int trace;                           /* a file that lines about units go to; -1: none */
    int progress;                        /* a file that progress lines go to; -1: nobody asks */
    double of, done;                     /* bytes that this client moves and computes, and has */
    double began, told, moved;           /* `moved`: bytes of this run alone, for the rate */
    double phase_began, phase_processor; /* the time, and the processor's time of this process, at its begin */
    uint64_t phase_bytes, phase_network;
};

/* Begins a record of a run in which this client has OF bytes to do. TRACE: a file for record_trace; may be NULL. */
int record_begin(const struct team *team, double of, const char *trace, struct record *record, struct sw_failure *f);
void record_end(struct record *record);

/* Writes no progress from now on: of checks, no record knows all that is left. */
void record_end_progress(struct record *record);

/* Begins a phase and ends the one before, of which a line stays: this client's bytes, seconds, processor's seconds and
 * bytes on the network. */
void record_phase(struct record *record, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a line of one unit: WHAT of the phase took SECONDS. */
void record_unit(struct record *record, const char *what, int64_t unit, uint64_t bytes, double seconds,
                 const struct pgd_box *box);

/* Appends a line to the trace, at once and whole, so that it is there when the run is killed: WHAT has become of a
 * unit, as "begun 0 pass 1 17". */
void record_trace(const struct record *record, const char *what, const char *verb, int pass, int64_t unit);

/* Adds a line of what a disk, which SERVER keeps, has done in the phase: WHAT is "disk read" or "disk write". */
void record_disk(struct record *record, const char *what, size_t disk, int server, uint64_t bytes, double seconds);

/* Adds a line of the processor's SECONDS that a server has used in the phase. */
void record_processor(struct record *record, int server, double seconds);

/* Notes that this client and servers of other hosts have sent each other BYTES more in the phase. */
void record_network(struct record *record, uint64_t bytes);

/* Notes that BYTES more are done, by an earlier run where SKIPPED; writes a progress line when one is due. */
void record_done(struct record *record, uint64_t bytes, bool skipped);

/* Writes the figures of all clients to PATH; NULL: nowhere. Collective over the clients. */
int record_write(struct record *record, const char *path, struct sw_failure *f);

#endif
