/* SPDX-License-Identifier: Apache-2.0 */
#include "line.h"

#include "caller.h"
#include "porter.h"
#include "world.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdlib.h>

size_t line_memory_bytes(uint32_t room) {
    return LINE_MEMORY_HEAD + 2 * (size_t)room;
}

void line_lay_out(struct proc_line *line, void *memory, uint32_t room, bool calls) {
    unsigned char *data = (unsigned char *)memory + LINE_MEMORY_HEAD;
    line->memory = memory;
    line->memory_bytes = line_memory_bytes(room);
    const struct ring_view requests = {&line->memory->requests, data, room, 0, 0};
    const struct ring_view replies = {&line->memory->replies, data + room, room, 0, 0};
    line->out = calls ? requests : replies;
    line->in = calls ? replies : requests;
}

/* Waits until the ring has room for a record of BYTES. */
static bool wait_for_room(struct line_writer *writer, uint32_t bytes) {
    struct proc_line *line = writer->line;
    if (ring_fits(&line->out, bytes))
        return true;
    line_publish(line); /* the other side can already take the first records of this message */
    while (!atomic_load_explicit(&line->lost, memory_order_acquire)) {
        if (ring_fits(&line->out, bytes)) {
            caller_resume(writer->caller);
            return true;
        }
        if (atomic_load_explicit(&line->world->lost, memory_order_acquire))
            line_lose(line, "%.*s", LINE_WHY_BYTES - 1, line->world->lost_text);
        else
            caller_pause(writer->caller);
    }
    caller_resume(writer->caller);
    return false;
}

/* Makes room for a record of BYTES behind the kept records. */
static unsigned char *keep_record(struct proc_line *line, uint32_t bytes) {
    const size_t needed = line->kept_to + ring_cost(bytes);
    if (needed > line->kept_room) {
        const size_t room = needed < 2 * line->kept_room ? 2 * line->kept_room : needed;
        unsigned char *more = realloc(line->kept, room);
        if (more == NULL) {
            line_lose(line, "there is no memory for replies that are not taken");
            return NULL;
        }
        line->kept = more;
        line->kept_room = room;
    }
    unsigned char *at = line->kept + line->kept_to;
    memcpy(at, &bytes, sizeof bytes);
    line->kept_to = needed;
    return at + sizeof bytes;
}

bool line_flush(struct proc_line *line) {
    if (line->kept == NULL)
        return true;
    uint32_t bytes;
    bool any = false;
    while (line->kept_from < line->kept_to) {
        const unsigned char *at = line->kept + line->kept_from;
        memcpy(&bytes, at, sizeof bytes);
        if (!ring_fits(&line->out, bytes))
            break;
        ring_put(&line->out, at + sizeof bytes, bytes);
        line->kept_from += ring_cost(bytes);
        any = true;
    }
    if (any)
        line_publish(line);
    if (line->kept_from < line->kept_to)
        return false;
    free(line->kept);
    line->kept = NULL;
    line->kept_from = line->kept_to = line->kept_room = 0;
    return true;
}

/* Returns the place for a record of BYTES, or NULL if the line is lost. */
static unsigned char *place_record(struct line_writer *writer, uint32_t bytes) {
    struct proc_line *line = writer->line;
    const bool is_reply = line->object != NULL;
    if (is_reply && (writer->keeps || line->kept != NULL || !ring_fits(&line->out, bytes))) {
        writer->keeps = true;
        return atomic_load(&line->lost) ? NULL : keep_record(line, bytes);
    }
    return is_reply || wait_for_room(writer, bytes) ? ring_place(&line->out, bytes) : NULL;
}

/* Begins the next record, with HEAD bytes before the payload. */
static bool next_record(struct line_writer *writer, uint32_t head) {
    const uint32_t most = line_record_most(writer->line->out.room) - head;
    const uint32_t bytes = writer->rest < most ? (uint32_t)writer->rest : most;
    writer->at = place_record(writer, bytes + head);
    if (writer->at == NULL)
        return false;
    writer->left = bytes;
    writer->rest -= bytes;
    return true;
}

bool line_begin(struct line_writer *writer, struct proc_line *line, struct caller *caller, const void *head,
                uint64_t bytes) {
    *writer = (struct line_writer){.line = line, .caller = caller, .rest = bytes};
    if (!next_record(writer, HEAD_BYTES))
        return false;
    memcpy(writer->at, head, HEAD_BYTES);
    writer->at += HEAD_BYTES;
    return true;
}

bool line_put(struct line_writer *writer, const void *bytes, size_t count) {
    const unsigned char *from = bytes;
    while (count > 0) {
        if (writer->left == 0 && (writer->rest == 0 || !next_record(writer, 0)))
            return false;
        const size_t now = count < writer->left ? count : writer->left;
        memcpy(writer->at, from, now);
        writer->at += now;
        writer->left -= (uint32_t)now;
        from += now;
        count -= now;
    }
    return true;
}

bool line_pad(struct line_writer *writer, size_t count) {
    static const unsigned char zeros[8];
    return line_put(writer, zeros, -count & 7);
}

void line_publish(struct proc_line *line) {
    ring_publish(&line->out);
    if (line->other_bell != NULL)
        sw_bell_call(line->other_bell);
    else
        porter_poke(line);
}

void line_settle(struct proc_line *line) {
    if (ring_unsettled(&line->in) < line->in.room / 8)
        return;
    ring_settle(&line->in);
    if (line->other_bell != NULL)
        sw_bell_call(line->other_bell);
    else
        porter_poke_starved(line);
}

/* Writes the reason of a loss. Returns false if another thread writes or has written a reason. */
static bool write_why(struct proc_line *line, const char *format, va_list args) {
    if (atomic_exchange(&line->losing, true))
        return false;
    sw_text_format(line->why, sizeof line->why, format, args);
    return true;
}

void line_show_loss(struct proc_line *line) {
    atomic_store(&line->lost, true);
    if (line->own_bell != NULL)
        sw_bell_ring(line->own_bell);
}

void line_lose(struct proc_line *line, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const bool written = write_why(line, format, args);
    va_end(args);
    if (written)
        line_show_loss(line);
    else if (line->own_bell != NULL)
        sw_bell_ring(line->own_bell);
}

void line_note_loss(struct proc_line *line, const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (write_why(line, format, args))
        line->noted = true;
    va_end(args);
}

void line_hear_farewell(struct proc_line *line, const struct line_farewell *farewell) {
    if (farewell->mark != FAREWELL_MARK || farewell->kind == FAREWELL_NOTHING || farewell->kind > FAREWELL_BADLY)
        return;
    atomic_store(&line->parted, farewell->kind);
    if (farewell->kind == FAREWELL_BADLY)
        line_note_loss(line, "%.*s", LINE_WHY_BYTES - 1, farewell->text);
    else
        line_lose(line, "%s", farewell->kind == FAREWELL_DESTROYED ? "the object was destroyed" : "it has ended");
}
