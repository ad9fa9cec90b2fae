/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ledger of the exchange: what happened, numbered, and the money and shares that follow from it. It knows no
 * protocol and no database, and no order book: who matches (shard.h) tells it what traded.
 *
 * Entries. All that has an effect is an entry: a symbol or an account is created, an account gets shares, an order is
 * opened, an order is canceled. Entries have the numbers 1, 2, 3 and so on, and times that never go back. A replay of
 * the entries, one by one, gives the same state again; executions follow from the entries. What is refused has no
 * entry.
 *
 * Money and shares. An account has a balance, which is free, and what is reserved for its open buys; a position has
 * shares, which are free, and those that are reserved in open sells. Balances and reserves add up to the money that was
 * created; shares and their reserves to the shares. Nothing is ever below 0.
 *
 * Orders. Those that are open are kept, with their executions. One that has closed is kept until its row is stored
 * (xch_ledger_stored), so that it is always either here or there.
 *
 * Changes. The ledger notes what has changed; xch_ledger_cut hands out all that has changed since the last cut.
 *
 * Memory. Without memory a call leaves the ledger broken (xch_ledger_broken): it may lack a part of what happened, and
 * whoever uses it has to stop and to begin again from what is stored.
 *
 * Threads. A caller holds the lock (xch_ledger_lock) for each call and for as long as it uses what a call has returned.
 * The texts of symbols stay where they are, and need no lock.
 */
#ifndef SLIPWAY_EXCHANGE_LEDGER_H
#define SLIPWAY_EXCHANGE_LEDGER_H

#include "exchange/amount.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { XCH_SYMBOL_BYTES = 33, XCH_NONE = UINT32_MAX };

/* The symbols that a ledger can have. */
#define XCH_MOST_SYMBOLS UINT32_C(16777216)

/* The largest number of an account: the database keeps it as a bigint. */
#define XCH_MOST_ACCOUNT UINT64_C(9223372036854775807)

/* The money that all accounts may be created with, together: no sum of balances can pass 128 bits. */
#define XCH_MOST_CREATED (XCH_MOST_MONEY * 1000000)

typedef enum { XCH_ENTRY_SYMBOL, XCH_ENTRY_ACCOUNT, XCH_ENTRY_SHARES, XCH_ENTRY_ORDER, XCH_ENTRY_CANCEL } xch_kind;

/* Why an item is refused, or XCH_DONE. */
typedef enum {
    XCH_DONE,
    XCH_NO_ACCOUNT,
    XCH_ACCOUNT_KNOWN,
    XCH_ACCOUNT_BOUND,
    XCH_BALANCE_NEGATIVE,
    XCH_BALANCE_BOUND,
    XCH_NO_SYMBOL,
    XCH_SYMBOL_BOUND,
    XCH_SHARES_NEGATIVE,
    XCH_SHARES_BOUND,
    XCH_AMOUNT_ZERO,
    XCH_AMOUNT_BOUND,
    XCH_LIMIT_BELOW,
    XCH_LIMIT_BOUND,
    XCH_SHORT_MONEY,
    XCH_SHORT_SHARES,
    XCH_OWN_ORDER,
    XCH_NO_ORDER,
    XCH_OTHERS_ORDER,
    XCH_CANCELED_BEFORE,
    XCH_EXECUTED_FULLY,
    XCH_MEMORY,
    XCH_STORED,      /* no refusal: the order has closed, and only the store knows it */
    XCH_OTHER_SHARD, /* no refusal: the order's symbol is another shard's, which is to be asked */
    XCH_DAMAGED      /* of a replay: the entry does not follow from those before it */
} xch_refusal;

struct xch_entry {
    uint64_t number;
    int64_t at; /* microseconds since 1970-01-01 UTC */
    uint64_t account;
    uint64_t order;  /* of ORDER and CANCEL */
    xch_money money; /* of ACCOUNT: the balance */
    int64_t amount;  /* of SHARES and ORDER; below 0: a sell */
    int64_t price;   /* of ORDER */
    uint32_t symbol; /* of SYMBOL, SHARES, ORDER and CANCEL; else XCH_NONE */
    uint8_t kind;    /* xch_kind */
};

/* A part of an order that was executed, as its owner sees it. */
struct xch_fill {
    int64_t shares, price, at;
};

struct xch_trade {
    uint64_t number; /* of the entry */
    uint64_t buy_order, sell_order;
    int64_t shares, price, at;
    uint32_t seq; /* 0, 1, 2 within the entry */
    uint32_t symbol;
};

struct xch_account {
    uint64_t id;
    xch_money balance, reserved;
    bool changed;
};

struct xch_position {
    uint32_t account; /* its place, not its number */
    uint32_t symbol;
    int64_t shares, reserved;
    bool changed;
};

typedef enum { XCH_OPEN, XCH_EXECUTED, XCH_CANCELED } xch_state;

struct xch_order {
    uint64_t id;
    uint64_t handle;   /* in its book */
    int64_t amount;    /* below 0: a sell */
    int64_t price;     /* the limit */
    int64_t remaining; /* shares, not below 0: open, or canceled */
    int64_t opened, closed;
    struct xch_fill *fills;
    uint32_t fill_count, fill_room;
    uint32_t account; /* its place */
    uint32_t symbol;
    uint8_t state; /* xch_state */
    bool changed;
};

struct xch_position_row {
    uint64_t account;
    uint32_t symbol;
    int64_t shares, reserved;
};

struct xch_order_row {
    uint64_t id, account;
    uint32_t symbol;
    int64_t amount, price, remaining, opened, closed;
    uint8_t state; /* xch_state */
};

struct xch_ledger;

/* Returns an empty ledger, or NULL without memory. The caller ends it with xch_ledger_free, which accepts NULL. */
struct xch_ledger *xch_ledger_new(void);
void xch_ledger_free(struct xch_ledger *ledger);

/* Lets the ledger have MOST symbols, up to XCH_MOST_SYMBOLS, which it may have unless told otherwise. */
void xch_ledger_bound(struct xch_ledger *ledger, uint32_t most_symbols);

bool xch_ledger_broken(const struct xch_ledger *ledger);

void xch_ledger_lock(struct xch_ledger *ledger);
void xch_ledger_unlock(struct xch_ledger *ledger);

/* Returns the reason of a refusal as a text for its error answer. Static; never NULL. */
const char *xch_refusal_text(xch_refusal refusal);

/* --- what there is --- */

/* Return the place of a symbol or an account, or XCH_NONE. */
uint32_t xch_symbol_find(const struct xch_ledger *ledger, const char *symbol);
uint32_t xch_account_find(const struct xch_ledger *ledger, uint64_t id);

const char *xch_symbol_text(const struct xch_ledger *ledger, uint32_t symbol);
const struct xch_account *xch_account_at(const struct xch_ledger *ledger, uint32_t account);

/* Returns the order of that number while the ledger has it, else NULL; valid until an order is opened or stored. */
struct xch_order *xch_order_find(struct xch_ledger *ledger, uint64_t id);

struct xch_order_row xch_order_row_of(const struct xch_ledger *ledger, const struct xch_order *order);

/* How many there are; the places count from 0. Positions and orders are visited by place for tests and the audit. */
uint32_t xch_symbols(const struct xch_ledger *ledger);
uint32_t xch_accounts(const struct xch_ledger *ledger);
uint32_t xch_positions(const struct xch_ledger *ledger);
const struct xch_position *xch_position_at(const struct xch_ledger *ledger, uint32_t position);

/* Returns the position of an account, by its place, in a symbol, or NULL. */
const struct xch_position *xch_position_of(const struct xch_ledger *ledger, uint32_t account, uint32_t symbol);

/* How many places orders have; the order at one, or NULL where there is none. */
uint32_t xch_order_places(const struct xch_ledger *ledger);
const struct xch_order *xch_order_at(const struct xch_ledger *ledger, uint32_t place);

uint64_t xch_last_entry(const struct xch_ledger *ledger); /* its number; 0: there is none */
uint64_t xch_last_order(const struct xch_ledger *ledger);
uint64_t xch_open_orders(const struct xch_ledger *ledger);

/* Returns how many closed orders the ledger keeps because they are not stored. */
uint64_t xch_closed_orders(const struct xch_ledger *ledger);

/* --- what happens --- */

/* Sets the time, in microseconds, that the next entries have; an earlier one than before changes nothing. */
void xch_ledger_time(struct xch_ledger *ledger, int64_t now);

/* Creates a symbol; one that is there is no refusal, and no entry. */
xch_refusal xch_create_symbol(struct xch_ledger *ledger, const char *symbol);

xch_refusal xch_create_account(struct xch_ledger *ledger, uint64_t id, xch_money balance);

/* Adds shares to a position; creates the symbol, too. */
xch_refusal xch_create_shares(struct xch_ledger *ledger, const char *symbol, uint64_t account, int64_t shares);

/* Checks whether the account can open this order; changes nothing. */
xch_refusal xch_order_check(const struct xch_ledger *ledger, uint32_t account, uint32_t symbol, int64_t amount,
                            int64_t price);

/*
 * Opens an order that xch_order_check has let pass: reserves money or shares, and gives the order its number. Then each
 * execution is told with xch_order_trade. Returns NULL without memory.
 */
struct xch_order *xch_order_open(struct xch_ledger *ledger, uint32_t account, uint32_t symbol, int64_t amount,
                                 int64_t price);

/* Settles SHARES of TAKER against the order MAKER, at MAKER's price. Leaves the ledger broken where one of them is not
 * open with as many shares. */
void xch_order_trade(struct xch_ledger *ledger, uint64_t taker, uint64_t maker, int64_t shares);

/* Checks whether ACCOUNT, a number, can cancel the order; *order is then it. XCH_STORED: ask the store. */
xch_refusal xch_cancel_check(struct xch_ledger *ledger, uint64_t account, uint64_t id, struct xch_order **order);

/* Says whether a cancellation of an order in STATE is refused; OWN: it is of the account that asks. */
xch_refusal xch_cancel_refusal(xch_state state, bool own);

/* Cancels an open order and gives back what it has reserved. */
void xch_order_cancel(struct xch_ledger *ledger, struct xch_order *order);

/* --- entries --- */

struct xch_entries {
    struct xch_entry *at;
    size_t count, room;
};

/* Hands out the entries since the last call: the caller's ENTRIES, which are empty, and the ledger's change places. */
void xch_ledger_take(struct xch_ledger *ledger, struct xch_entries *entries);

/* Does ENTRY again, but for orders and cancellations, which need the book (xch_shard_replay). */
xch_refusal xch_ledger_replay(struct xch_ledger *ledger, const struct xch_entry *entry);

/* From now on, the entries that come about are not kept for xch_ledger_take, or are again: for a replay. */
void xch_ledger_replaying(struct xch_ledger *ledger, bool replaying);

/* --- changes --- */

/* All that has changed up to an entry, as it then was. All zero is an empty cut. */
struct xch_cut {
    uint64_t as_of, last_order;
    int64_t at; /* the time of the entry AS_OF */
    struct xch_account *accounts;
    struct xch_position_row *positions;
    struct xch_order_row *orders;
    struct xch_trade *executions;
    uint32_t *closed; /* places of orders that xch_ledger_stored lets go */
    size_t account_count, position_count, order_count, execution_count, closed_count;
    uint32_t symbols_from, symbols_to; /* the places of symbols that are new */
};

/* Hands out the changes since the last cut. Returns 0, or -1 without memory; the ledger is then broken. The caller ends
 * CUT with xch_cut_free. */
int xch_ledger_cut(struct xch_ledger *ledger, struct xch_cut *cut);

/* Lets go of the orders that are closed in CUT, whose rows are stored. */
void xch_ledger_stored(struct xch_ledger *ledger, const struct xch_cut *cut);

void xch_cut_free(struct xch_cut *cut);

/* --- a start --- */

/* Put into an empty ledger what is stored as of an entry: symbols and accounts first, then positions, then open orders
 * with their executions. Return XCH_DONE, XCH_MEMORY, or XCH_DAMAGED where a row contradicts those before it;
 * xch_load_symbol also XCH_SYMBOL_BOUND. */
xch_refusal xch_load_symbol(struct xch_ledger *ledger, const char *symbol);
xch_refusal xch_load_account(struct xch_ledger *ledger, const struct xch_account *account);
xch_refusal xch_load_position(struct xch_ledger *ledger, const struct xch_position_row *position);
xch_refusal xch_load_order(struct xch_ledger *ledger, const struct xch_order_row *row);
xch_refusal xch_load_fill(struct xch_ledger *ledger, uint64_t order, const struct xch_fill *fill);
void xch_load_end(struct xch_ledger *ledger, uint64_t as_of, uint64_t last_order, int64_t at);

#endif
