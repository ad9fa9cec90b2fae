/* SPDX-License-Identifier: Apache-2.0 */
#include "values.h"

#include <ctype.h>
#include <string.h>

/* Reads 1 to 19 digits without a leading zero, at most 2^63 - 1: the range of an SQL bigint. */
static bool read_number(const char *text, uint64_t *number) {
    const size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 19 || text[digits] != '\0' || (text[0] == '0' && digits > 1))
        return false;
    *number = 0;
    for (; *text != '\0'; text++)
        *number = 10 * *number + (uint64_t)(*text - '0');
    return *number <= INT64_MAX;
}

const char *xch_read_account(const char *text, uint64_t *account) {
    if (text == NULL)
        return "the account's id is missing";
    if (!read_number(text, account))
        return "an account's id is a number up to 9223372036854775807, without leading zeros";
    return NULL;
}

static const char *check_symbol(const char *text) {
    size_t bytes = 0;
    if (text == NULL)
        return "sym is missing";
    while (isalnum((unsigned char)text[bytes]))
        bytes++;
    if (bytes == 0 || bytes > XCH_MOST_SYMBOL || text[bytes] != '\0')
        return "a symbol is 1 to 32 letters and digits";
    return NULL;
}

/* The texts of errors in the value of an attribute, by the code of the reading. */
#define ERRORS_OF(name)                                                                                                \
    {                                                                                                                  \
        [XCH_READ_OK] = NULL, [XCH_READ_FORM] = name " is no decimal number",                                          \
        [XCH_READ_DECIMALS] = name " has too many decimals", [XCH_READ_BOUND] = name " is out of bounds"               \
    }
static const char *const balance_errors[] = ERRORS_OF("balance");
static const char *const shares_errors[] = ERRORS_OF("the number of shares");
static const char *const amount_errors[] = ERRORS_OF("amount");
static const char *const limit_errors[] = ERRORS_OF("limit");

static const char *read_balance(const char *text, xch_money *balance) {
    if (text == NULL)
        return "balance is missing";
    const char *error = balance_errors[xch_read_money(text, strlen(text), balance)];
    return error == NULL && *balance < 0 ? "balance is below 0" : error;
}

static const char *read_created_shares(const char *text, int64_t *shares) {
    const char *error = shares_errors[xch_read_shares(text, strlen(text), shares)];
    return error == NULL && *shares <= 0 ? "the number of shares is not above 0" : error;
}

static const char *read_order(struct xch_item *item) {
    const char *amount = item->texts[XCH_TEXT_AMOUNT], *limit = item->texts[XCH_TEXT_LIMIT];
    const char *error = check_symbol(item->texts[XCH_TEXT_SYM]);
    if (error != NULL)
        return error;
    if (amount == NULL)
        return "amount is missing";
    if (limit == NULL)
        return "limit is missing";
    error = amount_errors[xch_read_shares(amount, strlen(amount), &item->amount)];
    if (error == NULL)
        error = limit_errors[xch_read_price(limit, strlen(limit), &item->limit)];
    if (error == NULL && item->amount == 0)
        return "amount is 0";
    if (error == NULL && item->limit <= 0)
        return "limit is not above 0";
    return error;
}

static const char *read_order_id(const char *text, uint64_t *order) {
    if (text == NULL)
        return "the order's id is missing";
    if (!read_number(text, order))
        return "an order's id is a number up to 9223372036854775807, without leading zeros";
    return NULL;
}

void xch_item_read(struct xch_item *item, const char *value) {
    const char *const id = item->texts[XCH_TEXT_ID], *const symbol = item->texts[XCH_TEXT_SYM];
    switch (item->kind) {
    case XCH_CREATE_ACCOUNT:
        item->error = xch_read_account(id, &item->account);
        if (item->error == NULL)
            item->error = read_balance(value, &item->balance);
        return;
    case XCH_CREATE_SYMBOL:
        item->error = check_symbol(symbol);
        return;
    case XCH_CREATE_SHARES:
        item->error = check_symbol(symbol);
        if (item->error == NULL)
            item->error = xch_read_account(id, &item->account);
        if (item->error == NULL)
            item->error = read_created_shares(value, &item->amount);
        return;
    case XCH_ORDER:
        item->error = read_order(item);
        return;
    case XCH_QUERY:
    case XCH_CANCEL:
        item->error = read_order_id(id, &item->order);
        return;
    }
}
