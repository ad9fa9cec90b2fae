/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the command line. */
#ifndef MAKE_BANK_OPTIONS_H
#define MAKE_BANK_OPTIONS_H

#include "bank.h"

#include <stdio.h>

struct options {
    const char *folder;
    double scale;
    uint64_t seed;
    bool tables, help; /* with `help`, other options may be wrong */
};

int take_arguments(int argc, char **argv, struct options *options, struct sw_failure *failure);
void explain_options(FILE *out);

#endif
