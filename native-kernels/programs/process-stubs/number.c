/* SPDX-License-Identifier: Apache-2.0 */
/* Versions and ids: hashes by which both sides of a call see that they mean the same. */
#include "model.h"

#include "base/text.h"

#include <string.h>

static uint64_t mix_text(uint64_t hash, const char *text) {
    return sw_bytes_hash(hash, text, strlen(text) + 1);
}

static uint64_t mix_number(uint64_t hash, uint64_t number) {
    char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (char)(number >> 8 * i & 255);
    return sw_bytes_hash(hash, bytes, sizeof bytes);
}

static uint64_t mix_fields(uint64_t hash, const struct field *fields, uint32_t count) {
    hash = mix_number(hash, count);
    for (uint32_t i = 0; i < count; i++)
        hash = mix_number(mix_text(hash, fields[i].name), fields[i].type);
    return hash;
}

void class_number(struct class *class) {
    uint64_t version = mix_text(SW_HASH_BASIS, class->name);
    version = mix_number(version, class->parent == NULL ? 0 : class->parent->version);
    version = mix_number(version, class->persistent);
    for (uint32_t i = 0; i < class->count; i++) {
        const struct declaration *each = &class->declarations[i];
        version = mix_text(mix_number(version, each->kind), each->name);
        version = mix_fields(mix_fields(version, each->in, each->in_count), each->out, each->out_count);
    }
    class->version = version;
    class->method_count = class->parent == NULL ? 0 : class->parent->method_count;
    for (uint32_t i = 0; i < class->count; i++) {
        struct declaration *each = &class->declarations[i];
        each->id = mix_text(mix_number(version, each->kind), each->name);
        if (each->kind == KIND_METHOD)
            each->index = class->method_count++;
    }
}
