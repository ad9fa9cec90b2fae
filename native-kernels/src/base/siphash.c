/* SPDX-License-Identifier: Apache-2.0 */
#include "base/siphash.h"

struct state {
    uint64_t v0, v1, v2, v3;
};

static uint64_t rotate(uint64_t word, int bits) {
    return word << bits | word >> (64 - bits);
}

/* Figure 2.1 of the paper. */
static void rounds(struct state *s, int count) {
    for (int i = 0; i < count; i++) {
        s->v0 += s->v1;
        s->v2 += s->v3;
        s->v1 = rotate(s->v1, 13) ^ s->v0;
        s->v3 = rotate(s->v3, 16) ^ s->v2;
        s->v0 = rotate(s->v0, 32) + s->v3;
        s->v2 += s->v1;
        s->v1 = rotate(s->v1, 17) ^ s->v2;
        s->v3 = rotate(s->v3, 21) ^ s->v0;
        s->v2 = rotate(s->v2, 32);
    }
}

/* Reads up to 8 bytes, the lowest first. */
static uint64_t word_at(const unsigned char *bytes, size_t count) {
    uint64_t word = 0;
    for (size_t i = 0; i < count; i++)
        word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

static void compress(struct state *s, uint64_t word) {
    s->v3 ^= word;
    rounds(s, 2);
    s->v0 ^= word;
}

uint64_t sw_siphash(const uint8_t key[SW_SIPHASH_KEY_BYTES], const unsigned char *bytes, size_t count) {
    const uint64_t k0 = word_at(key, 8), k1 = word_at(key + 8, 8);
    struct state s = {k0 ^ 0x736f6d6570736575, k1 ^ 0x646f72616e646f6d, k0 ^ 0x6c7967656e657261,
                      k1 ^ 0x7465646279746573};
    size_t at = 0;
    for (; count - at >= 8; at += 8)
        compress(&s, word_at(bytes + at, 8));
    compress(&s, (uint64_t)count << 56 | word_at(bytes + at, count - at));
    s.v2 ^= 0xff;
    rounds(&s, 4);
    return s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}
