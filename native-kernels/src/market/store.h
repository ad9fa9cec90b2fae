/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The message store: a file with the messages of a market chain, each order followed by its events. The bytes of the
 * file depend on the messages alone, not on the times of arrival.
 *
 *     header   32 bytes: "SLIPMKT\n"; version, layout, instruments (4 bytes each, then 4 of 0); fingerprint of the
 *              bytes before (8 bytes)
 *     blocks   32 bytes: "MBLK", bytes of messages, number of the first message from 1 (8 bytes), messages and orders
 *              (4 bytes each), fingerprint (8 bytes) of these 24 bytes and the messages; then the messages, at most
 *              64 KiB, all of them whole
 *     end      32 bytes like those of a block, with "MEND" and no messages; a store without an end was not finished
 *
 * All numbers are little-endian. One thread at a time uses a store.
 */
#ifndef SLIPWAY_MARKET_STORE_H
#define SLIPWAY_MARKET_STORE_H

#include "base/failure.h"
#include "message.h"

/* The description of the messages in a store. */
struct mkt_market {
    const struct mkt_layout *layout;
    uint32_t instruments;
};

/* Bytes to be taken from the front. */
struct mkt_span {
    const unsigned char *at;
    size_t bytes;
};

struct mkt_store;

/*
 * Creates the store PATH. Refuses an existing PATH, so that no messages get lost. Returns NULL and fills F after a
 * failure. The caller ends the store with mkt_store_close, or with mkt_store_drop after a failure.
 */
struct mkt_store *mkt_store_create(const char *path, const struct mkt_market *market, struct sw_failure *f);

/*
 * Takes messages from the front of ORDERS and of EVENTS and writes them in order: an order, then its events up to the
 * one marked as last. Both spans hold whole messages of the store's layout. Stops when the next message must come from
 * an empty span. Returns STATUS_OK; otherwise fills F and returns its status: STATUS_CONTENT for a message in the wrong
 * stream, STATUS_OUTPUT if the disk takes no more. After STATUS_OUTPUT the file is cut back to whole blocks and made
 * durable, as far as the disk allows, and the text states the number of these messages.
 */
int mkt_store_merge(struct mkt_store *store, struct mkt_span *orders, struct mkt_span *events, struct sw_failure *f);

/* Returns whether the next message of the store is an order, not an event of the order before. */
bool mkt_store_wants_order(const struct mkt_store *store);

/*
 * Makes all whole blocks durable: acknowledges their messages, which then survive any crash. Returns as
 * mkt_store_merge.
 */
int mkt_store_sync(struct mkt_store *store, struct sw_failure *f);

/* Return the number of acknowledged messages, of taken messages, and of orders among the taken ones. */
uint64_t mkt_store_acknowledged(const struct mkt_store *store);
uint64_t mkt_store_taken(const struct mkt_store *store);
uint64_t mkt_store_orders(const struct mkt_store *store);

/*
 * Writes the remaining messages and the end, makes all of the file durable and frees STORE, also after a failure.
 * Refuses to end within an order (STATUS_CONTENT): the store then has no end. Returns as mkt_store_merge.
 */
int mkt_store_close(struct mkt_store *store, struct sw_failure *f);

/* Frees STORE and leaves the file without an end. Accepts NULL. */
void mkt_store_drop(struct mkt_store *store);

struct mkt_reader;

/* Opens the store PATH for reading. Returns NULL and fills F. The caller frees the reader with mkt_reader_free. */
struct mkt_reader *mkt_reader_open(const char *path, struct sw_failure *f);

/* The results of mkt_reader_next. */
typedef enum { MKT_READ, MKT_END, MKT_BROKEN } mkt_read;

/*
 * Reads the next message of the store to MESSAGE. Returns MKT_READ; MKT_END at the end of a finished store; MKT_BROKEN
 * for a torn or damaged store, and fills F with the place and the number of whole messages before.
 */
mkt_read mkt_reader_next(struct mkt_reader *reader, struct mkt_message *message, struct sw_failure *f);

/* Returns the number of the last message of mkt_reader_next, from 1; 0 before the first. */
uint64_t mkt_reader_number(const struct mkt_reader *reader);

/* Returns the description in the store; valid until READER is freed. */
const struct mkt_market *mkt_reader_market(const struct mkt_reader *reader);

/* Frees READER. Accepts NULL. */
void mkt_reader_free(struct mkt_reader *reader);

#endif
