/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How two sides prove to each other that they have one key, and neither shows it: each puts new random bytes into what
 * they say in turn, their talk, and the hash of that under its half of the key. So a proof that was heard proves
 * nothing a second time, and nobody can send back to a side what it has said itself.
 */
#ifndef SLIPWAY_WIRE_PROOF_H
#define SLIPWAY_WIRE_PROOF_H

#include "base/siphash.h"

#include <stdbool.h>
#include <stddef.h>

enum { PROOF_KEY_BYTES = 2 * SW_SIPHASH_KEY_BYTES, PROOF_NONCE_BYTES = 16, PROOF_BYTES = 8 };

/* The half of the key that a side proves by. */
enum { PROOF_OF_CALLER = 0, PROOF_OF_CALLED = SW_SIPHASH_KEY_BYTES };

/* Draws random bytes of the system. Returns whether it has given any. */
bool proof_draw_nonce(unsigned char out[PROOF_NONCE_BYTES]);

/* Puts the hash of the first COUNT bytes of a talk under a half of KEY, lowest byte first. */
void proof_put(const uint8_t key[PROOF_KEY_BYTES], int half, const unsigned char *talk, size_t count,
               unsigned char out[PROOF_BYTES]);

/* Returns whether GIVEN is that hash, in a time that does not tell where the first difference is. */
bool proof_is_right(const uint8_t key[PROOF_KEY_BYTES], int half, const unsigned char *talk, size_t count,
                    const unsigned char given[PROOF_BYTES]);

#endif
