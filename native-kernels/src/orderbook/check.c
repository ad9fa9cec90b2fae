/* SPDX-License-Identifier: Apache-2.0 */
/* Checks all invariants of the fast version. */
#include "fast.h"

#include <inttypes.h>

/* The counts so far, and the current place of the check. */
struct look {
    const struct fast *fast;
    const struct sides *sides;
    uint32_t instrument;
    uint64_t orders, leaves, branches;
    int64_t best[2];
    char *text;
};

static book_err check_order(struct look *look, uint32_t level, uint32_t slot) {
    const struct fast *fast = look->fast;
    if (slot >= fast->slots.used)
        return book_damaged(look->text, "a level leads to slot %" PRIu32 ", which was never taken", slot);
    const struct resting *order = &fast->slots.at[slot];
    if (order->generation % 2 == 0)
        return book_damaged(look->text, "order %" PRIu64 " is in a level, and its slot is free", order->id);
    if (order->level != level)
        return book_damaged(look->text, "order %" PRIu64 " is in level %" PRIu32 " and names %" PRIu32, order->id,
                            level, order->level);
    if (order->volume <= 0 || order->volume > fast->common.options.most_volume)
        return book_damaged(look->text, "order %" PRIu64 " rests with a volume of %" PRId64, order->id, order->volume);
    if (fast->common.options.unique_ids && book_ids_find(&fast->ids, &fast->slots, order->id) != slot)
        return book_damaged(look->text, "order %" PRIu64 " rests, and the table of ids does not lead to it", order->id);
    if (++look->orders > fast->slots.used)
        return book_damaged(look->text, "the orders of level %" PRIu32 " are linked in a circle", level);
    return BOOK_OK;
}

static book_err check_level(struct look *look, uint32_t number) {
    const struct fast *fast = look->fast;
    const struct level *level = book_level_at(&fast->levels, number);
    const int64_t price = book_price_of(&fast->levels, number);
    const book_side side = book_side_at(look->sides, price);
    uint32_t last = NO_SLOT;
    if (side == BOOK_ASK && price < look->sides->best[BOOK_ASK])
        return book_damaged(look->text, "orders rest at %" PRId64 ", between the best prices", price);
    if (side == BOOK_BID ? price > look->best[BOOK_BID] : price < look->best[BOOK_ASK])
        look->best[side] = price;
    for (uint32_t slot = level->oldest; slot != NO_SLOT; slot = fast->slots.at[slot].next) {
        book_err code = check_order(look, number, slot);
        if (code != BOOK_OK)
            return code;
        if (last != NO_SLOT && fast->slots.at[slot].prev != last)
            return book_damaged(look->text, "order %" PRIu64 " does not lead back to the one before it",
                                fast->slots.at[slot].id);
        last = slot;
    }
    if (last == NO_SLOT || level->youngest != last)
        return book_damaged(look->text, "the level at %" PRId64 " is empty, or does not end with its youngest order",
                            price);
    return BOOK_OK;
}

static book_err check_leaf(struct look *look, uint32_t number, uint32_t parent) {
    const struct leaf *leaf = &look->fast->levels.leaves[number];
    book_err code = BOOK_OK;
    look->leaves++;
    if (leaf->parent != parent || leaf->instrument != look->instrument || leaf->key % LEVEL_FANOUT != 0 ||
        leaf->taken == 0)
        return book_damaged(look->text, "leaf %" PRIu32 " is empty, or not where it says", number);
    for (uint32_t place = 0; place < LEVEL_FANOUT && code == BOOK_OK; place++)
        if ((leaf->taken >> place & 1) != 0)
            code = check_level(look, number * LEVEL_FANOUT + place);
    return code;
}

/* Checks a node and the nodes below. Recursion is at most 13 deep, because each branch uses LEVEL_BITS of the 64 bits
 * of a key. */
static book_err check_node(struct look *look, uint32_t node, uint32_t parent) {
    if ((node & NODE_IS_BRANCH) == 0)
        return check_leaf(look, node, parent);
    const uint32_t number = node & ~NODE_IS_BRANCH;
    const struct branch *branch = &look->fast->levels.branches[number];
    book_err code = BOOK_OK;
    look->branches++;
    if (branch->parent != parent || (branch->taken & (branch->taken - 1)) == 0)
        return book_damaged(look->text, "branch %" PRIu32 " has fewer than two children, or another parent", number);
    for (uint32_t place = 0; place < LEVEL_FANOUT && code == BOOK_OK; place++) {
        if ((branch->taken >> place & 1) == 0)
            continue;
        const uint32_t child = branch->child[place], bare = child & ~NODE_IS_BRANCH;
        const struct levels *levels = &look->fast->levels;
        const bool is_branch = child != bare;
        const uint64_t key = is_branch ? levels->branches[bare].key : levels->leaves[bare].key;
        if ((key ^ branch->key) >> branch->shift != place ||
            (is_branch && levels->branches[bare].shift >= branch->shift))
            return book_damaged(look->text, "branch %" PRIu32 " has a child that is not below it", number);
        code = check_node(look, child, number);
    }
    return code;
}

static book_err check_sides(struct look *look) {
    const struct sides *sides = look->sides;
    look->best[BOOK_BID] = BOOK_NO_BID;
    look->best[BOOK_ASK] = BOOK_NO_ASK;
    book_err code = sides->root == NO_NODE ? BOOK_OK : check_node(look, sides->root, NO_NODE);
    if (code != BOOK_OK)
        return code;
    for (int side = BOOK_BID; side <= BOOK_ASK; side++) {
        const bool none = sides->level[side] == NO_LEVEL;
        if (look->best[side] != sides->best[side] ||
            none != (sides->best[side] == (side == BOOK_BID ? BOOK_NO_BID : BOOK_NO_ASK)) ||
            (!none && book_price_of(&look->fast->levels, sides->level[side]) != sides->best[side]))
            return book_damaged(look->text, "instrument %" PRIu32 ": the best price is %" PRId64 ", not %" PRId64,
                                look->instrument, look->best[side], sides->best[side]);
    }
    if (sides->best[BOOK_BID] >= sides->best[BOOK_ASK])
        return book_damaged(look->text, "instrument %" PRIu32 " is crossed", look->instrument);
    return BOOK_OK;
}

/* Checks that every slot, leaf and branch is either in use or in the list of free ones. */
static book_err check_room(const struct look *look) {
    const struct fast *fast = look->fast;
    uint64_t slots = 0, leaves = 0, branches = 0;
    for (uint32_t slot = fast->slots.free; slot != NO_SLOT && slots <= fast->slots.used; slots++) {
        if (fast->slots.at[slot].generation % 2 == 1)
            return book_damaged(look->text, "slot %" PRIu32 " is taken, and among the free ones", slot);
        slot = fast->slots.at[slot].next;
    }
    for (uint32_t leaf = fast->levels.leaf_free; leaf != NO_NODE && leaves <= fast->levels.leaf_used; leaves++)
        leaf = fast->levels.leaves[leaf].parent;
    for (uint32_t branch = fast->levels.branch_free; branch != NO_NODE && branches <= fast->levels.branch_used;
         branches++)
        branch = fast->levels.branches[branch].parent;
    if (look->orders != fast->common.resting || look->orders + slots != fast->slots.used)
        return book_damaged(look->text, "%" PRIu64 " orders rest and %" PRIu64 " slots are free, of %" PRIu32,
                            look->orders, slots, fast->slots.used);
    if (look->leaves + leaves != fast->levels.leaf_used || look->branches + branches != fast->levels.branch_used)
        return book_damaged(look->text, "leaves or branches are lost");
    if (fast->common.options.unique_ids && fast->ids.count != look->orders)
        return book_damaged(look->text, "the table of ids has %zu, and %" PRIu64 " orders rest", fast->ids.count,
                            look->orders);
    return BOOK_OK;
}

book_err book_fast_check(const struct book *book, char text[BOOK_ERROR_TEXT_BYTES]) {
    struct look look = {.fast = (const struct fast *)book, .text = text};
    book_err code = BOOK_OK;
    for (uint32_t i = 0; i < book->options.instruments && code == BOOK_OK; i++) {
        look.instrument = i;
        look.sides = &look.fast->sides[i];
        code = check_sides(&look);
    }
    return code == BOOK_OK ? check_room(&look) : code;
}
