/* SPDX-License-Identifier: Apache-2.0 */
/* SipHash-2-4, a keyed hash of 64 bits: without the key, the hash of a new text is unpredictable. */
#ifndef SLIPWAY_BASE_SIPHASH_H
#define SLIPWAY_BASE_SIPHASH_H

#include <stddef.h>
#include <stdint.h>

enum { SW_SIPHASH_KEY_BYTES = 16 };

/* Returns the hash of the COUNT bytes of BYTES under KEY: Aumasson and Bernstein, "SipHash: a fast short-input PRF",
 * INDOCRYPT 2012, section 2. */
uint64_t sw_siphash(const uint8_t key[SW_SIPHASH_KEY_BYTES], const unsigned char *bytes, size_t count);

#endif
