/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hostile bytes for the CSV parser: with any bytes, no call may crash, hang, read or write out of bounds (the build
 * with SLIPWAY_SANITIZE sees that) or allocate more than twice the bytes handed in; and the cut of the bytes into calls
 * must not change the result.
 *
 *     csv-fuzz [--cases N] [--seed S]
 *
 * The seed S + i alone decides case i. A check that fails names its seed; so does a crash.
 */
#include "csv/csv.h"
#include "support/draw.h"
#include "support/hang.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_ROOM = 4096, SAID_ROOM = 1 << 16, SMALL_ALLOCATION = 256 };

static const char *const names[] = {"a", "b"};
static uint64_t current_seed;
static size_t largest_allocation;

void *__real_realloc(void *old, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes) {
    largest_allocation = bytes > largest_allocation ? bytes : largest_allocation;
    return __real_realloc(old, bytes);
}

static void wrong(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void wrong(const char *format, ...) {
    va_list values;
    va_start(values, format);
    fprintf(stderr, "not so: ");
    vfprintf(stderr, format, values);
    va_end(values);
    fprintf(stderr, "; again: csv-fuzz --cases 1 --seed %" PRIu64 "\n", current_seed);
    exit(EXIT_FAILURE);
}

static void crashed(int number) {
    char text[96];
    const int length =
        snprintf(text, sizeof text, "signal %d; again: csv-fuzz --cases 1 --seed %" PRIu64 "\n", number, current_seed);
    (void)!write(STDERR_FILENO, text, (size_t)length);
    _exit(EXIT_FAILURE);
}

/* The whole result of parsing a text, written down to compare two ways to hand in the text. */
struct said {
    char text[SAID_ROOM];
    size_t used;
};

static void say(struct said *said, const void *bytes, size_t count) {
    if (count > sizeof said->text - said->used)
        wrong("more came out than went in");
    memcpy(said->text + said->used, bytes, count);
    said->used += count;
}

static void say_record(struct said *said, const struct sw_csv *csv) {
    const unsigned long line = sw_csv_line(csv);
    say(said, &line, sizeof line);
    for (size_t i = 0; i < 2; i++) {
        const struct sw_csv_field field = sw_csv_field(csv, i);
        say(said, field.text == NULL ? "N" : "T", 1);
        if (field.text == NULL)
            continue;
        if (strlen(field.text) != field.length)
            wrong("a field of %zu bytes is said to have %zu", strlen(field.text), field.length);
        say(said, field.text, field.length + 1);
    }
}

static void say_end(struct said *said, const struct sw_csv *csv, sw_csv_result result) {
    const unsigned long line = sw_csv_line(csv);
    say(said, &result, sizeof result);
    if (result == SW_CSV_MEMORY || result == SW_CSV_MORE)
        wrong("it ended with %d", (int)result);
    if (result != SW_CSV_CONTENT)
        return;
    if (strlen(sw_csv_text(csv)) == 0 || strchr(sw_csv_text(csv), '\n') != NULL)
        wrong("the text is not one line: %s", sw_csv_text(csv));
    say(said, &line, sizeof line);
    say(said, sw_csv_text(csv), strlen(sw_csv_text(csv)));
}

/* Parses by calls of at most MOST bytes. The bytes of each call lie in separate memory, so that a sanitizer sees reads
 * behind them. */
static void parse(const char *text, size_t count, size_t most, struct said *said) {
    struct sw_csv *csv = sw_csv_new(names, 2);
    sw_csv_result result = SW_CSV_MORE;
    size_t at = 0;
    said->used = 0;
    while (at < count && (result == SW_CSV_MORE || result == SW_CSV_RECORD)) {
        const size_t piece = 1 + draw(most < count - at ? most : count - at);
        size_t taken = 0;
        char *alone = malloc(piece);
        memcpy(alone, text + at, piece);
        result = sw_csv_bytes(csv, alone, piece, &taken);
        free(alone);
        if (taken > piece || (taken == 0 && result == SW_CSV_MORE) || (taken < piece && result == SW_CSV_MORE))
            wrong("%zu bytes of %zu were taken", taken, piece);
        at += taken;
        if (result == SW_CSV_RECORD)
            say_record(said, csv);
    }
    while (result == SW_CSV_MORE || result == SW_CSV_RECORD)
        if ((result = sw_csv_end(csv)) == SW_CSV_RECORD)
            say_record(said, csv);
    say_end(said, csv, result);
    sw_csv_free(csv);
}

/* Parses the same text by lines, as table.c does. */
static void parse_lines(const char *text, size_t count, struct said *said) {
    struct sw_csv *csv = sw_csv_new(names, 2);
    sw_csv_result result = SW_CSV_MORE;
    said->used = 0;
    for (size_t at = 0; at < count && (result == SW_CSV_MORE || result == SW_CSV_RECORD);) {
        const char *lf = memchr(text + at, '\n', count - at);
        const size_t length = lf != NULL ? (size_t)(lf - text) - at : count - at;
        result = sw_csv_take_line(csv, text + at, length);
        at += length + 1;
        if (result == SW_CSV_RECORD)
            say_record(said, csv);
    }
    if (result == SW_CSV_MORE || result == SW_CSV_RECORD)
        result = sw_csv_end(csv);
    say_end(said, csv, result);
    sw_csv_free(csv);
}

static size_t draw_text(char *text) {
    static const char alphabet[] = "\"\"\"\n\n,,ab\r \0x";
    size_t at = draw(8) == 0 ? 0 : (size_t)sprintf(text, "%s", draw(2) == 0 ? "a,b\n" : "x,\"b\",a\r\n");
    const size_t most = at + draw_size(TEXT_ROOM - 64), any = draw(10) == 0;
    while (at < most)
        text[at++] = any ? (char)draw(256) : alphabet[draw(sizeof alphabet - (draw(50) == 0 ? 1 : 3))];
    return at;
}

static void run_case(uint64_t seed) {
    static char text[TEXT_ROOM];
    static struct said whole, pieces, lines;
    current_seed = seed;
    draw_seed(seed);
    const size_t count = draw_text(text);
    largest_allocation = 0;
    alarm(HANG_SECONDS);
    parse(text, count, TEXT_ROOM, &whole);
    parse(text, count, 1 + draw_size(40), &pieces);
    parse_lines(text, count, &lines);
    if (whole.used != pieces.used || memcmp(whole.text, pieces.text, whole.used) != 0)
        wrong("the size of the pieces makes a difference");
    if (whole.used != lines.used || memcmp(whole.text, lines.text, whole.used) != 0)
        wrong("lines and bytes make a difference");
    if (largest_allocation > 2 * count + SMALL_ALLOCATION)
        wrong("%zu bytes were allocated for a text of %zu", largest_allocation, count);
}

int main(int argc, char **argv) {
    const struct draw_cases cases = draw_cases(argc, argv, 30000);
    signal(SIGSEGV, crashed);
    signal(SIGABRT, crashed);
    signal(SIGALRM, crashed);
    for (uint64_t i = 0; i < cases.count; i++)
        run_case(cases.seed + i);
    printf("%" PRIu64 " cases from seed %" PRIu64 "\n", cases.count, cases.seed);
    return EXIT_SUCCESS;
}
