/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a message in its layout. The functions are in a header, because the engine writes some messages for each
 * order, and calls would take longer than the work. */
#ifndef SLIPWAY_MARKET_ENCODE_H
#define SLIPWAY_MARKET_ENCODE_H

#include "little.h"
#include "message.h"

#define MKT_INLINE static inline __attribute__((always_inline))

MKT_INLINE bool mkt_within(int64_t value, int64_t least, int64_t most) {
    return value >= least && value <= most;
}

MKT_INLINE bool mkt_fits_quote(const struct mkt_layout *layout, const struct mkt_message *message) {
    return (message->best_bid == MKT_NO_BID || mkt_within(message->best_bid, 1, layout->most_price)) &&
           (message->best_ask == MKT_NO_ASK || mkt_within(message->best_ask, 1, layout->most_price));
}

MKT_INLINE bool mkt_fits(const struct mkt_layout *layout, const struct mkt_message *message) {
    const int64_t most_volume = message->kind == MKT_ORDER ? layout->most_order_volume : layout->most_trade_volume;
    if (message->instrument >= layout->instruments || message->id > layout->most_id)
        return false;
    if (message->kind == MKT_QUOTE)
        return mkt_fits_quote(layout, message);
    return message->kind == MKT_CONFIRMATION ||
           (mkt_within(message->price, 1, layout->most_price) && mkt_within(message->volume, 0, most_volume));
}

/* Return the numbers in a quote for the best prices: a side without orders has a number that is no price. */
MKT_INLINE uint64_t mkt_bid_number(const struct mkt_message *message) {
    return message->best_bid == MKT_NO_BID ? 0 : (uint64_t)message->best_bid;
}

MKT_INLINE uint64_t mkt_ask_number(const struct mkt_layout *layout, const struct mkt_message *message) {
    return (uint64_t)(message->best_ask == MKT_NO_ASK ? layout->most_price + 1 : message->best_ask);
}

MKT_INLINE void mkt_encode_wide(const struct mkt_message *message, unsigned char *out) {
    const bool quote = message->kind == MKT_QUOTE;
    out[1] = (unsigned char)message->instrument;
    mkt_put(out + 2, message->id, 8);
    mkt_put(out + 10, quote ? mkt_bid_number(message) : (uint64_t)message->price, 4);
    mkt_put(out + 14, quote ? mkt_ask_number(&mkt_wide, message) : (uint64_t)message->volume, 4);
}

MKT_INLINE void mkt_encode_packed(const struct mkt_message *message, unsigned char *out) {
    out[0] = (unsigned char)(out[0] | message->instrument << MKT_INSTRUMENT_SHIFT);
    if (message->kind == MKT_QUOTE) {
        mkt_put(out + 1, mkt_bid_number(message), 2);
        mkt_put(out + 3, mkt_ask_number(&mkt_packed, message), 2);
        return;
    }
    mkt_put(out + 1, message->id, 4);
    if (message->kind == MKT_CONFIRMATION)
        return;
    mkt_put(out + 5, (uint64_t)message->price, 2);
    if (message->kind == MKT_ORDER)
        mkt_put(out + 7, (uint64_t)message->volume, 2);
    else
        mkt_put(out + 7, (uint64_t)message->volume, 4);
}

/* Encodes like mkt_encode (message.h). */
MKT_INLINE size_t mkt_encode_in(const struct mkt_layout *layout, const struct mkt_message *message,
                                unsigned char *out) {
    if (!mkt_fits(layout, message))
        return 0;
    out[0] = (unsigned char)((unsigned)message->kind | (message->ask ? MKT_ASK : 0u) |
                             (message->resting ? MKT_RESTING : 0u) | (message->last ? MKT_LAST : 0u));
    if (layout == &mkt_wide)
        mkt_encode_wide(message, out);
    else
        mkt_encode_packed(message, out);
    return layout->bytes[message->kind];
}

#endif
