/* SPDX-License-Identifier: Apache-2.0 */
/* Orders: opening, execution and cancellation, and their effects on money and shares. */
#include "ledger.h"
#include "state.h"

#include <stdlib.h>

struct xch_order *xch_order_find(struct xch_ledger *ledger, uint64_t id) {
    const uint32_t place = xch_map_find(&ledger->order_places, id);
    return place == XCH_NONE ? NULL : &ledger->orders[place];
}

uint32_t xch_order_places(const struct xch_ledger *ledger) {
    return (uint32_t)ledger->order_count;
}

const struct xch_order *xch_order_at(const struct xch_ledger *ledger, uint32_t place) {
    return ledger->orders[place].id == 0 ? NULL : &ledger->orders[place];
}

struct xch_order_row xch_order_row_of(const struct xch_ledger *ledger, const struct xch_order *order) {
    return (struct xch_order_row){.id = order->id,
                                  .account = ledger->accounts[order->account].id,
                                  .symbol = order->symbol,
                                  .amount = order->amount,
                                  .price = order->price,
                                  .remaining = order->remaining,
                                  .opened = order->opened,
                                  .closed = order->closed,
                                  .state = order->state};
}

uint64_t xch_last_entry(const struct xch_ledger *ledger) {
    return ledger->last_entry;
}

uint64_t xch_last_order(const struct xch_ledger *ledger) {
    return ledger->last_order;
}

uint64_t xch_open_orders(const struct xch_ledger *ledger) {
    return ledger->open_orders;
}

uint64_t xch_closed_orders(const struct xch_ledger *ledger) {
    return ledger->closed_orders;
}

void xch_order_touch(struct xch_ledger *ledger, struct xch_order *order) {
    if (order->changed)
        return;
    order->changed = true;
    xch_places_add(ledger, &ledger->changed_orders, (uint32_t)(order - ledger->orders));
}

/* Returns a free place, or XCH_NONE. */
static uint32_t free_place(struct xch_ledger *ledger) {
    if (ledger->free_orders.count > 0)
        return ledger->free_orders.at[--ledger->free_orders.count];
    struct xch_order *const at = xch_room(ledger, ledger->orders, ledger->order_count, &ledger->order_room, sizeof *at);
    if (at == NULL)
        return XCH_NONE;
    ledger->orders = at;
    return (uint32_t)ledger->order_count++;
}

struct xch_order *xch_order_new(struct xch_ledger *ledger, uint64_t id) {
    const uint32_t place = free_place(ledger);
    if (place == XCH_NONE)
        return NULL;
    struct xch_order *const order = &ledger->orders[place];
    *order = (struct xch_order){.id = id};
    if (xch_map_add(&ledger->order_places, id, place) != 0) {
        ledger->broken = true;
        return NULL;
    }
    ledger->open_orders++;
    return order;
}

static bool pays(const struct xch_ledger *ledger, uint32_t account, xch_money cost) {
    return ledger->accounts[account].balance >= cost;
}

static bool delivers(const struct xch_ledger *ledger, uint32_t account, uint32_t symbol, int64_t shares) {
    const uint32_t position = xch_position_find(ledger, account, symbol);
    return position != XCH_NONE && ledger->positions[position].shares >= shares;
}

xch_refusal xch_order_check(const struct xch_ledger *ledger, uint32_t account, uint32_t symbol, int64_t amount,
                            int64_t price) {
    if (amount == 0)
        return XCH_AMOUNT_ZERO;
    if (amount < -XCH_MOST_SHARES || amount > XCH_MOST_SHARES)
        return XCH_AMOUNT_BOUND;
    if (price <= 0)
        return XCH_LIMIT_BELOW;
    if (price > XCH_MOST_PRICE)
        return XCH_LIMIT_BOUND;
    if (account == XCH_NONE)
        return XCH_NO_ACCOUNT;
    if (symbol == XCH_NONE)
        return XCH_NO_SYMBOL;
    if (amount > 0)
        return pays(ledger, account, xch_cost(amount, price)) ? XCH_DONE : XCH_SHORT_MONEY;
    return delivers(ledger, account, symbol, -amount) ? XCH_DONE : XCH_SHORT_SHARES;
}

/* Moves money, or shares, of ORDER from free to reserved; with SHARES below 0, back. */
static void reserve(struct xch_ledger *ledger, const struct xch_order *order, int64_t shares) {
    if (order->amount > 0) {
        struct xch_account *const account = &ledger->accounts[order->account];
        account->balance -= xch_cost(shares, order->price);
        account->reserved += xch_cost(shares, order->price);
        xch_account_touch(ledger, order->account);
        return;
    }
    const uint32_t place = xch_position_find(ledger, order->account, order->symbol);
    ledger->positions[place].shares -= shares;
    ledger->positions[place].reserved += shares;
    xch_position_touch(ledger, place);
}

struct xch_order *xch_order_open(struct xch_ledger *ledger, uint32_t account, uint32_t symbol, int64_t amount,
                                 int64_t price) {
    struct xch_order *const order = xch_order_new(ledger, ledger->last_order + 1);
    if (order == NULL)
        return NULL;
    order->account = account;
    order->symbol = symbol;
    order->amount = amount;
    order->price = price;
    order->remaining = amount < 0 ? -amount : amount;
    order->opened = ledger->now;
    ledger->last_order = order->id;
    reserve(ledger, order, order->remaining);
    xch_order_touch(ledger, order);
    xch_entry_add(ledger, (struct xch_entry){.kind = XCH_ENTRY_ORDER,
                                             .account = ledger->accounts[account].id,
                                             .order = order->id,
                                             .amount = amount,
                                             .price = price,
                                             .symbol = symbol});
    return order;
}

static void close_order(struct xch_ledger *ledger, struct xch_order *order, xch_state state) {
    order->state = (uint8_t)state;
    order->closed = ledger->now;
    ledger->open_orders--;
    ledger->closed_orders++;
}

void xch_order_fill(struct xch_ledger *ledger, struct xch_order *order, const struct xch_fill *fill) {
    size_t room = order->fill_room;
    struct xch_fill *const at = xch_room(ledger, order->fills, order->fill_count, &room, sizeof *at);
    if (at == NULL)
        return;
    order->fills = at;
    order->fill_room = (uint32_t)room;
    at[order->fill_count++] = *fill;
}

static void add_execution(struct xch_ledger *ledger, const struct xch_order *buy, const struct xch_order *sell,
                          int64_t shares, int64_t price) {
    struct xch_trade *const at =
        xch_room(ledger, ledger->executions, ledger->execution_count, &ledger->execution_room, sizeof *at);
    if (at == NULL)
        return;
    if (ledger->execution_entry != ledger->last_entry)
        ledger->execution_seq = 0;
    ledger->execution_entry = ledger->last_entry;
    ledger->executions = at;
    at[ledger->execution_count++] = (struct xch_trade){.number = ledger->last_entry,
                                                       .seq = ledger->execution_seq++,
                                                       .buy_order = buy->id,
                                                       .sell_order = sell->id,
                                                       .shares = shares,
                                                       .price = price,
                                                       .at = ledger->now,
                                                       .symbol = buy->symbol};
}

/* Moves money to the seller, shares to the buyer, and the buyer's difference back to the buyer. */
static void settle(struct xch_ledger *ledger, const struct xch_order *buy, const struct xch_order *sell, int64_t shares,
                   int64_t price) {
    const uint32_t bought = xch_position_make(ledger, buy->account, buy->symbol);
    const uint32_t sold = xch_position_find(ledger, sell->account, sell->symbol);
    if (bought == XCH_NONE)
        return;
    struct xch_account *const buyer = &ledger->accounts[buy->account];
    buyer->reserved -= xch_cost(shares, buy->price);
    buyer->balance += xch_cost(shares, buy->price - price);
    ledger->accounts[sell->account].balance += xch_cost(shares, price);
    ledger->positions[sold].reserved -= shares;
    ledger->positions[bought].shares += shares;
    xch_account_touch(ledger, buy->account);
    xch_account_touch(ledger, sell->account);
    xch_position_touch(ledger, sold);
    xch_position_touch(ledger, bought);
}

static void execute(struct xch_ledger *ledger, struct xch_order *order, int64_t shares, int64_t price) {
    order->remaining -= shares;
    xch_order_fill(ledger, order, &(struct xch_fill){.shares = shares, .price = price, .at = ledger->now});
    xch_order_touch(ledger, order);
    if (order->remaining == 0)
        close_order(ledger, order, XCH_EXECUTED);
}

/* Says whether an order can give SHARES to a trade. */
static bool has_open(const struct xch_order *order, int64_t shares) {
    return order != NULL && order->state == XCH_OPEN && order->remaining >= shares;
}

void xch_order_trade(struct xch_ledger *ledger, uint64_t taker, uint64_t maker, int64_t shares) {
    struct xch_order *const incoming = xch_order_find(ledger, taker), *const resting = xch_order_find(ledger, maker);
    if (!has_open(incoming, shares) || !has_open(resting, shares)) {
        ledger->broken = true;
        return;
    }
    struct xch_order *const buy = incoming->amount > 0 ? incoming : resting;
    struct xch_order *const sell = buy == incoming ? resting : incoming;
    const int64_t price = resting->price;
    settle(ledger, buy, sell, shares, price);
    add_execution(ledger, buy, sell, shares, price);
    execute(ledger, resting, shares, price);
    execute(ledger, incoming, shares, price);
}

xch_refusal xch_cancel_check(struct xch_ledger *ledger, uint64_t account, uint64_t id, struct xch_order **order) {
    if (xch_account_find(ledger, account) == XCH_NONE)
        return XCH_NO_ACCOUNT;
    if (id == 0 || id > ledger->last_order)
        return XCH_NO_ORDER;
    *order = xch_order_find(ledger, id);
    if (*order == NULL)
        return XCH_STORED;
    return xch_cancel_refusal((xch_state)(*order)->state, ledger->accounts[(*order)->account].id == account);
}

xch_refusal xch_cancel_refusal(xch_state state, bool own) {
    if (!own)
        return XCH_OTHERS_ORDER;
    switch (state) {
    case XCH_OPEN:
        return XCH_DONE;
    case XCH_EXECUTED:
        return XCH_EXECUTED_FULLY;
    case XCH_CANCELED:
        break;
    }
    return XCH_CANCELED_BEFORE;
}

void xch_order_cancel(struct xch_ledger *ledger, struct xch_order *order) {
    reserve(ledger, order, -order->remaining);
    xch_order_touch(ledger, order);
    close_order(ledger, order, XCH_CANCELED);
    xch_entry_add(ledger, (struct xch_entry){.kind = XCH_ENTRY_CANCEL,
                                             .account = ledger->accounts[order->account].id,
                                             .order = order->id,
                                             .symbol = order->symbol});
}
