/* SPDX-License-Identifier: Apache-2.0 */
#include "exchange/amount.h"

#include "support/check.h"

#include <inttypes.h>

static void check_shares(const char *text, xch_read code, int64_t units) {
    int64_t got = 7;
    const xch_read found = xch_read_shares(text, strlen(text), &got);
    CHECK(found == code, "\"%s\": %d, not %d", text, (int)found, (int)code);
    CHECK(got == (code == XCH_READ_OK ? units : 7), "\"%s\": %" PRId64, text, got);
}

static void check_put(int64_t units, const char *text) {
    char out[XCH_AMOUNT_BYTES];
    CHECK(xch_put_amount(out, units) == strlen(text) && strcmp(out, text) == 0, "%s, not %s", out, text);
}

static void check_money(const char *text, const char *again) {
    char out[XCH_AMOUNT_BYTES];
    xch_money money = 0;
    CHECK(xch_read_money(text, strlen(text), &money) == XCH_READ_OK, "%s", text);
    CHECK(xch_put_money(out, money) == strlen(again) && strcmp(out, again) == 0, "%s, not %s", out, again);
}

static void reads_decimals(void) {
    check_shares("100", XCH_READ_OK, 1000000);
    check_shares("0.5", XCH_READ_OK, 5000);
    check_shares("-12.25", XCH_READ_OK, -122500);
    check_shares(".5", XCH_READ_OK, 5000);
    check_shares("5.", XCH_READ_OK, 50000);
    check_shares("000000000000000000000000000000000000000001.0000", XCH_READ_OK, 10000);
    check_shares("0.0001", XCH_READ_OK, 1);
    check_shares("-0", XCH_READ_OK, 0);
}

static void refuses_what_is_no_decimal(void) {
    static const char *const wrong[] = {"",    "-",    ".",   "-.",  "+1",    " 1", "1 ",   "1e3", "NaN",
                                        "inf", "0x10", "1,5", "--1", "1.2.3", "1-", "1.-2", "nan", "Infinity"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        check_shares(wrong[i], XCH_READ_FORM, 0);
    int64_t got = 7;
    CHECK(xch_read_shares("1\0002", 3, &got) == XCH_READ_FORM && got == 7, "a NUL is no digit");
}

static void refuses_too_many_decimals(void) {
    check_shares("0.00001", XCH_READ_DECIMALS, 0);
    check_shares("1.00000", XCH_READ_DECIMALS, 0);
    xch_money money = 0;
    CHECK(xch_read_money("0.000000001", 11, &money) == XCH_READ_DECIMALS, "nine decimals");
}

static void refuses_what_passes_the_bound(void) {
    check_shares("1000000000000", XCH_READ_OK, XCH_MOST_SHARES);
    check_shares("-1000000000000", XCH_READ_OK, -XCH_MOST_SHARES);
    check_shares("1000000000000.0001", XCH_READ_BOUND, 0);
    check_shares("1000000000001", XCH_READ_BOUND, 0);
    check_shares("99999999999999999999999999999999999999999999999999999999999999999999", XCH_READ_BOUND, 0);
    check_shares("-99999999999999999999999999999999999999999999999999999999999999999999.5", XCH_READ_BOUND, 0);
    xch_money money = 7;
    CHECK(xch_read_money("1000000000000000000.00000001", 28, &money) == XCH_READ_BOUND && money == 7, "money");
}

static void writes_as_few_digits_as_tell_the_value(void) {
    check_put(0, "0");
    check_put(1000000, "100");
    check_put(5000, "0.5");
    check_put(-122500, "-12.25");
    check_put(1, "0.0001");
    check_put(-1, "-0.0001");
    check_put(XCH_MOST_SHARES, "1000000000000");
    check_put(INT64_MAX, "922337203685477.5807");
    check_put(INT64_MIN, "-922337203685477.5808");
}

static void writes_money_as_it_was_read(void) {
    check_money("100000", "100000");
    check_money("0.00000001", "0.00000001");
    check_money("-0.10", "-0.1");
    check_money("1000000000000000000", "1000000000000000000");
    check_money("-1000000000000000000.00000000", "-1000000000000000000");
    char out[XCH_AMOUNT_BYTES];
    const xch_money least = (xch_money)((unsigned __int128)1 << 127);
    xch_put_money(out, least);
    CHECK(strcmp(out, "-1701411834604692317316873037158.84105728") == 0, "%s", out);
}

static void rounds_no_product(void) {
    char out[XCH_AMOUNT_BYTES];
    xch_put_money(out, xch_cost(1, 1));
    CHECK(strcmp(out, "0.00000001") == 0, "%s", out);
    xch_put_money(out, xch_cost(XCH_MOST_SHARES, -XCH_MOST_PRICE));
    CHECK(strcmp(out, "-1000000000000000000000000") == 0, "%s", out);
}

static void says_what_is_wrong(void) {
    CHECK(strcmp(xch_read_text(XCH_READ_DECIMALS), "has too many decimals") == 0, "%s",
          xch_read_text(XCH_READ_DECIMALS));
}

int main(void) {
    static const struct check_case cases[] = {CASE(reads_decimals),
                                              CASE(refuses_what_is_no_decimal),
                                              CASE(refuses_too_many_decimals),
                                              CASE(refuses_what_passes_the_bound),
                                              CASE(writes_as_few_digits_as_tell_the_value),
                                              CASE(writes_money_as_it_was_read),
                                              CASE(rounds_no_product),
                                              CASE(says_what_is_wrong)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
