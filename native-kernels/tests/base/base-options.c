/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of the base library: the options of a command line. */
#include "base-cases.h"
#include "base/options.h"
#include "support/check.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fields {
    const char *in, *out;
    uint64_t count, seed;
    double days, rate;
    int kind;
    bool fast, help;
};

static const char *const kinds[] = {"plain", "bgzf", NULL};
static const struct sw_option option_rows[] = {
    {.name = "--in",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct fields, in),
     .argument = "FILE",
     .help = "input",
     .needed = SW_OPTION_NEEDED},
    {.name = "--out", .kind = SW_OPTION_TEXT, .field = offsetof(struct fields, out), .argument = "FILE", .help = "out"},
    {.name = "--count",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct fields, count),
     .argument = "N",
     .help = "how many",
     .least = 1,
     .most = 500},
    {.name = "--seed",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct fields, seed),
     .argument = "N",
     .help = "seed",
     .most = UINT64_MAX},
    {.name = "--days",
     .kind = SW_OPTION_REAL,
     .field = offsetof(struct fields, days),
     .argument = "D",
     .help = "days",
     .above = 0,
     .at_most = 2520},
    {.name = "--rate",
     .kind = SW_OPTION_REAL,
     .field = offsetof(struct fields, rate),
     .argument = "R",
     .help = "rate",
     .above = -1,
     .at_most = 1,
     .from_above = 1},
    {.name = "--kind",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct fields, kind),
     .argument = "K",
     .help = "container",
     .choices = kinds},
    {.name = "--fast", .kind = SW_OPTION_FLAG, .field = offsetof(struct fields, fast), .help = "hurry"},
    {.name = "--help", .kind = SW_OPTION_FLAG, .field = offsetof(struct fields, help), .help = "print this"},
};
static const struct sw_options options = {option_rows, sizeof option_rows / sizeof option_rows[0], "program"};

void reads_each_kind_of_option(void) {
    char *argv[] = {"program", "--in", "a",      "--count", "500",    "--seed", "18446744073709551615",
                    "--days",  "2520", "--rate", "-1",      "--kind", "bgzf",   "--fast",
                    "--in",    "--",   "--",     "--count"};
    struct fields fields = {.out = "kept"};
    char message[SW_OPTION_MESSAGE_BYTES] = "";
    int at = 1;
    CHECK(sw_options_read(&options, &fields, 18, argv, &at, message) == 0, "%s", message);
    CHECK(at == 16, "it stands at %d", at);
    CHECK(strcmp(fields.in, "--") == 0 && strcmp(fields.out, "kept") == 0, "%s %s", fields.in, fields.out);
    CHECK(fields.count == 500 && fields.seed == UINT64_MAX && fields.kind == 1 && fields.fast, "not all");
    CHECK_NEAR(fields.days, 2520, 0);
    CHECK_NEAR(fields.rate, -1, 0);
    CHECK(sw_options_complete(&options, &fields, message) == 0, "%s", message);
    at = 1;
    const char *first = sw_options_next(&options, 16, argv, "--in", &at);
    const char *second = sw_options_next(&options, 16, argv, "--in", &at);
    CHECK(first == argv[2] && second == argv[15] && sw_options_next(&options, 16, argv, "--in", &at) == NULL,
          "not each value of --in");
    char *plain[] = {"program", "--fast", "-", "--in"};
    at = 1;
    CHECK(sw_options_read(&options, &fields, 4, plain, &at, message) == 0 && at == 2, "it stands at %d", at);
}

void says_what_is_wrong_with_an_option(void) {
    static const char *const rows[][3] = {
        {"--frob", "1", "no such option: --frob"},
        {"--i", "1", "no such option: --i"},
        {"--in", NULL, "--in needs a value"},
        {"--in", "", "--in cannot be \"\""},
        {"--count", "0", "--count is not a number from 1 to 500: \"0\""},
        {"--count", "501", "--count is not a number from 1 to 500: \"501\""},
        {"--count", "", "--count is not a number from 1 to 500: \"\""},
        {"--count", "+1", "--count is not a number from 1 to 500: \"+1\""},
        {"--count", "1.5", "--count is not a number from 1 to 500: \"1.5\""},
        {"--count", "18446744073709551617", "--count is not a number from 1 to 500: \"18446744073709551617\""},
        {"--seed", "-1", "--seed cannot be \"-1\""},
        {"--seed", "18446744073709551616", "--seed cannot be \"18446744073709551616\""},
        {"--days", "0", "--days is not above 0 and at most 2520: \"0\""},
        {"--days", "2520.1", "--days is not above 0 and at most 2520: \"2520.1\""},
        {"--days", "nan", "--days is not above 0 and at most 2520: \"nan\""},
        {"--days", "inf", "--days is not above 0 and at most 2520: \"inf\""},
        {"--days", "0x10", "--days is not above 0 and at most 2520: \"0x10\""},
        {"--days", " 1", "--days is not above 0 and at most 2520: \" 1\""},
        {"--days", "1e", "--days is not above 0 and at most 2520: \"1e\""},
        {"--days", "", "--days is not above 0 and at most 2520: \"\""},
        {"--rate", "-1.1", "--rate is not at least -1 and at most 1: \"-1.1\""},
        {"--kind", "gzip", "--kind is one of plain, bgzf, not \"gzip\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char name[32], value[64];
        char *argv[] = {"program", "--fast", name, value};
        struct fields fields = {.count = 7};
        char message[SW_OPTION_MESSAGE_BYTES] = "";
        int at = 1;
        snprintf(name, sizeof name, "%s", rows[i][0]);
        snprintf(value, sizeof value, "%s", rows[i][1] != NULL ? rows[i][1] : "");
        CHECK(sw_options_read(&options, &fields, rows[i][1] != NULL ? 4 : 3, argv, &at, message) == -1, "row %zu", i);
        CHECK(strcmp(message, rows[i][2]) == 0, "%s", message);
        CHECK(at == 2, "row %zu: it stands at %d", i, at);
        CHECK(fields.fast && fields.count == 7, "row %zu: other fields", i);
    }
}

void says_which_option_is_missing_and_cuts_long_messages(void) {
    struct fields fields = {.out = "b"};
    char message[SW_OPTION_MESSAGE_BYTES], text[1000];
    char *argv[] = {"program", "--kind", text};
    int at = 1;
    CHECK(sw_options_complete(&options, &fields, message) == -1 && strcmp(message, "--in is missing") == 0, "%s",
          message);
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    CHECK(sw_options_read(&options, &fields, 3, argv, &at, message) == -1, "taken");
    CHECK(strlen(message) == sizeof message - 1, "%zu bytes", strlen(message));
}

void takes_all_options_or_says_where_help_is(void) {
    static const struct {
        int count;
        char *argv[5];
        const char *text; /* NULL: they are taken */
    } rows[] = {
        {3, {"program", "--in", "a"}, NULL},
        {4, {"program", "--in", "a", "b"}, "no such option: b"},
        {2, {"program", "--fast"}, "--in is missing"},
        {3, {"program", "--in", ""}, "--in cannot be \"\""},
        {4, {"program", "--help", "--count", "0"}, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fields fields = {.count = 7};
        struct sw_failure f = {.status = STATUS_OK};
        const int status = sw_options_take(&options, &fields, rows[i].count, (char **)rows[i].argv, &f);
        CHECK(status == f.status && status == (rows[i].text == NULL ? STATUS_OK : STATUS_USAGE), "row %zu: %d", i,
              status);
        CHECK(rows[i].text == NULL || strcmp(f.text, rows[i].text) == 0, "row %zu: %s", i, f.text);
        CHECK(rows[i].text == NULL || strcmp(f.hint, "program --help lists the options") == 0, "row %zu: %s", i,
              f.hint);
    }
}

void tells_which_options_a_command_line_gives(void) {
    char *argv[] = {"program", "--in", "--fast", "--out", "--seed", "--kind", "bgzf", "--help"};
    static const char *const given[] = {"--in", "--out", "--kind", "--help"}, *const others[] = {"--fast", "--seed"};
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
        CHECK(sw_options_give(&options, 8, argv, given[i]), "%s is not given", given[i]);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        CHECK(!sw_options_give(&options, 8, argv, others[i]), "%s is given", others[i]);
}

void prints_a_line_for_each_option(void) {
    char text[1024] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    sw_options_print(&options, out);
    fclose(out);
    CHECK(strstr(text, "  --in            FILE  input (required)\n") == text, "%s", text);
    CHECK(strstr(text, "\n  --out           FILE  out\n") != NULL, "%s", text);
    CHECK(strstr(text, "\n  --fast                hurry\n") != NULL, "%s", text);
}

void writes_options_as_a_command_line_has_them(void) {
    static const char wanted[] = "--in a\n--count 500\n--seed 18446744073709551615\n--days 0.10000000000000001\n"
                                 "--rate -1\n--kind bgzf\n--fast\n";
    const struct fields fields = {
        .in = "a", .count = 500, .seed = UINT64_MAX, .days = 0.1, .rate = -1, .kind = 1, .fast = true};
    const struct fields none = {.count = 1};
    char text[256] = "", less[256] = "";
    FILE *out = fmemopen(text, sizeof text, "w"), *short_out = fmemopen(less, sizeof less, "w");
    CHECK(out != NULL && short_out != NULL, "no memory");
    for (size_t i = 0; i < options.count; i++) {
        sw_options_put(&option_rows[i], &fields, out);
        sw_options_put(&option_rows[i], &none, short_out);
    }
    fclose(out);
    fclose(short_out);
    CHECK(strcmp(text, wanted) == 0, "%s", text);
    CHECK(strcmp(less, "--count 1\n--seed 0\n--days 0\n--rate 0\n--kind plain\n") == 0, "%s", less);
}
