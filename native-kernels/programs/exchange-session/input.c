/* SPDX-License-Identifier: Apache-2.0 */
/* The files of the morning and the requests of the day. The server decides on valid amounts and prices. */
#include "session.h"

#include "base/rows.h"
#include "records/records.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ACCOUNT_ACCOUNT, ACCOUNT_BALANCE, ACCOUNT_COLUMNS };
static const char *const account_columns[ACCOUNT_COLUMNS] = {"account", "balance"};
enum { POSITION_ACCOUNT, POSITION_SYMBOL, POSITION_SHARES, POSITION_COLUMNS };
static const char *const position_columns[POSITION_COLUMNS] = {"account", "symbol", "shares"};
enum { ID, AT, ACCOUNT, KIND, SYMBOL, AMOUNT, PRICE, REQUEST, COLUMNS };
static const char *const request_columns[COLUMNS] = {"id",     "at",     "account", "kind",
                                                     "symbol", "amount", "price",   "?request"};
static const char *const kinds[] = {"order", "query", "cancel", NULL};

enum { MOST_DIGITS = 19, ROW_DIGITS = 18 };
static const int64_t second_us = 1000000;

/* Takes a number of at most MOST digits by the server's rules: without a sign, and without a leading zero. */
static int take_number(const struct sw_record *record, int column, size_t most, uint64_t *number,
                       struct sw_failure *f) {
    const char *text = sw_text_of_field(record, column);
    const size_t digits = strspn(text, "0123456789");
    if (digits == 0 || text[digits] != '\0' || digits > most || (digits > 1 && text[0] == '0'))
        return sw_refuse(f, record, column, NULL, "\"%s\" is not a whole number of 1 to %zu digits", text, most);
    *number = strtoull(text, NULL, 10);
    return STATUS_OK;
}

static bool two_digits(const char *text, int most, int *number) {
    if (text[0] < '0' || text[0] > '9' || text[1] < '0' || text[1] > '9')
        return false;
    *number = (text[0] - '0') * 10 + text[1] - '0';
    return *number <= most;
}

/* Takes HH:MM:SS with at most 6 decimals, in microseconds of the day. */
static int take_time(const struct sw_record *record, int column, int64_t *at, struct sw_failure *f) {
    const char *text = sw_text_of_field(record, column);
    int hour, minute, second;
    if (strlen(text) < 8 || !two_digits(text, 23, &hour) || text[2] != ':' || !two_digits(text + 3, 59, &minute) ||
        text[5] != ':' || !two_digits(text + 6, 59, &second))
        return sw_refuse(f, record, column, NULL, "\"%s\" is not a time of the day as 09:30:00.25", text);
    *at = (((int64_t)hour * 60 + minute) * 60 + second) * second_us;
    const char *decimals = text + 8;
    if (*decimals == '.')
        decimals++;
    const size_t count = strspn(decimals, "0123456789");
    if (decimals[count] != '\0' || count > 6 || (text[8] == '.') != (count > 0))
        return sw_refuse(f, record, column, NULL, "\"%s\" is not a time of the day as 09:30:00.25", text);
    int64_t unit = second_us;
    for (size_t i = 0; i < count; i++)
        *at += (unit /= 10) * (decimals[i] - '0');
    return STATUS_OK;
}

static int no_memory(const struct sw_record *record, struct sw_failure *f) {
    return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for line %lu of %s", record->line, record->path);
}

static void add_attribute(struct xch_bytes *xml, const char *name, const char *value) {
    xch_bytes_text(xml, name);
    xch_bytes_escaped(xml, value);
    xch_bytes_text(xml, "\"");
}

/* Adds the row with the element that begins at START. */
static int add_opening(const struct sw_record *record, struct day *day, size_t start, struct sw_failure *f) {
    struct opening *grown =
        sw_rows_grow(day->openings, &day->opening_room, day->opening_count + 1, sizeof *day->openings);
    if (grown == NULL || day->xml.failed)
        return no_memory(record, f);
    day->openings = grown;
    grown[day->opening_count++] = (struct opening){record->path, record->line, start, day->xml.count - start};
    return STATUS_OK;
}

static int take_account(const struct sw_record *record, void *into, struct sw_failure *f) {
    struct day *day = into;
    const size_t start = day->xml.count;
    add_attribute(&day->xml, "<account id=\"", sw_text_of_field(record, ACCOUNT_ACCOUNT));
    add_attribute(&day->xml, " balance=\"", sw_text_of_field(record, ACCOUNT_BALANCE));
    xch_bytes_text(&day->xml, "/>");
    return add_opening(record, day, start, f);
}

static int take_position(const struct sw_record *record, void *into, struct sw_failure *f) {
    struct day *day = into;
    const size_t start = day->xml.count;
    add_attribute(&day->xml, "<symbol sym=\"", sw_text_of_field(record, POSITION_SYMBOL));
    add_attribute(&day->xml, "><account id=\"", sw_text_of_field(record, POSITION_ACCOUNT));
    xch_bytes_text(&day->xml, ">");
    xch_bytes_escaped(&day->xml, sw_text_of_field(record, POSITION_SHARES));
    xch_bytes_text(&day->xml, "</account></symbol>");
    return add_opening(record, day, start, f);
}

/* Finds the request with this id among the earlier requests, in ascending order of ids. */
static bool find_request(const struct day *day, uint64_t id, size_t *found) {
    size_t low = 0, high = day->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (day->requests[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    *found = low;
    return low < day->count && day->requests[low].id == id;
}

static int take_target(const struct sw_record *record, const struct day *day, struct request *request,
                       struct sw_failure *f) {
    uint64_t id = 0;
    if (take_number(record, REQUEST, ROW_DIGITS, &id, f) != STATUS_OK)
        return f->status;
    if (!find_request(day, id, &request->target) || day->requests[request->target].kind != REQUEST_ORDER)
        return sw_refuse(f, record, REQUEST, NULL, "no order before this row has the id %" PRIu64, id);
    return STATUS_OK;
}

static void add_order(const struct sw_record *record, struct day *day, struct request *request) {
    request->xml = day->xml.count;
    add_attribute(&day->xml, "<transactions id=\"", sw_text_of_field(record, ACCOUNT));
    add_attribute(&day->xml, "><order sym=\"", sw_text_of_field(record, SYMBOL));
    add_attribute(&day->xml, " amount=\"", sw_text_of_field(record, AMOUNT));
    add_attribute(&day->xml, " limit=\"", sw_text_of_field(record, PRICE));
    xch_bytes_text(&day->xml, "/></transactions>");
    request->bytes = day->xml.count - request->xml;
}

static int take_request(const struct sw_record *record, void *into, struct sw_failure *f) {
    struct day *day = into;
    struct request request = {.order = 0};
    int kind;
    if (take_number(record, ID, ROW_DIGITS, &request.id, f) != STATUS_OK ||
        take_time(record, AT, &request.at, f) != STATUS_OK ||
        take_number(record, ACCOUNT, MOST_DIGITS, &request.account, f) != STATUS_OK ||
        sw_take_choice(record, KIND, kinds, &kind, f) != STATUS_OK)
        return f->status;
    request.kind = (unsigned char)kind;
    if (day->count > 0 && request.id <= day->requests[day->count - 1].id)
        return sw_refuse(f, record, ID, "Order the rows by id.", "%" PRIu64 " is not above the id of the row before",
                         request.id);
    if (kind == REQUEST_ORDER)
        add_order(record, day, &request);
    else if (take_target(record, day, &request, f) != STATUS_OK)
        return f->status;
    struct request *grown = sw_rows_grow(day->requests, &day->room, day->count + 1, sizeof *day->requests);
    if (grown == NULL || day->xml.failed)
        return no_memory(record, f);
    day->requests = grown;
    grown[day->count++] = request;
    return STATUS_OK;
}

int read_day(const struct options *options, struct day *day, struct sw_failure *f) {
    const struct sw_records accounts = {options->accounts, account_columns, ACCOUNT_COLUMNS, "exchange-session"};
    const struct sw_records positions = {options->positions, position_columns, POSITION_COLUMNS, "exchange-session"};
    const struct sw_records requests = {options->requests, request_columns, COLUMNS, "exchange-session"};
    if (sw_records_read(&accounts, take_account, day, f) != STATUS_OK ||
        sw_records_read(&positions, take_position, day, f) != STATUS_OK ||
        sw_records_read(&requests, take_request, day, f) != STATUS_OK)
        return f->status;
    return day->count > 0 ? STATUS_OK : sw_fail(f, STATUS_CONTENT, NULL, "%s has no requests", options->requests);
}

void free_day(struct day *day) {
    free(day->openings);
    free(day->requests);
    xch_bytes_free(&day->xml);
}
