/* SPDX-License-Identifier: Apache-2.0 */
/* The price levels of a side, with the summed volumes of the resting orders. */
#include "internal.h"

struct levels {
    struct book_level *rows;
    size_t room, count;
};

static int add(void *context, const struct book_order *order, uint64_t handle) {
    struct levels *levels = context;
    (void)handle;
    if (levels->count == 0 || levels->rows[levels->count - 1].price != order->price) {
        if (levels->count == levels->room)
            return 1;
        levels->rows[levels->count++] = (struct book_level){.price = order->price};
    }
    struct book_level *row = &levels->rows[levels->count - 1];
    row->volume = order->volume > INT64_MAX - row->volume ? INT64_MAX : row->volume + order->volume;
    row->orders++;
    return 0;
}

size_t book_depth(const struct book *book, uint32_t instrument, book_side side, struct book_level *levels,
                  size_t room) {
    struct levels found = {.rows = levels, .room = room};
    book_visit(book, instrument, side, add, &found);
    return found.count;
}
