/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ledger of the exchange: numbered entries, and the money and shares that follow from them. The ledger knows no
 * protocol, no database and no order book: the shard that matches (shard.h) reports trades.
 *
 * Entries. Each effect is an entry: a symbol or an account is created, an account gets shares, an order is opened, an
 * order is canceled. Entries have the numbers 1, 2, 3 and so on, and times that never go back. A replay of the entries,
 * one by one, gives the same state again; executions follow from the entries. A refused request makes no entry.
 *
 * Money and shares. An account has a free balance and a reserve for open buys. A position has free shares and a reserve
 * for open sells. Balances and reserves add up to the created money, free and reserved shares to the created shares. No
 * amount is ever below 0.
 *
 * Orders. The ledger keeps open orders with their executions. The ledger keeps a closed order until its row is stored
 * (xch_ledger_stored), so that each order is always in the ledger or in the store.
 *
 * Changes. The ledger notes changes; xch_ledger_cut hands out all changes since the last cut.
 *
 * Memory. Without memory a call leaves the ledger broken (xch_ledger_broken): entries may be missing, and the user must
 * stop and start again from the stored entries.
 *
 * Threads. A caller holds the lock (xch_ledger_lock) for each call and for as long as the caller uses the result of a
 * call. The texts of symbols never move, and need no lock.
 */
#ifndef SLIPWAY_EXCHANGE_LEDGER_H
#define SLIPWAY_EXCHANGE_LEDGER_H

#include "exchange/amount.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { XCH_SYMBOL_BYTES = 33, XCH_NONE = UINT32_MAX };

/* The most symbols of a ledger. */
#define XCH_MOST_SYMBOLS UINT32_C(16777216)

/* The largest account number: the database stores account numbers as bigint. */
#define XCH_MOST_ACCOUNT UINT64_C(9223372036854775807)

/* The most money with which all accounts together may be created: so no sum of balances exceeds 128 bits. */
#define XCH_MOST_CREATED (XCH_MOST_MONEY * 1000000)

typedef enum { XCH_ENTRY_SYMBOL, XCH_ENTRY_ACCOUNT, XCH_ENTRY_SHARES, XCH_ENTRY_ORDER, XCH_ENTRY_CANCEL } xch_kind;

/* The reason of a refusal, or XCH_DONE. */
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
    XCH_STORED,      /* not a refusal: the order has closed, and only the store knows the order */
    XCH_OTHER_SHARD, /* not a refusal: the symbol of the order belongs to another shard, which must be asked */
    XCH_DAMAGED      /* of a replay: the entry does not follow from earlier entries */
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

/* An execution of a part of an order, for the owner of the order. */
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
    uint32_t account; /* place of the account, not its number */
    uint32_t symbol;
    int64_t shares, reserved;
    bool changed;
};

typedef enum { XCH_OPEN, XCH_EXECUTED, XCH_CANCELED } xch_state;

struct xch_order {
    uint64_t id;
    uint64_t handle;   /* in the book of the symbol */
    int64_t amount;    /* below 0: a sell */
    int64_t price;     /* the limit */
    int64_t remaining; /* shares, not below 0: open, or canceled */
    int64_t opened, closed;
    struct xch_fill *fills;
    uint32_t fill_count, fill_room;
    uint32_t account; /* place of the account */
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

/*
 * Returns an empty ledger, or NULL without memory. The caller ends the ledger with xch_ledger_free, which accepts NULL.
 */
struct xch_ledger *xch_ledger_new(void);
void xch_ledger_free(struct xch_ledger *ledger);

/* Sets the most symbols of the ledger to MOST, up to XCH_MOST_SYMBOLS, which is the default. */
void xch_ledger_bound(struct xch_ledger *ledger, uint32_t most_symbols);

bool xch_ledger_broken(const struct xch_ledger *ledger);

void xch_ledger_lock(struct xch_ledger *ledger);
void xch_ledger_unlock(struct xch_ledger *ledger);

/* Returns the reason of a refusal as a text for the error answer. Static; never NULL. */
const char *xch_refusal_text(xch_refusal refusal);

/* --- the contents --- */

/* Return the place of a symbol or an account, or XCH_NONE. */
uint32_t xch_symbol_find(const struct xch_ledger *ledger, const char *symbol);
uint32_t xch_account_find(const struct xch_ledger *ledger, uint64_t id);

const char *xch_symbol_text(const struct xch_ledger *ledger, uint32_t symbol);
const struct xch_account *xch_account_at(const struct xch_ledger *ledger, uint32_t account);

/* Returns order ID if the ledger has that order, else NULL; valid until an order is opened or stored. */
struct xch_order *xch_order_find(struct xch_ledger *ledger, uint64_t id);

struct xch_order_row xch_order_row_of(const struct xch_ledger *ledger, const struct xch_order *order);

/* Return the number of symbols, accounts and so on. Places count from 0. Tests and the audit visit positions and orders
 * by place. */
uint32_t xch_symbols(const struct xch_ledger *ledger);
uint32_t xch_accounts(const struct xch_ledger *ledger);
uint32_t xch_positions(const struct xch_ledger *ledger);
const struct xch_position *xch_position_at(const struct xch_ledger *ledger, uint32_t position);

/* Returns the position of an account, given by its place, in a symbol, or NULL. */
const struct xch_position *xch_position_of(const struct xch_ledger *ledger, uint32_t account, uint32_t symbol);

/* Return the number of places of orders, and the order at a place, or NULL for an empty place. */
uint32_t xch_order_places(const struct xch_ledger *ledger);
const struct xch_order *xch_order_at(const struct xch_ledger *ledger, uint32_t place);

uint64_t xch_last_entry(const struct xch_ledger *ledger); /* number of the last entry; 0: no entry */
uint64_t xch_last_order(const struct xch_ledger *ledger);
uint64_t xch_open_orders(const struct xch_ledger *ledger);

/* Returns the number of closed orders that the ledger keeps because they are not stored. */
uint64_t xch_closed_orders(const struct xch_ledger *ledger);

/* --- effects --- */

/* Sets the time of the next entries, in microseconds; a time before the last one has no effect. */
void xch_ledger_time(struct xch_ledger *ledger, int64_t now);

/* Creates a symbol. An existing symbol is not refused, and makes no entry. */
xch_refusal xch_create_symbol(struct xch_ledger *ledger, const char *symbol);

xch_refusal xch_create_account(struct xch_ledger *ledger, uint64_t id, xch_money balance);

/* Adds shares to a position; also creates the symbol. */
xch_refusal xch_create_shares(struct xch_ledger *ledger, const char *symbol, uint64_t account, int64_t shares);

/* Checks whether the account can open this order, without changing anything. */
xch_refusal xch_order_check(const struct xch_ledger *ledger, uint32_t account, uint32_t symbol, int64_t amount,
                            int64_t price);

/*
 * Opens an order that xch_order_check has accepted: reserves money or shares, and gives the order a number. The caller
 * then reports each execution with xch_order_trade. Returns NULL without memory.
 */
struct xch_order *xch_order_open(struct xch_ledger *ledger, uint32_t account, uint32_t symbol, int64_t amount,
                                 int64_t price);

/* Settles SHARES of TAKER against the order MAKER, at MAKER's price. Leaves the ledger broken if one of the orders is
 * not open with that many shares. */
void xch_order_trade(struct xch_ledger *ledger, uint64_t taker, uint64_t maker, int64_t shares);

/* Checks whether ACCOUNT, a number, can cancel order ID, and sets *order to that order. XCH_STORED: ask the store. */
xch_refusal xch_cancel_check(struct xch_ledger *ledger, uint64_t account, uint64_t id, struct xch_order **order);

/* Returns the refusal of a cancellation of an order in STATE, if any. OWN: the order belongs to the asking account. */
xch_refusal xch_cancel_refusal(xch_state state, bool own);

/* Cancels an open order and releases its reserve. */
void xch_order_cancel(struct xch_ledger *ledger, struct xch_order *order);

/* --- entries --- */

struct xch_entries {
    struct xch_entry *at;
    size_t count, room;
};

/* Hands out the entries since the last call: swaps the caller's ENTRIES, which are empty, with the ledger's. */
void xch_ledger_take(struct xch_ledger *ledger, struct xch_entries *entries);

/* Replays ENTRY, except orders and cancellations, which need the book (xch_shard_replay). */
xch_refusal xch_ledger_replay(struct xch_ledger *ledger, const struct xch_entry *entry);

/* Turns keeping of new entries for xch_ledger_take off during a replay (REPLAYING), or on again. */
void xch_ledger_replaying(struct xch_ledger *ledger, bool replaying);

/* --- changes --- */

/* All changes up to an entry, with the state at that entry. All zero is an empty cut. */
struct xch_cut {
    uint64_t as_of, last_order;
    int64_t at; /* the time of the entry AS_OF */
    struct xch_account *accounts;
    struct xch_position_row *positions;
    struct xch_order_row *orders;
    struct xch_trade *executions;
    uint32_t *closed; /* places of orders that xch_ledger_stored drops */
    size_t account_count, position_count, order_count, execution_count, closed_count;
    uint32_t symbols_from, symbols_to; /* the places of new symbols */
};

/* Hands out the changes since the last cut. Returns 0, or -1 without memory; the ledger is then broken. The caller ends
 * CUT with xch_cut_free. */
int xch_ledger_cut(struct xch_ledger *ledger, struct xch_cut *cut);

/* Drops the orders that are closed in CUT; the rows of CUT are stored. */
void xch_ledger_stored(struct xch_ledger *ledger, const struct xch_cut *cut);

void xch_cut_free(struct xch_cut *cut);

/* --- a start --- */

/* Load stored rows, as of an entry, into an empty ledger: symbols and accounts first, then positions, then open orders
 * with their executions. Return XCH_DONE, XCH_MEMORY, or XCH_DAMAGED for a row that contradicts earlier rows;
 * xch_load_symbol also returns XCH_SYMBOL_BOUND. */
xch_refusal xch_load_symbol(struct xch_ledger *ledger, const char *symbol);
xch_refusal xch_load_account(struct xch_ledger *ledger, const struct xch_account *account);
xch_refusal xch_load_position(struct xch_ledger *ledger, const struct xch_position_row *position);
xch_refusal xch_load_order(struct xch_ledger *ledger, const struct xch_order_row *row);
xch_refusal xch_load_fill(struct xch_ledger *ledger, uint64_t order, const struct xch_fill *fill);
void xch_load_end(struct xch_ledger *ledger, uint64_t as_of, uint64_t last_order, int64_t at);

#endif
