/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A line: the connection of one thread to one object, kept until one of them ends. It is a pair of rings, `out` and
 * `in`. On one host the rings lie in memory that both sides map; to another host each side has rings of its own, and
 * the porter's thread moves records between them and the connection (pump.c). The thread that owns a side is the only
 * one that puts into its `out` and takes from its `in`.
 *
 * Messages. A request is a head and a payload, the arguments; a reply is a head and a payload, the results. They go in
 * records of the ring: the first has the head and as much of the payload as fits into a record, the others the rest.
 */
#ifndef SLIPWAY_PROCESS_LINE_H
#define SLIPWAY_PROCESS_LINE_H

#include "slipway/process.h"

#include "base/bell.h"
#include "base/memory.h"
#include "wire/ring.h"

struct caller;
struct proc_world;
struct pump;

/* Both heads have 28 bytes: behind the 4 bytes of a record's length, the payload then lies at a multiple of 8. */
struct request_head {
    uint32_t serial, index;
    uint32_t id[2];    /* of the method, the lower half first */
    uint32_t bytes[2]; /* of the payload */
    uint32_t zero;
};
struct reply_head {
    uint32_t serial, code;
    uint32_t bytes[2];
    uint32_t fixed; /* bytes of the payload before the results of bulk */
    uint32_t zero[2];
};
enum { HEAD_BYTES = 28, LINE_WHY_BYTES = 256 };
_Static_assert(sizeof(struct request_head) == HEAD_BYTES && sizeof(struct reply_head) == HEAD_BYTES, "heads");

static inline uint64_t halves(const uint32_t two[2]) {
    return two[0] | (uint64_t)two[1] << 32;
}

/* What a side says before it closes the connection. FAREWELL_NOTHING: nothing was said, so it has died. */
enum { FAREWELL_NOTHING, FAREWELL_WELL, FAREWELL_DESTROYED, FAREWELL_BADLY };
struct line_farewell {
    uint32_t mark, kind;
    char text[LINE_WHY_BYTES];
};
#define FAREWELL_MARK UINT32_MAX /* in the place of a record's length */

/* The memory of a line on one host: this, and the bytes of both rings behind it. */
struct line_memory {
    struct ring requests, replies;
    _Atomic uint64_t sent; /* requests that were put; the object counts those that it has done itself */
};
enum { LINE_MEMORY_HEAD = 1024, LINE_LEAST_RING = 4096, LINE_MOST_RING = 1 << 24 };
_Static_assert(sizeof(struct line_memory) <= LINE_MEMORY_HEAD, "the rings' bytes begin at a line of the cache");

/* A part of a reply of which more is to come: where its bytes of bulk go. */
struct line_segment {
    unsigned char *at;
    uint64_t bytes, padded;
};
struct line_reply {
    struct proc_handle *handle; /* NULL: nothing is on its way */
    struct line_segment segments[24];
    uint32_t count, current;
    uint64_t got; /* of the current segment */
};

struct proc_line {
    struct ring_view out, in;
    struct line_memory *memory;
    size_t memory_bytes;
    struct sw_bell *own_bell;   /* of the thread that owns this side */
    struct sw_bell *other_bell; /* of the other side; NULL: the porter moves the records */
    struct sw_memory bell;      /* the other side's bell, mapped */
    struct pump *pump;          /* NULL: shared memory */
    int fd;
    uint64_t number;     /* of this side in its process */
    _Atomic bool losing; /* somebody writes WHY, or has written it */
    bool noted;          /* the porter has noted that the line is lost, and shows it later; the porter's */
    _Atomic bool lost;   /* WHY has been written before */
    char why[LINE_WHY_BYTES];
    struct proc_world *world;

    /* The caller's side. */
    struct proc_remote remote;
    bool is_presence;                 /* tells each side that the other one lives */
    struct proc_handle *first, *last; /* calls without a reply, the oldest first */
    uint32_t serial;
    struct line_reply reply;

    /* The object's side. */
    _Atomic uint64_t done;    /* requests */
    struct request_head head; /* of a request of which more is to come */
    unsigned char *gathered;  /* its payload, as far as that has come; NULL: there is none */
    uint64_t gathered_bytes, gathered_room;
    unsigned char *kept; /* records of replies for which there was no room: each behind its length; NULL: none */
    size_t kept_from, kept_to, kept_room;
    char who[96];   /* the caller */
    int32_t client; /* its number, for one that tells by this line that it lives; else -1 */
    struct object *object;

    /* The porter's. */
    struct proc_line *next_arrival; /* then the object's */
    struct proc_line *next_request;
    uint32_t farewell;       /* what the owner, who drops the line, says to the other side */
    _Atomic uint32_t parted; /* what the other side has said */
    _Atomic bool poked;      /* it is among the requests, or about to be */
    bool dropped;            /* by its owner, with the porter's lock */
};

/* Returns the most bytes of a record of a ring of ROOM bytes. */
static inline uint32_t line_record_most(uint32_t room) {
    return room / 4 - 8;
}

/* Gives LINE both rings in MEMORY, zeroed by its maker, for rings of ROOM bytes. CALLS: this is the caller's side. */
void line_lay_out(struct proc_line *line, void *memory, uint32_t room, bool calls);

/* Returns the bytes of memory that rings of ROOM bytes need. */
size_t line_memory_bytes(uint32_t room);

/* Writes a message piece by piece. */
struct line_writer {
    struct proc_line *line;
    struct caller *caller;
    unsigned char *at;
    uint32_t left; /* in this record */
    uint64_t rest; /* of the message, behind this record */
    bool keeps;    /* a reply for which there is no room now: it is kept, for the object serves others meanwhile */
};

/*
 * Begins a message with HEAD and a payload of BYTES. A request waits for room for each record, in which CALLER drains
 * its own replies; a reply does not wait, and what does not fit is kept until line_flush. Returns false where the line
 * is lost.
 */
bool line_begin(struct line_writer *writer, struct proc_line *line, struct caller *caller, const void *head,
                uint64_t bytes);

/* Puts BYTES of the payload. */
bool line_put(struct line_writer *writer, const void *bytes, size_t count);

/* Puts zeros up to the next multiple of 8 behind COUNT bytes. */
bool line_pad(struct line_writer *writer, size_t count);

/* Puts what is kept of replies, as far as there is room. Returns whether nothing is left. */
bool line_flush(struct proc_line *line);

/* Shows the other side all that was put. */
void line_publish(struct proc_line *line);

/* Gives the other side room, for all that was taken, where that is worth a word. */
void line_settle(struct proc_line *line);

/* Takes note of what the other side has said. The porter's. */
void line_hear_farewell(struct proc_line *line, const struct line_farewell *farewell);

/* Marks LINE as lost, for the reason that the text tells, and wakes its owner. Called by the porter, and by the owner.
 */
void line_lose(struct proc_line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * As line_lose, but the owner sees the loss by line_show_loss only. An owner who reads that a server has died may end
 * this process at once; the porter first tells the other servers who has died. The porter's.
 */
void line_note_loss(struct proc_line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
void line_show_loss(struct proc_line *line);

#endif
