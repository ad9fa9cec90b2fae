/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Amounts of the exchange: exact decimals, kept as whole numbers of a small unit. No product is rounded: shares times
 * price is money.
 *
 *     shares   int64_t    in units of 1e-4   at most 10^12
 *     price    int64_t    in units of 1e-4   at most 10^12
 *     money    xch_money  in units of 1e-8   a balance that is created: at most 10^18
 *
 * Text. Read: an optional '-', digits, and optionally '.' and at most 4 digits (8 for money), with at least one digit
 * in all; no exponent, no '+', no blanks. Written: the fewest digits that give the value ("100", "0.5", "-12.25").
 */
#ifndef SLIPWAY_EXCHANGE_AMOUNT_H
#define SLIPWAY_EXCHANGE_AMOUNT_H

#include <stddef.h>
#include <stdint.h>

typedef __int128 xch_money;

/* The room of any amount as a text, including the NUL. */
enum { XCH_AMOUNT_BYTES = 48, XCH_UNITS = 10000 };

/* Bounds, in units. The shares of a symbol, over all accounts, also stay within the bound of shares. */
#define XCH_MOST_SHARES INT64_C(10000000000000000)
#define XCH_MOST_PRICE INT64_C(10000000000000000)
#define XCH_MOST_MONEY ((xch_money)INT64_C(1000000000000000000) * 100000000)

typedef enum {
    XCH_READ_OK,
    XCH_READ_FORM,     /* not a decimal number */
    XCH_READ_DECIMALS, /* too many decimals */
    XCH_READ_BOUND     /* beyond the bound, below 0 or above */
} xch_read;

/* Read LENGTH bytes of TEXT. After any code but XCH_READ_OK the result is unchanged. */
xch_read xch_read_shares(const char *text, size_t length, int64_t *shares);
xch_read xch_read_price(const char *text, size_t length, int64_t *price);
xch_read xch_read_money(const char *text, size_t length, xch_money *money);

/* Reads money up to 10^24 instead: a balance may grow beyond the bound of its creation. */
xch_read xch_read_any_money(const char *text, size_t length, xch_money *money);

/* Returns the defect as a text to follow the name of a thing: "is no decimal number" and so on. Static; never NULL. */
const char *xch_read_text(xch_read code);

/*
 * Write shares or a price, or money, to OUT, which has XCH_AMOUNT_BYTES, with a NUL. Return the number of bytes before
 * the NUL. Any value of the type is valid.
 */
size_t xch_put_amount(char *out, int64_t units);
size_t xch_put_money(char *out, xch_money units);

/* Returns the cost of SHARES at PRICE, exact for any two numbers of 64 bits. */
static inline xch_money xch_cost(int64_t shares, int64_t price) {
    return (xch_money)shares * price;
}

#endif
