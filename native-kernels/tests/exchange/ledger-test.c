/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of money, shares and orders, one case each. */
#include "exchange/shard.h"

#include "support/check.h"

#include <inttypes.h>

enum { UNIT = XCH_UNITS };

struct bed {
    struct xch_ledger *ledger;
    struct xch_shard *shard;
};

static struct bed bed_new(bool refuse_own) {
    const struct xch_shard_options options = {.refuse_own = refuse_own};
    struct bed bed = {.ledger = xch_ledger_new()};
    bed.shard = xch_shard_new(bed.ledger, &options);
    xch_ledger_time(bed.ledger, 1000000);
    for (uint64_t id = 1; id <= 3; id++)
        CHECK(xch_create_account(bed.ledger, id, (xch_money)100000 * UNIT * UNIT) == XCH_DONE, "so it has to be");
    CHECK(xch_create_shares(bed.ledger, "SPY", 1, 1000 * UNIT) == XCH_DONE, "so it has to be");
    CHECK(xch_create_shares(bed.ledger, "SPY", 2, 1000 * UNIT) == XCH_DONE, "so it has to be");
    return bed;
}

static void bed_free(struct bed *bed) {
    xch_shard_free(bed->shard);
    xch_ledger_free(bed->ledger);
}

/* Opens an order of whole shares at a whole price; returns the number of the order, or 0. */
static uint64_t open_order(struct bed *bed, uint64_t account, int64_t amount, int64_t price) {
    uint64_t id = 0;
    const xch_refusal refusal = xch_shard_order(bed->shard, account, "SPY", amount * UNIT, price * UNIT, &id);
    CHECK(refusal == XCH_DONE, "%s", xch_refusal_text(refusal));
    return refusal == XCH_DONE ? id : 0;
}

static void check_order(struct bed *bed, uint64_t account, int64_t amount, int64_t price, xch_refusal wanted) {
    uint64_t id = 0;
    const uint64_t entries = xch_last_entry(bed->ledger);
    const xch_refusal refusal = xch_shard_order(bed->shard, account, "SPY", amount, price, &id);
    CHECK(refusal == wanted, "%s, not %s", xch_refusal_text(refusal), xch_refusal_text(wanted));
    CHECK(xch_last_entry(bed->ledger) == entries, "a refusal has no entry");
}

static void check_money(struct bed *bed, uint64_t id, int64_t balance, int64_t reserved) {
    const struct xch_account *const account = xch_account_at(bed->ledger, xch_account_find(bed->ledger, id));
    CHECK(account->balance == (xch_money)balance * UNIT * UNIT &&
              account->reserved == (xch_money)reserved * UNIT * UNIT,
          "account %" PRIu64 ": %lld and %lld", id, (long long)(account->balance / UNIT / UNIT),
          (long long)(account->reserved / UNIT / UNIT));
}

static void check_shares(struct bed *bed, uint64_t id, int64_t shares, int64_t reserved) {
    const struct xch_position *const position =
        xch_position_of(bed->ledger, xch_account_find(bed->ledger, id), xch_symbol_find(bed->ledger, "SPY"));
    CHECK(position != NULL && position->shares == shares * UNIT && position->reserved == reserved * UNIT,
          "position of %" PRIu64, id);
}

static void check_state(struct bed *bed, uint64_t id, xch_state state, int64_t remaining, uint32_t fills) {
    struct xch_report report;
    CHECK(xch_shard_query(bed->shard, 3, id, SIZE_MAX, &report) == XCH_DONE, "order %" PRIu64, id);
    CHECK(report.row.state == state && report.row.remaining == remaining * UNIT && report.fill_count == fills,
          "order %" PRIu64 ": state %d, %lld left, %u fills", id, report.row.state,
          (long long)(report.row.remaining / UNIT), report.fill_count);
    free(report.fills);
}

static void matches_the_worked_example(void) {
    struct bed bed = bed_new(false);
    open_order(&bed, 1, 300, 125);
    open_order(&bed, 2, -100, 130);
    open_order(&bed, 1, 200, 127);
    open_order(&bed, 2, -500, 128);
    open_order(&bed, 2, -200, 140);
    CHECK(open_order(&bed, 3, 400, 125) == 6, "so it has to be");
    CHECK(open_order(&bed, 2, -200, 124) == 7, "so it has to be");
    check_state(&bed, 3, XCH_EXECUTED, 0, 1);
    CHECK(open_order(&bed, 1, -200, 124) == 8, "so it has to be");
    check_state(&bed, 1, XCH_OPEN, 100, 1);
    check_state(&bed, 6, XCH_OPEN, 400, 0);
    check_state(&bed, 7, XCH_EXECUTED, 0, 1);
    check_state(&bed, 8, XCH_EXECUTED, 0, 1);
    bed_free(&bed);
}

static void reserves_on_opening_and_gives_back_on_canceling(void) {
    struct bed bed = bed_new(false);
    struct xch_report report;
    const uint64_t buy = open_order(&bed, 1, 10, 50), sell = open_order(&bed, 2, -10, 60);
    check_money(&bed, 1, 99500, 500);
    check_shares(&bed, 2, 990, 10);
    CHECK(xch_shard_cancel(bed.shard, 1, buy, &report) == XCH_DONE && report.row.state == XCH_CANCELED,
          "so it has to be");
    CHECK(xch_shard_cancel(bed.shard, 2, sell, &report) == XCH_DONE && report.row.remaining == 10 * UNIT,
          "so it has to be");
    check_money(&bed, 1, 100000, 0);
    check_shares(&bed, 2, 1000, 0);
    bed_free(&bed);
}

static void executes_at_the_price_of_the_order_that_was_open_first(void) {
    struct bed bed = bed_new(false);
    open_order(&bed, 2, -10, 50);
    open_order(&bed, 3, 4, 70); /* pays 50, and gets 20 a share back */
    check_money(&bed, 3, 99800, 0);
    check_money(&bed, 2, 100200, 0);
    check_shares(&bed, 3, 4, 0);
    check_shares(&bed, 2, 990, 6);
    open_order(&bed, 3, 5, 60);
    open_order(&bed, 1, 3, 55);
    check_money(&bed, 1, 99840, 110); /* one share at 50, two at 55 open */
    open_order(&bed, 2, -2, 1);       /* the buyer of 55 was open first */
    check_money(&bed, 1, 99840, 0);
    check_money(&bed, 2, 100000 + 200 + 250 + 50 + 110, 0);
    bed_free(&bed);
}

static void matches_equal_prices_and_keeps_the_rank_of_a_remainder(void) {
    struct bed bed = bed_new(false);
    const uint64_t first = open_order(&bed, 1, -10, 50), second = open_order(&bed, 2, -10, 50);
    open_order(&bed, 3, 4, 50);
    open_order(&bed, 3, 7, 50);
    check_state(&bed, first, XCH_EXECUTED, 0, 2);
    check_state(&bed, second, XCH_OPEN, 9, 1);
    bed_free(&bed);
}

static void spends_nothing_twice(void) {
    struct bed bed = bed_new(false);
    CHECK(xch_create_shares(bed.ledger, "IBM", 2, 1000 * UNIT) == XCH_DONE, "so it has to be");
    open_order(&bed, 3, 1000, 60);
    uint64_t id = 0;
    CHECK(xch_shard_order(bed.shard, 3, "IBM", 1000 * UNIT, 50 * UNIT, &id) == XCH_SHORT_MONEY, "so it has to be");
    CHECK(xch_shard_order(bed.shard, 3, "IBM", 800 * UNIT, 50 * UNIT, &id) == XCH_DONE, "so it has to be");
    check_money(&bed, 3, 0, 100000);
    open_order(&bed, 1, -1000, 70);
    check_order(&bed, 1, -1, 70 * UNIT, XCH_SHORT_SHARES);
    bed_free(&bed);
}

static void refuses_what_makes_no_sense(void) {
    struct bed bed = bed_new(false);
    uint64_t id = 0;
    check_order(&bed, 1, 0, UNIT, XCH_AMOUNT_ZERO);
    check_order(&bed, 1, UNIT, 0, XCH_LIMIT_BELOW);
    check_order(&bed, 1, UNIT, -UNIT, XCH_LIMIT_BELOW);
    check_order(&bed, 1, XCH_MOST_SHARES + 1, UNIT, XCH_AMOUNT_BOUND);
    check_order(&bed, 1, UNIT, XCH_MOST_PRICE + 1, XCH_LIMIT_BOUND);
    check_order(&bed, 9, UNIT, UNIT, XCH_NO_ACCOUNT);
    check_order(&bed, 1, XCH_MOST_SHARES, XCH_MOST_PRICE, XCH_SHORT_MONEY);
    check_order(&bed, 3, -1, UNIT, XCH_SHORT_SHARES);
    CHECK(xch_shard_order(bed.shard, 1, "NONE", UNIT, UNIT, &id) == XCH_NO_SYMBOL, "so it has to be");
    CHECK(xch_create_account(bed.ledger, 1, 0) == XCH_ACCOUNT_KNOWN, "so it has to be");
    CHECK(xch_create_account(bed.ledger, XCH_MOST_ACCOUNT + 1, 0) == XCH_ACCOUNT_BOUND, "so it has to be");
    CHECK(xch_create_account(bed.ledger, 7, -1) == XCH_BALANCE_NEGATIVE, "so it has to be");
    CHECK(xch_create_account(bed.ledger, 7, XCH_MOST_MONEY + 1) == XCH_BALANCE_BOUND, "so it has to be");
    CHECK(xch_create_shares(bed.ledger, "SPY", 9, UNIT) == XCH_NO_ACCOUNT, "so it has to be");
    CHECK(xch_create_shares(bed.ledger, "SPY", 1, -1) == XCH_SHARES_NEGATIVE, "so it has to be");
    CHECK(xch_create_shares(bed.ledger, "SPY", 1, XCH_MOST_SHARES) == XCH_SHARES_BOUND, "so it has to be");
    CHECK(xch_last_entry(bed.ledger) == 5, "only the bed has entries");
    bed_free(&bed);
}

static void bounds_the_money_of_all_accounts_together(void) {
    struct bed bed = bed_new(false);
    const struct xch_account rich = {.id = 7, .balance = XCH_MOST_CREATED - XCH_MOST_MONEY};
    CHECK(xch_load_account(bed.ledger, &rich) == XCH_DONE, "so it has to be");
    CHECK(xch_create_account(bed.ledger, 8, XCH_MOST_MONEY) == XCH_BALANCE_BOUND, "the bed has money, too");
    CHECK(xch_create_account(bed.ledger, 8, XCH_MOST_MONEY / 2) == XCH_DONE, "so it has to be");
    CHECK(xch_create_account(bed.ledger, 9, XCH_MOST_MONEY / 2) == XCH_BALANCE_BOUND, "so it has to be");
    bed_free(&bed);
}

/* exchange-answers-test.sh reads the refusals that requests can cause from a real server; the protocol refuses the
 * values of most others earlier. */
static void names_each_refusal_that_no_request_brings_about(void) {
    static const struct {
        xch_refusal refusal;
        const char *text;
    } rows[] = {
        {XCH_DONE, "done"},
        {XCH_ACCOUNT_BOUND, "the account's number is above 9223372036854775807"},
        {XCH_BALANCE_NEGATIVE, "the balance is below 0"},
        {XCH_BALANCE_BOUND, "the balance, or the sum of all balances, is too large"},
        {XCH_SHARES_NEGATIVE, "the number of shares is below 0"},
        {XCH_AMOUNT_ZERO, "the amount is 0"},
        {XCH_AMOUNT_BOUND, "the amount is out of bounds"},
        {XCH_LIMIT_BELOW, "the limit is not above 0"},
        {XCH_LIMIT_BOUND, "the limit is out of bounds"},
        {XCH_MEMORY, "the server is short of memory"},
        {XCH_STORED, "the order has closed, and only the store knows it"},
        {XCH_SYMBOL_BOUND, "the exchange has as many symbols as it can have"},
        {XCH_OTHER_SHARD, "the order's symbol is another shard's"},
        {XCH_DAMAGED, "the entry does not follow from those before it"},
        {XCH_DAMAGED + 1, "unknown refusal"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK(strcmp(xch_refusal_text(rows[i].refusal), rows[i].text) == 0, "%s", rows[i].text);
}

static void refuses_a_symbol_too_many(void) {
    struct bed bed = bed_new(false);
    xch_ledger_bound(bed.ledger, 2);
    CHECK(xch_create_symbol(bed.ledger, "IBM") == XCH_DONE, "there is room for one more");
    const uint64_t entries = xch_last_entry(bed.ledger);
    CHECK(xch_create_symbol(bed.ledger, "MORE") == XCH_SYMBOL_BOUND, "so it has to be");
    CHECK(xch_create_shares(bed.ledger, "MORE", 1, UNIT) == XCH_SYMBOL_BOUND, "so it has to be");
    CHECK(xch_load_symbol(bed.ledger, "MORE") == XCH_SYMBOL_BOUND, "so it has to be");
    CHECK(xch_symbols(bed.ledger) == 2 && xch_last_entry(bed.ledger) == entries, "a refusal changes nothing");
    CHECK(!xch_ledger_broken(bed.ledger), "the ledger is whole");
    CHECK(xch_create_shares(bed.ledger, "IBM", 1, UNIT) == XCH_DONE, "what is there goes on");
    open_order(&bed, 1, 1, 1);
    bed_free(&bed);
}

static void tells_why_a_cancellation_is_refused(void) {
    struct bed bed = bed_new(false);
    struct xch_report report;
    const uint64_t open = open_order(&bed, 1, -10, 50), done = open_order(&bed, 2, 5, 50);
    CHECK(xch_shard_cancel(bed.shard, 2, open, &report) == XCH_OTHERS_ORDER, "so it has to be");
    CHECK(xch_shard_cancel(bed.shard, 2, done, &report) == XCH_EXECUTED_FULLY, "so it has to be");
    CHECK(xch_shard_cancel(bed.shard, 9, open, &report) == XCH_NO_ACCOUNT, "so it has to be");
    CHECK(xch_shard_cancel(bed.shard, 1, 99, &report) == XCH_NO_ORDER, "so it has to be");
    CHECK(xch_shard_cancel(bed.shard, 1, 0, &report) == XCH_NO_ORDER, "so it has to be");
    CHECK(xch_shard_cancel(bed.shard, 1, open, &report) == XCH_DONE && report.fill_count == 1, "so it has to be");
    free(report.fills);
    CHECK(xch_shard_cancel(bed.shard, 1, open, &report) == XCH_CANCELED_BEFORE, "so it has to be");
    bed_free(&bed);
}

static void trades_own_orders_unless_told_otherwise(void) {
    struct bed trading = bed_new(false), refusing = bed_new(true);
    open_order(&trading, 1, -10, 50);
    open_order(&trading, 1, 10, 50);
    check_money(&trading, 1, 100000, 0);
    check_shares(&trading, 1, 1000, 0);
    open_order(&refusing, 1, -10, 50);
    check_order(&refusing, 1, 10 * UNIT, 50 * UNIT, XCH_OWN_ORDER);
    check_money(&refusing, 1, 100000, 0);
    CHECK(open_order(&refusing, 1, 10, 49) == 2, "it would not trade");
    bed_free(&trading);
    bed_free(&refusing);
}

static void does_an_own_trade_again_where_own_orders_are_refused(void) {
    struct bed trading = bed_new(false);
    struct xch_entries entries = {0};
    struct xch_ledger *const ledger = xch_ledger_new();
    struct xch_shard *const shard = xch_shard_new(ledger, &(struct xch_shard_options){.refuse_own = true});
    uint64_t id = 0;
    open_order(&trading, 1, -10, 50);
    open_order(&trading, 1, 5, 50);
    xch_ledger_take(trading.ledger, &entries);
    CHECK(xch_load_symbol(ledger, "SPY") == XCH_DONE, "so it has to be");
    for (size_t i = 0; i < entries.count; i++)
        CHECK(xch_shard_replay(shard, &entries.at[i]) == XCH_DONE, "entry %zu", i + 1);
    CHECK(xch_shard_order(shard, 1, "SPY", 5 * UNIT, 50 * UNIT, &id) == XCH_OWN_ORDER, "what comes in is refused");
    free(entries.at);
    xch_shard_free(shard);
    xch_ledger_free(ledger);
    bed_free(&trading);
}

static void keeps_a_closed_order_until_it_is_stored(void) {
    struct bed bed = bed_new(false);
    struct xch_report report;
    struct xch_cut cut;
    const uint64_t done = open_order(&bed, 1, -10, 50);
    open_order(&bed, 2, 10, 50);
    CHECK(xch_ledger_cut(bed.ledger, &cut) == 0 && cut.closed_count == 2 && cut.execution_count == 1,
          "so it has to be");
    check_state(&bed, done, XCH_EXECUTED, 0, 1);
    CHECK(xch_shard_query(bed.shard, 1, done, 0, &report) == XCH_DONE && report.fill_count == 1 && report.fills == NULL,
          "where there is no room, executions are counted and not copied");
    xch_ledger_stored(bed.ledger, &cut);
    xch_cut_free(&cut);
    CHECK(xch_shard_query(bed.shard, 1, done, SIZE_MAX, &report) == XCH_STORED, "so it has to be");
    CHECK(xch_shard_cancel(bed.shard, 1, done, &report) == XCH_STORED, "so it has to be");
    CHECK(xch_closed_orders(bed.ledger) == 0 && xch_open_orders(bed.ledger) == 0, "so it has to be");
    CHECK(xch_ledger_cut(bed.ledger, &cut) == 0 && cut.order_count == 0 && cut.account_count == 0, "so it has to be");
    xch_cut_free(&cut);
    bed_free(&bed);
}

/* Returns the first symbol of one letter that belongs to shard NUMBER of two. */
static const char *symbol_of(unsigned number) {
    static char symbols[2][2];
    char *const symbol = symbols[number];
    for (symbol[0] = 'A'; xch_shard_of(symbol, 2) != number;)
        symbol[0]++;
    return symbol;
}

/* Each shard has a book, and the first handles of two books are equal. */
static void cancels_no_order_of_another_shard(void) {
    struct xch_ledger *const ledger = xch_ledger_new();
    struct xch_shard *shards[2];
    struct xch_report report;
    uint64_t ids[2] = {0};
    CHECK(xch_create_account(ledger, 1, (xch_money)1000 * UNIT * UNIT) == XCH_DONE, "so it has to be");
    for (unsigned i = 0; i < 2; i++) {
        shards[i] = xch_shard_new(ledger, &(struct xch_shard_options){.number = i, .count = 2});
        CHECK(xch_create_symbol(ledger, symbol_of(i)) == XCH_DONE, "so it has to be");
        CHECK(xch_shard_order(shards[i], 1, symbol_of(i), UNIT, UNIT, &ids[i]) == XCH_DONE, "so it has to be");
    }
    const uint64_t entries = xch_last_entry(ledger);
    const xch_refusal refusal = xch_shard_cancel(shards[0], 1, ids[1], &report);
    CHECK(refusal == XCH_OTHER_SHARD && xch_last_entry(ledger) == entries, "%s", xch_refusal_text(refusal));
    struct xch_level level;
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t symbol = xch_symbol_find(ledger, symbol_of(i));
        CHECK(xch_shard_depth(shards[i], symbol, false, &level, 1) == 1, "the order of shard %u has left its book", i);
    }
    for (unsigned i = 0; i < 2; i++)
        CHECK(xch_shard_cancel(shards[i], 1, ids[i], &report) == XCH_DONE, "its own shard cancels it");
    CHECK(xch_account_at(ledger, 0)->reserved == 0 && !xch_ledger_broken(ledger), "so it has to be");
    for (unsigned i = 0; i < 2; i++)
        xch_shard_free(shards[i]);
    xch_ledger_free(ledger);
}

/* As above, with shards that do not know of other shards. */
static void cancels_no_order_that_its_book_does_not_have(void) {
    struct bed bed = bed_new(false);
    struct xch_shard *const other = xch_shard_new(bed.ledger, &(struct xch_shard_options){0});
    struct xch_report report;
    uint64_t id = 0;
    CHECK(xch_shard_order(other, 2, "SPY", UNIT, UNIT, &id) == XCH_DONE, "so it has to be");
    const uint64_t mine = open_order(&bed, 1, 1, 1);
    CHECK(xch_shard_cancel(other, 1, mine, &report) == XCH_DAMAGED, "so it has to be");
    CHECK(xch_shard_cancel(bed.shard, 1, mine, &report) == XCH_DONE, "so it has to be");
    xch_shard_free(other);
    bed_free(&bed);
}

static void breaks_where_an_order_that_is_not_open_trades(void) {
    for (int closed = 0; closed < 2; closed++) {
        struct bed bed = bed_new(false);
        struct xch_report report;
        const uint64_t maker = open_order(&bed, 1, -10, 50), taker = open_order(&bed, 3, 20, 40);
        if (closed)
            CHECK(xch_shard_cancel(bed.shard, 1, maker, &report) == XCH_DONE, "so it has to be");
        xch_order_trade(bed.ledger, taker, maker, closed ? UNIT : 11 * UNIT);
        CHECK(xch_ledger_broken(bed.ledger), "it has traded");
        check_shares(&bed, 1, closed ? 1000 : 990, closed ? 0 : 10);
        bed_free(&bed);
    }
}

static void never_lets_time_go_back(void) {
    struct bed bed = bed_new(false);
    struct xch_entries entries = {0};
    xch_ledger_time(bed.ledger, 2000000);
    xch_create_symbol(bed.ledger, "A");
    xch_ledger_time(bed.ledger, 1500000);
    xch_create_symbol(bed.ledger, "B");
    CHECK(xch_create_symbol(bed.ledger, "A") == XCH_DONE, "a symbol may be created again");
    xch_ledger_take(bed.ledger, &entries);
    CHECK(entries.count == 7 && entries.at[6].at == 2000000 && entries.at[6].number == 7, "%zu", entries.count);
    free(entries.at);
    bed_free(&bed);
}

int main(void) {
    static const struct check_case cases[] = {CASE(matches_the_worked_example),
                                              CASE(reserves_on_opening_and_gives_back_on_canceling),
                                              CASE(executes_at_the_price_of_the_order_that_was_open_first),
                                              CASE(matches_equal_prices_and_keeps_the_rank_of_a_remainder),
                                              CASE(spends_nothing_twice),
                                              CASE(refuses_what_makes_no_sense),
                                              CASE(bounds_the_money_of_all_accounts_together),
                                              CASE(names_each_refusal_that_no_request_brings_about),
                                              CASE(refuses_a_symbol_too_many),
                                              CASE(tells_why_a_cancellation_is_refused),
                                              CASE(trades_own_orders_unless_told_otherwise),
                                              CASE(does_an_own_trade_again_where_own_orders_are_refused),
                                              CASE(keeps_a_closed_order_until_it_is_stored),
                                              CASE(cancels_no_order_of_another_shard),
                                              CASE(cancels_no_order_that_its_book_does_not_have),
                                              CASE(breaks_where_an_order_that_is_not_open_trades),
                                              CASE(never_lets_time_go_back)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
