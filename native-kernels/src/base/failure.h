/* SPDX-License-Identifier: Apache-2.0 */
/* The failure of a program: the exit status, a message, and a hint for the user. */
#ifndef SLIPWAY_BASE_FAILURE_H
#define SLIPWAY_BASE_FAILURE_H

#include <stdbool.h>
#include <stdio.h>

/* Exit statuses. */
enum {
    STATUS_OK = 0,
    STATUS_USAGE = 2,
    STATUS_FILE = 3,    /* an input cannot be read: missing, cut off, damaged */
    STATUS_CONTENT = 4, /* an input can be read but has invalid contents */
    STATUS_COMPUTE = 5, /* the run cannot be computed: memory, covariance, too few scenarios or days */
    STATUS_OUTPUT = 6,  /* an output cannot be written; no output is left behind */
    STATUS_MPI = 7
};

struct sw_failure {
    int status; /* STATUS_OK: no failure */
    char text[512];
    char hint[256]; /* may be empty */
    bool alone; /* in a program of many ranks: only this rank knows of the failure, and others may wait for this rank */
};

/* Fills F, replacing its contents. HINT may be NULL. Returns STATUS. */
int sw_fail(struct sw_failure *f, int status, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/*
 * Fills F with a lack of memory of this rank only: no collective call may follow on this rank, not even to close a
 * file. Returns STATUS_COMPUTE.
 */
int sw_fail_alone(struct sw_failure *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints the message and the hint to standard error, after the name of the program. */
void sw_failure_print(const char *program, const struct sw_failure *f);

/*
 * Prints a table of the exit statuses up to LAST, for the help of a program. OWN has LAST + 1 texts: the meaning of a
 * status for this program, or NULL for the common meaning; OWN may be NULL.
 */
void sw_statuses_print(FILE *out, int last, const char *const own[]);

#endif
