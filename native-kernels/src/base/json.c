/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_ESCAPE = 6 };

/* Returns the number of bytes of the UTF-8 character at TEXT (Unicode, table 3-7); 0 for invalid UTF-8. */
static size_t character_bytes(const unsigned char *text) {
    static const struct {
        unsigned char first, last;               /* of the first byte */
        unsigned char second_first, second_last; /* of the second byte */
        unsigned char bytes;
    } rows[] = {{0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
                {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
                {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
    if (text[0] < 0x80)
        return 1;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (text[0] < rows[i].first || text[0] > rows[i].last)
            continue;
        if (text[1] < rows[i].second_first || text[1] > rows[i].second_last)
            return 0;
        for (size_t at = 2; at < rows[i].bytes; at++)
            if (text[at] < 0x80 || text[at] > 0xbf)
                return 0;
        return rows[i].bytes;
    }
    return 0;
}

/* Writes the character at TEXT, of BYTES, in the form of a JSON string. Returns the number of bytes written. */
static size_t put_character(const char *text, size_t bytes, char *out) {
    if (bytes == 0) {
        memcpy(out, "\xef\xbf\xbd", 3);
        return 3;
    }
    if (*text == '"' || *text == '\\') {
        out[0] = '\\';
        out[1] = *text;
        return 2;
    }
    if (bytes == 1 && *text < 0x20)
        return (size_t)snprintf(out, LONGEST_ESCAPE + 1, "\\u%04x", (unsigned)*text);
    memcpy(out, text, bytes);
    return bytes;
}

const char *sw_json_quote(const char *text, char *out, size_t size) {
    size_t used = 0;
    out[used++] = '"';
    while (*text != '\0' && used + LONGEST_ESCAPE + 2 < size) {
        const size_t bytes = character_bytes((const unsigned char *)text);
        used += put_character(text, bytes, out + used);
        text += bytes > 0 ? bytes : 1;
    }
    out[used++] = '"';
    out[used] = '\0';
    return out;
}

static const char *skip_space(const char *at) {
    return at + strspn(at, " \t\r\n");
}

/* Returns the position behind the string that begins at AT, or NULL if the string does not end. */
static const char *skip_string(const char *at) {
    for (at++; *at != '"'; at++) {
        if (*at == '\\')
            at++;
        if (*at == '\0')
            return NULL;
    }
    return at + 1;
}

/* Returns the position behind the value that begins at AT, or NULL if the value does not end. */
static const char *skip_value(const char *at) {
    int depth = 0;
    do {
        if (*at == '"') {
            at = skip_string(at);
            if (at == NULL)
                return NULL;
        } else if (*at == '{' || *at == '[') {
            depth++;
            at++;
        } else if (depth > 0 && (*at == '}' || *at == ']')) {
            depth--;
            at++;
        } else if (depth > 0 && *at != '\0') {
            at++;
        } else {
            at += strcspn(at, ",}] \t\r\n");
        }
    } while (depth > 0 && *at != '\0');
    return depth == 0 ? at : NULL;
}

/* Returns the beginning of the value of member KEY, or NULL. */
static const char *find_member(const char *json, const char *key) {
    const char *at = skip_space(json);
    const size_t length = strlen(key);
    if (*at != '{')
        return NULL;
    do {
        const char *name = skip_space(at + 1);
        const char *end = *name == '"' ? skip_string(name) : NULL;
        if (end == NULL)
            return NULL;
        at = skip_space(end);
        if (*at != ':')
            return NULL;
        const char *value = skip_space(at + 1);
        if ((size_t)(end - name) == length + 2 && memcmp(name + 1, key, length) == 0)
            return value;
        at = skip_value(value);
        if (at != NULL)
            at = skip_space(at);
    } while (at != NULL && *at == ',');
    return NULL;
}

bool sw_json_number(const char *json, const char *key, double *out) {
    const char *at = find_member(json, key);
    char *end;
    if (at == NULL || (*at != '-' && (*at < '0' || *at > '9')))
        return false;
    const double value = strtod(at, &end);
    /* strtod accepts more than JSON numbers, such as 0x10, and ignores the text behind the number. */
    const bool is_decimal = (size_t)(end - at) == strspn(at, "0123456789+-.eE");
    if (!is_decimal || *end == '\0' || strchr(",} \t\r\n", *end) == NULL || !isfinite(value))
        return false;
    *out = value;
    return true;
}

/* Writes the character of the escape behind the backslash at AT. Returns the end of the escape, or NULL. */
static const char *take_escape(const char *at, char *out) {
    static const char letters[] = "\"\\/bfnrt", characters[] = "\"\\/\b\f\n\r\t";
    const char *letter = at[1] != '\0' ? strchr(letters, at[1]) : NULL;
    if (letter != NULL) {
        *out = characters[letter - letters];
        return at + 2;
    }
    if (at[1] != 'u' || strspn(at + 2, "0123456789abcdefABCDEF") < 4)
        return NULL;
    const char digits[5] = {at[2], at[3], at[4], at[5], '\0'};
    const unsigned long code = strtoul(digits, NULL, 16);
    if (code == 0 || code > 0x7f)
        return NULL; /* sw_json_quote writes escapes only for control characters */
    *out = (char)code;
    return at + 6;
}

bool sw_json_string(const char *json, const char *key, char *out, size_t size) {
    const char *at = find_member(json, key);
    size_t used = 0;
    if (at == NULL || *at != '"')
        return false;
    for (at++; *at != '"'; used++) {
        if (*at == '\0' || used + 1 >= size)
            return false;
        if (*at != '\\') {
            out[used] = *at++;
            continue;
        }
        at = take_escape(at, &out[used]);
        if (at == NULL)
            return false;
    }
    out[used] = '\0';
    return true;
}
