/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How arguments and results lie in the payload of a message. All numbers have 8 bytes in the order of the host, which
 * both sides share; what is shorter is filled up to that.
 *
 * Request: for each argument a number; or a pointer's 24 bytes; or the count of bytes and then the bytes, or, where
 * they lie in a shared buffer, the count with MESSAGE_SHARED, the buffer's number and the offset there. Then for each
 * result of bulk the room, likewise with or without a place in a shared buffer.
 *
 * Reply: for each result a number, a pointer, or the count of bytes; then the bytes of those that do not lie in a
 * shared buffer.
 */
#ifndef SLIPWAY_PROCESS_MESSAGE_H
#define SLIPWAY_PROCESS_MESSAGE_H

#include "line.h"

#include "slipway/process_class.h"

#define MESSAGE_SHARED (UINT64_C(1) << 63)
#define MESSAGE_MOST (UINT64_C(1) << 40) /* bytes of one argument or result */

/* Where a bulk field lies: in a buffer that the server maps, or (number 0) in memory of its own. */
struct bulk_place {
    uint64_t buffer, offset;
};

/* A request in the making: the call, and where its bulk lies. */
struct request {
    const struct proc_method *method;
    void *call;
    struct bulk_place in[PROC_MOST_FIELDS], out[PROC_MOST_FIELDS];
    uint64_t bytes;
};

/* The field of a call, as what its type says. */
#define FIELD_AT(call, field) ((void *)((unsigned char *)(call) + (field)->offset))

static inline bool field_is_bulk(proc_type type) {
    return type >= PROC_TEXT;
}

/* Returns the bytes of an argument of bulk, and where they begin. */
size_t message_bulk(const struct proc_field *field, void *call, const void **at);

/*
 * Looks where the bulk of CALL lies, shares its buffers with the server of LINE, and counts the bytes. Refuses what
 * cannot be sent: a text that is NULL, more than MESSAGE_MOST bytes.
 */
proc_err message_measure(struct request *request, struct proc_line *line, struct proc_error *error);

/* Writes the payload. Returns false where the line is lost. */
bool message_write_request(struct line_writer *writer, const struct request *request);

/* Reads payloads. */
struct message_reader {
    const unsigned char *at, *end;
};

/* Returns the next COUNT bytes with what fills them up, or NULL where they are not there. */
const unsigned char *message_take(struct message_reader *reader, uint64_t count);

/* Reads a number. Returns false where it is not there. */
bool message_number(struct message_reader *reader, uint64_t *value);

/* Writes a number. */
bool message_put_number(struct line_writer *writer, uint64_t value);

/* Puts a number, in the payload of a request or a reply, into a field that is no bulk, and back. */
uint64_t message_scalar(const struct proc_field *field, const void *call);
void message_set_scalar(const struct proc_field *field, void *call, uint64_t value);

#endif
