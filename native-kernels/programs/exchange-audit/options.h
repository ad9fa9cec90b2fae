/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EXCHANGE_AUDIT_OPTIONS_H
#define EXCHANGE_AUDIT_OPTIONS_H

#include "base/failure.h"

#include <stdbool.h>
#include <stdio.h>

struct options {
    const char *database, *password_file, *until, *executions, *prices;
    bool books, balances, tables, help;
};

/* Reads the arguments. Returns STATUS_OK, or fills F. */
int options_take(int argc, char **argv, struct options *options, struct sw_failure *f);

void options_explain(FILE *out);

#endif
