/* SPDX-License-Identifier: Apache-2.0 */
/* The changes since the last cut, and loading a ledger from stored rows. */
#include "ledger.h"
#include "state.h"

#include <stdlib.h>

/* Returns room for COUNT elements; never NULL unless memory is short. */
static void *rows_of(size_t count, size_t bytes) {
    return malloc(count > 0 ? count * bytes : 1);
}

static void cut_accounts(struct xch_ledger *ledger, struct xch_cut *cut) {
    for (size_t i = 0; i < ledger->changed_accounts.count; i++) {
        struct xch_account *const account = &ledger->accounts[ledger->changed_accounts.at[i]];
        account->changed = false;
        cut->accounts[i] = *account;
    }
    cut->account_count = ledger->changed_accounts.count;
    ledger->changed_accounts.count = 0;
}

static void cut_positions(struct xch_ledger *ledger, struct xch_cut *cut) {
    for (size_t i = 0; i < ledger->changed_positions.count; i++) {
        struct xch_position *const position = &ledger->positions[ledger->changed_positions.at[i]];
        position->changed = false;
        cut->positions[i] = (struct xch_position_row){.account = ledger->accounts[position->account].id,
                                                      .symbol = position->symbol,
                                                      .shares = position->shares,
                                                      .reserved = position->reserved};
    }
    cut->position_count = ledger->changed_positions.count;
    ledger->changed_positions.count = 0;
}

static void cut_orders(struct xch_ledger *ledger, struct xch_cut *cut) {
    for (size_t i = 0; i < ledger->changed_orders.count; i++) {
        const uint32_t place = ledger->changed_orders.at[i];
        struct xch_order *const order = &ledger->orders[place];
        order->changed = false;
        cut->orders[i] = xch_order_row_of(ledger, order);
        if (order->state != XCH_OPEN)
            cut->closed[cut->closed_count++] = place;
    }
    cut->order_count = ledger->changed_orders.count;
    ledger->changed_orders.count = 0;
}

int xch_ledger_cut(struct xch_ledger *ledger, struct xch_cut *cut) {
    *cut = (struct xch_cut){.as_of = ledger->last_entry,
                            .last_order = ledger->last_order,
                            .at = ledger->last_at,
                            .symbols_from = ledger->symbols_cut,
                            .symbols_to = ledger->names.count,
                            .accounts = rows_of(ledger->changed_accounts.count, sizeof *cut->accounts),
                            .positions = rows_of(ledger->changed_positions.count, sizeof *cut->positions),
                            .orders = rows_of(ledger->changed_orders.count, sizeof *cut->orders),
                            .closed = rows_of(ledger->changed_orders.count, sizeof *cut->closed),
                            .executions = ledger->executions,
                            .execution_count = ledger->execution_count};
    ledger->executions = NULL;
    ledger->execution_count = ledger->execution_room = 0;
    ledger->symbols_cut = ledger->names.count;
    if (cut->accounts == NULL || cut->positions == NULL || cut->orders == NULL || cut->closed == NULL) {
        xch_cut_free(cut);
        ledger->broken = true;
        return -1;
    }
    cut_accounts(ledger, cut);
    cut_positions(ledger, cut);
    cut_orders(ledger, cut);
    return 0;
}

void xch_ledger_stored(struct xch_ledger *ledger, const struct xch_cut *cut) {
    for (size_t i = 0; i < cut->closed_count; i++) {
        struct xch_order *const order = &ledger->orders[cut->closed[i]];
        xch_map_remove(&ledger->order_places, order->id);
        free(order->fills);
        *order = (struct xch_order){0};
        xch_places_add(ledger, &ledger->free_orders, cut->closed[i]);
    }
    ledger->closed_orders -= cut->closed_count;
}

void xch_cut_free(struct xch_cut *cut) {
    free(cut->accounts);
    free(cut->positions);
    free(cut->orders);
    free(cut->executions);
    free(cut->closed);
    *cut = (struct xch_cut){0};
}

/* --- a start --- */

xch_refusal xch_load_symbol(struct xch_ledger *ledger, const char *symbol) {
    if (xch_symbol_is_too_many(ledger, symbol))
        return XCH_SYMBOL_BOUND;
    return xch_symbol_add(ledger, symbol) == XCH_NONE ? XCH_MEMORY : XCH_DONE;
}

xch_refusal xch_load_position(struct xch_ledger *ledger, const struct xch_position_row *position) {
    const uint32_t account = xch_account_find(ledger, position->account);
    if (account == XCH_NONE || position->symbol >= ledger->names.count || position->shares < 0 ||
        position->reserved < 0 || position->shares > XCH_MOST_SHARES || position->reserved > XCH_MOST_SHARES ||
        ledger->issued[position->symbol] > XCH_MOST_SHARES - position->shares - position->reserved)
        return XCH_DAMAGED;
    const uint32_t place = xch_position_make(ledger, account, position->symbol);
    if (place == XCH_NONE)
        return XCH_MEMORY;
    ledger->positions[place].shares = position->shares;
    ledger->positions[place].reserved = position->reserved;
    ledger->issued[position->symbol] += position->shares + position->reserved;
    return XCH_DONE;
}

xch_refusal xch_load_order(struct xch_ledger *ledger, const struct xch_order_row *row) {
    const uint32_t account = xch_account_find(ledger, row->account);
    if (account == XCH_NONE || row->symbol >= ledger->names.count || row->amount == 0 || row->price <= 0 ||
        row->remaining <= 0 || row->id == 0 || xch_order_find(ledger, row->id) != NULL)
        return XCH_DAMAGED;
    struct xch_order *const order = xch_order_new(ledger, row->id);
    if (order == NULL)
        return XCH_MEMORY;
    order->account = account;
    order->symbol = row->symbol;
    order->amount = row->amount;
    order->price = row->price;
    order->remaining = row->remaining;
    order->opened = row->opened;
    return XCH_DONE;
}

xch_refusal xch_load_fill(struct xch_ledger *ledger, uint64_t order, const struct xch_fill *fill) {
    struct xch_order *const at = xch_order_find(ledger, order);
    if (at == NULL)
        return XCH_DAMAGED;
    xch_order_fill(ledger, at, fill);
    return ledger->broken ? XCH_MEMORY : XCH_DONE;
}

void xch_load_end(struct xch_ledger *ledger, uint64_t as_of, uint64_t last_order, int64_t at) {
    ledger->last_entry = as_of;
    ledger->last_order = last_order;
    ledger->now = ledger->last_at = at;
    ledger->symbols_cut = ledger->names.count;
}
