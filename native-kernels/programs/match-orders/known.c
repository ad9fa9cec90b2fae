/* SPDX-License-Identifier: Apache-2.0 */
#include "known.h"

#include <stdlib.h>

enum { FIRST_SIZE = 1024 };

/* Returns the entry of an order, or the entry to add it. */
static struct known_order *entry(const struct known *known, uint32_t instrument, uint64_t id) {
    const uint64_t hash = (id + instrument * UINT64_C(0xbf58476d1ce4e5b9)) * UINT64_C(0x9e3779b97f4a7c15);
    size_t place = (size_t)(hash >> 20) & (known->size - 1);
    while (known->orders[place].handle != BOOK_NO_HANDLE &&
           (known->orders[place].id != id || known->orders[place].instrument != instrument))
        place = (place + 1) & (known->size - 1);
    return &known->orders[place];
}

static bool rests(const struct book *book, uint64_t handle) {
    struct book_order order;
    return handle != BOOK_NO_HANDLE && book_look(book, handle, &order) == BOOK_OK;
}

uint64_t known_find(const struct known *known, const struct book *book, uint32_t instrument, uint64_t id) {
    if (known->size == 0)
        return BOOK_NO_HANDLE;
    const uint64_t handle = entry(known, instrument, id)->handle;
    return rests(book, handle) ? handle : BOOK_NO_HANDLE;
}

/* Makes a table of the resting orders, which take at most a quarter of it. */
static bool renew(struct known *known, const struct book *book) {
    size_t resting = 0, size = FIRST_SIZE;
    for (size_t i = 0; i < known->size; i++)
        resting += rests(book, known->orders[i].handle);
    while (size < 4 * (resting + 1))
        size *= 2;
    struct known fresh = {.orders = calloc(size, sizeof *fresh.orders), .size = size, .count = resting};
    if (fresh.orders == NULL)
        return false;
    for (size_t i = 0; i < known->size; i++)
        if (rests(book, known->orders[i].handle))
            *entry(&fresh, known->orders[i].instrument, known->orders[i].id) = known->orders[i];
    free(known->orders);
    *known = fresh;
    return true;
}

bool known_add(struct known *known, const struct book *book, struct known_order order) {
    if (known->count + 1 > known->size / 2 && !renew(known, book))
        return false;
    struct known_order *place = entry(known, order.instrument, order.id);
    known->count += place->handle == BOOK_NO_HANDLE;
    *place = order;
    return true;
}

void known_free(struct known *known) {
    free(known->orders);
    *known = (struct known){.orders = NULL};
}
