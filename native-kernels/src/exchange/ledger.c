/* SPDX-License-Identifier: Apache-2.0 */
/* Symbols, accounts, positions and entries. */
#include "ledger.h"

#include "state.h"

#include <stdlib.h>
#include <string.h>

struct xch_ledger *xch_ledger_new(void) {
    struct xch_ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger == NULL)
        return NULL;
    ledger->most_symbols = XCH_MOST_SYMBOLS;
    ledger->names.key = xch_hash_key();
    pthread_mutex_init(&ledger->lock, NULL);
    return ledger;
}

void xch_ledger_bound(struct xch_ledger *ledger, uint32_t most_symbols) {
    ledger->most_symbols = most_symbols < XCH_MOST_SYMBOLS ? most_symbols : XCH_MOST_SYMBOLS;
}

void xch_ledger_free(struct xch_ledger *ledger) {
    if (ledger == NULL)
        return;
    for (size_t i = 0; i < SYMBOL_BLOCKS && ledger->symbols[i] != NULL; i++)
        free(ledger->symbols[i]);
    for (size_t i = 0; i < ledger->order_count; i++)
        free(ledger->orders[i].fills);
    sw_names_free(&ledger->names);
    xch_map_free(&ledger->account_places);
    xch_map_free(&ledger->position_places);
    xch_map_free(&ledger->order_places);
    free(ledger->issued);
    free(ledger->accounts);
    free(ledger->positions);
    free(ledger->orders);
    free(ledger->free_orders.at);
    free(ledger->entries.at);
    free(ledger->changed_accounts.at);
    free(ledger->changed_positions.at);
    free(ledger->changed_orders.at);
    free(ledger->executions);
    pthread_mutex_destroy(&ledger->lock);
    free(ledger);
}

void xch_ledger_lock(struct xch_ledger *ledger) {
    pthread_mutex_lock(&ledger->lock);
}

void xch_ledger_unlock(struct xch_ledger *ledger) {
    pthread_mutex_unlock(&ledger->lock);
}

bool xch_ledger_broken(const struct xch_ledger *ledger) {
    return ledger->broken;
}

void *xch_room(struct xch_ledger *ledger, void *array, size_t count, size_t *room, size_t bytes) {
    if (count < *room)
        return array;
    const size_t larger = *room < 4 ? 4 : *room + *room / 2;
    void *const moved = realloc(array, larger * bytes);
    if (moved == NULL)
        ledger->broken = true;
    else
        *room = larger;
    return moved;
}

void xch_places_add(struct xch_ledger *ledger, struct places *places, uint32_t place) {
    uint32_t *const at = xch_room(ledger, places->at, places->count, &places->room, sizeof *at);
    if (at == NULL)
        return;
    places->at = at;
    at[places->count++] = place;
}

/* --- entries --- */

void xch_ledger_time(struct xch_ledger *ledger, int64_t now) {
    if (now > ledger->now)
        ledger->now = now;
}

void xch_ledger_replaying(struct xch_ledger *ledger, bool replaying) {
    ledger->replaying = replaying;
}

void xch_entry_add(struct xch_ledger *ledger, struct xch_entry entry) {
    entry.number = ++ledger->last_entry;
    entry.at = ledger->now;
    ledger->last_at = entry.at;
    if (ledger->replaying)
        return;
    struct xch_entries *const entries = &ledger->entries;
    struct xch_entry *const at = xch_room(ledger, entries->at, entries->count, &entries->room, sizeof *at);
    if (at == NULL)
        return;
    entries->at = at;
    at[entries->count++] = entry;
}

void xch_ledger_take(struct xch_ledger *ledger, struct xch_entries *entries) {
    const struct xch_entries taken = ledger->entries;
    ledger->entries = *entries;
    ledger->entries.count = 0;
    *entries = taken;
}

xch_refusal xch_ledger_replay(struct xch_ledger *ledger, const struct xch_entry *entry) {
    const char *const symbol = entry->symbol == XCH_NONE ? "" : xch_symbol_text(ledger, entry->symbol);
    const uint64_t before = ledger->last_entry;
    xch_refusal refusal = XCH_DAMAGED;
    xch_ledger_time(ledger, entry->at);
    switch ((xch_kind)entry->kind) {
    case XCH_ENTRY_SYMBOL:
        xch_entry_add(ledger, *entry); /* the reader of the entry has added the symbol */
        refusal = XCH_DONE;
        break;
    case XCH_ENTRY_ACCOUNT:
        refusal = xch_create_account(ledger, entry->account, entry->money);
        break;
    case XCH_ENTRY_SHARES:
        refusal = xch_create_shares(ledger, symbol, entry->account, entry->amount);
        break;
    case XCH_ENTRY_ORDER:
    case XCH_ENTRY_CANCEL:
        break;
    }
    return refusal != XCH_DONE || ledger->last_entry == before + 1 ? refusal : XCH_DAMAGED;
}

/* --- symbols --- */

uint32_t xch_symbol_find(const struct xch_ledger *ledger, const char *symbol) {
    return sw_names_find(&ledger->names, symbol);
}

const char *xch_symbol_text(const struct xch_ledger *ledger, uint32_t symbol) {
    return &ledger->symbols[symbol / SYMBOL_BLOCK][symbol % SYMBOL_BLOCK][0];
}

uint32_t xch_symbols(const struct xch_ledger *ledger) {
    return ledger->names.count;
}

/* Makes room for the data of a symbol at PLACE. */
static int symbol_room(struct xch_ledger *ledger, uint32_t place) {
    int64_t *const issued = xch_room(ledger, ledger->issued, place, &ledger->issued_room, sizeof *issued);
    if (issued == NULL)
        return -1;
    ledger->issued = issued;
    char(**const block)[XCH_SYMBOL_BYTES] = &ledger->symbols[place / SYMBOL_BLOCK];
    if (*block == NULL)
        *block = malloc((size_t)SYMBOL_BLOCK * sizeof **block);
    return *block == NULL ? -1 : 0;
}

bool xch_symbol_is_too_many(const struct xch_ledger *ledger, const char *symbol) {
    return ledger->names.count >= ledger->most_symbols && xch_symbol_find(ledger, symbol) == XCH_NONE;
}

uint32_t xch_symbol_add(struct xch_ledger *ledger, const char *symbol) {
    uint32_t place = sw_names_find(&ledger->names, symbol);
    if (place != SW_NO_NAME)
        return place;
    place = ledger->names.count;
    if (symbol_room(ledger, place) != 0 || sw_names_add(&ledger->names, symbol, NULL) == SW_NO_NAME) {
        ledger->broken = true;
        return XCH_NONE;
    }
    char *const text = ledger->symbols[place / SYMBOL_BLOCK][place % SYMBOL_BLOCK];
    memset(text, 0, XCH_SYMBOL_BYTES);
    memcpy(text, symbol, strnlen(symbol, XCH_SYMBOL_BYTES - 1));
    ledger->issued[place] = 0;
    return place;
}

xch_refusal xch_create_symbol(struct xch_ledger *ledger, const char *symbol) {
    if (xch_symbol_find(ledger, symbol) != XCH_NONE)
        return XCH_DONE;
    if (xch_symbol_is_too_many(ledger, symbol))
        return XCH_SYMBOL_BOUND;
    const uint32_t place = xch_symbol_add(ledger, symbol);
    if (place == XCH_NONE)
        return XCH_MEMORY;
    xch_entry_add(ledger, (struct xch_entry){.kind = XCH_ENTRY_SYMBOL, .symbol = place});
    return XCH_DONE;
}

/* --- accounts --- */

uint32_t xch_account_find(const struct xch_ledger *ledger, uint64_t id) {
    return xch_map_find(&ledger->account_places, id);
}

const struct xch_account *xch_account_at(const struct xch_ledger *ledger, uint32_t account) {
    return &ledger->accounts[account];
}

uint32_t xch_accounts(const struct xch_ledger *ledger) {
    return (uint32_t)ledger->account_count;
}

void xch_account_touch(struct xch_ledger *ledger, uint32_t account) {
    if (ledger->accounts[account].changed)
        return;
    ledger->accounts[account].changed = true;
    xch_places_add(ledger, &ledger->changed_accounts, account);
}

xch_refusal xch_load_account(struct xch_ledger *ledger, const struct xch_account *account) {
    if (account->balance < 0 || account->reserved < 0 || xch_account_find(ledger, account->id) != XCH_NONE)
        return XCH_DAMAGED;
    struct xch_account *const at =
        xch_room(ledger, ledger->accounts, ledger->account_count, &ledger->account_room, sizeof *at);
    if (at == NULL)
        return XCH_MEMORY;
    ledger->accounts = at;
    if (xch_map_add(&ledger->account_places, account->id, (uint32_t)ledger->account_count) != 0) {
        ledger->broken = true;
        return XCH_MEMORY;
    }
    at[ledger->account_count] = *account;
    at[ledger->account_count++].changed = false;
    ledger->created += account->balance + account->reserved;
    return XCH_DONE;
}

xch_refusal xch_create_account(struct xch_ledger *ledger, uint64_t id, xch_money balance) {
    if (id > XCH_MOST_ACCOUNT)
        return XCH_ACCOUNT_BOUND;
    if (xch_account_find(ledger, id) != XCH_NONE)
        return XCH_ACCOUNT_KNOWN;
    if (balance < 0)
        return XCH_BALANCE_NEGATIVE;
    if (balance > XCH_MOST_MONEY || ledger->created > XCH_MOST_CREATED - balance)
        return XCH_BALANCE_BOUND;
    const struct xch_account account = {.id = id, .balance = balance};
    if (xch_load_account(ledger, &account) != XCH_DONE)
        return XCH_MEMORY;
    xch_account_touch(ledger, (uint32_t)ledger->account_count - 1);
    xch_entry_add(ledger,
                  (struct xch_entry){.kind = XCH_ENTRY_ACCOUNT, .account = id, .money = balance, .symbol = XCH_NONE});
    return XCH_DONE;
}

/* --- positions --- */

static uint64_t position_key(uint32_t account, uint32_t symbol) {
    return (uint64_t)account << 32 | symbol;
}

uint32_t xch_positions(const struct xch_ledger *ledger) {
    return (uint32_t)ledger->position_count;
}

const struct xch_position *xch_position_at(const struct xch_ledger *ledger, uint32_t position) {
    return &ledger->positions[position];
}

uint32_t xch_position_find(const struct xch_ledger *ledger, uint32_t account, uint32_t symbol) {
    return xch_map_find(&ledger->position_places, position_key(account, symbol));
}

const struct xch_position *xch_position_of(const struct xch_ledger *ledger, uint32_t account, uint32_t symbol) {
    const uint32_t place = xch_position_find(ledger, account, symbol);
    return place == XCH_NONE ? NULL : &ledger->positions[place];
}

uint32_t xch_position_make(struct xch_ledger *ledger, uint32_t account, uint32_t symbol) {
    const uint32_t found = xch_position_find(ledger, account, symbol);
    if (found != XCH_NONE)
        return found;
    const uint32_t place = (uint32_t)ledger->position_count;
    struct xch_position *const at = xch_room(ledger, ledger->positions, place, &ledger->position_room, sizeof *at);
    if (at == NULL)
        return XCH_NONE;
    ledger->positions = at;
    if (xch_map_add(&ledger->position_places, position_key(account, symbol), place) != 0) {
        ledger->broken = true;
        return XCH_NONE;
    }
    at[place] = (struct xch_position){.account = account, .symbol = symbol};
    ledger->position_count++;
    return place;
}

void xch_position_touch(struct xch_ledger *ledger, uint32_t position) {
    if (ledger->positions[position].changed)
        return;
    ledger->positions[position].changed = true;
    xch_places_add(ledger, &ledger->changed_positions, position);
}

xch_refusal xch_create_shares(struct xch_ledger *ledger, const char *symbol, uint64_t account, int64_t shares) {
    const uint32_t owner = xch_account_find(ledger, account);
    if (owner == XCH_NONE)
        return XCH_NO_ACCOUNT;
    if (shares < 0)
        return XCH_SHARES_NEGATIVE;
    uint32_t place = xch_symbol_find(ledger, symbol);
    const int64_t issued = place == XCH_NONE ? 0 : ledger->issued[place];
    if (shares > XCH_MOST_SHARES - issued)
        return XCH_SHARES_BOUND;
    if (xch_symbol_is_too_many(ledger, symbol))
        return XCH_SYMBOL_BOUND;
    place = xch_symbol_add(ledger, symbol);
    const uint32_t position = place == XCH_NONE ? XCH_NONE : xch_position_make(ledger, owner, place);
    if (position == XCH_NONE)
        return XCH_MEMORY;
    ledger->issued[place] += shares;
    ledger->positions[position].shares += shares;
    xch_position_touch(ledger, position);
    xch_entry_add(ledger,
                  (struct xch_entry){.kind = XCH_ENTRY_SHARES, .account = account, .amount = shares, .symbol = place});
    return XCH_DONE;
}
