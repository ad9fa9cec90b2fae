/* SPDX-License-Identifier: Apache-2.0 */
#include "wire/proof.h"

#include <sys/random.h>

bool proof_draw_nonce(unsigned char out[PROOF_NONCE_BYTES]) {
    return getrandom(out, PROOF_NONCE_BYTES, 0) == PROOF_NONCE_BYTES; /* requests of this size are never cut short */
}

void proof_put(const uint8_t key[PROOF_KEY_BYTES], int half, const unsigned char *talk, size_t count,
               unsigned char out[PROOF_BYTES]) {
    const uint64_t hash = sw_siphash(key + half, talk, count);
    for (int i = 0; i < PROOF_BYTES; i++)
        out[i] = (unsigned char)(hash >> 8 * i);
}

bool proof_is_right(const uint8_t key[PROOF_KEY_BYTES], int half, const unsigned char *talk, size_t count,
                    const unsigned char given[PROOF_BYTES]) {
    unsigned char right[PROOF_BYTES];
    unsigned different = 0;
    proof_put(key, half, talk, count, right);
    for (size_t i = 0; i < sizeof right; i++)
        different |= (unsigned)(given[i] ^ right[i]);
    return different == 0;
}
