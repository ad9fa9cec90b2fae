/* SPDX-License-Identifier: Apache-2.0 */
/* Rows that the instruments of a block share, found by a hash table with open addressing. */
#include "internal.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct prc_rows {
    size_t row;      /* doubles in a row */
    size_t room;     /* rows */
    size_t count;    /* rows in use */
    size_t mask;     /* slots - 1 */
    uint32_t *slots; /* 1 + the number of a row, or 0 */
    struct prc_row_key *keys;
    double *levels;
};

prc_err prc_rows_new(size_t scenarios, size_t count, struct prc_rows **rows, struct prc_error *error) {
    *rows = NULL;
    if (scenarios == 0 || count == 0 || count > UINT32_MAX / 4 || scenarios > UINT32_MAX)
        return prc_fail(error, PRC_ERR_ARGUMENT, "rows: %zu of %zu scenarios; there must be at least 1 of each", count,
                        scenarios);
    struct prc_rows *made = calloc(1, sizeof *made);
    if (made == NULL)
        return prc_fail(error, PRC_ERR_MEMORY, "no memory for shared rows");
    made->row = (scenarios + PRC_LANES - 1) / PRC_LANES * PRC_LANES;
    made->room = count;
    made->mask = 1;
    while (made->mask + 1 < 2 * count)
        made->mask = 2 * made->mask + 1;
    made->slots = calloc(made->mask + 1, sizeof *made->slots);
    made->keys = malloc(count * sizeof *made->keys);
    made->levels = aligned_alloc(PRC_SCRATCH_ALIGNMENT, count * made->row * sizeof(double));
    if (made->slots == NULL || made->keys == NULL || made->levels == NULL) {
        prc_rows_free(made);
        return prc_fail(error, PRC_ERR_MEMORY, "no memory for %zu shared rows of %zu scenarios", count, scenarios);
    }
    *rows = made;
    return PRC_OK;
}

void prc_rows_free(struct prc_rows *rows) {
    if (rows == NULL)
        return;
    free(rows->slots);
    free(rows->keys);
    free(rows->levels);
    free(rows);
}

void prc_rows_clear(struct prc_rows *rows) {
    memset(rows->slots, 0, (rows->mask + 1) * sizeof *rows->slots);
    rows->count = 0;
}

void prc_rows_make_room(struct prc_rows *rows) {
    if (rows->count > rows->room / 2)
        prc_rows_clear(rows);
}

size_t prc_rows_length(const struct prc_rows *rows) {
    return rows->row;
}

/* Mixes the bits of a key: the finisher of MurmurHash3 (Appleby, public domain), over the years and the numbers of the
 * key. */
static uint64_t hash(struct prc_row_key key) {
    uint64_t bits;
    memcpy(&bits, &key.years, sizeof bits);
    bits ^= (uint64_t)key.index * PRC_ROW_KINDS + key.kind;
    bits = (bits ^ bits >> 33) * 0xff51afd7ed558ccdULL;
    bits = (bits ^ bits >> 33) * 0xc4ceb9fe1a85ec53ULL;
    return bits ^ bits >> 33;
}

static int are_equal(struct prc_row_key a, struct prc_row_key b) {
    return a.kind == b.kind && a.index == b.index && a.years == b.years;
}

double *prc_rows_find(struct prc_rows *rows, struct prc_row_key key, int *is_filled) {
    size_t slot = hash(key) & rows->mask;
    while (rows->slots[slot] != 0 && !are_equal(rows->keys[rows->slots[slot] - 1], key))
        slot = (slot + 1) & rows->mask;
    *is_filled = rows->slots[slot] != 0;
    if (!*is_filled) {
        if (rows->count == rows->room)
            return NULL;
        rows->keys[rows->count++] = key;
        rows->slots[slot] = (uint32_t)rows->count;
    }
    return rows->levels + (rows->slots[slot] - 1) * rows->row;
}
