/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A fingerprint of bytes: 64 bits that differ for different bytes, except with a chance of 1 in 2^64. A fingerprint
 * shows whether a file is whole, or equal to another. It does not withstand an attacker who makes two files look alike.
 */
#ifndef SLIPWAY_BASE_FINGERPRINT_H
#define SLIPWAY_BASE_FINGERPRINT_H

#include <stddef.h>
#include <stdint.h>

/*
 * Returns the fingerprint of COUNT bytes at OFFSET, a multiple of 8, of a larger whole. The fingerprint of the whole is
 * the sum of the fingerprints of the parts, modulo 2^64, in any order; the length of each part except the last is a
 * multiple of 8. Zeros that fill the last word of 8 bytes make no difference, so compare the lengths too.
 *
 * Each word of 8 bytes, plus the index of the word times an odd constant, goes through the last step of splitmix64
 * (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014); the fingerprint is the sum.
 */
uint64_t sw_fingerprint(const void *bytes, size_t count, uint64_t offset);

#endif
