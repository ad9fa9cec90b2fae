/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the command line. */
#ifndef MATCH_ORDERS_OPTIONS_H
#define MATCH_ORDERS_OPTIONS_H

#include "base/failure.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct options {
    uint64_t random;    /* orders; 0: not requested */
    const char *input;  /* the first file; the others are FILES */
    const char *make;   /* a file to be made */
    const char *replay; /* a message store */
    uint64_t until;     /* message up to which the store is replayed; 0: all */
    uint64_t messages, seed, instruments;
    bool plain, lobster, help; /* with `help`, other options may be wrong */
    const char *trades, *book; /* outputs, or NULL */
    char **files;
    int file_count;
};

int take_arguments(int argc, char **argv, struct options *options, struct sw_failure *f);
void explain_options(FILE *out);

#endif
