/* SPDX-License-Identifier: Apache-2.0 */
#include "store-format.h"

#include "base/files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct mkt_reader {
    char *path;
    int fd;
    struct mkt_market market;
    uint64_t number;          /* number of the last message read */
    uint64_t offset;          /* in the file, of the bytes after the block */
    struct store_block block; /* that is being read */
    size_t at;                /* in the messages of the block */
    uint32_t given, orders;   /* messages read from the block, and the orders among them */
    unsigned char bytes[STORE_BLOCK_HEADER_BYTES + STORE_BLOCK_BYTES];
};

static mkt_read broken(const struct mkt_reader *reader, const char *what, struct sw_failure *f) {
    sw_fail(f, STATUS_FILE, NULL, "%s: %s at byte %" PRIu64 "; the %" PRIu64 " messages before are whole", reader->path,
            what, reader->offset, reader->number);
    return MKT_BROKEN;
}

struct mkt_reader *mkt_reader_open(const char *path, struct sw_failure *f) {
    struct stat status;
    struct mkt_reader *reader = calloc(1, sizeof *reader);
    char *name = strdup(path);
    if (reader == NULL || name == NULL) {
        free(reader);
        free(name);
        sw_fail(f, STATUS_COMPUTE, NULL, "no memory to read a message store");
        return NULL;
    }
    *reader = (struct mkt_reader){.path = name, .fd = sw_file_open(path, &status), .offset = STORE_HEADER_BYTES};
    if (reader->fd < 0) {
        sw_fail(f, STATUS_FILE, NULL, "cannot read the store %s: %s", path, strerror(errno));
        mkt_reader_free(reader);
        return NULL;
    }
    const ssize_t n = sw_file_read_at(reader->fd, reader->bytes, STORE_HEADER_BYTES, 0);
    const char *wrong = n < 0                    ? strerror(errno)
                        : n < STORE_HEADER_BYTES ? "it is too short for a message store"
                                                 : store_get_header(reader->bytes, &reader->market);
    if (wrong != NULL) {
        sw_fail(f, STATUS_FILE, NULL, "cannot read the store %s: %s", path, wrong);
        mkt_reader_free(reader);
        return NULL;
    }
    return reader;
}

/* Compares the counts in the header of a block with its messages. */
static const char *check_counts(const struct mkt_reader *reader) {
    if (reader->block.first > 0 && (reader->given != reader->block.messages || reader->orders != reader->block.orders))
        return "the block before has other messages than it says, found";
    return NULL;
}

/* Reads the next block. Returns MKT_READ, also for the end of the store. */
static mkt_read next_block(struct mkt_reader *reader, struct sw_failure *f) {
    struct store_block block;
    unsigned char *messages = reader->bytes + STORE_BLOCK_HEADER_BYTES;
    const char *wrong = check_counts(reader);
    if (wrong != NULL)
        return broken(reader, wrong, f);
    const ssize_t n = sw_file_read_at(reader->fd, reader->bytes, sizeof reader->bytes, reader->offset);
    if (n < 0)
        return broken(reader, strerror(errno), f);
    if (n == 0)
        return broken(reader, "it was not finished: it ends", f);
    if (n < STORE_BLOCK_HEADER_BYTES)
        return broken(reader, "it is torn: the header of a block is cut off", f);
    if (!store_get_block(reader->bytes, &block))
        return broken(reader, "it is damaged: no block begins", f);
    if ((size_t)n < STORE_BLOCK_HEADER_BYTES + (size_t)block.bytes)
        return broken(reader, "it is torn: a block is cut off", f);
    if (!store_block_is_whole(reader->bytes, messages, block.bytes) || block.first != reader->number + 1)
        return broken(reader, "it is damaged: the fingerprint is not that of the block that begins", f);
    reader->block = block;
    reader->at = 0;
    reader->given = reader->orders = 0;
    reader->offset += STORE_BLOCK_HEADER_BYTES + block.bytes;
    return MKT_READ;
}

/* Checks that no bytes follow the end. */
static mkt_read end(const struct mkt_reader *reader, struct sw_failure *f) {
    unsigned char more;
    return sw_file_read_at(reader->fd, &more, 1, reader->offset) == 0 ? MKT_END
                                                                      : broken(reader, "bytes follow its end", f);
}

mkt_read mkt_reader_next(struct mkt_reader *reader, struct mkt_message *message, struct sw_failure *f) {
    if (reader->at == reader->block.bytes && !reader->block.end && next_block(reader, f) != MKT_READ)
        return MKT_BROKEN;
    if (reader->block.end)
        return end(reader, f);
    const int bytes = mkt_decode(reader->market.layout, reader->bytes + STORE_BLOCK_HEADER_BYTES + reader->at,
                                 reader->block.bytes - reader->at, message);
    if (bytes <= 0 || message->instrument >= reader->market.instruments) {
        sw_fail(f, STATUS_FILE, NULL, "%s: message %" PRIu64 " is none of its layout", reader->path,
                reader->number + 1);
        return MKT_BROKEN;
    }
    reader->at += (size_t)bytes;
    reader->number++;
    reader->given++;
    reader->orders += message->kind == MKT_ORDER;
    return MKT_READ;
}

uint64_t mkt_reader_number(const struct mkt_reader *reader) {
    return reader->number;
}

const struct mkt_market *mkt_reader_market(const struct mkt_reader *reader) {
    return &reader->market;
}

void mkt_reader_free(struct mkt_reader *reader) {
    if (reader == NULL)
        return;
    if (reader->fd >= 0)
        close(reader->fd);
    free(reader->path);
    free(reader);
}
