/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as little-endian bytes on any host. */
#ifndef SLIPWAY_MARKET_LITTLE_H
#define SLIPWAY_MARKET_LITTLE_H

#include <stdint.h>
#include <string.h>

/* Writes the low BYTES of VALUE. A constant BYTES compiles to one or two stores. */
static inline void mkt_put(unsigned char *out, uint64_t value, size_t bytes) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(out, &value, bytes);
#else
    for (size_t i = 0; i < bytes; i++)
        out[i] = (unsigned char)(value >> 8 * i);
#endif
}

/* Reads a number of COUNT bytes. */
static inline uint64_t mkt_get(const unsigned char *bytes, size_t count) {
    uint64_t value = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(&value, bytes, count);
#else
    for (size_t i = 0; i < count; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
#endif
    return value;
}

#endif
