/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The checksum of a page: 64 bits that differ, but for a chance of about 1 in 2^64, where the bytes do. The checksum
 * runs at the speed of memory on any processor, and is the same on all. An attacker can make other bytes with the same
 * checksum.
 */
#ifndef SLIPWAY_PAGEDEV_CHECKSUM_H
#define SLIPWAY_PAGEDEV_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Returns the checksum of BYTES, a multiple of 8, at DATA, which begins at a multiple of 8. */
uint64_t pgd_checksum(const void *data, size_t bytes);

#endif
