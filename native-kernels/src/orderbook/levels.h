/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The price levels of the fast version: for each instrument a tree over all prices, of which only the used part exists.
 *
 * A leaf has 32 adjacent prices, each with the oldest and the youngest resting order, and a word with set bits for
 * prices with orders. Above the leaves are branches of 32 children; a branch that would have one child is left out (a
 * PATRICIA tree of 5 bits a step: Morrison, "PATRICIA", JACM 15(4), 1968). So a book of some neighbouring prices has
 * one branch over its leaves, and lone prices far from each other take one leaf and at most one branch each. The bits
 * of the words lead to the next better or worse price, without a walk over prices without orders.
 *
 * Bids and asks share the tree: no price has both, and all bids lie below all asks.
 */
#ifndef SLIPWAY_ORDERBOOK_LEVELS_H
#define SLIPWAY_ORDERBOOK_LEVELS_H

#include "slipway/orderbook.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LEVEL_BITS = 5, LEVEL_FANOUT = 1 << LEVEL_BITS, NO_LEVEL = UINT32_MAX, NO_NODE = UINT32_MAX };

/* A node number with this bit is a branch, otherwise a leaf. */
#define NODE_IS_BRANCH (UINT32_C(1) << 31)

/* The orders at one price. The fields have a meaning only if the bit of the price is set. */
struct level {
    uint32_t oldest, youngest;
};

struct leaf {
    uint64_t key; /* of the first price: the lowest LEVEL_BITS bits are 0 */
    uint32_t taken;
    uint32_t instrument;
    uint32_t parent; /* a branch, or NO_NODE; of a free leaf: the next free one */
    struct level at[LEVEL_FANOUT];
};

struct branch {
    uint64_t key; /* the common prefix of all keys below, followed by 0 */
    uint32_t taken;
    uint32_t shift;  /* of the bits that choose a child */
    uint32_t parent; /* as for a leaf */
    uint32_t child[LEVEL_FANOUT];
};

struct levels {
    struct leaf *leaves;
    struct branch *branches;
    uint32_t leaf_room, leaf_used, leaf_free;
    uint32_t branch_room, branch_used, branch_free;
};

/* Returns the leaf of a level. The number of a level is the number of its leaf times LEVEL_FANOUT, plus the place in
 * the leaf, and stays the same while orders rest. */
static inline struct leaf *book_leaf_of(const struct levels *levels, uint32_t level) {
    return &levels->leaves[level / LEVEL_FANOUT];
}

static inline struct level *book_level_at(const struct levels *levels, uint32_t level) {
    return &book_leaf_of(levels, level)->at[level % LEVEL_FANOUT];
}

/* Returns the key of a price: ordered like prices, but unsigned. */
static inline uint64_t book_key_of(int64_t price) {
    return (uint64_t)price ^ (UINT64_C(1) << 63);
}

static inline int64_t book_price_of(const struct levels *levels, uint32_t level) {
    return (int64_t)((book_leaf_of(levels, level)->key + level % LEVEL_FANOUT) ^ (UINT64_C(1) << 63));
}

/* Begin and end levels. New levels have no memory yet. */
void book_levels_begin(struct levels *levels);
void book_levels_end(struct levels *levels);

/* Makes room for one more leaf and branch. Returns false without memory; the levels then stay as they were. */
bool book_levels_grow(struct levels *levels);

/* Makes sure that there is room for one more level. */
static inline bool book_levels_ready(struct levels *levels) {
    const bool ready = (levels->leaf_free != NO_NODE || levels->leaf_used < levels->leaf_room) &&
                       (levels->branch_free != NO_NODE || levels->branch_used < levels->branch_room);
    return __builtin_expect(ready, 1) || book_levels_grow(levels);
}

/* Returns the leaf of KEY's price, or NO_NODE. */
static inline uint32_t book_leaf_find(const struct levels *levels, uint32_t root, uint64_t key) {
    uint32_t node = root;
    if (node == NO_NODE)
        return NO_NODE;
    while ((node & NODE_IS_BRANCH) != 0) {
        const struct branch *branch = &levels->branches[node & ~NODE_IS_BRANCH];
        const uint32_t place = (uint32_t)(key >> branch->shift) % LEVEL_FANOUT;
        if ((branch->taken >> place & 1) == 0)
            return NO_NODE;
        node = branch->child[place];
    }
    return (levels->leaves[node].key ^ key) < LEVEL_FANOUT ? node : NO_NODE;
}

/* Adds the leaf of KEY, which the tree of *ROOT does not have, and returns the number of the leaf. The caller has
 * called book_levels_ready. */
uint32_t book_leaf_add(struct levels *levels, uint32_t *root, uint32_t instrument, uint64_t key);

/* Removes an empty leaf. */
void book_leaf_drop(struct levels *levels, uint32_t *root, uint32_t leaf);

/*
 * Returns the next lower level of the same instrument, or NO_LEVEL. LEVEL may be empty, but its leaf must still exist.
 */
uint32_t book_level_below(const struct levels *levels, uint32_t level);

/* Returns the next higher level of the same instrument, or NO_LEVEL. */
uint32_t book_level_above(const struct levels *levels, uint32_t level);

#endif
