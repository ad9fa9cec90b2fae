/* SPDX-License-Identifier: Apache-2.0 */
/* Takes replies out of lines, and puts the results directly into the memory of the callers. */
#include "caller.h"
#include "errors.h"
#include "message.h"
#include "world.h"

#include <stdio.h>

static void finish(struct proc_line *line, struct proc_handle *handle) {
    line->first = handle->next;
    if (line->first == NULL)
        line->last = NULL;
    handle->state = CALL_DONE;
    line->reply.handle = NULL;
}

/* Fills the error of a failed call: method, class, server and host, and WHY. */
static void fail_call(const struct proc_line *line, struct proc_handle *handle, proc_err code, const char *why) {
    proc_fail(&handle->error, code, "%s.%s at %s: %s", handle->method->class_name, handle->method->name, line->who,
              why);
}

void line_fail_calls(struct proc_line *line, proc_err code, const char *why) {
    while (line->first != NULL) {
        struct proc_handle *handle = line->first;
        fail_call(line, handle, code, why);
        finish(line, handle);
    }
}

/* Adds the destination of the bytes of a bulk result. */
static bool add_segment(struct line_reply *reply, struct proc_into *into, uint64_t bytes) {
    const bool shared = (bytes & MESSAGE_SHARED) != 0;
    bytes &= ~MESSAGE_SHARED;
    if (bytes > into->room)
        return false;
    into->bytes = (size_t)bytes;
    if (!shared && bytes > 0)
        reply->segments[reply->count++] = (struct line_segment){into->at, bytes, (bytes + 7) & ~UINT64_C(7)};
    return true;
}

/* Reads the results that are not bulk, and the numbers of bytes of bulk results. */
static bool read_fixed(struct line_reply *reply, const struct proc_handle *handle, struct message_reader *reader) {
    const struct proc_method *method = handle->method;
    for (uint32_t i = 0; i < method->out_count; i++) {
        const struct proc_field *field = &method->out[i];
        const unsigned char *pointer;
        uint64_t number;
        if (field->type == PROC_REMOTE) {
            pointer = message_take(reader, sizeof(struct proc_remote));
            if (pointer == NULL)
                return false;
            memcpy(FIELD_AT(handle->call, field), pointer, sizeof(struct proc_remote));
            continue;
        }
        if (!message_number(reader, &number))
            return false;
        if (!field_is_bulk(field->type))
            message_set_scalar(field, handle->call, number);
        else if (!add_segment(reply, FIELD_AT(handle->call, field), number))
            return false;
    }
    return true;
}

/* Copies received bytes of bulk results to their destinations. Returns false if there are more bytes than announced. */
static bool fill(struct line_reply *reply, const unsigned char *at, size_t count) {
    while (count > 0) {
        if (reply->current == reply->count)
            return false;
        struct line_segment *segment = &reply->segments[reply->current];
        const uint64_t rest = segment->padded - reply->got, now = count < rest ? count : rest;
        if (reply->got < segment->bytes) {
            const uint64_t wanted = segment->bytes - reply->got;
            memcpy(segment->at + reply->got, at, now < wanted ? now : wanted);
        }
        reply->got += now;
        at += now;
        count -= now;
        if (reply->got == segment->padded) {
            reply->current++;
            reply->got = 0;
        }
    }
    return true;
}

/* Reads the error of a call from the payload of the reply. */
static bool take_error(struct proc_line *line, struct proc_handle *handle, uint32_t code,
                       const struct message_reader *reader) {
    char why[PROC_ERROR_TEXT_BYTES];
    const size_t bytes = (size_t)(reader->end - reader->at);
    if (code > PROC_ERR_STORE)
        return false;
    snprintf(why, sizeof why, "%.*s", bytes < sizeof why ? (int)bytes : (int)sizeof why - 1, (const char *)reader->at);
    fail_call(line, handle, (proc_err)code, why);
    return true;
}

/* Begins to take a reply. Returns whether the record is valid. */
static bool begin(struct proc_line *line, const unsigned char *record, uint32_t bytes) {
    struct reply_head head;
    struct proc_handle *handle = line->first;
    if (bytes < HEAD_BYTES || handle == NULL)
        return false;
    memcpy(&head, record, sizeof head);
    struct message_reader reader = {record + HEAD_BYTES, record + bytes};
    /* Replies come in the order of the requests, except replies that an object sends later. */
    if (head.serial != handle->serial && (handle = line_pull(line, head.serial)) == NULL)
        return false;
    line->reply = (struct line_reply){.handle = handle};
    if (head.code != PROC_OK)
        return take_error(line, handle, head.code, &reader);
    handle->error.code = PROC_OK;
    return read_fixed(&line->reply, handle, &reader) && fill(&line->reply, reader.at, (size_t)(reader.end - reader.at));
}

struct proc_handle *line_pull(struct proc_line *line, uint32_t serial) {
    struct proc_handle *before = line->first;
    while (before != NULL && before->next != NULL && before->next->serial != serial)
        before = before->next;
    struct proc_handle *handle = before == NULL ? NULL : before->next;
    if (handle == NULL)
        return NULL;
    before->next = handle->next;
    if (line->last == handle)
        line->last = before;
    handle->next = line->first;
    line->first = handle;
    return handle;
}

/* Takes one record. Returns whether the record is valid. */
static bool take(struct proc_line *line, const void *record, uint32_t bytes) {
    struct line_reply *reply = &line->reply;
    const bool right = reply->handle == NULL ? begin(line, record, bytes) : fill(reply, record, bytes);
    ring_take(&line->in, bytes);
    line_settle(line);
    if (right && reply->current == reply->count)
        finish(line, reply->handle);
    return right;
}

static proc_err code_of_loss(const struct proc_line *line) {
    return atomic_load(&line->parted) == FAREWELL_DESTROYED ? PROC_ERR_ADDRESS : PROC_ERR_LOST;
}

bool line_drain(struct proc_line *line) {
    const bool lost = atomic_load_explicit(&line->lost, memory_order_acquire);
    const void *record;
    uint32_t bytes;
    bool any = false;
    while (line->first != NULL) {
        const ring_found found = ring_front(&line->in, &record, &bytes);
        if (found == RING_EMPTY)
            break;
        any = true;
        if (found == RING_FOUND && take(line, record, bytes))
            continue;
        line_lose(line, "what came is no reply");
        line_fail_calls(line, PROC_ERR_MESSAGE, "what came is no reply");
        return true;
    }
    /* All replies from before the loss have been taken by now. */
    if (lost && line->first != NULL) {
        line_fail_calls(line, code_of_loss(line), line->why);
        any = true;
    }
    return any;
}
