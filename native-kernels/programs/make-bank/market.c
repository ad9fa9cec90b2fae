/* SPDX-License-Identifier: Apache-2.0 */
/* The real series: unpacks them, and arranges them by the days of the index, which all series have. */
#include "bank.h"
#include "embedded.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { MOST_DAYS = 10000, MOST_SERIES = 32, DATE_BYTES = sizeof ",1990-01-02," - 1 };

/* Days from 1970-01-01 to a date of the Gregorian calendar. */
static int day_of(int year, int month, int day) {
    const int shifted = month <= 2 ? year - 1 : year, era = shifted / 400, of_era = shifted - era * 400;
    const int of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* Returns the text of a packed file, ended by NUL; NULL without memory. The caller frees the text. */
static char *unpack(const char *packed, size_t bytes) {
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)packed, .avail_in = (uInt)bytes};
    const unsigned char *end = (const unsigned char *)packed + bytes - 4; /* gzip ends with the length of the text */
    const size_t length = end[0] | (size_t)end[1] << 8 | (size_t)end[2] << 16 | (size_t)end[3] << 24;
    char *text = malloc(length + 1);
    if (text == NULL || inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) {
        free(text);
        return NULL;
    }
    stream.next_out = (Bytef *)text;
    stream.avail_out = (uInt)length;
    const int code = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    if (code != Z_STREAM_END) {
        free(text);
        return NULL;
    }
    text[length] = '\0';
    return text;
}

/* A decimal number with at most three decimals, in thousandths. */
static int64_t thousandths_of(const char *text) {
    int64_t value = 0;
    int decimals = -1;
    for (; *text == '.' || (*text >= '0' && *text <= '9'); text++)
        if (*text == '.') {
            decimals = 0;
        } else if (decimals < 3) {
            value = 10 * value + (*text - '0');
            decimals += decimals >= 0;
        }
    for (int i = decimals < 0 ? 0 : decimals; i < 3; i++)
        value *= 10;
    return value;
}

/* Returns the series of that name, and makes a new one if missing; NULL without memory. */
static struct series *series_of(struct market *market, const char *name, size_t length) {
    for (size_t i = 0; i < market->series; i++)
        if (strlen(market->one[i].name) == length && memcmp(market->one[i].name, name, length) == 0)
            return &market->one[i];
    if (market->series == MOST_SERIES || length >= NAME_BYTES)
        return NULL;
    struct series *made = &market->one[market->series];
    made->thousandths = calloc(MOST_DAYS, sizeof *made->thousandths);
    if (made->thousandths == NULL)
        return NULL;
    memcpy(made->name, name, length);
    market->series++;
    return made;
}

/* Adds the rows of TEXT. The first file defines the days, in order; in the other files the day of each row takes the
 * next place. */
static int add_rows(struct market *market, const char *text, bool is_first) {
    size_t at = 0;
    for (const char *row = strchr(text, '\n'); row != NULL && row[1] != '\0'; row = strchr(row + 1, '\n')) {
        const char *name = row + 1, *comma = strchr(name, ',');
        if (comma == NULL || strnlen(comma, DATE_BYTES + 1) <= DATE_BYTES)
            return -1;
        const int day = day_of(atoi(comma + 1), atoi(comma + 6), atoi(comma + 9));
        if (is_first && market->days < MOST_DAYS)
            market->day[market->days++] = day;
        struct series *series = series_of(market, name, (size_t)(comma - name));
        at = at < market->days && market->day[at] <= day ? at : 0;
        while (at < market->days && market->day[at] < day)
            at++;
        if (series == NULL || at == market->days || market->day[at] != day)
            return -1;
        series->thousandths[at] = thousandths_of(comma + DATE_BYTES);
    }
    return 0;
}

static int add_file(struct market *market, const char *packed, size_t bytes, bool is_first) {
    char *text = unpack(packed, bytes);
    const int code = text == NULL ? -1 : add_rows(market, text, is_first);
    free(text);
    return code;
}

int bank_read_market(struct market *market, struct sw_failure *failure) {
    *market =
        (struct market){.one = calloc(MOST_SERIES, sizeof *market->one), .day = calloc(MOST_DAYS, sizeof *market->day)};
    if (market->one == NULL || market->day == NULL || add_file(market, market_index, market_index_bytes, true) != 0 ||
        add_file(market, market_stocks_1990, market_stocks_1990_bytes, false) != 0 ||
        add_file(market, market_stocks_2006, market_stocks_2006_bytes, false) != 0)
        return sw_fail(failure, STATUS_COMPUTE, "free some memory, or build the program again",
                       "not enough memory for the real price series, or the program's copy of them is damaged");
    return STATUS_OK;
}

void bank_free_market(struct market *market) {
    for (size_t i = 0; market->one != NULL && i < market->series; i++)
        free(market->one[i].thousandths);
    free(market->one);
    free(market->day);
}
