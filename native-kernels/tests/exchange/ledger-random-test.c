/* SPDX-License-Identifier: Apache-2.0 */
/* Random requests in the fast book, replayed through the plain one. The cuts taken meanwhile must cover all changes. */
#include "exchange-random.h"

#include "support/check.h"

enum { MARKETS = 20, ROUNDS = 40, REQUESTS = 150 };

static void replays_to_the_same_through_the_plain_book(void) {
    for (uint64_t seed = 1; seed <= MARKETS; seed++) {
        struct random_market market;
        struct xch_entries entries = {0};
        random_open(&market, 1, false, seed);
        random_trade(&market, 0, REQUESTS * ROUNDS);
        random_check_sums(&market);
        xch_ledger_take(market.ledger, &entries);
        CHECK(entries.count > REQUESTS * ROUNDS / 4, "%zu entries", entries.count);
        random_check_replay(&market, &entries);
        free(entries.at);
        random_close(&market);
    }
}

static void answers_the_same_with_the_plain_book(void) {
    for (uint64_t seed = 1; seed <= MARKETS; seed++) {
        struct random_market fast, plain;
        random_open(&fast, 1, false, seed);
        random_open(&plain, 1, true, seed);
        random_trade(&fast, 0, REQUESTS * ROUNDS);
        random_trade(&plain, 0, REQUESTS * ROUNDS);
        CHECK(fast.told == plain.told && fast.told != 0, "seed %d: the answers differ", (int)seed);
        random_close(&fast);
        random_close(&plain);
    }
}

/* Loads a ledger with the contents of another, as a start does from the tables. */
static void load_cut(struct xch_ledger *from, struct xch_ledger *to) {
    for (uint32_t i = 0; i < xch_symbols(from); i++)
        CHECK(xch_load_symbol(to, xch_symbol_text(from, i)) == XCH_DONE, "so it has to be");
    for (uint32_t i = 0; i < xch_accounts(from); i++)
        CHECK(xch_load_account(to, xch_account_at(from, i)) == XCH_DONE, "so it has to be");
    for (uint32_t i = 0; i < xch_positions(from); i++) {
        const struct xch_position *const position = xch_position_at(from, i);
        CHECK(xch_load_position(to, &(struct xch_position_row){.account = xch_account_at(from, position->account)->id,
                                                               .symbol = position->symbol,
                                                               .shares = position->shares,
                                                               .reserved = position->reserved}) == XCH_DONE,
              "so it has to be");
    }
}

static void load_orders(struct xch_ledger *from, struct random_market *to) {
    for (uint64_t id = 1; id <= xch_last_order(from); id++) {
        const struct xch_order *const order = xch_order_find(from, id);
        if (order == NULL || order->state != XCH_OPEN)
            continue;
        const struct xch_order_row row = xch_order_row_of(from, order);
        CHECK(xch_load_order(to->ledger, &row) == XCH_DONE && xch_shard_load(to->shards[0], id) == XCH_DONE, "%d",
              (int)id);
        for (uint32_t i = 0; i < order->fill_count; i++)
            CHECK(xch_load_fill(to->ledger, id, &order->fills[i]) == XCH_DONE, "so it has to be");
    }
}

/* A market that is stopped and loaded again goes on like one that was not stopped. */
static void goes_on_in_the_old_ranks_after_a_load(void) {
    for (uint64_t seed = 1; seed <= MARKETS; seed++) {
        struct random_market market, loaded;
        random_open(&market, 1, false, seed);
        random_trade(&market, 0, REQUESTS * ROUNDS / 4);
        random_open(&loaded, 1, false, seed + 1000);
        load_cut(market.ledger, loaded.ledger);
        load_orders(market.ledger, &loaded);
        xch_load_end(loaded.ledger, xch_last_entry(market.ledger), xch_last_order(market.ledger),
                     (int64_t)(xch_last_entry(market.ledger) * 7));
        market.seed = loaded.seed;
        struct xch_cut cut;
        CHECK(xch_ledger_cut(market.ledger, &cut) == 0, "so it has to be");
        xch_ledger_stored(market.ledger, &cut);
        xch_cut_free(&cut);
        random_trade(&market, 0, REQUESTS * ROUNDS / 4);
        random_trade(&loaded, 0, REQUESTS * ROUNDS / 4);
        CHECK(xch_open_orders(market.ledger) == xch_open_orders(loaded.ledger), "open orders");
        CHECK(xch_last_entry(market.ledger) == xch_last_entry(loaded.ledger), "entries");
        random_check_same(market.ledger, loaded.ledger);
        random_close(&market);
        random_close(&loaded);
    }
}

int main(void) {
    static const struct check_case cases[] = {CASE(replays_to_the_same_through_the_plain_book),
                                              CASE(answers_the_same_with_the_plain_book),
                                              CASE(goes_on_in_the_old_ranks_after_a_load)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
