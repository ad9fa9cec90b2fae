/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of the base library: fingerprints of bytes. */
#include "base-cases.h"
#include "base/fingerprint.h"
#include "support/check.h"

enum { BYTES = 1003 };

static void fill(unsigned char bytes[BYTES]) {
    for (int i = 0; i < BYTES; i++)
        bytes[i] = (unsigned char)(i * 7 + i / 256);
}

void a_fingerprint_is_the_sum_of_those_of_its_parts(void) {
    unsigned char bytes[BYTES];
    fill(bytes);
    const uint64_t whole = sw_fingerprint(bytes, BYTES, 0);
    for (size_t cut = 0; cut <= BYTES; cut += 8)
        CHECK(sw_fingerprint(bytes + cut, BYTES - cut, cut) + sw_fingerprint(bytes, cut, 0) == whole, "cut at %zu",
              cut);
    CHECK(sw_fingerprint(bytes, 0, 0) == 0, "no bytes");
}

void a_fingerprint_tells_each_changed_byte(void) {
    unsigned char bytes[BYTES];
    fill(bytes);
    const uint64_t whole = sw_fingerprint(bytes, BYTES, 0);
    for (size_t i = 0; i < BYTES; i++) {
        bytes[i] ^= 1;
        CHECK(sw_fingerprint(bytes, BYTES, 0) != whole, "byte %zu", i);
        bytes[i] ^= 1;
    }
    CHECK(sw_fingerprint(bytes, BYTES - 1, 0) != whole, "cut off");
    memset(bytes, 0, sizeof bytes);
    CHECK(sw_fingerprint(bytes, 16, 0) != sw_fingerprint(bytes, 8, 0), "words of zeros");
    bytes[0] = 1;
    const uint64_t first = sw_fingerprint(bytes, 16, 0);
    bytes[0] = 0;
    bytes[8] = 1;
    CHECK(sw_fingerprint(bytes, 16, 0) != first, "words that change places");
}
