/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A fingerprint of bytes: 64 bits that differ, but for a chance of 1 in 2^64, where the bytes do. It tells whether a
 * file is whole, or the same as another; it does not withstand anybody who wants two files to look alike.
 */
#ifndef SLIPWAY_BASE_FINGERPRINT_H
#define SLIPWAY_BASE_FINGERPRINT_H

#include <stddef.h>
#include <stdint.h>

/*
 * Returns the fingerprint of COUNT bytes that stand at OFFSET, a multiple of 8, of something larger. The fingerprint of
 * the whole is the sum of those of its parts, modulo 2^64, in any order; each part but the last has a multiple of 8
 * bytes. Zeros at the end that fill a word of 8 bytes make no difference, so compare the lengths, too.
 *
 * Each word of 8 bytes, plus its place times an odd constant, goes through the last step of splitmix64 (Steele, Lea and
 * Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014); the fingerprint is the sum.
 */
uint64_t sw_fingerprint(const void *bytes, size_t count, uint64_t offset);

#endif
