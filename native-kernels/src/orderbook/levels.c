/* SPDX-License-Identifier: Apache-2.0 */
#include "levels.h"

#include "base/rows.h"

#include <stdlib.h>

enum { MOST_NODES = 1 << (32 - LEVEL_BITS - 1) }; /* so that levels and numbers of branches fit 32 bits */

void book_levels_begin(struct levels *levels) {
    *levels = (struct levels){.leaf_free = NO_NODE, .branch_free = NO_NODE};
}

void book_levels_end(struct levels *levels) {
    free(levels->leaves);
    free(levels->branches);
}

/* Grows one of the two arrays. */
static void *grow(void *nodes, uint32_t *room, size_t size) {
    size_t capacity = *room;
    if (capacity >= MOST_NODES)
        return NULL;
    void *grown = sw_rows_grow(nodes, &capacity, capacity + 1, size);
    if (grown != NULL)
        *room = (uint32_t)capacity;
    return grown;
}

bool book_levels_grow(struct levels *levels) {
    if (levels->leaf_free == NO_NODE && levels->leaf_used == levels->leaf_room) {
        struct leaf *leaves = grow(levels->leaves, &levels->leaf_room, sizeof *leaves);
        if (leaves == NULL)
            return false;
        levels->leaves = leaves;
    }
    if (levels->branch_free == NO_NODE && levels->branch_used == levels->branch_room) {
        struct branch *branches = grow(levels->branches, &levels->branch_room, sizeof *branches);
        if (branches == NULL)
            return false;
        levels->branches = branches;
    }
    return true;
}

static uint32_t take_leaf(struct levels *levels) {
    const uint32_t leaf = levels->leaf_free;
    if (leaf == NO_NODE)
        return levels->leaf_used++;
    levels->leaf_free = levels->leaves[leaf].parent;
    return leaf;
}

static uint32_t take_branch(struct levels *levels) {
    const uint32_t branch = levels->branch_free;
    if (branch == NO_NODE)
        return levels->branch_used++;
    levels->branch_free = levels->branches[branch].parent;
    return branch;
}

static uint64_t key_of_node(const struct levels *levels, uint32_t node) {
    return (node & NODE_IS_BRANCH) != 0 ? levels->branches[node & ~NODE_IS_BRANCH].key : levels->leaves[node].key;
}

static uint32_t *parent_of(struct levels *levels, uint32_t node) {
    return (node & NODE_IS_BRANCH) != 0 ? &levels->branches[node & ~NODE_IS_BRANCH].parent
                                        : &levels->leaves[node].parent;
}

static uint32_t place_in(const struct branch *branch, uint64_t key) {
    return (uint32_t)(key >> branch->shift) % LEVEL_FANOUT;
}

static void adopt(struct levels *levels, uint32_t number, uint32_t node) {
    struct branch *branch = &levels->branches[number];
    const uint32_t place = place_in(branch, key_of_node(levels, node));
    branch->taken |= UINT32_C(1) << place;
    branch->child[place] = node;
    *parent_of(levels, node) = number;
}

/* Returns the shift of the branch over two different keys: that of their highest differing bits. */
static uint32_t shift_of(uint64_t difference) {
    const uint32_t highest = 63 - (uint32_t)__builtin_clzll(difference);
    return highest - highest % LEVEL_BITS;
}

/* Replaces NODE by a new branch over NODE and a leaf of KEY. Returns the number of the branch. */
static uint32_t split(struct levels *levels, uint32_t *root, uint32_t node, uint64_t key) {
    const uint32_t shift = shift_of(key_of_node(levels, node) ^ key), number = take_branch(levels);
    const uint32_t parent = *parent_of(levels, node);
    struct branch *branch = &levels->branches[number];
    branch->shift = shift;
    branch->taken = 0;
    branch->parent = NO_NODE;
    /* The key without the bits that choose a child, and without all lower bits; a shift by 64 or more would be
     * undefined. */
    branch->key = shift + LEVEL_BITS < 64 ? key >> (shift + LEVEL_BITS) << (shift + LEVEL_BITS) : 0;
    if (parent == NO_NODE)
        *root = number | NODE_IS_BRANCH;
    else
        adopt(levels, parent, number | NODE_IS_BRANCH);
    adopt(levels, number, node);
    return number;
}

uint32_t book_leaf_add(struct levels *levels, uint32_t *root, uint32_t instrument, uint64_t key) {
    const uint32_t number = take_leaf(levels);
    struct leaf *leaf = &levels->leaves[number];
    uint32_t node = *root, parent = NO_NODE;
    leaf->key = key - key % LEVEL_FANOUT;
    leaf->taken = 0;
    leaf->instrument = instrument;
    leaf->parent = NO_NODE;
    if (node == NO_NODE) {
        *root = number;
        return number;
    }
    while ((node & NODE_IS_BRANCH) != 0) {
        const struct branch *branch = &levels->branches[node & ~NODE_IS_BRANCH];
        if (((branch->key ^ key) >> branch->shift) >= LEVEL_FANOUT)
            break;
        parent = node & ~NODE_IS_BRANCH;
        if ((branch->taken >> place_in(branch, key) & 1) == 0) {
            adopt(levels, parent, number);
            return number;
        }
        node = branch->child[place_in(branch, key)];
    }
    parent = split(levels, root, node, leaf->key);
    adopt(levels, parent, number);
    return number;
}

void book_leaf_drop(struct levels *levels, uint32_t *root, uint32_t leaf) {
    const uint32_t parent = levels->leaves[leaf].parent;
    const uint64_t key = levels->leaves[leaf].key;
    levels->leaves[leaf].parent = levels->leaf_free;
    levels->leaf_free = leaf;
    if (parent == NO_NODE) {
        *root = NO_NODE;
        return;
    }
    struct branch *branch = &levels->branches[parent];
    branch->taken &= ~(UINT32_C(1) << place_in(branch, key));
    if ((branch->taken & (branch->taken - 1)) != 0)
        return;
    /* the only child that is left replaces the branch */
    const uint32_t child = branch->child[__builtin_ctz(branch->taken)], above = branch->parent;
    branch->parent = levels->branch_free;
    levels->branch_free = parent;
    *parent_of(levels, child) = above;
    if (above == NO_NODE)
        *root = child;
    else
        adopt(levels, above, child);
}

static uint32_t lowest_of(uint32_t bits) {
    return (uint32_t)__builtin_ctz(bits);
}

static uint32_t highest_of(uint32_t bits) {
    return 31 - (uint32_t)__builtin_clz(bits);
}

/* Returns the bits below, or above, a place. */
static uint32_t below(uint32_t bits, uint32_t place) {
    return bits & ((UINT32_C(1) << place) - 1);
}

static uint32_t above(uint32_t bits, uint32_t place) {
    return bits & ~((UINT32_C(2) << place) - 1);
}

/* Climbs from a leaf until a branch has a child on the wanted side, and then goes down. */
static uint32_t next_leaf(const struct levels *levels, uint32_t leaf, bool upwards) {
    const uint64_t key = levels->leaves[leaf].key;
    for (uint32_t parent = levels->leaves[leaf].parent; parent != NO_NODE;) {
        const struct branch *branch = &levels->branches[parent];
        uint32_t bits =
            upwards ? above(branch->taken, place_in(branch, key)) : below(branch->taken, place_in(branch, key));
        if (bits == 0) {
            parent = branch->parent;
            continue;
        }
        uint32_t node = branch->child[upwards ? lowest_of(bits) : highest_of(bits)];
        while ((node & NODE_IS_BRANCH) != 0) {
            branch = &levels->branches[node & ~NODE_IS_BRANCH];
            node = branch->child[upwards ? lowest_of(branch->taken) : highest_of(branch->taken)];
        }
        return node;
    }
    return NO_NODE;
}

uint32_t book_level_below(const struct levels *levels, uint32_t level) {
    const uint32_t leaf = level / LEVEL_FANOUT, bits = below(levels->leaves[leaf].taken, level % LEVEL_FANOUT);
    if (bits != 0)
        return leaf * LEVEL_FANOUT + highest_of(bits);
    const uint32_t next = next_leaf(levels, leaf, false);
    return next == NO_NODE ? NO_LEVEL : next * LEVEL_FANOUT + highest_of(levels->leaves[next].taken);
}

uint32_t book_level_above(const struct levels *levels, uint32_t level) {
    const uint32_t leaf = level / LEVEL_FANOUT, bits = above(levels->leaves[leaf].taken, level % LEVEL_FANOUT);
    if (bits != 0)
        return leaf * LEVEL_FANOUT + lowest_of(bits);
    const uint32_t next = next_leaf(levels, leaf, true);
    return next == NO_NODE ? NO_LEVEL : next * LEVEL_FANOUT + lowest_of(levels->leaves[next].taken);
}
