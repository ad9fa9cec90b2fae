/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The form of arguments and results in the payload of a message. All numbers have 8 bytes, in the byte order that both
 * hosts share. Shorter data is padded to a multiple of 8 bytes.
 *
 * A request has, for each argument, a number, the 24 bytes of a pointer, or the count of bytes. The bytes follow the
 * count. For bytes in a shared buffer, the count has the bit MESSAGE_SHARED, and the number of the buffer and the
 * offset follow. Then the request has the room for each bulk result, with or without a place in a shared buffer.
 *
 * A reply has, for each result, a number, a pointer or the count of bytes. Then the bytes of all results follow that do
 * not lie in a shared buffer.
 */
#ifndef SLIPWAY_PROCESS_MESSAGE_H
#define SLIPWAY_PROCESS_MESSAGE_H

#include "line.h"

#include "slipway/process_class.h"

#define MESSAGE_SHARED (UINT64_C(1) << 63)
#define MESSAGE_MOST (UINT64_C(1) << 40) /* bytes of one argument or result */

/* The place of a bulk field: a buffer that the server maps, or other memory (number 0). */
struct bulk_place {
    uint64_t buffer, offset;
};

/* A request that is being made: the call, and the places of its bulk fields. */
struct request {
    const struct proc_method *method;
    void *call;
    struct bulk_place in[PROC_MOST_FIELDS], out[PROC_MOST_FIELDS];
    uint64_t bytes;
};

/* The address of a field in the struct of a call. */
#define FIELD_AT(call, field) ((void *)((unsigned char *)(call) + (field)->offset))

static inline bool field_is_bulk(proc_type type) {
    return type >= PROC_TEXT;
}

/* Returns the number of bytes of a bulk argument, and sets *AT to their address. */
size_t message_bulk(const struct proc_field *field, void *call, const void **at);

/* Finds the places of the bulk fields of the call, shares their buffers with the server of LINE, and counts the bytes
 * of the request. Refuses a text that is NULL, and more than MESSAGE_MOST bytes. */
proc_err message_measure(struct request *request, struct proc_line *line, struct proc_error *error);

/* Writes the payload of a request. Returns false if the line is lost. */
bool message_write_request(struct line_writer *writer, const struct request *request);

/* The unread part of a payload. */
struct message_reader {
    const unsigned char *at, *end;
};

/* Returns the next COUNT bytes and skips their padding. Returns NULL if the payload is shorter. */
const unsigned char *message_take(struct message_reader *reader, uint64_t count);

/* Reads a number. Returns false if the payload is too short. */
bool message_number(struct message_reader *reader, uint64_t *value);

/* Writes a number. */
bool message_put_number(struct line_writer *writer, uint64_t value);

/* Convert a field that is not bulk to its number in a payload, and back. */
uint64_t message_scalar(const struct proc_field *field, const void *call);
void message_set_scalar(const struct proc_field *field, void *call, uint64_t value);

#endif
