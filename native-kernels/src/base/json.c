#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_ESCAPE = 6 };

const char *sw_json_quote(const char *text, char *out, size_t size) {
    size_t used = 0;
    out[used++] = '"';
    for (; *text != '\0' && used + LONGEST_ESCAPE + 2 < size; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            out[used++] = '\\';
            out[used++] = (char)c;
        } else if (c < 0x20) {
            used += (size_t)snprintf(out + used, size - used, "\\u%04x", c);
        } else {
            out[used++] = (char)c;
        }
    }
    out[used++] = '"';
    out[used] = '\0';
    return out;
}

static const char *skip_space(const char *at) {
    return at + strspn(at, " \t\r\n");
}

/* Returns what follows the string that begins at AT, or NULL where it does not end. */
static const char *skip_string(const char *at) {
    for (at++; *at != '"'; at++) {
        if (*at == '\\')
            at++;
        if (*at == '\0')
            return NULL;
    }
    return at + 1;
}

/* Returns what follows the value that begins at AT, or NULL where it does not end. */
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

/* Returns where the value of member KEY begins, or NULL. */
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
    *out = strtod(at, &end);
    return end != at && isfinite(*out);
}

/* Writes the character that the escape behind AT's backslash stands for. Returns where it ends, or NULL. */
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
        return NULL; /* sw_json_quote escapes control characters only */
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
