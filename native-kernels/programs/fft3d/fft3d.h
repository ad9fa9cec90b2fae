/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the options and functions that the files of fft3d share. */
#ifndef SLIPWAY_FFT3D_H
#define SLIPWAY_FFT3D_H

#include "base/failure.h"
#include "slipway/oocfft.h"

#include <complex.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { CHUNK_ELEMENTS = 1 << 16, MAX_DISKS = 64 };

/* The options of the command line. */
struct options {
    const char *input, *output, *data, *checkpoint, *resume, *remove, *disks_text, *size_text, *page_text, *memory_text;
    const char *spectrum, *slice, *figures, *summary, *trace;
    uint64_t seed, servers, threads;
    bool generate; /* --generate was given */
    bool parameter_given;
    bool inverse, roundtrip, barriers, explain, check, help;
    int filter, plan;
    double parameter; /* of the filter */
    double rate;      /* of the disks, MB/s; 0: measured */
    /* taken apart: */
    int64_t size[3], page[3]; /* 0: not given */
    uint64_t memory;
    char *disks_room; /* a copy of the text, into which the next ones point; stays to the end of the program */
    char *disks[MAX_DISKS];
    size_t disk_count;
    ooc_task task;
};

/* Takes the command line. Returns the status of F. */
int take_options(int argc, char **argv, struct options *options, struct sw_failure *f);
void print_help(FILE *out);

/* Fill F with the error of a library. */
int ooc_failed(const struct ooc_error *error, struct sw_failure *f);
int pgd_failed(const struct pgd_error *error, struct sw_failure *f);

/* Returns how many elements an array of SIZE has. */
static inline int64_t elements_of(const int64_t size[3]) {
    return size[0] * size[1] * size[2];
}

#endif
