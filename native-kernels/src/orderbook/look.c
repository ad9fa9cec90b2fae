/* SPDX-License-Identifier: Apache-2.0 */
/* The resting orders of the fast version. */
#include "fast.h"

uint64_t book_fast_find(const struct book *book, uint64_t id) {
    const struct fast *fast = (const struct fast *)book;
    const uint32_t slot = book_ids_find(&fast->ids, &fast->slots, id);
    return slot == NO_SLOT ? BOOK_NO_HANDLE : book_handle_of(slot, fast->slots.at[slot].generation);
}

book_err book_fast_look(const struct book *book, uint64_t handle, struct book_order *order) {
    const struct fast *fast = (const struct fast *)book;
    const uint32_t slot = book_slots_of(&fast->slots, handle);
    if (slot == NO_SLOT)
        return BOOK_ERR_HANDLE;
    *order = book_order_in(fast, slot);
    return BOOK_OK;
}

void book_fast_best(const struct book *book, uint32_t instrument, int64_t *bid, int64_t *ask) {
    const struct sides *sides = &((const struct fast *)book)->sides[instrument];
    *bid = sides->best[BOOK_BID];
    *ask = sides->best[BOOK_ASK];
}

int book_fast_visit(const struct book *book, uint32_t instrument, book_side side, book_visitor visitor, void *context) {
    const struct fast *fast = (const struct fast *)book;
    const struct levels *levels = &fast->levels;
    for (uint32_t level = fast->sides[instrument].level[side]; level != NO_LEVEL;
         level = side == BOOK_BID ? book_level_below(levels, level) : book_level_above(levels, level))
        for (uint32_t slot = book_level_at(levels, level)->oldest; slot != NO_SLOT; slot = fast->slots.at[slot].next) {
            const struct book_order order = book_order_in(fast, slot);
            const int answer = visitor(context, &order, book_handle_of(slot, fast->slots.at[slot].generation));
            if (answer != 0)
                return answer;
        }
    /* Bids lie below asks in one tree, so the walk ends with the side. */
    return 0;
}

size_t book_fast_bytes(const struct book *book) {
    const struct fast *fast = (const struct fast *)book;
    return sizeof *fast + book->options.instruments * sizeof fast->sides[0] +
           fast->slots.room * (sizeof *fast->slots.at + sizeof *fast->slots.owners) +
           fast->levels.leaf_room * sizeof *fast->levels.leaves +
           fast->levels.branch_room * sizeof *fast->levels.branches + fast->ids.size * sizeof *fast->ids.entries;
}
