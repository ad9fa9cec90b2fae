/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The proof by which two sides show each other that they have one key, without showing the key. Each side adds new
 * random bytes to the talk of the two, and sends the hash of the talk under one half of the key. So a proof cannot be
 * replayed, and a message cannot be sent back to its sender.
 */
#ifndef SLIPWAY_WIRE_PROOF_H
#define SLIPWAY_WIRE_PROOF_H

#include "base/siphash.h"

#include <stdbool.h>
#include <stddef.h>

enum { PROOF_KEY_BYTES = 2 * SW_SIPHASH_KEY_BYTES, PROOF_NONCE_BYTES = 16, PROOF_BYTES = 8 };

/* The first byte of the half of the key with which the calling and the called side make their proofs. */
enum { PROOF_OF_CALLER = 0, PROOF_OF_CALLED = SW_SIPHASH_KEY_BYTES };

/* Draws random bytes from the system. Returns whether the system has given any. */
bool proof_draw_nonce(unsigned char out[PROOF_NONCE_BYTES]);

/* Puts the hash of the first COUNT bytes of a talk under a half of KEY, lowest byte first. */
void proof_put(const uint8_t key[PROOF_KEY_BYTES], int half, const unsigned char *talk, size_t count,
               unsigned char out[PROOF_BYTES]);

/* Returns whether GIVEN is the hash that proof_put makes. The time does not depend on the place of the first
 * difference. */
bool proof_is_right(const uint8_t key[PROOF_KEY_BYTES], int half, const unsigned char *talk, size_t count,
                    const unsigned char given[PROOF_BYTES]);

#endif
