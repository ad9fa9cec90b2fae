/* SPDX-License-Identifier: Apache-2.0 */
#include "recorder.h"

#include "base/rows.h"

#include <stdlib.h>
#include <string.h>

void record_events(void *context, const struct book_event *events, size_t count) {
    struct recorder *recorder = context;
    struct book_event *grown = sw_rows_grow(recorder->events, &recorder->room, recorder->count + count, sizeof *events);
    if (grown == NULL)
        abort();
    recorder->events = grown;
    memcpy(grown + recorder->count, events, count * sizeof *events);
    recorder->count += count;
}

void recorder_clear(struct recorder *recorder) {
    recorder->count = 0;
}

void recorder_free(struct recorder *recorder) {
    free(recorder->events);
    *recorder = (struct recorder){.events = NULL};
}

void count_events(struct counts *counts, const struct book_event *events, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const struct book_event *event = &events[i];
        if (event->kind == BOOK_TRADE_MAKER) {
            counts->fills++;
            counts->notional += event->price * event->volume;
        }
        counts->trade_confirmations += event->kind == BOOK_TRADE_MAKER || event->kind == BOOK_TRADE_TAKER;
        counts->order_confirmations += event->kind == BOOK_CONFIRMED;
        counts->quotes += event->kind == BOOK_QUOTE;
    }
}
