/* SPDX-License-Identifier: Apache-2.0 */
#include "store-format.h"

#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct mkt_store {
    char *path;
    int fd;
    const struct mkt_layout *layout;
    bool in_order;             /* an order was taken, but not yet its last event */
    uint64_t taken, orders;    /* messages, and the orders among them */
    uint64_t written, durable; /* messages in blocks in the file, and durable messages */
    uint64_t end;              /* bytes of the file up to the last whole block */
    uint32_t block_orders;
    size_t used; /* bytes of messages in the block */
    unsigned char block[STORE_BLOCK_HEADER_BYTES + STORE_BLOCK_BYTES];
};

static int full(struct mkt_store *store, int reason, struct sw_failure *f) {
    if (ftruncate(store->fd, (off_t)store->end) == 0 && fdatasync(store->fd) == 0)
        store->durable = store->written;
    return sw_fail(f, STATUS_OUTPUT, "Make room, and name another store; market-audit reads what is whole of this one.",
                   "%s takes no more messages: %s; the first %" PRIu64 " are whole on disk", store->path,
                   strerror(reason), store->durable);
}

/* Makes the name of a new store durable, which needs a sync of the folder, before any acknowledgement. */
static int sync_folder(const struct mkt_store *store, struct sw_failure *f) {
    const int folder = sw_folder_of(store->path);
    const int done = folder >= 0 ? sw_folder_sync(folder) : -1;
    if (done != 0)
        sw_fail(f, STATUS_OUTPUT, NULL, "cannot make the name of %s durable: %s", store->path, strerror(errno));
    if (folder >= 0)
        close(folder);
    return f->status;
}

struct mkt_store *mkt_store_create(const char *path, const struct mkt_market *market, struct sw_failure *f) {
    struct mkt_store *store = calloc(1, sizeof *store);
    char *name = strdup(path);
    if (store == NULL || name == NULL) {
        free(store);
        free(name);
        sw_fail(f, STATUS_COMPUTE, NULL, "no memory for a message store");
        return NULL;
    }
    *store = (struct mkt_store){.path = name, .layout = market->layout};
    store->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0640);
    if (store->fd < 0) {
        sw_fail(f, STATUS_OUTPUT,
                errno == EEXIST ? "A store is never written over: name another one, or remove this one." : NULL,
                "cannot create the store %s: %s", path, strerror(errno));
        mkt_store_drop(store);
        return NULL;
    }
    store_put_header(market, store->block);
    if (sw_file_write(store->fd, store->block, STORE_HEADER_BYTES) != 0) {
        full(store, errno, f);
        mkt_store_drop(store);
        return NULL;
    }
    store->end = STORE_HEADER_BYTES;
    if (sync_folder(store, f) != STATUS_OK) {
        mkt_store_drop(store);
        return NULL;
    }
    return store;
}

/* Writes the block being filled, or for no messages the end of the store. */
static int write_block(struct mkt_store *store, struct sw_failure *f) {
    const struct store_block block = {.end = store->used == 0,
                                      .bytes = (uint32_t)store->used,
                                      .messages = (uint32_t)(store->taken - store->written),
                                      .orders = store->block_orders,
                                      .first = store->written + 1};
    const size_t bytes = STORE_BLOCK_HEADER_BYTES + store->used;
    store_put_block(&block, store->block + STORE_BLOCK_HEADER_BYTES, store->block);
    if (sw_file_write(store->fd, store->block, bytes) != 0)
        return full(store, errno, f);
    store->end += bytes;
    store->written = store->taken;
    store->used = 0;
    store->block_orders = 0;
    return STATUS_OK;
}

/* Appends the first message of SPAN to the block. */
static inline int append(struct mkt_store *store, struct mkt_span *span, struct sw_failure *f) {
    const size_t bytes = store->layout->bytes[mkt_kind_of(span->at)];
    if (span->bytes < bytes)
        return sw_fail(f, STATUS_CONTENT, NULL, "message %" PRIu64 " for the store is torn", store->taken + 1);
    if (store->used + bytes > STORE_BLOCK_BYTES && write_block(store, f) != STATUS_OK)
        return f->status;
    memcpy(store->block + STORE_BLOCK_HEADER_BYTES + store->used, span->at, bytes);
    store->used += bytes;
    store->taken++;
    span->at += bytes;
    span->bytes -= bytes;
    return STATUS_OK;
}

static int take_order(struct mkt_store *store, struct mkt_span *orders, struct sw_failure *f) {
    if (mkt_kind_of(orders->at) != MKT_ORDER)
        return sw_fail(f, STATUS_CONTENT, NULL, "after order %" PRIu64 " the stream of orders has a %s", store->orders,
                       mkt_kind_name(mkt_kind_of(orders->at)));
    if (append(store, orders, f) != STATUS_OK)
        return f->status;
    store->in_order = true;
    store->orders++;
    store->block_orders++;
    return STATUS_OK;
}

static int take_event(struct mkt_store *store, struct mkt_span *events, struct sw_failure *f) {
    const unsigned char first = events->at[0];
    if (mkt_kind_of(events->at) == MKT_ORDER)
        return sw_fail(f, STATUS_CONTENT, NULL, "the stream of events has an order, after what order %" PRIu64 " did",
                       store->orders);
    if (append(store, events, f) != STATUS_OK)
        return f->status;
    store->in_order = (first & MKT_LAST) == 0;
    return STATUS_OK;
}

int mkt_store_merge(struct mkt_store *store, struct mkt_span *orders, struct mkt_span *events, struct sw_failure *f) {
    int status = STATUS_OK;
    while (status == STATUS_OK) {
        if (store->in_order && events->bytes > 0)
            status = take_event(store, events, f);
        else if (!store->in_order && orders->bytes > 0)
            status = take_order(store, orders, f);
        else
            break;
    }
    return status;
}

bool mkt_store_wants_order(const struct mkt_store *store) {
    return !store->in_order;
}

int mkt_store_sync(struct mkt_store *store, struct sw_failure *f) {
    if (fdatasync(store->fd) != 0)
        return sw_fail(f, STATUS_OUTPUT, NULL, "cannot make %s durable: %s; the first %" PRIu64 " messages are",
                       store->path, strerror(errno), store->durable);
    store->durable = store->written;
    return STATUS_OK;
}

uint64_t mkt_store_acknowledged(const struct mkt_store *store) {
    return store->durable;
}

uint64_t mkt_store_taken(const struct mkt_store *store) {
    return store->taken;
}

uint64_t mkt_store_orders(const struct mkt_store *store) {
    return store->orders;
}

int mkt_store_close(struct mkt_store *store, struct sw_failure *f) {
    if (store->used > 0)
        write_block(store, f);
    if (f->status == STATUS_OK && store->in_order)
        sw_fail(f, STATUS_CONTENT, NULL, "the stream of events ended before all of order %" PRIu64 " had come",
                store->orders);
    if (f->status == STATUS_OK && write_block(store, f) == STATUS_OK)
        mkt_store_sync(store, f);
    mkt_store_drop(store);
    return f->status;
}

void mkt_store_drop(struct mkt_store *store) {
    if (store == NULL)
        return;
    if (store->fd >= 0)
        close(store->fd);
    free(store->path);
    free(store);
}
