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
 * in all; no exponent, no '+', no blanks. Written: as few digits as tell the value ("100", "0.5", "-12.25").
 */
#ifndef SLIPWAY_EXCHANGE_AMOUNT_H
#define SLIPWAY_EXCHANGE_AMOUNT_H

#include <stddef.h>
#include <stdint.h>

typedef __int128 xch_money;

/* The room that any amount takes as a text, with a NUL. */
enum { XCH_AMOUNT_BYTES = 48, XCH_UNITS = 10000 };

/* Bounds, in units. The shares of a symbol, over all accounts, stay within the bound of shares, too. */
#define XCH_MOST_SHARES INT64_C(10000000000000000)
#define XCH_MOST_PRICE INT64_C(10000000000000000)
#define XCH_MOST_MONEY ((xch_money)INT64_C(1000000000000000000) * 100000000)

typedef enum {
    XCH_READ_OK,
    XCH_READ_FORM,     /* it is no decimal number */
    XCH_READ_DECIMALS, /* it has too many decimals */
    XCH_READ_BOUND     /* it is beyond the bound, below 0 or above */
} xch_read;

/* Reads LENGTH bytes of TEXT. After anything but XCH_READ_OK the result stays as it was. */
xch_read xch_read_shares(const char *text, size_t length, int64_t *shares);
xch_read xch_read_price(const char *text, size_t length, int64_t *price);
xch_read xch_read_money(const char *text, size_t length, xch_money *money);

/* Reads money without that bound, up to 10^24: a balance may grow beyond what one can be created with. */
xch_read xch_read_any_money(const char *text, size_t length, xch_money *money);

/* Returns what is wrong: "is no decimal number" and so on, to stand behind the name of a thing. Static; never NULL. */
const char *xch_read_text(xch_read code);

/*
 * Write shares or a price, or money, to OUT, which has XCH_AMOUNT_BYTES, with a NUL. Return how many bytes stand before
 * the NUL. Any value of the type can be written.
 */
size_t xch_put_amount(char *out, int64_t units);
size_t xch_put_money(char *out, xch_money units);

/* Returns what SHARES cost at PRICE: exact for any two numbers of 64 bits. */
static inline xch_money xch_cost(int64_t shares, int64_t price) {
    return (xch_money)shares * price;
}

#endif
