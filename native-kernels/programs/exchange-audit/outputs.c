/* SPDX-License-Identifier: Apache-2.0 */
/* The outputs of an audit: executions and prices as CSV, books and balances as lines. */
#include "audit.h"

#include "base/rows.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

enum { LEVELS = 1 << 16, MICROSECONDS = 1000000 };

/* Writes a time of microseconds since 1970 as 2026-11-26T07:45:17.156664Z. */
static void put_time(FILE *out, int64_t at, bool fraction) {
    const time_t seconds = (time_t)(at / MICROSECONDS);
    struct tm parts;
    char text[32];
    gmtime_r(&seconds, &parts);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    fputs(text, out);
    if (fraction)
        fprintf(out, ".%06d", (int)(at % MICROSECONDS));
    fputc('Z', out);
}

static const char *amount(int64_t units, char out[XCH_AMOUNT_BYTES]) {
    xch_put_amount(out, units);
    return out;
}

static void put_amount(FILE *out, int64_t units) {
    char text[XCH_AMOUNT_BYTES];
    fprintf(out, ",%s", amount(units, text));
}

static void write_execution(struct audit *audit, const struct xch_trade *trade) {
    FILE *const out = audit->executions;
    fprintf(out, "%" PRIu64 ",%" PRIu32 ",", trade->number, trade->seq);
    put_time(out, trade->at, true);
    fprintf(out, ",%s", xch_symbol_text(audit->ledger, trade->symbol));
    put_amount(out, trade->shares);
    put_amount(out, trade->price);
    fprintf(out, ",%" PRIu64 ",%" PRIu64 "\n", trade->buy_order, trade->sell_order);
}

static void write_bar(struct audit *audit, uint32_t symbol, struct bar *bar) {
    FILE *const out = audit->prices;
    if (bar->executions == 0)
        return;
    put_time(out, bar->second * MICROSECONDS, false);
    fprintf(out, ",%s", xch_symbol_text(audit->ledger, symbol));
    put_amount(out, bar->first);
    put_amount(out, bar->high);
    put_amount(out, bar->low);
    put_amount(out, bar->last);
    put_amount(out, bar->shares);
    fprintf(out, ",%" PRIu64 "\n", bar->executions);
    *bar = (struct bar){0};
}

void audit_write_bars(struct audit *audit) {
    for (uint32_t i = 0; audit->prices != NULL && i < audit->bar_count; i++)
        write_bar(audit, i, &audit->bars[i]);
}

/* Adds an execution to the bar of its symbol. */
static int add_to_bar(struct audit *audit, const struct xch_trade *trade) {
    if (trade->at / MICROSECONDS != audit->second)
        audit_write_bars(audit);
    audit->second = trade->at / MICROSECONDS;
    struct bar *const bars = sw_rows_grow(audit->bars, &audit->bar_room, trade->symbol + 1U, sizeof *bars);
    if (bars == NULL)
        return -1;
    audit->bars = bars;
    for (; audit->bar_count <= trade->symbol; audit->bar_count++)
        bars[audit->bar_count] = (struct bar){0};
    struct bar *const bar = &bars[trade->symbol];
    if (bar->executions++ == 0)
        bar->first = bar->high = bar->low = trade->price;
    bar->second = audit->second;
    bar->high = trade->price > bar->high ? trade->price : bar->high;
    bar->low = trade->price < bar->low ? trade->price : bar->low;
    bar->last = trade->price;
    bar->shares += trade->shares;
    return 0;
}

int audit_write(struct audit *audit, const struct xch_trade *trade) {
    if (audit->executions != NULL)
        write_execution(audit, trade);
    return audit->prices == NULL ? 0 : add_to_bar(audit, trade);
}

static void print_side(const struct audit *audit, uint32_t symbol, bool sells) {
    static struct xch_level levels[LEVELS];
    char price[XCH_AMOUNT_BYTES], shares[XCH_AMOUNT_BYTES];
    const size_t count = xch_shard_depth(audit->shard, symbol, sells, levels, LEVELS);
    for (size_t i = 0; i < count; i++)
        printf("BOOK %s %s %s %s %" PRIu64 "\n", xch_symbol_text(audit->ledger, symbol), sells ? "sell" : "buy",
               amount(levels[i].price, price), amount(levels[i].shares, shares), levels[i].orders);
}

void audit_print_books(const struct audit *audit) {
    for (uint32_t i = 0; i < xch_symbols(audit->ledger); i++) {
        print_side(audit, i, false);
        print_side(audit, i, true);
    }
}

void audit_print_balances(const struct audit *audit) {
    char free_text[XCH_AMOUNT_BYTES], reserved[XCH_AMOUNT_BYTES];
    for (uint32_t i = 0; i < xch_accounts(audit->ledger); i++) {
        const struct xch_account *const account = xch_account_at(audit->ledger, i);
        xch_put_money(free_text, account->balance);
        xch_put_money(reserved, account->reserved);
        printf("ACCOUNT %" PRIu64 " %s %s\n", account->id, free_text, reserved);
    }
    for (uint32_t i = 0; i < xch_positions(audit->ledger); i++) {
        const struct xch_position *const position = xch_position_at(audit->ledger, i);
        printf("POSITION %" PRIu64 " %s %s %s\n", xch_account_at(audit->ledger, position->account)->id,
               xch_symbol_text(audit->ledger, position->symbol), amount(position->shares, free_text),
               amount(position->reserved, reserved));
    }
}
