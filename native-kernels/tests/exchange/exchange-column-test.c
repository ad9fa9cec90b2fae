/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays in PostgreSQL's binary form, byte for byte. */
#include "exchange/column.h"

#include "support/check.h"

static void check_bytes(struct xch_column *column, const char *wanted, size_t count) {
    CHECK(xch_column_end(column) == 0, "no memory");
    CHECK(column->count == count && memcmp(column->bytes, wanted, count) == 0, "%zu bytes, not %zu", column->count,
          count);
    xch_column_free(column);
}

#define ARRAY(nulls, type, rows) "\0\0\0\1\0\0\0" nulls "\0\0" type "\0\0\0" rows "\0\0\0\1"

static void writes_whole_numbers_and_nulls(void) {
    static const char wanted[] = ARRAY("\1", "\0\x14", "\3") "\0\0\0\10\0\0\0\0\0\0\1\2"
                                                             "\377\377\377\377"
                                                             "\0\0\0\10\377\377\377\377\377\377\377\377";
    struct xch_column column = {0};
    xch_column_begin(&column, XCH_BIGINT);
    xch_column_bigint(&column, 258);
    xch_column_null(&column);
    xch_column_bigint(&column, -1);
    check_bytes(&column, wanted, sizeof wanted - 1);
}

static void writes_decimals_in_groups_of_four_digits(void) {
    static const char wanted[] = ARRAY("\0", "\6\xa4", "\5") "\0\0\0\14\0\2\0\0\0\0\0\4\0\173\x11\x94" /* 123.45 */
                                                             "\0\0\0\10\0\0\0\0\0\0\0\4"               /* 0 */
                                                             "\0\0\0\12\0\1\0\1\x40\0\0\4\0\1"         /* -10000 */
                                                             "\0\0\0\12\0\1\377\377\0\0\0\4\0\1"       /* 0.0001 */
                                                             "\0\0\0\14\0\2\377\377\0\0\0\10\0\1\0\2"; /* 0.00010002 */
    struct xch_column column = {0};
    xch_column_begin(&column, XCH_NUMERIC);
    xch_column_amount(&column, 1234500);
    xch_column_amount(&column, 0);
    xch_column_amount(&column, -100000000);
    xch_column_amount(&column, 1);
    xch_column_money(&column, 10002);
    check_bytes(&column, wanted, sizeof wanted - 1);
}

static void counts_time_from_2000(void) {
    static const char wanted[] = ARRAY("\0", "\4\xa0", "\1") "\0\0\0\10\0\0\0\0\0\0\0\5";
    struct xch_column column = {0};
    xch_column_begin(&column, XCH_TIME);
    xch_column_time(&column, INT64_C(946684800000005));
    check_bytes(&column, wanted, sizeof wanted - 1);
}

static void begins_again_without_what_was_there(void) {
    static const char wanted[] = ARRAY("\0", "\0\x19", "\1") "\0\0\0\3abc";
    struct xch_column column = {0};
    xch_column_begin(&column, XCH_INTEGER);
    xch_column_integer(&column, 4);
    xch_column_null(&column);
    xch_column_begin(&column, XCH_TEXT);
    xch_column_bytes(&column, "abc", 3);
    check_bytes(&column, wanted, sizeof wanted - 1);
}

int main(void) {
    static const struct check_case cases[] = {CASE(writes_whole_numbers_and_nulls),
                                              CASE(writes_decimals_in_groups_of_four_digits),
                                              CASE(counts_time_from_2000), CASE(begins_again_without_what_was_there)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
