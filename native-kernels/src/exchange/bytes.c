/* SPDX-License-Identifier: Apache-2.0 */
#include "protocol.h"

#include <stdlib.h>
#include <string.h>

/* Makes room for COUNT more bytes. Returns false without memory. */
static bool make_room(struct xch_bytes *bytes, size_t count) {
    size_t room = bytes->room < 256 ? 256 : bytes->room;
    if (bytes->failed)
        return false;
    if (bytes->room - bytes->count >= count)
        return true;
    while (room - bytes->count < count)
        room *= 2;
    char *data = realloc(bytes->data, room);
    if (data == NULL) {
        bytes->failed = true;
        return false;
    }
    bytes->data = data;
    bytes->room = room;
    return true;
}

void xch_bytes_add(struct xch_bytes *bytes, const char *data, size_t count) {
    if (count == 0 || !make_room(bytes, count))
        return;
    memcpy(bytes->data + bytes->count, data, count);
    bytes->count += count;
}

void xch_bytes_text(struct xch_bytes *bytes, const char *text) {
    xch_bytes_add(bytes, text, strlen(text));
}

static const char *reference_of(char byte) {
    switch (byte) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\t':
        return "&#9;";
    case '\n':
        return "&#10;";
    case '\r':
        return "&#13;";
    default:
        return NULL;
    }
}

void xch_bytes_escaped(struct xch_bytes *bytes, const char *text) {
    for (;;) {
        const size_t plain = strcspn(text, "&<>\"\t\n\r");
        xch_bytes_add(bytes, text, plain);
        text += plain;
        if (*text == '\0')
            return;
        xch_bytes_text(bytes, reference_of(*text++));
    }
}

void xch_bytes_count(struct xch_bytes *bytes, uint64_t number) {
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    xch_bytes_add(bytes, digits + at, sizeof digits - at);
}

void xch_bytes_drop(struct xch_bytes *bytes, size_t count) {
    bytes->count -= count;
    if (bytes->count > 0 && count > 0)
        memmove(bytes->data, bytes->data + count, bytes->count);
}

void xch_bytes_free(struct xch_bytes *bytes) {
    free(bytes->data);
    *bytes = (struct xch_bytes){0};
}
