/* SPDX-License-Identifier: Apache-2.0 */
#include "store-format.h"

#include "base/fingerprint.h"
#include "little.h"

#include <string.h>

static const char header_mark[8] = "SLIPMKT\n", block_mark[4] = "MBLK", end_mark[4] = "MEND";

enum { HEADER_FINGERPRINT = STORE_HEADER_BYTES - 8, BLOCK_FINGERPRINT = STORE_BLOCK_HEADER_BYTES - 8 };

void store_put_header(const struct mkt_market *market, unsigned char out[STORE_HEADER_BYTES]) {
    memset(out, 0, STORE_HEADER_BYTES);
    memcpy(out, header_mark, sizeof header_mark);
    mkt_put(out + 8, STORE_VERSION, 4);
    mkt_put(out + 12, market->layout->number, 4);
    mkt_put(out + 16, market->instruments, 4);
    mkt_put(out + HEADER_FINGERPRINT, sw_fingerprint(out, HEADER_FINGERPRINT, 0), 8);
}

const char *store_get_header(const unsigned char bytes[STORE_HEADER_BYTES], struct mkt_market *market) {
    if (memcmp(bytes, header_mark, sizeof header_mark) != 0)
        return "it is no message store";
    if (mkt_get(bytes + HEADER_FINGERPRINT, 8) != sw_fingerprint(bytes, HEADER_FINGERPRINT, 0))
        return "its header is damaged";
    if (mkt_get(bytes + 8, 4) != STORE_VERSION)
        return "it is of another version";
    *market = (struct mkt_market){.layout = mkt_layout_of((uint32_t)mkt_get(bytes + 12, 4)),
                                  .instruments = (uint32_t)mkt_get(bytes + 16, 4)};
    if (market->layout == NULL)
        return "its layout is unknown";
    if (market->instruments < 1 || market->instruments > market->layout->instruments)
        return "its number of instruments does not fit its layout";
    return NULL;
}

static uint64_t fingerprint_of(const unsigned char *header, const unsigned char *messages, size_t count) {
    return sw_fingerprint(header, BLOCK_FINGERPRINT, 0) + sw_fingerprint(messages, count, BLOCK_FINGERPRINT);
}

void store_put_block(const struct store_block *block, const unsigned char *messages,
                     unsigned char out[STORE_BLOCK_HEADER_BYTES]) {
    memcpy(out, block->end ? end_mark : block_mark, sizeof block_mark);
    mkt_put(out + 4, block->bytes, 4);
    mkt_put(out + 8, block->first, 8);
    mkt_put(out + 16, block->messages, 4);
    mkt_put(out + 20, block->orders, 4);
    mkt_put(out + BLOCK_FINGERPRINT, fingerprint_of(out, messages, block->bytes), 8);
}

bool store_get_block(const unsigned char bytes[STORE_BLOCK_HEADER_BYTES], struct store_block *block) {
    *block = (struct store_block){.end = memcmp(bytes, end_mark, sizeof end_mark) == 0,
                                  .bytes = (uint32_t)mkt_get(bytes + 4, 4),
                                  .messages = (uint32_t)mkt_get(bytes + 16, 4),
                                  .orders = (uint32_t)mkt_get(bytes + 20, 4),
                                  .first = mkt_get(bytes + 8, 8)};
    if (!block->end && memcmp(bytes, block_mark, sizeof block_mark) != 0)
        return false;
    return block->end ? block->bytes == 0 && block->messages == 0
                      : block->bytes > 0 && block->bytes <= STORE_BLOCK_BYTES && block->messages > 0;
}

bool store_block_is_whole(const unsigned char bytes[STORE_BLOCK_HEADER_BYTES], const unsigned char *messages,
                          size_t count) {
    return mkt_get(bytes + BLOCK_FINGERPRINT, 8) == fingerprint_of(bytes, messages, count);
}
