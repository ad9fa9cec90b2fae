/* SPDX-License-Identifier: Apache-2.0 */
/* The values of results in text form. */
#include "base/text.h"
#include "inside.h"

#include <stdlib.h>
#include <string.h>

const char *const xch_state_words[] = {"open", "executed", "canceled", NULL};
const char *const xch_kind_words[] = {"symbol", "account", "shares", "order", "cancel", NULL};

int xch_take_bigint(const PGresult *result, int row, int column, int64_t *value) {
    char *end = NULL;
    const char *const text = PQgetvalue(result, row, column);
    *value = strtoll(text, &end, 10);
    return *text != '\0' && *end == '\0' ? 0 : -1;
}

int xch_take_amount(const PGresult *result, int row, int column, int64_t *units) {
    const char *const text = PQgetvalue(result, row, column);
    return xch_read_shares(text, strlen(text), units) == XCH_READ_OK ? 0 : -1;
}

int xch_take_money(const PGresult *result, int row, int column, xch_money *money) {
    const char *const text = PQgetvalue(result, row, column);
    return xch_read_any_money(text, strlen(text), money) == XCH_READ_OK ? 0 : -1;
}

int xch_take_state(const PGresult *result, int row, int column, uint8_t *state) {
    const int found = sw_text_find(xch_state_words, PQgetvalue(result, row, column));
    *state = (uint8_t)found;
    return found < 0 ? -1 : 0;
}
