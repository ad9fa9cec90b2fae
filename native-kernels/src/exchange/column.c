/* SPDX-License-Identifier: Apache-2.0 */
/* The forms are those of array_recv, numeric_recv and timestamptz_recv in PostgreSQL; all numbers are big-endian. */
#include "column.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEADER = 20, /* dimensions, whether there are NULLs, type, length, lower bound */
    NULLS_AT = 4,
    TYPE_AT = 8,
    LENGTH_AT = 12,
    BOUND_AT = 16,
    FIRST_ROOM = 4096,
    BASE = 10000, /* of a digit of numeric */
    MOST_DIGITS = 12,
    MOST_KEPT = 8 << 20,   /* room kept for the next rows */
    MOST_BYTES = 512 << 20 /* PostgreSQL takes a message of 1 GB */
};

/* Microseconds from 1970-01-01 to 2000-01-01, the start of PostgreSQL's count. */
static const int64_t epoch_2000 = INT64_C(946684800) * 1000000;

static void put_number(char *at, uint64_t value, size_t bytes) {
    for (size_t i = bytes; i-- > 0; value >>= 8)
        at[i] = (char)(value & 0xff);
}

/* Returns room for BYTES more, or NULL. */
static char *grow(struct xch_column *column, size_t bytes) {
    if (bytes > MOST_BYTES - column->count) {
        column->failed = true;
        return NULL;
    }
    if (column->room - column->count < bytes) {
        size_t room = column->room == 0 ? FIRST_ROOM : column->room;
        while (room - column->count < bytes)
            room *= 2;
        char *const moved = realloc(column->bytes, room);
        if (moved == NULL) {
            column->failed = true;
            return NULL;
        }
        column->bytes = moved;
        column->room = room;
    }
    char *const at = column->bytes + column->count;
    column->count += bytes;
    return at;
}

void xch_column_begin(struct xch_column *column, xch_type type) {
    if (column->room > MOST_KEPT)
        xch_column_free(column);
    column->count = 0;
    column->rows = 0;
    column->failed = false;
    char *const at = grow(column, HEADER);
    if (at == NULL)
        return;
    put_number(at, 1, 4);
    put_number(at + NULLS_AT, 0, 4);
    put_number(at + TYPE_AT, (uint64_t)type, 4);
    put_number(at + BOUND_AT, 1, 4);
}

/* Begins an element of that many bytes, and returns the place of the bytes; NULL without memory. */
static char *element(struct xch_column *column, size_t bytes) {
    char *const at = grow(column, 4 + bytes);
    if (at == NULL)
        return NULL;
    put_number(at, bytes, 4);
    column->rows++;
    return at + 4;
}

void xch_column_null(struct xch_column *column) {
    char *const at = grow(column, 4);
    if (at == NULL)
        return;
    put_number(at, UINT32_MAX, 4);
    put_number(column->bytes + NULLS_AT, 1, 4);
    column->rows++;
}

void xch_column_bigint(struct xch_column *column, int64_t value) {
    char *const at = element(column, 8);
    if (at != NULL)
        put_number(at, (uint64_t)value, 8);
}

void xch_column_integer(struct xch_column *column, int32_t value) {
    char *const at = element(column, 4);
    if (at != NULL)
        put_number(at, (uint32_t)value, 4);
}

void xch_column_time(struct xch_column *column, int64_t microseconds) {
    xch_column_bigint(column, microseconds - epoch_2000);
}

void xch_column_bytes(struct xch_column *column, const void *bytes, size_t count) {
    char *const at = element(column, count);
    if (at != NULL && count > 0)
        memcpy(at, bytes, count);
}

/* Writes a numeric of GROUPS groups of 4 decimals after the point. Groups of zeros at either end are left out. */
static void put_numeric(struct xch_column *column, xch_money units, int groups) {
    const bool negative = units < 0;
    unsigned __int128 value = negative ? -(unsigned __int128)units : (unsigned __int128)units;
    uint16_t digits[MOST_DIGITS];
    int count = 0, weight = -groups - 1;
    for (; value > 0; value /= BASE, weight++)
        if (count > 0 || value % BASE != 0)
            digits[count++] = (uint16_t)(value % BASE);
    char *const at = element(column, 8 + 2 * (size_t)count);
    if (at == NULL)
        return;
    put_number(at, (uint64_t)count, 2);
    put_number(at + 2, (uint64_t)(count == 0 ? 0 : weight), 2);
    put_number(at + 4, negative ? 0x4000 : 0, 2);
    put_number(at + 6, (uint64_t)(4 * groups), 2);
    for (int i = 0; i < count; i++)
        put_number(at + 8 + 2 * i, digits[count - 1 - i], 2);
}

void xch_column_amount(struct xch_column *column, int64_t units) {
    put_numeric(column, units, 1);
}

void xch_column_money(struct xch_column *column, xch_money units) {
    put_numeric(column, units, 2);
}

int xch_column_end(struct xch_column *column) {
    if (column->failed)
        return -1;
    put_number(column->bytes + LENGTH_AT, column->rows, 4);
    return 0;
}

void xch_column_free(struct xch_column *column) {
    free(column->bytes);
    *column = (struct xch_column){0};
}
