/* SPDX-License-Identifier: Apache-2.0 */
/* What the command line says. */
#ifndef MAKE_BANK_OPTIONS_H
#define MAKE_BANK_OPTIONS_H

#include "bank.h"

#include <stdio.h>

struct options {
    const char *folder;
    double scale;
    uint64_t seed;
    bool tables, help; /* with `help`, nothing else needs to be right */
};

int take_arguments(int argc, char **argv, struct options *options, struct sw_failure *failure);
void explain_options(FILE *out);

#endif
