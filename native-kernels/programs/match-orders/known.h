/* SPDX-License-Identifier: Apache-2.0 */
/* The handles of orders by instrument and id, for messages that name an order by its id. */
#ifndef MATCH_ORDERS_KNOWN_H
#define MATCH_ORDERS_KNOWN_H

#include "slipway/orderbook.h"

#include <stdbool.h>

struct known_order {
    uint64_t id, handle; /* BOOK_NO_HANDLE: no entry */
    uint32_t instrument;
};

/* All zero is an empty table. Entries of orders that are gone stay until the table is full: it asks the book which
 * still rest, and grows only where most do. Memory: 24 bytes an entry, at most 4 entries for each order that rests. */
struct known {
    struct known_order *orders; /* open addressing */
    size_t size, count;
};

/* Returns the handle of an order that rests in BOOK, or BOOK_NO_HANDLE. */
uint64_t known_find(const struct known *known, const struct book *book, uint32_t instrument, uint64_t id);

/* Keeps the handle of an order, in place of one that it had before. Returns false without memory. */
bool known_add(struct known *known, const struct book *book, struct known_order order);

void known_free(struct known *known);

#endif
