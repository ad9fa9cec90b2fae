/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of the base library: JSON that is written and read. */
#include "base-cases.h"
#include "base/json.h"
#include "support/check.h"

#include <stdbool.h>

void quotes_any_text_as_json(void) {
    static const char *const rows[][2] = {
        {"", "\"\""},
        {"plain", "\"plain\""},
        {"a\"b\\c", "\"a\\\"b\\\\c\""},
        {"\n\t\x01\x1f\x7f", "\"\\u000a\\u0009\\u0001\\u001f\x7f\""},
        {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x9a\xa2", "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x9a\xa2\""},
        {"\xff|\xc3|\xc3", "\"\xef\xbf\xbd|\xef\xbf\xbd|\xef\xbf\xbd\""},
        {"\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\""},                                 /* a '/' in too many bytes */
        {"\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},                 /* half a surrogate pair */
        {"\xf4\x90\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""}, /* above U+10FFFF */
        {"\xe2\x82\"", "\"\xef\xbf\xbd\xef\xbf\xbd\\\"\""}, /* which must not swallow the quote */
    };
    char out[128];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK(strcmp(sw_json_quote(rows[i][0], out, sizeof out), rows[i][1]) == 0, "row %zu: %s", i, out);
}

void cuts_a_quoted_text_between_characters_and_closes_it(void) {
    char text[64], out[64], back[64], object[128];
    memset(text, 0, sizeof text);
    for (size_t i = 0; i + 3 < sizeof text; i += 3)
        memcpy(text + i, i % 2 == 0 ? "\xe2\x82\xac" : "\n\\\"", 3);
    for (size_t size = 16; size <= sizeof out; size++) {
        memset(out, 'x', sizeof out);
        CHECK(sw_json_quote(text, out, size) == out && strlen(out) < size, "%zu bytes", size);
        snprintf(object, sizeof object, "{\"a\":%s}", out);
        CHECK(sw_json_string(object, "a", back, sizeof back), "%zu bytes: %s", size, object);
        CHECK(strncmp(text, back, strlen(back)) == 0, "%zu bytes: %s", size, back);
        const size_t cut = strlen(back) % 6;
        CHECK(cut != 1 && cut != 2, "%zu bytes: a character is cut", size);
    }
}

void finds_the_numbers_of_an_object(void) {
    static const struct {
        const char *json;
        bool found;
        double value;
    } rows[] = {
        {"{\"n\":12}", true, 12},
        {" { \"a\" : \"n\" , \"n\" : -1.5e3 }", true, -1500},
        {"{\"a\":{\"n\":1,\"b\":[1,{\"n\":2}]},\"n\":3}", true, 3},
        {"{\"a\":\"}\\\",\\\"n\\\":9\",\"n\":4}", true, 4},
        {"{\"a\":[\"]\",\"{\"],\"n\":5\n}", true, 5},
        {"{\"a\":{\"n\":1}}", false, 0},
        {"{\"nn\":1,\"N\":2}", false, 0},
        {"{\"n\":\"1\"}", false, 0},
        {"{\"n\":0x10}", false, 0},
        {"{\"n\":1x}", false, 0},
        {"{\"n\":1", false, 0}, /* which may have been 12 */
        {"{\"n\":-inf}", false, 0},
        {"{\"n\":1e999}", false, 0},
        {"{\"n\":nan}", false, 0},
        {"{\"n\":}", false, 0},
        {"{\"n\":", false, 0},
        {"{\"n\"", false, 0},
        {"{\"n", false, 0},
        {"{\"a\\", false, 0},
        {"{\"a\":[[[{", false, 0},
        {"{\"a\":1 \"n\":2}", false, 0},
        {"[\"n\",1]", false, 0},
        {"\"n\":1", false, 0},
        {"{}", false, 0},
        {"{", false, 0},
        {"", false, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double value = 77;
        CHECK(sw_json_number(rows[i].json, "n", &value) == rows[i].found, "%s", rows[i].json);
        CHECK(rows[i].found ? value <= rows[i].value && value >= rows[i].value : value > 76, "%s: %g", rows[i].json,
              value);
    }
}

void finds_the_strings_of_an_object(void) {
    static const struct {
        const char *json, *value; /* NULL: no value */
    } rows[] = {
        {"{\"s\":\"abc\"}", "abc"},
        {"{\"a\":{\"s\":\"no\"},\"s\":\"\"}", ""},
        {"{\"s\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u000a\"}", "\"\\/\b\f\n\r\tA\n"},
        {"{\"s\":\"\xc3\xa4\"}", "\xc3\xa4"},
        {"{\"s\":\"sevenXX\"}", "sevenXX"},
        {"{\"s\":\"1234567890123456\"}", NULL}, /* 16 bytes, which leaves no room for the NUL */
        {"{\"s\":\"\\u0000\"}", NULL},
        {"{\"s\":\"\\u00e4\"}", NULL},
        {"{\"s\":\"\\u12\"}", NULL},
        {"{\"s\":\"\\x\"}", NULL},
        {"{\"s\":\"\\", NULL},
        {"{\"s\":\"abc", NULL},
        {"{\"s\":12}", NULL},
        {"{\"t\":\"s\"}", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char out[16];
        const bool found = sw_json_string(rows[i].json, "s", out, sizeof out);
        CHECK(found == (rows[i].value != NULL), "%s", rows[i].json);
        CHECK(!found || strcmp(out, rows[i].value) == 0, "%s: %s", rows[i].json, out);
    }
}
