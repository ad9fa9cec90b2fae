/* SPDX-License-Identifier: Apache-2.0 */
#include "base/fingerprint.h"

#include <string.h>

enum { WORD = sizeof(uint64_t) };

static uint64_t mix(uint64_t word, uint64_t place) {
    uint64_t z = word + (place + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

uint64_t sw_fingerprint(const void *bytes, size_t count, uint64_t offset) {
    const unsigned char *at = bytes;
    const uint64_t place = offset / WORD;
    uint64_t sum = 0, word;
    for (size_t i = 0; i < count / WORD; i++) {
        memcpy(&word, at + i * WORD, WORD);
        sum += mix(word, place + i);
    }
    if (count % WORD > 0) {
        word = 0;
        memcpy(&word, at + count / WORD * WORD, count % WORD);
        sum += mix(word, place + count / WORD);
    }
    return sum;
}
