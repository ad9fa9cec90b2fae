/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sw_text_format(char *text, size_t room, const char *format, va_list args) {
    vsnprintf(text, room, format, args);
}

char *sw_text_join(const char *first, const char *second) {
    const size_t before = strlen(first), bytes = strlen(second) + 1;
    char *joined = malloc(before + bytes);
    if (joined == NULL)
        return NULL;
    memcpy(joined, first, before);
    memcpy(joined + before, second, bytes);
    return joined;
}

int sw_text_find(const char *const *names, const char *name) {
    for (int i = 0; names[i] != NULL; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

const char *sw_text_of_code(const char *const *table, size_t count, int code) {
    return code >= 0 && (size_t)code < count && table[code] != NULL ? table[code] : "unknown error";
}

uint64_t sw_bytes_hash(uint64_t basis, const char *bytes, size_t count) {
    uint64_t hash = basis;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3;
    return hash;
}

uint64_t sw_text_hash(const char *text) {
    return sw_bytes_hash(SW_HASH_BASIS, text, strlen(text));
}
