/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The messages of the market chain, and the two layouts for links and stores, from the two versions of Mancini, Marsh
 * and Panda, "An MPI-Stream Hybrid Programming Model for Computational Clusters", section VI. All numbers are
 * little-endian on any host.
 *
 * The first byte of a message: bits 0 and 1 the kind, bit 2 the side (1: ask), bit 3 set if a trade confirmation goes
 * to the order that rested in the book, bit 4 set on the last message that an order brings about, bits 5 to 7 the
 * instrument in the packed layout, else 0.
 *
 *     wide layout, 18 bytes each:   1 first byte, 1 instrument, 8 id, 4 price, 4 volume
 *                                   (a confirmation: no price and volume; a quote: id 0, best bid, best ask)
 *     packed layout: order          1 first byte, 4 id, 2 price, 2 volume            9 bytes
 *                    trade          1 first byte, 4 id, 2 price, 4 volume           11 bytes
 *                    confirmation   1 first byte, 4 id                               5 bytes
 *                    quote          1 first byte, 2 best bid, 2 best ask             5 bytes
 *
 * With the counts of the reports' mix the packed layout has 8.8 bytes a message ("around 9"). Prices are 1 to the
 * layout's most; in a quote, a bid of 0 and an ask with all bits set stand for a side without orders. Thread-safe: the
 * functions have no state.
 */
#ifndef SLIPWAY_MARKET_MESSAGE_H
#define SLIPWAY_MARKET_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kinds of messages, with their numbers in the first byte. */
typedef enum { MKT_ORDER, MKT_TRADE, MKT_CONFIRMATION, MKT_QUOTE, MKT_KINDS } mkt_kind;

/* The fields of the first byte beside the kind. */
enum { MKT_KIND_BITS = 0x03, MKT_ASK = 0x04, MKT_RESTING = 0x08, MKT_LAST = 0x10, MKT_INSTRUMENT_SHIFT = 5 };

/* Bytes of the longest message of any layout. */
enum { MKT_LONGEST = 18 };

/* Stands for the best price of a side without orders in a quote. */
#define MKT_NO_BID INT64_MIN
#define MKT_NO_ASK INT64_MAX

/* A decoded message. */
struct mkt_message {
    mkt_kind kind;
    bool ask;     /* the side of the order; for a trade, of the order that gets the confirmation */
    bool resting; /* of a trade: the confirmation goes to the order that rested in the book */
    bool last;    /* of all messages but orders: the last message that the order brought about */
    uint32_t instrument;
    uint64_t id;                /* of a quote: 0 */
    int64_t price, volume;      /* of an order and a trade; else 0 */
    int64_t best_bid, best_ask; /* of a quote: or MKT_NO_BID, MKT_NO_ASK; else 0 */
};

struct mkt_layout {
    const char *name;        /* "wide", "packed" */
    uint32_t number;         /* the number of the layout in a store */
    size_t bytes[MKT_KINDS]; /* of each kind */
    uint32_t instruments;    /* number of instruments that the layout can distinguish */
    uint64_t most_id;
    int64_t most_price, most_order_volume, most_trade_volume;
};

extern const struct mkt_layout mkt_wide, mkt_packed;

/* Returns the layout of that number, or NULL for any other number. */
const struct mkt_layout *mkt_layout_of(uint32_t number);

/* Returns the kind of the message that begins at BYTES. */
static inline mkt_kind mkt_kind_of(const unsigned char *bytes) {
    return (mkt_kind)(bytes[0] & MKT_KIND_BITS);
}

/*
 * Writes MESSAGE in LAYOUT to OUT and returns its bytes; 0 if a number does not fit the layout. OUT has room for
 * MKT_LONGEST bytes.
 */
size_t mkt_encode(const struct mkt_layout *layout, const struct mkt_message *message, unsigned char *out);

/* The results of mkt_decode without a message. */
enum { MKT_TORN = 0, MKT_STRANGE = -1 };

/*
 * Reads the message that begins at BYTES, of which COUNT are there. Returns the bytes of the message, MKT_TORN if fewer
 * are there, or MKT_STRANGE if no message has such a first byte.
 */
int mkt_decode(const struct mkt_layout *layout, const unsigned char *bytes, size_t count, struct mkt_message *message);

/* Returns the name of a kind: "order", "trade confirmation", "order confirmation", "quote". */
const char *mkt_kind_name(mkt_kind kind);

#endif
