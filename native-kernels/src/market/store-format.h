/* SPDX-License-Identifier: Apache-2.0 */
/* Header, blocks and end of a message store as bytes (store.h has the format). For the files of the store only. */
#ifndef SLIPWAY_MARKET_STORE_FORMAT_H
#define SLIPWAY_MARKET_STORE_FORMAT_H

#include "store.h"

enum { STORE_HEADER_BYTES = 32, STORE_BLOCK_HEADER_BYTES = 32, STORE_BLOCK_BYTES = 1 << 16, STORE_VERSION = 1 };

/* The header of a block. */
struct store_block {
    bool end; /* the end of the store, not a block */
    uint32_t bytes, messages, orders;
    uint64_t first; /* number of the first message */
};

void store_put_header(const struct mkt_market *market, unsigned char out[STORE_HEADER_BYTES]);

/* Returns NULL and fills MARKET, or returns the defect of the header. */
const char *store_get_header(const unsigned char bytes[STORE_HEADER_BYTES], struct mkt_market *market);

/* Writes the header of BLOCK. The fingerprint covers MESSAGES, the messages of the block, too. */
void store_put_block(const struct store_block *block, const unsigned char *messages,
                     unsigned char out[STORE_BLOCK_HEADER_BYTES]);

/* Returns whether BYTES can be the header of a block, and fills BLOCK. */
bool store_get_block(const unsigned char bytes[STORE_BLOCK_HEADER_BYTES], struct store_block *block);

/* Returns whether the fingerprint in the header BYTES fits the header and MESSAGES. */
bool store_block_is_whole(const unsigned char bytes[STORE_BLOCK_HEADER_BYTES], const unsigned char *messages,
                          size_t count);

#endif
