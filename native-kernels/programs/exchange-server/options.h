/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EXCHANGE_SERVER_OPTIONS_H
#define EXCHANGE_SERVER_OPTIONS_H

#include "base/failure.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct options {
    const char *database, *password_file, *listen, *socket;
    uint64_t port, shards, refs, most_bytes, most_connections, idle;
    bool length_line, refuse_own, no_store, replace, help;
};

/* Reads the arguments. Returns STATUS_OK, or fills F. */
int options_take(int argc, char **argv, struct options *options, struct sw_failure *f);

void options_explain(FILE *out);

#endif
