/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps all events of a book, to look at them afterwards. */
#ifndef SLIPWAY_TESTS_ORDERBOOK_RECORDER_H
#define SLIPWAY_TESTS_ORDERBOOK_RECORDER_H

#include "slipway/orderbook.h"

struct recorder {
    struct book_event *events;
    size_t count, room;
};

/* A book_take: CONTEXT is a recorder, at first all zero. */
void record_events(void *context, const struct book_event *events, size_t count);

/* Forgets the events. */
void recorder_clear(struct recorder *recorder);

void recorder_free(struct recorder *recorder);

/* The counts of the reports. */
struct counts {
    uint64_t fills, trade_confirmations, order_confirmations, quotes;
    int64_t notional;
};

void count_events(struct counts *counts, const struct book_event *events, size_t count);

#endif
