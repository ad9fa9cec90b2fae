/* SPDX-License-Identifier: Apache-2.0 */
#include "task.h"

#include "buffers.h"
#include "errors.h"

#include <stdlib.h>

enum { PAGE = 4096 };

unsigned char *task_payload(struct task *task, uint64_t bytes) {
    if (bytes > task->payload_room) {
        free(task->payload);
        task->payload = bytes > MESSAGE_MOST ? NULL : malloc((size_t)bytes);
        task->payload_room = task->payload == NULL ? 0 : (size_t)bytes;
    }
    return task->payload;
}

/* Makes room for BYTES of results. */
static bool make_results(struct task *task, size_t bytes) {
    if (bytes <= task->results_room)
        return true;
    free(task->results);
    task->results_room = (bytes + PAGE - 1) / PAGE * PAGE;
    task->results = aligned_alloc(PAGE, task->results_room);
    if (task->results == NULL)
        task->results_room = 0;
    return task->results != NULL;
}

/* Makes room for the struct of the call, which is all zero except for its context. */
static bool make_call(struct task *task, const struct proc_context *at) {
    const size_t bytes = task->method->call_bytes;
    if (bytes > task->call_room) {
        free(task->call);
        task->call = malloc(bytes);
        task->call_room = task->call == NULL ? 0 : bytes;
    }
    if (task->call == NULL)
        return false;
    memset(task->call, 0, bytes);
    *(const struct proc_context **)task->call = at;
    return true;
}

static proc_err refuse(struct task *task, const struct proc_field *field, const char *why) {
    task->code = proc_fail(&task->error, PROC_ERR_MESSAGE, "%s %s", field->name, why);
    return task->code;
}

/* Reads the place of BYTES in a shared buffer. Returns the address at which they are mapped, or NULL. */
static void *use_buffer(struct task *task, struct message_reader *reader, uint64_t bytes) {
    uint64_t number, offset;
    if (!message_number(reader, &number) || !message_number(reader, &offset))
        return NULL;
    void *at = mapped_use(number, offset, bytes);
    if (at != NULL)
        task->buffers[task->buffer_count++] = number;
    return at;
}

/* Sets a bulk argument to the bytes of the request. Returns false if they do not fit the type of the argument. */
static bool set_bulk(const struct proc_field *field, void *call, const void *at, uint64_t bytes) {
    void *value = FIELD_AT(call, field);
    const size_t size = (size_t)bytes;
    switch (field->type) {
    case PROC_TEXT:
        if (bytes == 0 || ((const char *)at)[bytes - 1] != '\0')
            return false;
        *(const char **)value = at;
        return true;
    case PROC_F64S:
        *(struct proc_f64s *)value = (struct proc_f64s){at, size / sizeof(double)};
        return size % sizeof(double) == 0;
    case PROC_I64S:
        *(struct proc_i64s *)value = (struct proc_i64s){at, size / sizeof(int64_t)};
        return size % sizeof(int64_t) == 0;
    case PROC_REMOTES:
        *(struct proc_remotes *)value = (struct proc_remotes){at, size / sizeof(struct proc_remote)};
        return size % sizeof(struct proc_remote) == 0;
    default:
        *(struct proc_bytes *)value = (struct proc_bytes){at, size};
        return true;
    }
}

static proc_err read_argument(struct task *task, const struct proc_field *field, struct message_reader *reader) {
    uint64_t number;
    if (field->type == PROC_REMOTE) {
        const unsigned char *pointer = message_take(reader, sizeof(struct proc_remote));
        if (pointer == NULL)
            return refuse(task, field, "is missing");
        memcpy(FIELD_AT(task->call, field), pointer, sizeof(struct proc_remote));
        return PROC_OK;
    }
    if (!message_number(reader, &number))
        return refuse(task, field, "is missing");
    if (!field_is_bulk(field->type)) {
        message_set_scalar(field, task->call, number);
        return PROC_OK;
    }
    const uint64_t bytes = number & ~MESSAGE_SHARED;
    const bool shared = bytes != number && field->type != PROC_TEXT;
    const void *at = shared ? use_buffer(task, reader, bytes) : message_take(reader, bytes);
    if (at == NULL)
        return refuse(task, field, shared ? "lies in no buffer that is shared" : "is cut off");
    return set_bulk(field, task->call, at, bytes) ? PROC_OK : refuse(task, field, "is no value of its type");
}

/* Reads the room of a result, and its place in a shared buffer. Without such a place, adds the room to *BYTES. */
static proc_err read_room(struct task *task, uint32_t i, struct message_reader *reader, uint64_t *bytes) {
    const struct proc_field *field = &task->method->out[i];
    struct proc_into *into = FIELD_AT(task->call, field);
    uint64_t number;
    if (!message_number(reader, &number))
        return refuse(task, field, "is missing");
    const uint64_t room = number & ~MESSAGE_SHARED;
    into->room = (size_t)room;
    if (room == number) {
        if (room > TASK_MOST_RESULT_BYTES || *bytes + room > TASK_MOST_RESULT_BYTES)
            return refuse(task, field, "has more room than 64 GiB: part the call");
        *bytes += (room + PAGE - 1) / PAGE * PAGE;
        return PROC_OK;
    }
    into->at = use_buffer(task, reader, room);
    task->shared |= UINT32_C(1) << i;
    return into->at != NULL ? PROC_OK : refuse(task, field, "lies in no buffer that is shared");
}

/* Divides the memory for results among them. */
static void lay_out_results(const struct task *task) {
    size_t at = 0;
    for (uint32_t i = 0; i < task->method->out_count; i++) {
        const struct proc_field *field = &task->method->out[i];
        struct proc_into *into = FIELD_AT(task->call, field);
        if (!field_is_bulk(field->type) || (task->shared >> i & 1) != 0)
            continue;
        into->at = task->results + at;
        at += (into->room + PAGE - 1) / PAGE * PAGE;
    }
}

proc_err task_read(struct task *task, const struct proc_method *method, const struct proc_context *at,
                   struct message_reader reader) {
    uint64_t bytes = 0;
    task->method = method;
    task->code = PROC_OK;
    task->error.code = PROC_OK;
    task->shared = 0;
    task->buffer_count = 0;
    if (!make_call(task, at))
        return task->code = errors_memory(&task->error, "a call");
    for (uint32_t i = 0; i < method->in_count && task->code == PROC_OK; i++)
        read_argument(task, &method->in[i], &reader);
    for (uint32_t i = 0; i < method->out_count && task->code == PROC_OK; i++)
        if (field_is_bulk(method->out[i].type))
            read_room(task, i, &reader, &bytes);
    if (task->code != PROC_OK)
        return task->code;
    if (!make_results(task, (size_t)bytes))
        return task->code = errors_memory(&task->error, "the results of a call");
    lay_out_results(task);
    return PROC_OK;
}

proc_err task_check(struct task *task) {
    for (uint32_t i = 0; i < task->method->out_count && task->code == PROC_OK; i++) {
        const struct proc_field *field = &task->method->out[i];
        const struct proc_into *into = FIELD_AT(task->call, field);
        if (field_is_bulk(field->type) && into->bytes > into->room)
            task->code = proc_fail(&task->error, PROC_ERR_METHOD, "%s has %zu bytes, and the caller room for %zu",
                                   field->name, into->bytes, into->room);
    }
    return task->code;
}

static uint64_t fixed_bytes(const struct proc_method *method) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < method->out_count; i++)
        bytes += method->out[i].type == PROC_REMOTE ? sizeof(struct proc_remote) : 8;
    return bytes;
}

/* Returns the result I if the reply carries its bytes, otherwise NULL. */
static const struct proc_into *sent_bulk(const struct task *task, uint32_t i) {
    const struct proc_field *field = &task->method->out[i];
    return field_is_bulk(field->type) && (task->shared >> i & 1) == 0 ? FIELD_AT(task->call, field) : NULL;
}

static bool write_fixed(const struct task *task, struct line_writer *writer, uint32_t i) {
    const struct proc_field *field = &task->method->out[i];
    if (field->type == PROC_REMOTE)
        return line_put(writer, FIELD_AT(task->call, field), sizeof(struct proc_remote));
    if (!field_is_bulk(field->type))
        return message_put_number(writer, message_scalar(field, task->call));
    const struct proc_into *into = FIELD_AT(task->call, field);
    return message_put_number(writer, into->bytes | ((task->shared >> i & 1) != 0 ? MESSAGE_SHARED : 0));
}

static bool write_results(const struct task *task, struct line_writer *writer) {
    bool written = true;
    for (uint32_t i = 0; i < task->method->out_count && written; i++)
        written = write_fixed(task, writer, i);
    for (uint32_t i = 0; i < task->method->out_count && written; i++) {
        const struct proc_into *into = sent_bulk(task, i);
        if (into != NULL)
            written = line_put(writer, into->at, into->bytes) && line_pad(writer, into->bytes);
    }
    return written;
}

void task_answer(const struct task *task, struct proc_line *line, struct caller *caller) {
    const bool failed = task->code != PROC_OK;
    const size_t text = failed ? strlen(task->error.text) : 0;
    const uint64_t fixed = failed ? 0 : fixed_bytes(task->method);
    uint64_t bytes = failed ? text : fixed;
    for (uint32_t i = 0; !failed && i < task->method->out_count; i++) {
        const struct proc_into *into = sent_bulk(task, i);
        bytes += into == NULL ? 0 : (into->bytes + 7) & ~(size_t)7;
    }
    const struct reply_head head = {.serial = task->serial,
                                    .code = (uint32_t)task->code,
                                    .bytes = {(uint32_t)bytes, (uint32_t)(bytes >> 32)},
                                    .fixed = (uint32_t)fixed};
    struct line_writer writer;
    if (!line_begin(&writer, line, caller, &head, bytes))
        return;
    if (failed ? line_put(&writer, task->error.text, text) : write_results(task, &writer))
        line_publish(line);
}

void task_release(struct task *task) {
    for (uint32_t i = 0; i < task->buffer_count; i++)
        mapped_release(task->buffers[i]);
    task->buffer_count = 0;
}

void task_free(struct task *task) {
    task_release(task);
    free(task->call);
    free(task->payload);
    free(task->results);
    *task = (struct task){0};
}
