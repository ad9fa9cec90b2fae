/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of csv without MPI: the rules of RFC 4180, refusals and their texts, and records that are written by these
 * rules and read back. */
#include "csv-cases.h"
#include "csv/csv.h"
#include "csv/quotes.h"
#include "support/check.h"
#include "support/draw.h"

enum { FIELDS = 5, RECORDS = 6, FIELD_ROOM = 24, TEXT_ROOM = 1 << 14 };

static const char *const one[] = {"b"};
static const char *const two[] = {"b", "a"};

/* Hands in all of TEXT, at most STEP bytes at a time, until a result other than SW_CSV_MORE; TEXT then begins there. */
static sw_csv_result advance(struct sw_csv *csv, const char **text, size_t step) {
    sw_csv_result result = SW_CSV_MORE;
    while (result == SW_CSV_MORE && **text != '\0') {
        const size_t left = strlen(*text);
        size_t taken;
        result = sw_csv_bytes(csv, *text, left < step ? left : step, &taken);
        *text += taken;
    }
    return result == SW_CSV_MORE ? sw_csv_end(csv) : result;
}

static int is(struct sw_csv_field field, const char *text) {
    if (text == NULL || field.text == NULL)
        return text == NULL && field.text == NULL && field.length == 0;
    return field.length == strlen(text) && strcmp(field.text, text) == 0;
}

/* --- cases --- */

static void finds_columns_by_their_names_in_any_order(void) {
    struct sw_csv *csv = sw_csv_new(two, 2);
    const char *text = "a,x,b\n1,2,3\n4,5,6\n";
    CHECK(advance(csv, &text, 100) == SW_CSV_RECORD && sw_csv_has_header(csv), "no record");
    CHECK(is(sw_csv_field(csv, 0), "3") && is(sw_csv_field(csv, 1), "1"), "first record");
    CHECK(sw_csv_line(csv) == 2, "line %lu", sw_csv_line(csv));
    CHECK(advance(csv, &text, 100) == SW_CSV_RECORD && is(sw_csv_field(csv, 0), "6"), "second record");
    CHECK(advance(csv, &text, 100) == SW_CSV_END && sw_csv_end(csv) == SW_CSV_END, "no end");
    sw_csv_free(csv);
}

static void takes_columns_that_may_be_missing(void) {
    static const char *const optional[] = {"b", "?c", "?d"};
    struct sw_csv *csv = sw_csv_new(optional, 3);
    const char *text = "a,d,b\n1,2,3\n";
    CHECK(advance(csv, &text, 100) == SW_CSV_RECORD, "no record");
    CHECK(is(sw_csv_field(csv, 0), "3") && is(sw_csv_field(csv, 1), NULL) && is(sw_csv_field(csv, 2), "2"), "fields");
    sw_csv_free(csv);
}

static void tells_null_from_an_empty_string(void) {
    struct sw_csv *csv = sw_csv_new(two, 2);
    const char *text = "a,b\n,\"\"\n\"\",\n";
    CHECK(advance(csv, &text, 3) == SW_CSV_RECORD, "no record");
    CHECK(is(sw_csv_field(csv, 1), NULL) && is(sw_csv_field(csv, 0), ""), "first record");
    CHECK(advance(csv, &text, 3) == SW_CSV_RECORD, "no record");
    CHECK(is(sw_csv_field(csv, 1), "") && is(sw_csv_field(csv, 0), NULL), "second record");
    sw_csv_free(csv);
}

static void takes_quotes_line_ends_and_a_last_line_without_one(void) {
    for (size_t step = 1; step < 40; step++) {
        struct sw_csv *csv = sw_csv_new(two, 2);
        const char *text = "a,b\r\n\"x\r\n\"\"y\"\", z\",1\r\nlast,2";
        CHECK(advance(csv, &text, step) == SW_CSV_RECORD && is(sw_csv_field(csv, 1), "x\r\n\"y\", z"), "step %zu",
              step);
        CHECK(is(sw_csv_field(csv, 0), "1") && sw_csv_line(csv) == 2, "step %zu, line %lu", step, sw_csv_line(csv));
        CHECK(advance(csv, &text, step) == SW_CSV_RECORD && is(sw_csv_field(csv, 0), "2"), "step %zu", step);
        CHECK(sw_csv_line(csv) == 4, "step %zu, line %lu", step, sw_csv_line(csv));
        CHECK(sw_csv_end(csv) == SW_CSV_END, "step %zu", step);
        sw_csv_free(csv);
    }
}

static void says_what_is_wrong_and_on_which_line(void) {
    static const struct {
        const char *text, *wanted;
        unsigned long line;
    } rows[] = {
        {"", "is empty: a header line is missing", 1},
        {"a,c\n", "column \"b\" is missing", 1},
        {"b,a,b\n", "column \"b\" is there twice", 1},
        {"b\n1\n1,2\n", "has 2 fields, the header has 1", 3},
        {"a,b\n1,2\n\"3\n4,5\n", "a quoted field does not end", 3},
        {"a,b\n\"x\"y,1\n", "field 1: quotes are not as RFC 4180 wants them", 2},
        {"a,b\n1,x\"\"\n", "field 2: quotes are not as RFC 4180 wants them", 2},
        {"b,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,\n", "has more than 64 fields", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sw_csv *csv = sw_csv_new(one, 1);
        const char *text = rows[i].text;
        sw_csv_result result = SW_CSV_RECORD;
        while (result == SW_CSV_RECORD)
            result = advance(csv, &text, 7);
        CHECK(result == SW_CSV_CONTENT && strcmp(sw_csv_text(csv), rows[i].wanted) == 0, "row %zu: %d %s", i,
              (int)result, sw_csv_text(csv));
        CHECK(sw_csv_line(csv) == rows[i].line, "row %zu: line %lu", i, sw_csv_line(csv));
        sw_csv_free(csv);
    }
}

static void refuses_a_nul_byte(void) {
    struct sw_csv *csv = sw_csv_new(one, 1);
    size_t taken;
    CHECK(sw_csv_bytes(csv, "b\n1\0", 4, &taken) == SW_CSV_MORE && taken == 4, "%zu", taken);
    CHECK(sw_csv_bytes(csv, "2\n", 2, &taken) == SW_CSV_CONTENT, "a NUL went unseen");
    CHECK(strcmp(sw_csv_text(csv), "holds a NUL byte") == 0, "%s", sw_csv_text(csv));
    sw_csv_free(csv);
}

static void refuses_a_record_that_does_not_end(void) {
    static char line[1 << 20];
    struct sw_csv *csv = sw_csv_new(one, 1);
    sw_csv_result result = SW_CSV_MORE;
    size_t lines = 0;
    memset(line, 'x', sizeof line);
    for (; result == SW_CSV_MORE && lines < 1000; lines++) {
        line[0] = lines == 1 ? '"' : 'x';
        result = sw_csv_take_line(csv, lines == 0 ? "b" : line, lines == 0 ? 1 : sizeof line);
    }
    CHECK(result == SW_CSV_CONTENT && strstr(sw_csv_text(csv), "longer than") != NULL, "%d %s", (int)result,
          sw_csv_text(csv));
    CHECK(lines == SW_CSV_RECORD_LIMIT / sizeof line + 1, "after %zu lines", lines);
    CHECK(sw_csv_line(csv) == 2, "line %lu", sw_csv_line(csv));
    sw_csv_free(csv);
}

static void finds_where_a_record_ends(void) {
    static const char text[] = "a,\"b\n\",c\n\"x\"\"\n\"\"\",y\n";
    const size_t count = sizeof text - 1;
    for (size_t cut = 0; cut <= count; cut++) { /* in two stretches, cut anywhere */
        bool inside = false;
        const char *end = sw_csv_record_end(&inside, text, cut);
        if (end == NULL)
            end = sw_csv_record_end(&inside, text + cut, count - cut);
        CHECK(end == text + 8 && !inside, "cut at %zu", cut);
        bool behind = sw_csv_inside(sw_csv_inside(false, text, cut), text + cut, count - cut);
        CHECK(!behind, "cut at %zu: inside at the end", cut);
        CHECK(sw_csv_inside(false, text, cut) ==
                  ((cut >= 3 && cut <= 5) || cut == 10 || cut == 11 || cut == 13 || cut == 14 || cut == 16),
              "at %zu", cut);
    }
}

/* --- any record comes back --- */

struct record {
    char fields[FIELDS][FIELD_ROOM];
    int is_null[FIELDS];
};

static size_t put_field(char *out, struct record *record, size_t i) {
    static const char alphabet[] = "ab,\"\"\r\n 7";
    char *field = record->fields[i];
    const size_t length = draw(3) == 0 ? 0 : draw(FIELD_ROOM);
    for (size_t j = 0; j < length; j++)
        field[j] = alphabet[draw(sizeof alphabet - 1)];
    field[length] = '\0';
    const int quoted = strpbrk(field, ",\"\r\n") != NULL || draw(3) == 0;
    record->is_null[i] = length == 0 && !quoted;
    size_t at = 0;
    if (quoted)
        out[at++] = '"';
    for (size_t j = 0; j < length; j++) {
        out[at++] = field[j];
        if (field[j] == '"')
            out[at++] = '"';
    }
    if (quoted)
        out[at++] = '"';
    return at;
}

static size_t put_record(char *out, struct record *record, int last) {
    size_t at = 0;
    for (size_t i = 0; i < FIELDS; i++) {
        at += put_field(out + at, record, i);
        if (i + 1 < FIELDS)
            out[at++] = ',';
    }
    if (last && draw(2) == 0 && at > 0)
        return at;
    if (draw(2) == 0)
        out[at++] = '\r';
    out[at++] = '\n';
    return at;
}

static void gives_back_whatever_was_written_by_the_rules(void) {
    static const char *const names[FIELDS] = {"c4", "c3", "c2", "c1", "c0"};
    static char text[TEXT_ROOM];
    static struct record records[RECORDS];
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        draw_seed(seed);
        const size_t count = 1 + draw(RECORDS), step = 1 + draw_size(300);
        size_t at = (size_t)sprintf(text, "c0,c1,c2,\"c3\",c4\n");
        for (size_t r = 0; r < count; r++)
            at += put_record(text + at, &records[r], r + 1 == count);
        text[at] = '\0';
        struct sw_csv *csv = sw_csv_new(names, FIELDS);
        const char *rest = text;
        for (size_t r = 0; r < count; r++) {
            const sw_csv_result result = advance(csv, &rest, step);
            CHECK(result == SW_CSV_RECORD, "seed %llu, record %zu: %d %s", (unsigned long long)seed, r, (int)result,
                  sw_csv_text(csv));
            for (size_t i = 0; i < FIELDS && result == SW_CSV_RECORD; i++)
                CHECK(is(sw_csv_field(csv, FIELDS - 1 - i), records[r].is_null[i] ? NULL : records[r].fields[i]),
                      "seed %llu, record %zu, field %zu", (unsigned long long)seed, r, i);
        }
        CHECK(advance(csv, &rest, step) == SW_CSV_END, "seed %llu: no end", (unsigned long long)seed);
        sw_csv_free(csv);
    }
}

static void writes_fields_that_it_reads_back(void) {
    static const char *const names[] = {"c"};
    static const char *const fields[][2] = {{"plain text", "plain text"}, {"a,b", "\"a,b\""},
                                            {"\"", "\"\"\"\""},           {"a\nb", "\"a\nb\""},
                                            {"a\r\nb\r", "\"a\r\nb\r\""}, {" 'a' ", " 'a' "}};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        char text[64] = "";
        FILE *out = fmemopen(text, sizeof text, "w");
        fprintf(out, "c\n");
        sw_csv_put(out, fields[i][0]);
        fclose(out);
        CHECK(strcmp(text + 2, fields[i][1]) == 0, "%s, not %s", text + 2, fields[i][1]);
        struct sw_csv *csv = sw_csv_new(names, 1);
        const char *rest = text;
        const sw_csv_result result = advance(csv, &rest, sizeof text);
        CHECK(result == SW_CSV_RECORD && is(sw_csv_field(csv, 0), fields[i][0]), "%s comes back as another", text + 2);
        sw_csv_free(csv);
    }
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(finds_columns_by_their_names_in_any_order),
        CASE(takes_columns_that_may_be_missing),
        CASE(tells_null_from_an_empty_string),
        CASE(takes_quotes_line_ends_and_a_last_line_without_one),
        CASE(says_what_is_wrong_and_on_which_line),
        CASE(refuses_a_nul_byte),
        CASE(refuses_a_record_that_does_not_end),
        CASE(finds_where_a_record_ends),
        CASE(gives_back_whatever_was_written_by_the_rules),
        CASE(writes_fields_that_it_reads_back),
        CASE(takes_numbers_and_refuses_what_is_none),
        CASE(takes_days_choices_and_names),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
