/* SPDX-License-Identifier: Apache-2.0 */
#include "ledger.h"

#include "base/rows.h"

#include <stdlib.h>
#include <string.h>

int ledger_new(struct ledger *ledger, uint32_t instruments) {
    *ledger = (struct ledger){.sides = calloc(instruments, sizeof *ledger->sides), .instruments = instruments};
    if (ledger->sides == NULL)
        return -1;
    for (uint32_t i = 0; i < instruments; i++)
        ledger->sides[i][1].ask = true;
    return 0;
}

static void free_orders(struct resting *order) {
    while (order != NULL) {
        struct resting *next = order->next;
        free(order);
        order = next;
    }
}

void ledger_free(struct ledger *ledger) {
    for (uint32_t i = 0; ledger->sides != NULL && i < ledger->instruments; i++)
        for (int ask = 0; ask < 2; ask++) {
            struct side *side = &ledger->sides[i][ask];
            for (size_t l = 0; l < side->count; l++)
                free_orders(side->levels[l].first);
            free(side->levels);
        }
    free_orders(ledger->spare);
    free(ledger->sides);
    *ledger = (struct ledger){.sides = NULL};
}

struct level *ledger_best(const struct ledger *ledger, uint32_t instrument, bool ask) {
    const struct side *side = &ledger->sides[instrument][ask];
    return side->count == 0 ? NULL : &side->levels[side->count - 1];
}

/* Returns whether a level at PRICE comes before one at OTHER, that is, whether PRICE is the worse. */
static bool stands_before(const struct side *side, int64_t price, int64_t other) {
    return side->ask ? price > other : price < other;
}

/* Returns the place of a level of PRICE, or the place to insert it. */
static size_t place_of(const struct side *side, int64_t price) {
    size_t low = 0, high = side->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (stands_before(side, side->levels[middle].price, price))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct resting *new_order(struct ledger *ledger) {
    struct resting *order = ledger->spare;
    if (order == NULL)
        return malloc(sizeof *order);
    ledger->spare = order->next;
    return order;
}

static int insert_level(struct side *side, size_t place, struct level level) {
    struct level *levels = sw_rows_grow(side->levels, &side->room, side->count + 1, sizeof *levels);
    if (levels == NULL)
        return -1;
    side->levels = levels;
    memmove(levels + place + 1, levels + place, (side->count - place) * sizeof *levels);
    levels[place] = level;
    side->count++;
    return 0;
}

int ledger_rest(struct ledger *ledger, uint32_t instrument, bool ask, uint64_t id, int64_t price, int64_t volume) {
    struct side *side = &ledger->sides[instrument][ask];
    struct resting *order = new_order(ledger);
    if (order == NULL)
        return -1;
    *order = (struct resting){id, volume, NULL};
    const size_t place = place_of(side, price);
    if (place < side->count && side->levels[place].price == price) {
        side->levels[place].last->next = order;
        side->levels[place].last = order;
    } else if (insert_level(side, place, (struct level){price, order, order}) != 0) {
        free(order);
        return -1;
    }
    ledger->resting++;
    return 0;
}

void ledger_take(struct ledger *ledger, uint32_t instrument, bool ask, int64_t volume) {
    struct side *side = &ledger->sides[instrument][ask];
    struct level *best = &side->levels[side->count - 1];
    struct resting *order = best->first;
    order->volume -= volume;
    if (order->volume > 0)
        return;
    best->first = order->next;
    order->next = ledger->spare;
    ledger->spare = order;
    ledger->resting--;
    if (best->first == NULL)
        side->count--;
}
