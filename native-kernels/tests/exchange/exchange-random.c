/* SPDX-License-Identifier: Apache-2.0 */
#include "exchange-random.h"

#include "exchange/map.h"
#include "support/check.h"

#include <inttypes.h>

enum { ACCOUNTS = 12, SYMBOLS = 8, UNIT = XCH_UNITS };

/* Names symbol NUMBER so that it belongs to shard NUMBER modulo SHARDS: the process draws the key by which symbols are
 * dealt. */
static void name_symbol(unsigned number, unsigned shards, char out[XCH_SYMBOL_BYTES]) {
    unsigned tries = 0;
    do
        snprintf(out, XCH_SYMBOL_BYTES, "SYM%u-%u", number, tries++);
    while (xch_shard_of(out, shards) != number % shards);
}

static uint64_t draw(uint64_t *state, uint64_t below) {
    *state += UINT64_C(0x9e3779b97f4a7c15);
    return xch_mix(*state) % below;
}

void random_open(struct random_market *market, unsigned shards, bool plain, uint64_t seed) {
    const struct xch_shard_options options = {.plain = plain};
    *market = (struct random_market){
        .ledger = xch_ledger_new(), .shard_count = shards, .seed = seed, .accounts = ACCOUNTS, .symbols = SYMBOLS};
    for (unsigned i = 0; i < shards; i++)
        market->shards[i] = xch_shard_new(market->ledger, &options);
}

void random_close(struct random_market *market) {
    for (unsigned i = 0; i < market->shard_count; i++)
        xch_shard_free(market->shards[i]);
    xch_ledger_free(market->ledger);
}

static void tell(struct random_market *market, uint64_t value) {
    if (market->shard_count == 1)
        market->told = xch_mix(market->told * 31 + value + 1);
}

/* Adds all fields of a report to the hash of the answers. */
static void tell_report(struct random_market *market, xch_refusal refusal, const struct xch_report *report) {
    const struct xch_order_row *const row = &report->row;
    tell(market, refusal);
    if (refusal != XCH_DONE)
        return;
    tell(market, row->id);
    tell(market, (uint64_t)row->remaining);
    tell(market, row->state);
    tell(market, (uint64_t)row->closed);
    for (uint32_t i = 0; i < report->fill_count; i++) {
        tell(market, (uint64_t)report->fills[i].shares);
        tell(market, (uint64_t)report->fills[i].price);
        tell(market, (uint64_t)report->fills[i].at);
    }
}

/* Draws a symbol of a shard. */
static void draw_symbol(const struct random_market *market, unsigned shard, uint64_t *state,
                        char out[XCH_SYMBOL_BYTES]) {
    const unsigned shards = market->shard_count;
    name_symbol((unsigned)draw(state, market->symbols / shards) * shards + shard, shards, out);
}

static void create(struct random_market *market, const char *symbol, uint64_t *state) {
    const uint64_t account = 1 + draw(state, market->accounts);
    xch_ledger_lock(market->ledger);
    xch_ledger_time(market->ledger, (int64_t)(xch_last_entry(market->ledger) * 7));
    if (xch_account_find(market->ledger, account) == XCH_NONE)
        xch_create_account(market->ledger, account, (xch_money)draw(state, 1000000) * UNIT * 3333);
    else
        xch_create_shares(market->ledger, symbol, account, (int64_t)draw(state, 1000 * UNIT));
    xch_ledger_unlock(market->ledger);
}

/* Queries an order, and cancels it if CANCELS. An order of another shard is only queried. */
static void look(struct random_market *market, unsigned shard, uint64_t *state, bool cancels) {
    struct xch_report report = {0};
    xch_ledger_lock(market->ledger);
    const uint64_t id = draw(state, xch_last_order(market->ledger) + 2);
    const struct xch_order *const order = xch_order_find(market->ledger, id);
    const bool mine =
        order != NULL && xch_shard_of(xch_symbol_text(market->ledger, order->symbol), market->shard_count) == shard;
    xch_ledger_unlock(market->ledger);
    const uint64_t account = 1 + draw(state, market->accounts + 1);
    const xch_refusal refusal = cancels && mine
                                    ? xch_shard_cancel(market->shards[shard], account, id, &report)
                                    : xch_shard_query(market->shards[shard], account, id, SIZE_MAX, &report);
    tell_report(market, refusal, &report);
    free(report.fills);
}

void random_trade(struct random_market *market, unsigned shard, unsigned count) {
    uint64_t state = market->seed * 1000003 + shard, id = 0;
    char symbol[XCH_SYMBOL_BYTES];
    for (unsigned i = 0; i < count; i++) {
        const uint64_t what = draw(&state, 100);
        draw_symbol(market, shard, &state, symbol);
        if (what < 10 || i < 60) {
            create(market, symbol, &state);
        } else if (what < 40) {
            look(market, shard, &state, what < 30);
        } else {
            const int64_t amount = (int64_t)draw(&state, 200 * UNIT) - 100 * UNIT;
            const int64_t price = (int64_t)draw(&state, 20) * 1111 + 90 * UNIT;
            tell(market, xch_shard_order(market->shards[shard], 1 + draw(&state, market->accounts + 1), symbol, amount,
                                         price, &id));
            tell(market, id);
        }
    }
}

/* --- checks --- */

struct sums {
    xch_money money, money_reserved, shares, shares_reserved, open_buys, open_sells;
    bool negative;
};

static struct sums sums_of(const struct xch_ledger *ledger) {
    struct sums sums = {0};
    for (uint32_t i = 0; i < xch_accounts(ledger); i++) {
        const struct xch_account *const account = xch_account_at(ledger, i);
        sums.money += account->balance;
        sums.money_reserved += account->reserved;
        sums.negative = sums.negative || account->balance < 0 || account->reserved < 0;
    }
    for (uint32_t i = 0; i < xch_positions(ledger); i++) {
        const struct xch_position *const position = xch_position_at(ledger, i);
        sums.shares += position->shares;
        sums.shares_reserved += position->reserved;
        sums.negative = sums.negative || position->shares < 0 || position->reserved < 0;
    }
    for (uint32_t i = 0; i < xch_order_places(ledger); i++) {
        const struct xch_order *const order = xch_order_at(ledger, i);
        if (order == NULL || order->state != XCH_OPEN)
            continue;
        if (order->amount > 0)
            sums.open_buys += xch_cost(order->remaining, order->price);
        else
            sums.open_sells += order->remaining;
    }
    return sums;
}

void random_check_sums(const struct random_market *market) {
    const struct sums sums = sums_of(market->ledger);
    CHECK(!sums.negative, "something is below 0");
    CHECK(sums.money_reserved == sums.open_buys, "the reserves are those of the open buys");
    CHECK(sums.shares_reserved == sums.open_sells, "the reserves are those of the open sells");
}

static void check_created(const struct random_market *market, const struct xch_entries *entries) {
    const struct sums sums = sums_of(market->ledger);
    xch_money money = 0, shares = 0;
    for (size_t i = 0; i < entries->count; i++) {
        money += entries->at[i].money;
        shares += entries->at[i].kind == XCH_ENTRY_SHARES ? entries->at[i].amount : 0;
    }
    CHECK(money == sums.money + sums.money_reserved, "money is what was created");
    CHECK(shares == sums.shares + sums.shares_reserved, "shares are what was created");
}

static void check_same_order(const struct xch_order *a, const struct xch_order *b) {
    CHECK(b != NULL && a->state == b->state && a->amount == b->amount && a->price == b->price &&
              a->remaining == b->remaining && a->opened == b->opened && a->closed == b->closed &&
              a->fill_count == b->fill_count,
          "order %" PRIu64, a->id);
    for (uint32_t i = 0; b != NULL && i < a->fill_count && i < b->fill_count; i++)
        CHECK(a->fills[i].shares == b->fills[i].shares && a->fills[i].price == b->fills[i].price &&
                  a->fills[i].at == b->fills[i].at,
              "order %" PRIu64 ", execution %u", a->id, i);
}

void random_check_same(struct xch_ledger *a, struct xch_ledger *b) {
    CHECK(xch_last_entry(a) == xch_last_entry(b) && xch_last_order(a) == xch_last_order(b), "entries and orders");
    CHECK(xch_accounts(a) == xch_accounts(b) && xch_positions(a) == xch_positions(b), "accounts and positions");
    for (uint32_t i = 0; i < xch_accounts(a); i++) {
        const struct xch_account *const mine = xch_account_at(a, i);
        const uint32_t other = xch_account_find(b, mine->id);
        CHECK(other != XCH_NONE && xch_account_at(b, other)->balance == mine->balance &&
                  xch_account_at(b, other)->reserved == mine->reserved,
              "account %" PRIu64, mine->id);
    }
    for (uint32_t i = 0; i < xch_positions(a); i++) {
        const struct xch_position *const mine = xch_position_at(a, i);
        const struct xch_position *const other =
            xch_position_of(b, xch_account_find(b, xch_account_at(a, mine->account)->id),
                            xch_symbol_find(b, xch_symbol_text(a, mine->symbol)));
        CHECK(other != NULL && other->shares == mine->shares && other->reserved == mine->reserved, "position %u", i);
    }
    for (uint64_t id = 1; id <= xch_last_order(a); id++)
        if (xch_order_find(a, id) != NULL)
            check_same_order(xch_order_find(a, id), xch_order_find(b, id));
}

void random_check_replay(const struct random_market *market, const struct xch_entries *entries) {
    struct random_market again;
    random_open(&again, 1, true, 0);
    for (size_t i = 0; i < entries->count; i++) {
        struct xch_entry entry = entries->at[i];
        if (entry.symbol != XCH_NONE) {
            const char *const symbol = xch_symbol_text(market->ledger, entry.symbol);
            CHECK(xch_load_symbol(again.ledger, symbol) == XCH_DONE, "so it has to be");
            entry.symbol = xch_symbol_find(again.ledger, symbol);
        }
        const xch_refusal refusal = xch_shard_replay(again.shards[0], &entry);
        CHECK(refusal == XCH_DONE, "entry %" PRIu64 ": %s", entry.number, xch_refusal_text(refusal));
    }
    random_check_same(market->ledger, again.ledger);
    check_created(market, entries);
    random_check_sums(&again);
    random_close(&again);
}
