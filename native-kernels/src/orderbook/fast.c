/* SPDX-License-Identifier: Apache-2.0 */
/* Matching in the fast version. The loop is compiled once for each side, so that the code tests the side of an order
 * only once. */
#include "fast.h"

#include <stdlib.h>

#define INLINE static inline __attribute__((always_inline))

INLINE bool crosses(const struct sides *sides, book_side side, int64_t limit) {
    return side == BOOK_BID ? limit >= sides->best[BOOK_ASK] : limit <= sides->best[BOOK_BID];
}

/* Sets the best price of a side to the price of LEVEL. */
INLINE void set_best(struct fast *fast, struct sides *sides, book_side side, uint32_t level) {
    sides->level[side] = level;
    if (level != NO_LEVEL)
        sides->best[side] = book_price_of(&fast->levels, level);
    else
        sides->best[side] = side == BOOK_BID ? BOOK_NO_BID : BOOK_NO_ASK;
}

/* Removes an empty level from the tree. */
INLINE void drop_level(struct fast *fast, struct sides *sides, book_side side, uint32_t level) {
    struct leaf *leaf = book_leaf_of(&fast->levels, level);
    if (sides->level[side] == level)
        set_best(fast, sides, side,
                 side == BOOK_BID ? book_level_below(&fast->levels, level) : book_level_above(&fast->levels, level));
    leaf->taken &= ~(UINT32_C(1) << level % LEVEL_FANOUT);
    if (leaf->taken == 0)
        book_leaf_drop(&fast->levels, &sides->root, level / LEVEL_FANOUT);
}

INLINE void release(struct fast *fast, uint32_t slot) {
    if (fast->common.options.unique_ids)
        book_ids_remove(&fast->ids, &fast->slots, slot);
    book_slots_release(&fast->slots, slot);
    fast->common.resting--;
}

/* Trades with the resting orders at the best price of the other side. Returns the remaining volume. */
INLINE int64_t match_level(struct fast *fast, struct sides *sides, const struct book_order *order, book_side side,
                           int64_t volume) {
    const book_side other = side == BOOK_BID ? BOOK_ASK : BOOK_BID;
    const uint32_t number = sides->level[other];
    struct level *level = book_level_at(&fast->levels, number);
    const int64_t price = sides->best[other], before = volume;
    uint32_t slot = level->oldest;
    do {
        struct resting *maker = &fast->slots.at[slot];
        const int64_t traded = volume < maker->volume ? volume : maker->volume;
        const bool filled = volume >= maker->volume;
        *book_event_room(&fast->common) = (struct book_event){.kind = BOOK_TRADE_MAKER,
                                                              .side = (uint8_t)other,
                                                              .last = filled,
                                                              .instrument = order->instrument,
                                                              .order = maker->id,
                                                              .taker = order->id,
                                                              .price = price,
                                                              .volume = traded};
        volume -= traded;
        if (!filled) {
            maker->volume -= traded;
            break;
        }
        const uint32_t next = maker->next;
        release(fast, slot);
        slot = next;
    } while (volume > 0 && slot != NO_SLOT);
    *book_event_room(&fast->common) = (struct book_event){.kind = BOOK_TRADE_TAKER,
                                                          .side = (uint8_t)side,
                                                          .last = volume == 0,
                                                          .instrument = order->instrument,
                                                          .order = order->id,
                                                          .price = price,
                                                          .volume = before - volume};
    level->oldest = slot;
    if (slot == NO_SLOT)
        drop_level(fast, sides, other, number);
    return volume;
}

/* Puts VOLUME of an order behind all resting orders of the price. Returns the handle. The caller has called ready(). */
INLINE uint64_t rest(struct fast *fast, struct sides *sides, const struct book_order *order, book_side side,
                     int64_t volume) {
    const uint64_t key = book_key_of(order->price);
    const uint32_t slot = book_slots_take(&fast->slots), place = (uint32_t)key % LEVEL_FANOUT;
    struct resting *resting = &fast->slots.at[slot];
    uint32_t number = book_leaf_find(&fast->levels, sides->root, key);
    if (__builtin_expect(number == NO_NODE, 0))
        number = book_leaf_add(&fast->levels, &sides->root, order->instrument, key);
    struct leaf *leaf = &fast->levels.leaves[number];
    struct level *level = &leaf->at[place];
    const uint32_t level_number = number * LEVEL_FANOUT + place;
    if ((leaf->taken >> place & 1) != 0) {
        resting->prev = level->youngest;
        fast->slots.at[level->youngest].next = slot;
    } else {
        leaf->taken |= UINT32_C(1) << place;
        level->oldest = slot;
        if (side == BOOK_BID ? order->price > sides->best[BOOK_BID] : order->price < sides->best[BOOK_ASK]) {
            sides->best[side] = order->price;
            sides->level[side] = level_number;
        }
    }
    level->youngest = slot;
    resting->id = order->id;
    resting->volume = volume;
    resting->next = NO_SLOT;
    resting->level = level_number;
    fast->slots.owners[slot] = order->owner;
    fast->common.resting++;
    if (fast->common.options.unique_ids)
        book_ids_add(&fast->ids, &fast->slots, slot);
    return book_handle_of(slot, resting->generation);
}

INLINE bool ready(struct fast *fast) {
    return book_slots_ready(&fast->slots) && book_levels_ready(&fast->levels) &&
           (!fast->common.options.unique_ids || book_ids_ready(&fast->ids, &fast->slots));
}

/* Puts a quote if the best prices differ from SAVED. */
INLINE void put_quote(struct fast *fast, const struct sides *sides, const int64_t saved[2],
                      const struct book_order *order) {
    if (sides->best[BOOK_BID] != saved[BOOK_BID] || sides->best[BOOK_ASK] != saved[BOOK_ASK])
        *book_event_room(&fast->common) = (struct book_event){.kind = BOOK_QUOTE,
                                                              .side = order->side,
                                                              .instrument = order->instrument,
                                                              .order = order->id,
                                                              .ask = sides->best[BOOK_ASK],
                                                              .bid = sides->best[BOOK_BID]};
}

INLINE void put_order(struct fast *fast, book_event_kind kind, const struct book_order *order, int64_t volume) {
    *book_event_room(&fast->common) = (struct book_event){.kind = (uint8_t)kind,
                                                          .side = order->side,
                                                          .instrument = order->instrument,
                                                          .order = order->id,
                                                          .price = order->kind == BOOK_MARKET ? 0 : order->price,
                                                          .volume = volume};
}

/* Looks at the trades that an order would make, before any trade: for an order that must trade whole or not at all, or
 * that must not trade with orders of the same owner. */
struct outlook {
    bool all; /* of the volume of the order */
    bool own; /* with an order of the same owner */
};

static struct outlook look_ahead(const struct fast *fast, const struct sides *sides, const struct book_order *order) {
    const bool bid = order->side == BOOK_BID;
    const int64_t limit = book_limit_of(order);
    struct outlook outlook = {.all = false};
    int64_t left = order->volume;
    for (uint32_t level = sides->level[bid ? BOOK_ASK : BOOK_BID]; level != NO_LEVEL && left > 0;
         level = bid ? book_level_above(&fast->levels, level) : book_level_below(&fast->levels, level)) {
        const int64_t price = book_price_of(&fast->levels, level);
        if (bid ? price > limit : price < limit)
            break;
        for (uint32_t slot = book_level_at(&fast->levels, level)->oldest; slot != NO_SLOT && left > 0;
             slot = fast->slots.at[slot].next) {
            const int64_t volume = fast->slots.at[slot].volume;
            outlook.own |= order->owner != 0 && fast->slots.owners[slot] == order->owner;
            left = volume < left ? left - volume : 0;
        }
    }
    outlook.all = left == 0;
    return outlook;
}

/*
 * Matches an order, rests or drops the remaining volume, and fills RESULT. SAVED has the best prices before the call.
 */
INLINE void take_side(struct fast *fast, const struct book_order *order, book_side side, const int64_t saved[2],
                      struct book_result *result) {
    struct sides *sides = &fast->sides[order->instrument];
    const int64_t limit = book_limit_of(order);
    int64_t volume = order->volume;
    uint64_t handle = BOOK_NO_HANDLE;
    while (volume > 0 && crosses(sides, side, limit))
        volume = match_level(fast, sides, order, side, volume);
    const bool rests = volume > 0 && order->kind == BOOK_LIMIT;
    if (rests)
        handle = rest(fast, sides, order, side, volume);
    put_quote(fast, sides, saved, order);
    if (rests && volume == order->volume)
        put_order(fast, BOOK_CONFIRMED, order, volume);
    else if (volume > 0 && !rests)
        put_order(fast, BOOK_CANCELLED, order, volume);
    *result = (struct book_result){.handle = handle, .traded = order->volume - volume, .rests = rests ? volume : 0};
}

INLINE void take(struct fast *fast, const struct book_order *order, struct book_result *result) {
    const struct sides *sides = &fast->sides[order->instrument];
    const int64_t saved[2] = {sides->best[BOOK_BID], sides->best[BOOK_ASK]};
    if (order->side == BOOK_BID)
        take_side(fast, order, BOOK_BID, saved, result);
    else
        take_side(fast, order, BOOK_ASK, saved, result);
}

/* Takes an order that needs the outlook first. */
static book_err take_ahead(struct fast *fast, const struct book_order *order, struct book_result *result) {
    const struct outlook outlook = look_ahead(fast, &fast->sides[order->instrument], order);
    const bool killed = order->kind == BOOK_FOK && !outlook.all;
    if (!killed && outlook.own && fast->common.options.refuse_own)
        return BOOK_ERR_OWN;
    if (!killed) {
        take(fast, order, result);
        return BOOK_OK;
    }
    put_order(fast, BOOK_CANCELLED, order, order->volume);
    *result = (struct book_result){.handle = BOOK_NO_HANDLE};
    return BOOK_OK;
}

INLINE book_err submit_inline(struct fast *fast, const struct book_order *order, struct book_result *result) {
    if (!ready(fast))
        return BOOK_ERR_MEMORY;
    if (fast->common.options.unique_ids && book_ids_find(&fast->ids, &fast->slots, order->id) != NO_SLOT)
        return BOOK_ERR_DUPLICATE;
    if (order->kind == BOOK_FOK || fast->common.options.refuse_own)
        return take_ahead(fast, order, result);
    take(fast, order, result);
    return BOOK_OK;
}

static book_err submit(struct book *book, const struct book_order *order, struct book_result *result) {
    return submit_inline((struct fast *)book, order, result);
}

static book_err submit_all(struct book *book, const struct book_order *orders, size_t count, uint64_t *handles,
                           size_t *done) {
    struct book_result result;
    book_err code = BOOK_OK;
    size_t i;
    for (i = 0; i < count; i++) {
        code = book_refuse(&book->options, &orders[i]);
        if (code == BOOK_OK)
            code = submit_inline((struct fast *)book, &orders[i], &result);
        if (code != BOOK_OK)
            break;
        if (handles != NULL)
            handles[i] = result.handle;
    }
    *done = i;
    return code;
}

/* Removes a resting order from its level. */
static void unlink_order(struct fast *fast, struct sides *sides, book_side side, uint32_t slot) {
    const struct resting *order = &fast->slots.at[slot];
    const uint32_t number = order->level;
    struct level *level = book_level_at(&fast->levels, number);
    if (level->oldest == slot && level->youngest == slot) {
        drop_level(fast, sides, side, number);
    } else if (level->oldest == slot) {
        level->oldest = order->next;
    } else {
        fast->slots.at[order->prev].next = order->next;
        if (order->next == NO_SLOT)
            level->youngest = order->prev;
        else
            fast->slots.at[order->next].prev = order->prev;
    }
}

static book_err cancel(struct book *book, uint64_t handle) {
    struct fast *fast = (struct fast *)book;
    const uint32_t slot = book_slots_of(&fast->slots, handle);
    if (slot == NO_SLOT)
        return BOOK_ERR_HANDLE;
    const struct book_order order = book_order_in(fast, slot);
    struct sides *sides = &fast->sides[order.instrument];
    const int64_t saved[2] = {sides->best[BOOK_BID], sides->best[BOOK_ASK]};
    unlink_order(fast, sides, (book_side)order.side, slot);
    release(fast, slot);
    put_quote(fast, sides, saved, &order);
    put_order(fast, BOOK_CANCELLED, &order, order.volume);
    return BOOK_OK;
}

/* Removes an order from its place, and submits the order again as ORDER. */
static void move_order(struct fast *fast, uint32_t slot, const struct book_order *order, struct book_result *result) {
    struct sides *sides = &fast->sides[order->instrument];
    const int64_t saved[2] = {sides->best[BOOK_BID], sides->best[BOOK_ASK]};
    unlink_order(fast, sides, (book_side)order->side, slot);
    release(fast, slot);
    if (order->side == BOOK_BID)
        take_side(fast, order, BOOK_BID, saved, result);
    else
        take_side(fast, order, BOOK_ASK, saved, result);
}

static book_err replace(struct book *book, uint64_t handle, int64_t price, int64_t volume, struct book_result *result) {
    struct fast *fast = (struct fast *)book;
    const uint32_t slot = book_slots_of(&fast->slots, handle);
    if (slot == NO_SLOT)
        return BOOK_ERR_HANDLE;
    const struct book_order before = book_order_in(fast, slot);
    struct book_order order = before;
    order.price = price;
    order.volume = volume;
    if (!ready(fast))
        return BOOK_ERR_MEMORY;
    if (book->options.refuse_own && look_ahead(fast, &fast->sides[order.instrument], &order).own)
        return BOOK_ERR_OWN;
    put_order(fast, BOOK_REPLACED, &order, volume);
    if (price != before.price || volume > before.volume) {
        move_order(fast, slot, &order, result);
    } else {
        fast->slots.at[slot].volume = volume;
        *result = (struct book_result){.handle = handle, .rests = volume};
    }
    return BOOK_OK;
}

static book_err load(struct book *book, const struct book_order *order, uint64_t *handle) {
    struct fast *fast = (struct fast *)book;
    struct sides *sides = &fast->sides[order->instrument];
    const book_side side = (book_side)order->side;
    if (crosses(sides, side, order->price))
        return BOOK_ERR_CROSSED;
    if (!ready(fast))
        return BOOK_ERR_MEMORY;
    if (book->options.unique_ids && book_ids_find(&fast->ids, &fast->slots, order->id) != NO_SLOT)
        return BOOK_ERR_DUPLICATE;
    *handle = rest(fast, sides, order, side, order->volume);
    return BOOK_OK;
}

static struct book *make(const struct book_options *options) {
    struct fast *fast = calloc(1, sizeof *fast + options->instruments * sizeof fast->sides[0]);
    if (fast == NULL)
        return NULL;
    fast->slots.free = NO_SLOT;
    book_levels_begin(&fast->levels);
    for (uint32_t i = 0; i < options->instruments; i++)
        fast->sides[i] =
            (struct sides){.best = {BOOK_NO_BID, BOOK_NO_ASK}, .level = {NO_LEVEL, NO_LEVEL}, .root = NO_NODE};
    return &fast->common;
}

static void drop(struct book *book) {
    struct fast *fast = (struct fast *)book;
    free(fast->slots.at);
    free(fast->slots.owners);
    free(fast->ids.entries);
    book_levels_end(&fast->levels);
    free(fast);
}

const struct book_version book_fast_version = {
    .make = make,
    .drop = drop,
    .submit = submit,
    .submit_all = submit_all,
    .cancel = cancel,
    .replace = replace,
    .load = load,
    .find = book_fast_find,
    .look = book_fast_look,
    .best = book_fast_best,
    .visit = book_fast_visit,
    .bytes = book_fast_bytes,
    .check = book_fast_check,
};
