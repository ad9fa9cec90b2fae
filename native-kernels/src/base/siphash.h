/* SPDX-License-Identifier: Apache-2.0 */
/* SipHash-2-4, a keyed hash of 64 bits: who does not have the key cannot tell the hash of a new text. */
#ifndef SLIPWAY_BASE_SIPHASH_H
#define SLIPWAY_BASE_SIPHASH_H

#include <stddef.h>
#include <stdint.h>

enum { SW_SIPHASH_KEY_BYTES = 16 };

/* Returns the hash of BYTES, of which there are COUNT, under KEY: Aumasson and Bernstein, "SipHash: a fast short-input
 * PRF", INDOCRYPT 2012, section 2. */
uint64_t sw_siphash(const uint8_t key[SW_SIPHASH_KEY_BYTES], const unsigned char *bytes, size_t count);

#endif
