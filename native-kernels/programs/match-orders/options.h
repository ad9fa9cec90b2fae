/* SPDX-License-Identifier: Apache-2.0 */
/* What the command line says. */
#ifndef MATCH_ORDERS_OPTIONS_H
#define MATCH_ORDERS_OPTIONS_H

#include "base/failure.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct options {
    uint64_t random;    /* orders; 0: none asked for */
    const char *input;  /* the first file; the others are FILES */
    const char *make;   /* a file to be made */
    const char *replay; /* a message store */
    uint64_t until;     /* its message up to which it is replayed; 0: all */
    uint64_t messages, seed, instruments;
    bool plain, lobster, help; /* with `help`, nothing else needs to be right */
    const char *trades, *book; /* outputs, or NULL */
    char **files;
    int file_count;
};

int take_arguments(int argc, char **argv, struct options *options, struct sw_failure *f);
void explain_options(FILE *out);

#endif
