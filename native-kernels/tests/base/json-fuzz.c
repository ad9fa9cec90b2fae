/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Damaged records for the reader of JSON (src/base/json.c), which reads records of the guard and files that a program
 * may have put in their place. For any text, the reader must not read behind the end of the text or write behind the
 * room of a result, and must read back the output of sw_json_quote.
 *
 *     json-fuzz [--cases N] [--seed S]
 *
 * The seed S + i alone decides case i. A text ends where the memory of the process does, so that a read behind its end
 * is a signal in every build; SLIPWAY_SANITIZE sees the rest.
 */
#include "base/json.h"
#include "support/draw.h"
#include "support/hang.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ROOM = 8192, GUARD_BYTES = 16, GUARD = 0x5a };

static const char *const records[] = {
    "{\"run\":\"7f3a\",\"guard_pid\":4711,\"guard_start\":991823,\"boot_id\":\"0a1b2c3d-0000-4000-8000-123456789abc\","
    "\"claimed_ms\":1700000000123}\n",
    "{\"pid\":4712,\"start\":991830,\"started_ms\":1700000000456,\"isolation\":\"processes ipc network shm tmp\","
    "\"program\":\"/opt/site/bin/var-mc\",\"cgroup\":\"\"}\n",
    "{\"exit_status\":0,\"signal\":0,\"reason\":\"ended\",\"ended_ms\":1700000009999,\"user_s\":1.250000,"
    "\"system_s\":0.031250,\"max_rss_bytes\":104857600,\"survivors\":0}\n",
    "{\"exit_status\":-1,\"signal\":9,\"reason\":\"quota\",\"error\":\"a \\\"file\\\" of \\u0001 \\\\ bytes\"}\n",
    "{\"done\":3,\"of\":10,\"parts\":[1,2,{\"pid\":5}],\"inner\":{\"signal\":1},\"last\":null}",
    "{}",
};
static const char *const keys[] = {"run",         "guard_pid", "boot_id", "pid",    "isolation",
                                   "exit_status", "signal",    "reason",  "user_s", "error",
                                   "done",        "last",      "",        "\""};

enum { RECORDS = sizeof records / sizeof records[0], KEYS = sizeof keys / sizeof keys[0] };

static unsigned long long current_seed;
static char *text_end; /* the first unreadable byte */

static void wrong(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void wrong(const char *format, ...) {
    va_list values;
    va_start(values, format);
    fprintf(stderr, "not so: ");
    vfprintf(stderr, format, values);
    fprintf(stderr, "\nagain: json-fuzz --cases 1 --seed %llu\n", current_seed);
    va_end(values);
    _exit(EXIT_FAILURE);
}

static void die(int signal) {
    wrong("signal %d", signal);
}

static void make_room(void) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = (ROOM + page - 1) / page * page;
    char *memory = mmap(NULL, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + bytes, page, PROT_NONE) != 0)
        wrong("no memory");
    text_end = memory + bytes;
}

/* Returns a copy of TEXT with the NUL as the last readable byte. */
static const char *at_the_end(const char *text, size_t length) {
    char *at = text_end - length - 1;
    memcpy(at, text, length);
    at[length] = '\0';
    return at;
}

/* --- damage --- */

struct text {
    char at[ROOM - 1];
    size_t length;
};

static void insert(struct text *text, const char *piece, size_t length) {
    const size_t at = draw(text->length + 1);
    if (length > sizeof text->at - text->length)
        return;
    memmove(text->at + at + length, text->at + at, text->length - at);
    memcpy(text->at + at, piece, length);
    text->length += length;
}

static void insert_token(struct text *text) {
    static const char *const tokens[] = {
        "\"", "\\",  "\\u",   "\\u0", "\\u00e9", "\\uD800",  "{",   "}",  "[",   "]",   ":",    ",",  "-", "1e999",
        "-0", "nan", "0x1p3", "\\\"", "null",    "\"pid\":", "\\/", "\t", "{\"", "\"}", "\xff", "1e", ".5"};
    const char *token = tokens[draw(sizeof tokens / sizeof tokens[0])];
    for (size_t times = draw(8) == 0 ? draw(300) : 1; times > 0; times--)
        insert(text, token, strlen(token));
}

static void put_byte(struct text *text) {
    if (text->length > 0)
        text->at[draw(text->length)] = (char)draw(256); /* also NUL, which ends the text there */
}

static void cut_end(struct text *text) {
    text->length -= draw(text->length + 1);
}

static void remove_piece(struct text *text) {
    const size_t from = draw(text->length), most = text->length - from, length = draw_size(most);
    memmove(text->at + from, text->at + from + length, most - length);
    text->length -= length;
}

static void insert_of_another(struct text *text) {
    const char *other = records[draw(RECORDS)];
    const size_t from = draw(strlen(other));
    insert(text, other + from, draw(strlen(other) - from + 1));
}

static void (*const damages[])(struct text *) = {insert_token, put_byte,          cut_end, remove_piece,
                                                 insert_token, insert_of_another, put_byte};

/* --- checks --- */

/* Reads a string. The room of the result is random, and often too small. */
static void read_string(const char *json, const char *key) {
    static char out[ROOM + GUARD_BYTES];
    const size_t room = 1 + draw_size(ROOM - 1);
    memset(out, GUARD, sizeof out);
    const bool found = sw_json_string(json, key, out, room);
    if (found && memchr(out, '\0', room) == NULL)
        wrong("the string of \"%s\" does not end in its room of %zu", key, room);
    for (size_t i = room; i < room + GUARD_BYTES; i++)
        if (out[i] != GUARD)
            wrong("the string of \"%s\" was written behind its room of %zu", key, room);
}

static void read_members(const char *json) {
    for (size_t i = 0; i < KEYS; i++) {
        double number = 0.5;
        if (sw_json_number(json, keys[i], &number) && !isfinite(number))
            wrong("\"%s\" is the number %f", keys[i], number);
        read_string(json, keys[i]);
    }
}

static void read_damaged(void) {
    static struct text text;
    const char *record = records[draw(RECORDS)];
    text.length = strlen(record);
    memcpy(text.at, record, text.length);
    for (size_t times = draw(6); times > 0; times--)
        damages[draw(sizeof damages / sizeof damages[0])](&text);
    read_members(at_the_end(text.at, text.length));
}

/* Checks that an object of random texts and numbers is read back unchanged. */
static void read_back(void) {
    char plain[200], quoted[6 * sizeof plain + 16], back[sizeof plain], object[sizeof quoted + 200];
    const size_t length = draw_size(sizeof plain - 1);
    for (size_t i = 0; i < length; i++)
        plain[i] = (char)(1 + draw(126));
    plain[length] = '\0';
    const double number = (double)(int64_t)draw_bits() / (double)((uint64_t)1 << draw(40));
    double got = 0;
    snprintf(object, sizeof object, "{ \"other\": [\"text\", {\"number\": 1}] , \"text\" :%s,\"number\":\t%.17g}",
             sw_json_quote(plain, quoted, sizeof quoted), number);
    const char *json = at_the_end(object, strlen(object));
    if (!sw_json_string(json, "text", back, sizeof back) || strcmp(back, plain) != 0)
        wrong("%s is not read back", quoted);
    if (!sw_json_number(json, "number", &got) || memcmp(&got, &number, sizeof got) != 0)
        wrong("%.17g is not read back", number);
}

/* Checks that a cut text is still a valid string. */
static void quote_cut(void) {
    char plain[100], quoted[160 + GUARD_BYTES];
    const size_t length = draw(sizeof plain), room = 16 + draw(160 - 16);
    for (size_t i = 0; i < length; i++)
        plain[i] = (char)(1 + draw(255));
    plain[length] = '\0';
    memset(quoted, GUARD, sizeof quoted);
    sw_json_quote(plain, quoted, room);
    const char *end = memchr(quoted, '\0', room);
    if (end == NULL || end - quoted < 2 || quoted[0] != '"' || end[-1] != '"' || quoted[room] != GUARD)
        wrong("a text of %zu bytes was quoted into %zu", length, room);
}

int main(int argc, char **argv) {
    const struct draw_cases cases = draw_cases(argc, argv, 100000);
    signal(SIGSEGV, die);
    signal(SIGBUS, die);
    signal(SIGALRM, die);
    make_room();
    for (uint64_t i = 0; i < cases.count; i++) {
        current_seed = cases.seed + i;
        draw_seed(current_seed);
        alarm(HANG_SECONDS);
        read_damaged();
        read_back();
        quote_cut();
    }
    printf("%" PRIu64 " cases\n", cases.count);
    return EXIT_SUCCESS;
}
