/* SPDX-License-Identifier: Apache-2.0 */
/* An entry as a row of the table ledger, and back. */
#include "base/text.h"
#include "inside.h"

#include <string.h>

static void put_text(struct xch_column *column, const char *text) {
    xch_column_bytes(column, text, strlen(text));
}

void xch_put_entry(struct xch_column column[LEDGER_COLUMNS], const struct xch_ledger *ledger,
                   const struct xch_entry *entry) {
    const xch_kind kind = (xch_kind)entry->kind;
    xch_column_bigint(&column[0], (int64_t)entry->number);
    xch_column_time(&column[1], entry->at);
    put_text(&column[2], xch_kind_words[kind]);
    if (kind == XCH_ENTRY_SYMBOL)
        xch_column_null(&column[3]);
    else
        xch_column_bigint(&column[3], (int64_t)entry->account);
    if (entry->symbol == XCH_NONE)
        xch_column_null(&column[4]);
    else
        put_text(&column[4], xch_symbol_text(ledger, entry->symbol));
    if (kind == XCH_ENTRY_ACCOUNT)
        xch_column_money(&column[5], entry->money);
    else if (kind == XCH_ENTRY_SHARES || kind == XCH_ENTRY_ORDER)
        xch_column_amount(&column[5], entry->amount);
    else
        xch_column_null(&column[5]);
    if (kind == XCH_ENTRY_ORDER)
        xch_column_amount(&column[6], entry->price);
    else
        xch_column_null(&column[6]);
    if (kind == XCH_ENTRY_ORDER || kind == XCH_ENTRY_CANCEL)
        xch_column_bigint(&column[7], (int64_t)entry->order);
    else
        xch_column_null(&column[7]);
}

/* Reads a column that is NULL for some kinds of entries; NULL is 0. */
static int take_maybe(const PGresult *result, int row, int column, uint64_t *value) {
    int64_t number = 0;
    if (PQgetisnull(result, row, column) == 0 && (xch_take_bigint(result, row, column, &number) != 0 || number < 0))
        return -1;
    *value = (uint64_t)number;
    return 0;
}

static int take_symbol(struct xch_ledger *ledger, const PGresult *result, int row, struct xch_entry *entry) {
    entry->symbol = XCH_NONE;
    if (PQgetisnull(result, row, 4))
        return entry->kind == XCH_ENTRY_ACCOUNT ? 0 : -1;
    if (xch_load_symbol(ledger, PQgetvalue(result, row, 4)) != XCH_DONE)
        return -1;
    entry->symbol = xch_symbol_find(ledger, PQgetvalue(result, row, 4));
    return 0;
}

static int take_amounts(const PGresult *result, int row, struct xch_entry *entry) {
    const char *const text = PQgetvalue(result, row, 5);
    switch ((xch_kind)entry->kind) {
    case XCH_ENTRY_ACCOUNT:
        return xch_read_money(text, strlen(text), &entry->money) == XCH_READ_OK ? 0 : -1;
    case XCH_ENTRY_ORDER:
        if (xch_take_amount(result, row, 6, &entry->price) != 0)
            return -1;
        return xch_take_amount(result, row, 5, &entry->amount);
    case XCH_ENTRY_SHARES:
        return xch_take_amount(result, row, 5, &entry->amount);
    case XCH_ENTRY_SYMBOL:
    case XCH_ENTRY_CANCEL:
        break;
    }
    return 0;
}

int xch_entry_of_row(struct xch_ledger *ledger, const PGresult *result, int row, struct xch_entry *entry) {
    const int kind = sw_text_find(xch_kind_words, PQgetvalue(result, row, 2));
    if (kind < 0 || take_maybe(result, row, 0, &entry->number) != 0 ||
        xch_take_bigint(result, row, 1, &entry->at) != 0 || take_maybe(result, row, 3, &entry->account) != 0 ||
        take_maybe(result, row, 7, &entry->order) != 0)
        return -1;
    entry->kind = (uint8_t)kind;
    if (take_symbol(ledger, result, row, entry) != 0)
        return -1;
    return take_amounts(result, row, entry);
}
