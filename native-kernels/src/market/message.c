/* SPDX-License-Identifier: Apache-2.0 */
#include "message.h"

#include "encode.h"

const struct mkt_layout mkt_wide = {.name = "wide",
                                    .number = 1,
                                    .bytes = {18, 18, 18, 18},
                                    .instruments = 256,
                                    .most_id = UINT64_MAX,
                                    .most_price = UINT32_MAX - 1,
                                    .most_order_volume = UINT32_MAX,
                                    .most_trade_volume = UINT32_MAX};
const struct mkt_layout mkt_packed = {.name = "packed",
                                      .number = 2,
                                      .bytes = {9, 11, 5, 5},
                                      .instruments = 8,
                                      .most_id = UINT32_MAX,
                                      .most_price = UINT16_MAX - 1,
                                      .most_order_volume = UINT16_MAX,
                                      .most_trade_volume = UINT32_MAX};

/* The bits of the first byte that each kind may have beside kind and instrument. */
static const unsigned char allowed[MKT_KINDS] = {MKT_ASK, MKT_ASK | MKT_RESTING | MKT_LAST, MKT_ASK | MKT_LAST,
                                                 MKT_LAST};

const struct mkt_layout *mkt_layout_of(uint32_t number) {
    return number == mkt_wide.number ? &mkt_wide : number == mkt_packed.number ? &mkt_packed : NULL;
}

const char *mkt_kind_name(mkt_kind kind) {
    static const char *const names[MKT_KINDS] = {"order", "trade confirmation", "order confirmation", "quote"};
    return names[kind];
}

#define INLINE static inline __attribute__((always_inline))

INLINE void set_best(const struct mkt_layout *layout, uint64_t bid, uint64_t ask, struct mkt_message *message) {
    message->best_bid = bid == 0 ? MKT_NO_BID : (int64_t)bid;
    message->best_ask = ask == (uint64_t)layout->most_price + 1 ? MKT_NO_ASK : (int64_t)ask;
}

/* Both layouts are constants to the compiler, which removes unreachable branches. */
size_t mkt_encode(const struct mkt_layout *layout, const struct mkt_message *message, unsigned char *out) {
    return layout == &mkt_wide ? mkt_encode_in(&mkt_wide, message, out) : mkt_encode_in(&mkt_packed, message, out);
}

INLINE void decode_wide(const unsigned char *bytes, struct mkt_message *message) {
    const uint64_t first = mkt_get(bytes + 10, 4), second = mkt_get(bytes + 14, 4);
    message->instrument = bytes[1];
    message->id = mkt_get(bytes + 2, 8);
    if (message->kind == MKT_QUOTE) {
        set_best(&mkt_wide, first, second, message);
    } else {
        message->price = (int64_t)first;
        message->volume = (int64_t)second;
    }
}

INLINE void decode_packed(const unsigned char *bytes, struct mkt_message *message) {
    message->instrument = (uint32_t)bytes[0] >> MKT_INSTRUMENT_SHIFT;
    if (message->kind == MKT_QUOTE) {
        set_best(&mkt_packed, mkt_get(bytes + 1, 2), mkt_get(bytes + 3, 2), message);
        return;
    }
    message->id = mkt_get(bytes + 1, 4);
    if (message->kind == MKT_CONFIRMATION)
        return;
    message->price = (int64_t)mkt_get(bytes + 5, 2);
    message->volume = (int64_t)(message->kind == MKT_ORDER ? mkt_get(bytes + 7, 2) : mkt_get(bytes + 7, 4));
}

/* Returns whether MESSAGE has the form that mkt_encode writes. Fields that a kind does not use must be 0, so that
 * different bytes never mean the same message. */
INLINE bool is_one(const struct mkt_layout *layout, const struct mkt_message *message) {
    if (message->kind == MKT_QUOTE && message->id != 0)
        return false;
    if (message->kind == MKT_CONFIRMATION)
        return message->price == 0 && message->volume == 0;
    return mkt_fits(layout, message);
}

INLINE int decode(const struct mkt_layout *layout, const unsigned char *bytes, size_t count,
                  struct mkt_message *message) {
    if (count == 0)
        return MKT_TORN;
    const mkt_kind kind = mkt_kind_of(bytes);
    const unsigned flags = bytes[0] & 0x1cu, high = bytes[0] >> MKT_INSTRUMENT_SHIFT;
    if ((flags & ~(unsigned)allowed[kind]) != 0 || (layout == &mkt_wide && high != 0))
        return MKT_STRANGE;
    if (count < layout->bytes[kind])
        return MKT_TORN;
    *message = (struct mkt_message){.kind = kind,
                                    .ask = (flags & MKT_ASK) != 0,
                                    .resting = (flags & MKT_RESTING) != 0,
                                    .last = (flags & MKT_LAST) != 0};
    if (layout == &mkt_wide)
        decode_wide(bytes, message);
    else
        decode_packed(bytes, message);
    return is_one(layout, message) ? (int)layout->bytes[kind] : MKT_STRANGE;
}

int mkt_decode(const struct mkt_layout *layout, const unsigned char *bytes, size_t count, struct mkt_message *message) {
    return layout == &mkt_wide ? decode(&mkt_wide, bytes, count, message) : decode(&mkt_packed, bytes, count, message);
}
