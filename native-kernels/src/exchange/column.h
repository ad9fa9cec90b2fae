/* SPDX-License-Identifier: Apache-2.0 */
/* A column of values in PostgreSQL's binary form of an array, so that one statement inserts many rows by unnest. */
#ifndef SLIPWAY_EXCHANGE_COLUMN_H
#define SLIPWAY_EXCHANGE_COLUMN_H

#include "amount.h"

#include <stdbool.h>

/* The types of elements, by PostgreSQL's permanent numbers (pg_type.dat). */
typedef enum {
    XCH_BYTEA = 17,
    XCH_BIGINT = 20,
    XCH_INTEGER = 23,
    XCH_TEXT = 25,
    XCH_TIME = 1184, /* timestamptz */
    XCH_NUMERIC = 1700
} xch_type;

struct xch_column {
    char *bytes;
    size_t count, room; /* of bytes */
    uint32_t rows;
    bool failed; /* memory was short, or the column would exceed 512 MB: the column is useless until it begins again */
};

/* Empties the column, and begins an array of that type. Reuses the room of earlier rows. */
void xch_column_begin(struct xch_column *column, xch_type type);

void xch_column_null(struct xch_column *column);
void xch_column_bigint(struct xch_column *column, int64_t value);
void xch_column_integer(struct xch_column *column, int32_t value);
void xch_column_time(struct xch_column *column, int64_t microseconds);             /* since 1970 */
void xch_column_bytes(struct xch_column *column, const void *bytes, size_t count); /* of bytea and text */
void xch_column_amount(struct xch_column *column, int64_t units);                  /* numeric, of 4 decimals */
void xch_column_money(struct xch_column *column, xch_money units);                 /* numeric, of 8 decimals */

/* Ends the array: `bytes` and `count` are then a parameter. Returns 0, or -1 if memory was short. */
int xch_column_end(struct xch_column *column);

void xch_column_free(struct xch_column *column);

#endif
