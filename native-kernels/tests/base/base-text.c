/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of the base library: texts, rows that grow, the clock, and shares of a count. */
#include "base-cases.h"
#include "base/amounts.h"
#include "base/clock.h"
#include "base/day.h"
#include "base/failure.h"
#include "base/rows.h"
#include "base/split.h"
#include "base/text.h"
#include "support/check.h"

#include <stdarg.h>
#include <stdint.h>
#include <time.h>

static void say(char *text, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void say(char *text, size_t room, const char *format, ...) {
    va_list args;
    va_start(args, format);
    sw_text_format(text, room, format, args);
    va_end(args);
}

void formats_a_text_and_cuts_what_does_not_fit(void) {
    char text[8];
    memset(text, 'x', sizeof text);
    say(text, sizeof text, "%d of %d", 3, 9);
    CHECK(strcmp(text, "3 of 9") == 0, "%s", text);
    say(text, sizeof text, "%s", "exactly");
    CHECK(strcmp(text, "exactly") == 0, "%s", text);
    say(text, sizeof text, "%s", "one more");
    CHECK(strcmp(text, "one mor") == 0, "%s", text);
}

void writes_bytes_and_seconds_for_people(void) {
    static const struct {
        double amount;
        const char *bytes, *seconds;
    } rows[] = {{0, "0 bytes", "0.0 s"},
                {59.4, "59.4 bytes", "59.4 s"},
                {125, "125 bytes", "2 min 5 s"},
                {1536, "1.5 KB", "25 min 36 s"},
                {12000, "11.7 KB", "3 h 20 min"},
                {562988.7, "549.8 KB", "6 d 12 h"},
                {70368744177664, "64 TB", "814453057 d 14 h"},
                {0x1p62, "4096 PB", "11574074074 d 1 h"}};
    char text[SW_AMOUNT_BYTES];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CHECK(strcmp(sw_bytes_text(rows[i].amount, text), rows[i].bytes) == 0, "%s", text);
        CHECK(strcmp(sw_seconds_text(rows[i].amount, text), rows[i].seconds) == 0, "%s", text);
    }
}

void joins_two_texts(void) {
    static const char *const rows[][3] = {{"a", "b", "ab"}, {"", "b", "b"}, {"a", "", "a"}, {"", "", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *joined = sw_text_join(rows[i][0], rows[i][1]);
        CHECK(joined != NULL && strcmp(joined, rows[i][2]) == 0, "row %zu", i);
        free(joined);
    }
}

void finds_a_name_among_names(void) {
    static const char *const names[] = {"call", "put", "", NULL}, *const none[] = {NULL};
    CHECK(sw_text_find(names, "call") == 0, "call");
    CHECK(sw_text_find(names, "") == 2, "the empty name");
    CHECK(sw_text_find(names, "pu") == -1 && sw_text_find(names, "putt") == -1, "a part of a name was taken");
    CHECK(sw_text_find(none, "call") == -1, "found among none");
}

/* Values of RFC 9923, appendix. */
void hashes_a_text_as_its_authors_say(void) {
    CHECK(sw_text_hash("") == 0xcbf29ce484222325, "%llx", (unsigned long long)sw_text_hash(""));
    CHECK(sw_text_hash("a") == 0xaf63dc4c8601ec8c, "%llx", (unsigned long long)sw_text_hash("a"));
    CHECK(sw_text_hash("foobar") == 0x85944171f73967e8, "%llx", (unsigned long long)sw_text_hash("foobar"));
}

void fails_with_a_status_a_message_and_a_hint(void) {
    struct sw_failure f = {.status = STATUS_OK};
    CHECK(sw_fail(&f, STATUS_FILE, "look", "%s is gone", "it") == STATUS_FILE && f.status == STATUS_FILE, "%d",
          f.status);
    CHECK(strcmp(f.text, "it is gone") == 0 && strcmp(f.hint, "look") == 0 && !f.alone, "%s, %s", f.text, f.hint);
    CHECK(sw_fail_alone(&f, "no memory for %d", 7) == STATUS_COMPUTE && f.alone, "%d", f.status);
    CHECK(strcmp(f.text, "no memory for 7") == 0 && f.hint[0] == '\0', "%s, %s", f.text, f.hint);
}

void has_a_text_for_every_code(void) {
    static const char *const table[] = {"fine", NULL, "bad", "of another table"};
    CHECK(strcmp(sw_text_of_code(table, 3, 0), "fine") == 0, "0");
    CHECK(strcmp(sw_text_of_code(table, 3, 2), "bad") == 0, "2");
    const int unknown[] = {1, 3, -1};
    for (size_t i = 0; i < 3; i++)
        CHECK(strcmp(sw_text_of_code(table, 3, unknown[i]), "unknown error") == 0, "%d", unknown[i]);
}

/* --- rows --- */

void grows_rows_and_keeps_what_they_hold(void) {
    size_t capacity = 0, moves = 0;
    uint32_t *rows = NULL;
    for (size_t i = 0; i < 100000; i++) {
        const size_t before = capacity;
        uint32_t *grown = sw_rows_grow(rows, &capacity, i + 1, sizeof *rows);
        CHECK(grown != NULL && capacity > i, "%zu", i);
        if (grown == NULL)
            break;
        CHECK(capacity != before || grown == rows, "row %zu moved without need", i);
        moves += capacity != before;
        rows = grown;
        rows[i] = (uint32_t)i;
    }
    CHECK(moves < 20, "%zu moves", moves);
    for (size_t i = 0; i < 100000; i += 997)
        CHECK(rows[i] == i, "row %zu is %u", i, rows[i]);
    free(rows);
}

void grows_rows_by_many_at_once(void) {
    size_t capacity = 0;
    char *rows = sw_rows_grow(NULL, &capacity, 1000, 1);
    CHECK(rows != NULL && capacity >= 1000, "%zu", capacity);
    memset(rows, 1, 1000);
    free(rows);
}

void leaves_rows_alone_that_cannot_grow(void) {
    size_t capacity = 0;
    char *rows = sw_rows_grow(NULL, &capacity, 1, 8);
    const size_t before = capacity;
    const size_t too_many[] = {SIZE_MAX, SIZE_MAX / 8 + 1, SIZE_MAX / 2};
    rows[0] = 'a';
    for (size_t i = 0; i < 3; i++) {
        void *grown = sw_rows_grow(rows, &capacity, too_many[i], 8);
        CHECK(grown == NULL && capacity == before && rows[0] == 'a', "%zu rows", too_many[i]);
    }
    free(rows);
}

/* --- clock, day, split --- */

void has_a_clock_that_goes_on_and_one_of_the_day(void) {
    const struct timespec wait = {0, 5000000};
    const double from = sw_clock_seconds();
    const int64_t day = sw_clock_day_ms();
    nanosleep(&wait, NULL);
    const double passed = sw_clock_seconds() - from;
    CHECK(passed >= 0.005 && passed < 60, "%g seconds", passed);
    CHECK(llabs((long long)day / 1000 - (long long)time(NULL)) <= 60, "%lld ms", (long long)day);
}

void knows_the_days_of_the_calendar(void) {
    static const char *const none[] = {"2023-02-29",  "1900-02-29", "2024-13-01", "2024-00-01",
                                       "2024-04-31",  "2024-1-01",  "2024/01/01", "0000-01-01",
                                       "2024-01-01 ", "+024-01-01", "",           NULL};
    char text[SW_DAY_BYTES];
    CHECK(sw_day_of("2024-02-29") == 20240229 && sw_day_of("2000-02-29") == 20000229, "leap years");
    CHECK(sw_day_of("2024-12-31") == 20241231 && sw_day_of("0001-01-01") == 10101, "days");
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        CHECK(sw_day_of(none[i]) == 0, "%s is a day", none[i]);
    CHECK(strcmp(sw_day_text(20240209, text), "2024-02-09") == 0, "%s", text);
}

void shares_out_everything_once_and_evenly(void) {
    for (uint64_t count = 0; count < 40; count++)
        for (uint64_t parts = 1; parts < 12; parts++) {
            uint64_t at = 0, last = UINT64_MAX;
            for (uint64_t part = 0; part < parts; part++) {
                const struct sw_range range = sw_split(count, part, parts);
                const uint64_t size = range.end - range.first;
                CHECK(range.first == at && size >= count / parts && size <= count / parts + 1 && size <= last,
                      "part %d of %d over %d", (int)part, (int)count, (int)parts);
                at = range.end;
                last = size;
            }
            CHECK(at == count, "%d over %d end at %d", (int)count, (int)parts, (int)at);
        }
    const struct sw_range last = sw_split(UINT64_MAX, 2, 3);
    CHECK(last.end == UINT64_MAX && last.end - last.first == UINT64_MAX / 3, "no room for large counts");
}
