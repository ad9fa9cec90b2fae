/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The message store: a file in which the messages of a market chain are kept, each order followed by what it brought
 * about. Its bytes depend on the messages alone, not on when they came.
 *
 *     header   32 bytes: "SLIPMKT\n", version, layout, instruments (4 bytes each, then 4 of 0), fingerprint (8 bytes)
 * of all before it blocks   32 bytes: "MBLK", bytes of messages, number of the first message from 1 (8 bytes), messages
 * and orders (4 bytes each), fingerprint (8 bytes) of these 24 bytes and the messages; then the messages, at most 64
 * KiB, none cut by the end of its block end      32 bytes as of a block, with "MEND" and no messages; a store without
 * it was not finished
 *
 * All numbers are little-endian. A store is used by one thread at a time.
 */
#ifndef SLIPWAY_MARKET_STORE_H
#define SLIPWAY_MARKET_STORE_H

#include "base/failure.h"
#include "message.h"

/* What a store says of its messages. */
struct mkt_market {
    const struct mkt_layout *layout;
    uint32_t instruments;
};

/* Bytes that are taken from the front. */
struct mkt_span {
    const unsigned char *at;
    size_t bytes;
};

struct mkt_store;

/*
 * Creates the store PATH. Refuses a PATH that exists: messages are not to be lost. Returns NULL and fills F. The caller
 * ends the store with mkt_store_close, or with mkt_store_drop after a failure.
 */
struct mkt_store *mkt_store_create(const char *path, const struct mkt_market *market, struct sw_failure *f);

/*
 * Takes from the front of ORDERS and of EVENTS, whole messages of the store's layout each, and writes them in order: an
 * order, then its events up to the one that is marked as its last. Stops where the one or the other has to come first;
 * one of the spans is empty then. Returns STATUS_OK; otherwise fills F and returns its status: STATUS_CONTENT where a
 * message stands in the wrong stream, STATUS_OUTPUT where the disk takes no more. After STATUS_OUTPUT the file is cut
 * back to whole blocks and made durable, as far as the disk allows, and the text says how many messages that are.
 */
int mkt_store_merge(struct mkt_store *store, struct mkt_span *orders, struct mkt_span *events, struct sw_failure *f);

/* Returns whether the next message of the store is an order, not an event of the order before it. */
bool mkt_store_wants_order(const struct mkt_store *store);

/*
 * Makes all whole blocks durable: acknowledges their messages. They are whole in the file after whatever happens.
 * Returns as mkt_store_merge.
 */
int mkt_store_sync(struct mkt_store *store, struct sw_failure *f);

/* Returns how many messages are acknowledged, taken, and how many of those taken are orders. */
uint64_t mkt_store_acknowledged(const struct mkt_store *store);
uint64_t mkt_store_taken(const struct mkt_store *store);
uint64_t mkt_store_orders(const struct mkt_store *store);

/*
 * Writes what is left and the end, makes all durable and frees STORE, also after a failure. Refuses to end within an
 * order (STATUS_CONTENT): the store is then left without its end. Returns as mkt_store_merge.
 */
int mkt_store_close(struct mkt_store *store, struct sw_failure *f);

/* Frees STORE and leaves the file as it stands, without its end. Accepts NULL. */
void mkt_store_drop(struct mkt_store *store);

struct mkt_reader;

/* Opens the store PATH for reading. Returns NULL and fills F. The caller frees the reader with mkt_reader_free. */
struct mkt_reader *mkt_reader_open(const char *path, struct sw_failure *f);

/* What mkt_reader_next finds. */
typedef enum { MKT_READ, MKT_END, MKT_BROKEN } mkt_read;

/*
 * Reads the next message of the store to MESSAGE. Returns MKT_READ; MKT_END at the end of a finished store; MKT_BROKEN
 * where the store is torn or damaged, and fills F with the place and how many messages before it are whole.
 */
mkt_read mkt_reader_next(struct mkt_reader *reader, struct mkt_message *message, struct sw_failure *f);

/* Returns the number of the message that mkt_reader_next has given last, from 1; 0 before the first. */
uint64_t mkt_reader_number(const struct mkt_reader *reader);

/* Returns what the store says of its messages; valid until READER is freed. */
const struct mkt_market *mkt_reader_market(const struct mkt_reader *reader);

/* Frees READER. Accepts NULL. */
void mkt_reader_free(struct mkt_reader *reader);

#endif
