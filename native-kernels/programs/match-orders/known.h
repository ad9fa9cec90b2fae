/* SPDX-License-Identifier: Apache-2.0 */
/* The handles of orders by instrument and id, for messages that name an order by id. */
#ifndef MATCH_ORDERS_KNOWN_H
#define MATCH_ORDERS_KNOWN_H

#include "slipway/orderbook.h"

#include <stdbool.h>

struct known_order {
    uint64_t id, handle; /* BOOK_NO_HANDLE: no entry */
    uint32_t instrument;
};

/* A table. All zero is empty. Entries of former orders stay until the table is full: the table then asks the book which
 * orders still rest, and grows only if most do. Memory: 24 bytes an entry, at most 4 entries for each resting order. */
struct known {
    struct known_order *orders; /* open addressing */
    size_t size, count;
};

/* Returns the handle of an order that rests in BOOK, or BOOK_NO_HANDLE. */
uint64_t known_find(const struct known *known, const struct book *book, uint32_t instrument, uint64_t id);

/* Keeps the handle of an order, replacing an earlier one. Returns false without memory. */
bool known_add(struct known *known, const struct book *book, struct known_order order);

void known_free(struct known *known);

#endif
