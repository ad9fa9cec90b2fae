/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a ledger, for the files of the ledger only. */
#ifndef SLIPWAY_EXCHANGE_STATE_H
#define SLIPWAY_EXCHANGE_STATE_H

#include "base/names.h"
#include "ledger.h"
#include "map.h"

#include <pthread.h>

enum { SYMBOL_BLOCK = 4096, SYMBOL_BLOCKS = XCH_MOST_SYMBOLS / SYMBOL_BLOCK };

/* An array of places. */
struct places {
    uint32_t *at;
    size_t count, room;
};

struct xch_ledger {
    pthread_mutex_t lock;
    bool broken;
    bool replaying;
    int64_t now, last_at; /* of the next entries, and of the last one */
    uint64_t last_entry, last_order;
    xch_money created; /* the money of all accounts */
    uint64_t open_orders, closed_orders;

    struct sw_names names; /* of symbols */
    uint32_t most_symbols;
    char (*symbols[SYMBOL_BLOCKS])[XCH_SYMBOL_BYTES];
    int64_t *issued; /* the shares of each symbol, over all accounts */
    size_t issued_room;

    struct xch_account *accounts;
    size_t account_count, account_room;
    struct xch_map account_places;

    struct xch_position *positions;
    size_t position_count, position_room;
    struct xch_map position_places; /* by account and symbol */

    struct xch_order *orders;
    size_t order_count, order_room; /* `order_count` places have been used */
    struct places free_orders;
    struct xch_map order_places;

    struct xch_entries entries; /* since the last xch_ledger_take */

    /* since the last cut */
    struct places changed_accounts, changed_positions, changed_orders;
    struct xch_trade *executions;
    size_t execution_count, execution_room;
    uint32_t symbols_cut;
    uint64_t execution_entry; /* entry of the last execution, for its seq */
    uint32_t execution_seq;
};

/* Makes room for one more element in an array of *ROOM elements of BYTES, COUNT of them taken. Returns the array; NULL
 * without memory, and the ledger is then broken. */
void *xch_room(struct xch_ledger *ledger, void *array, size_t count, size_t *room, size_t bytes);

void xch_places_add(struct xch_ledger *ledger, struct places *places, uint32_t place);

/* Note a change of an account or a position. */
void xch_account_touch(struct xch_ledger *ledger, uint32_t account);
void xch_position_touch(struct xch_ledger *ledger, uint32_t position);
void xch_order_touch(struct xch_ledger *ledger, struct xch_order *order);

/* Return the place of a position. For a missing position xch_position_find returns XCH_NONE, xch_position_make makes
 * it. */
uint32_t xch_position_find(const struct xch_ledger *ledger, uint32_t account, uint32_t symbol);
uint32_t xch_position_make(struct xch_ledger *ledger, uint32_t account, uint32_t symbol);

/* Says whether a symbol is new and beyond the limit. */
bool xch_symbol_is_too_many(const struct xch_ledger *ledger, const char *symbol);

/* Returns the place of a symbol, and adds an unknown symbol; XCH_NONE without memory. */
uint32_t xch_symbol_add(struct xch_ledger *ledger, const char *symbol);

/* Adds an entry with the next number and the ledger's time. */
void xch_entry_add(struct xch_ledger *ledger, struct xch_entry entry);

/* Returns an order of zeros at a new place; NULL without memory. */
struct xch_order *xch_order_new(struct xch_ledger *ledger, uint64_t id);

/* Adds an execution to the executions of ORDER. */
void xch_order_fill(struct xch_ledger *ledger, struct xch_order *order, const struct xch_fill *fill);

#endif
