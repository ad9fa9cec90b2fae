/* SPDX-License-Identifier: Apache-2.0 */
#include "message.h"

#include "buffers.h"

size_t message_bulk(const struct proc_field *field, void *call, const void **at) {
    void *const value = FIELD_AT(call, field);
    switch (field->type) {
    case PROC_TEXT: {
        const char *text = *(const char *const *)value;
        *at = text;
        return text == NULL ? 0 : strlen(text) + 1;
    }
    case PROC_F64S:
        *at = ((struct proc_f64s *)value)->at;
        return ((struct proc_f64s *)value)->count * sizeof(double);
    case PROC_I64S:
        *at = ((struct proc_i64s *)value)->at;
        return ((struct proc_i64s *)value)->count * sizeof(int64_t);
    case PROC_REMOTES:
        *at = ((struct proc_remotes *)value)->at;
        return ((struct proc_remotes *)value)->count * sizeof(struct proc_remote);
    default:
        *at = ((struct proc_bytes *)value)->at;
        return ((struct proc_bytes *)value)->bytes;
    }
}

static uint64_t filled(uint64_t bytes) {
    return (bytes + 7) & ~UINT64_C(7);
}

static proc_err refuse(const struct request *request, const struct proc_field *field, const char *why,
                       struct proc_error *error) {
    return proc_fail(error, PROC_ERR_ARGUMENT, "%s.%s: %s %s", request->method->class_name, request->method->name,
                     field->name, why);
}

/* Finds the place of the BYTES at AT, in a shared buffer or not, and adds their size in the request. */
static proc_err place(struct request *request, struct bulk_place *place, struct proc_line *line, struct proc_bytes bulk,
                      struct proc_error *error) {
    *place = (struct bulk_place){0, 0};
    const proc_err code = buffers_place(bulk.at, bulk.bytes, line, place, error);
    request->bytes += place->buffer != 0 ? 24 : 8;
    return code;
}

static proc_err measure_argument(struct request *request, uint32_t i, struct proc_line *line,
                                 struct proc_error *error) {
    const struct proc_field *field = &request->method->in[i];
    struct proc_bytes bulk;
    if (!field_is_bulk(field->type)) {
        request->bytes += field->type == PROC_REMOTE ? sizeof(struct proc_remote) : 8;
        return PROC_OK;
    }
    bulk.bytes = message_bulk(field, request->call, &bulk.at);
    if (bulk.at == NULL && (field->type == PROC_TEXT || bulk.bytes > 0))
        return refuse(request, field, "is NULL", error);
    if (bulk.bytes > MESSAGE_MOST)
        return refuse(request, field, "has more than 2^40 bytes", error);
    const proc_err code = place(request, &request->in[i], line, bulk, error);
    if (request->in[i].buffer == 0)
        request->bytes += filled(bulk.bytes);
    return code;
}

static proc_err measure_result(struct request *request, uint32_t i, struct proc_line *line, struct proc_error *error) {
    const struct proc_field *field = &request->method->out[i];
    if (!field_is_bulk(field->type))
        return PROC_OK;
    const struct proc_into *into = FIELD_AT(request->call, field);
    if (into->at == NULL && into->room > 0)
        return refuse(request, field, "is NULL", error);
    if (into->room > MESSAGE_MOST)
        return refuse(request, field, "has room for more than 2^40 bytes", error);
    return place(request, &request->out[i], line, (struct proc_bytes){into->at, into->room}, error);
}

proc_err message_measure(struct request *request, struct proc_line *line, struct proc_error *error) {
    proc_err code = PROC_OK;
    for (uint32_t i = 0; i < request->method->in_count && code == PROC_OK; i++)
        code = measure_argument(request, i, line, error);
    for (uint32_t i = 0; i < request->method->out_count && code == PROC_OK; i++)
        code = measure_result(request, i, line, error);
    return code;
}

bool message_put_number(struct line_writer *writer, uint64_t value) {
    return line_put(writer, &value, sizeof value);
}

uint64_t message_scalar(const struct proc_field *field, const void *call) {
    const void *value = (const unsigned char *)call + field->offset;
    uint64_t number = 0;
    if (field->type == PROC_I32)
        return (uint64_t)(int64_t) * (const int32_t *)value;
    memcpy(&number, value, sizeof number);
    return number;
}

void message_set_scalar(const struct proc_field *field, void *call, uint64_t value) {
    if (field->type == PROC_I32)
        *(int32_t *)FIELD_AT(call, field) = (int32_t)(int64_t)value;
    else
        memcpy(FIELD_AT(call, field), &value, sizeof value);
}

static bool write_place(struct line_writer *writer, uint64_t bytes, const struct bulk_place *place) {
    if (place->buffer == 0)
        return message_put_number(writer, bytes);
    return message_put_number(writer, bytes | MESSAGE_SHARED) && message_put_number(writer, place->buffer) &&
           message_put_number(writer, place->offset);
}

static bool write_argument(struct line_writer *writer, const struct request *request, uint32_t i) {
    const struct proc_field *field = &request->method->in[i];
    const void *at;
    if (field->type == PROC_REMOTE)
        return line_put(writer, FIELD_AT(request->call, field), sizeof(struct proc_remote));
    if (!field_is_bulk(field->type))
        return message_put_number(writer, message_scalar(field, request->call));
    const size_t bytes = message_bulk(field, request->call, &at);
    if (!write_place(writer, bytes, &request->in[i]))
        return false;
    return request->in[i].buffer != 0 || (line_put(writer, at, bytes) && line_pad(writer, bytes));
}

bool message_write_request(struct line_writer *writer, const struct request *request) {
    for (uint32_t i = 0; i < request->method->in_count; i++)
        if (!write_argument(writer, request, i))
            return false;
    for (uint32_t i = 0; i < request->method->out_count; i++) {
        const struct proc_field *field = &request->method->out[i];
        const struct proc_into *into = FIELD_AT(request->call, field);
        if (field_is_bulk(field->type) && !write_place(writer, into->room, &request->out[i]))
            return false;
    }
    return true;
}

const unsigned char *message_take(struct message_reader *reader, uint64_t count) {
    const uint64_t there = (uint64_t)(reader->end - reader->at);
    if (count > there || filled(count) > there)
        return NULL;
    const unsigned char *at = reader->at;
    reader->at += filled(count);
    return at;
}

bool message_number(struct message_reader *reader, uint64_t *value) {
    const unsigned char *at = message_take(reader, sizeof *value);
    if (at != NULL)
        memcpy(value, at, sizeof *value);
    return at != NULL;
}
