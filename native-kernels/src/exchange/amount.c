/* SPDX-License-Identifier: Apache-2.0 */
#include "exchange/amount.h"

#include <stdbool.h>
#include <string.h>

enum { DECIMALS = 4, MONEY_DECIMALS = 8 };

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/*
 * Adds digits to *VALUE as long as there are digits, and returns the end of the digits. Stops adding beyond the bound.
 */
static const char *take_digits(const char *at, const char *end, xch_money most, xch_money *value) {
    for (; at < end && is_digit(*at); at++)
        if (*value <= most)
            *value = *value * 10 + (*at - '0');
    return at;
}

static xch_read read_decimal(const char *text, size_t length, int decimals, xch_money most, xch_money *units) {
    const char *at = text, *const end = text + length;
    const bool negative = at < end && *at == '-';
    xch_money value = 0;
    at += negative;
    const char *const whole = at;
    at = take_digits(at, end, most, &value);
    size_t digits = (size_t)(at - whole), fraction = 0;
    if (at < end && *at == '.') {
        const char *const point = at++;
        at = take_digits(at, end, most, &value);
        fraction = (size_t)(at - point - 1);
    }
    if (at < end || digits + fraction == 0)
        return XCH_READ_FORM;
    if (fraction > (size_t)decimals)
        return XCH_READ_DECIMALS;
    for (; fraction < (size_t)decimals && value <= most; fraction++)
        value *= 10;
    if (value > most)
        return XCH_READ_BOUND;
    *units = negative ? -value : value;
    return XCH_READ_OK;
}

static xch_read read_small(const char *text, size_t length, int64_t most, int64_t *units) {
    xch_money value = 0;
    const xch_read code = read_decimal(text, length, DECIMALS, most, &value);
    if (code == XCH_READ_OK)
        *units = (int64_t)value;
    return code;
}

xch_read xch_read_shares(const char *text, size_t length, int64_t *shares) {
    return read_small(text, length, XCH_MOST_SHARES, shares);
}

xch_read xch_read_price(const char *text, size_t length, int64_t *price) {
    return read_small(text, length, XCH_MOST_PRICE, price);
}

xch_read xch_read_money(const char *text, size_t length, xch_money *money) {
    return read_decimal(text, length, MONEY_DECIMALS, XCH_MOST_MONEY, money);
}

xch_read xch_read_any_money(const char *text, size_t length, xch_money *money) {
    return read_decimal(text, length, MONEY_DECIMALS, XCH_MOST_MONEY * 1000000, money);
}

const char *xch_read_text(xch_read code) {
    switch (code) {
    case XCH_READ_OK:
        return "is right";
    case XCH_READ_FORM:
        return "is no decimal number";
    case XCH_READ_DECIMALS:
        return "has too many decimals";
    case XCH_READ_BOUND:
        return "is out of bounds";
    }
    return "is no decimal number";
}

/* Writes the digits of a value backwards from the end of a room of XCH_AMOUNT_BYTES, then moves the digits to the
 * start. */
static size_t put_decimal(char *out, unsigned __int128 value, bool negative, int decimals) {
    char room[XCH_AMOUNT_BYTES];
    char *const end = room + sizeof room;
    char *at = end;
    bool wrote = false;
    for (int i = 0; i < decimals; i++, value /= 10) {
        const char digit = (char)('0' + (int)(value % 10));
        wrote = wrote || digit != '0';
        if (wrote)
            *--at = digit;
    }
    if (wrote)
        *--at = '.';
    do
        *--at = (char)('0' + (int)(value % 10));
    while ((value /= 10) > 0);
    if (negative)
        *--at = '-';
    memcpy(out, at, (size_t)(end - at));
    out[end - at] = '\0';
    return (size_t)(end - at);
}

size_t xch_put_amount(char *out, int64_t units) {
    const uint64_t value = units < 0 ? -(uint64_t)units : (uint64_t)units;
    return put_decimal(out, value, units < 0, DECIMALS);
}

size_t xch_put_money(char *out, xch_money units) {
    const unsigned __int128 value = units < 0 ? -(unsigned __int128)units : (unsigned __int128)units;
    return put_decimal(out, value, units < 0, MONEY_DECIMALS);
}
