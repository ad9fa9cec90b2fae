/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A line: the connection of one thread to one object, until the thread or the object ends. A line has two rings, `out`
 * and `in`. On one host the rings lie in memory that both sides map. For an object on another host, each side has rings
 * of its own, and the thread of the porter moves records between the rings and a TCP connection (pump.c). Only the
 * thread that owns a side puts records into the `out` of that side and takes records from its `in`.
 *
 * Messages. A request is a head and a payload with the arguments. A reply is a head and a payload with the results. The
 * first record of a message has the head and as much of the payload as fits; further records have the rest.
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

/* Both heads have 28 bytes. A record begins with 4 bytes of length, so the payload begins at a multiple of 8. */
struct request_head {
    uint32_t serial, index;
    uint32_t id[2];    /* the id of the method, lower half first */
    uint32_t bytes[2]; /* of the payload */
    uint32_t zero;
};
struct reply_head {
    uint32_t serial, code;
    uint32_t bytes[2];
    uint32_t fixed; /* bytes of the payload before the bulk results */
    uint32_t zero[2];
};
enum { HEAD_BYTES = 28, LINE_WHY_BYTES = 256 };
_Static_assert(sizeof(struct request_head) == HEAD_BYTES && sizeof(struct reply_head) == HEAD_BYTES, "heads");

static inline uint64_t halves(const uint32_t two[2]) {
    return two[0] | (uint64_t)two[1] << 32;
}

/* The message of a side before the side closes the connection. FAREWELL_NOTHING means that there was no message, so the
 * side has died. */
enum { FAREWELL_NOTHING, FAREWELL_WELL, FAREWELL_DESTROYED, FAREWELL_BADLY };
struct line_farewell {
    uint32_t mark, kind;
    char text[LINE_WHY_BYTES];
};
#define FAREWELL_MARK UINT32_MAX /* stands in the place of the length of a record */

/* The memory of a line on one host: this struct, followed by the bytes of both rings. */
struct line_memory {
    struct ring requests, replies;
    _Atomic uint64_t sent; /* requests that the caller has put; the object counts the finished requests */
};
enum { LINE_MEMORY_HEAD = 1024, LINE_LEAST_RING = 4096, LINE_MOST_RING = 1 << 24 };
_Static_assert(sizeof(struct line_memory) <= LINE_MEMORY_HEAD, "the rings' bytes begin at a line of the cache");

/* The destination of the bytes of one bulk result, for a reply that has not come completely. */
struct line_segment {
    unsigned char *at;
    uint64_t bytes, padded;
};
struct line_reply {
    struct proc_handle *handle; /* NULL: no reply has begun to come */
    struct line_segment segments[24];
    uint32_t count, current;
    uint64_t got; /* bytes of the current segment that have come */
};

struct proc_line {
    struct ring_view out, in;
    struct line_memory *memory;
    size_t memory_bytes;
    struct sw_bell *own_bell;   /* the bell of the thread that owns this side */
    struct sw_bell *other_bell; /* the bell of the other side; NULL: the porter moves the records */
    struct sw_memory bell;      /* the memory in which the bell of the other side is mapped */
    struct pump *pump;          /* NULL: the line uses shared memory */
    int fd;
    uint64_t number;     /* the number of this side in its process */
    _Atomic bool losing; /* a thread is writing WHY, or has written WHY */
    bool noted; /* the porter has noted the loss of the line and will show the loss later; only the porter uses this
                   field */
    _Atomic bool lost; /* the line is lost, and WHY is written */
    char why[LINE_WHY_BYTES];
    struct proc_world *world;

    /* The caller's side. */
    struct proc_remote remote;
    bool is_presence;                 /* the line only shows each side that the other side lives */
    struct proc_handle *first, *last; /* calls without a reply, the oldest first */
    uint32_t serial;
    struct line_reply reply;

    /* The object's side. */
    _Atomic uint64_t done;    /* requests */
    struct request_head head; /* the head of a request that has not come completely */
    unsigned char *gathered;  /* the received part of that request's payload; NULL: there is no such request */
    uint64_t gathered_bytes, gathered_room;
    unsigned char *kept; /* records of replies for which there was no room, each behind its length; may be NULL */
    size_t kept_from, kept_to, kept_room;
    char who[96];   /* the caller */
    int32_t client; /* the number of the client, if the line shows that the client lives; else -1 */
    struct object *object;

    /* The porter's. */
    struct proc_line *next_arrival; /* then the object's */
    struct proc_line *next_request;
    uint32_t farewell;       /* the message that the owner of the dropped line leaves for the other side */
    _Atomic uint32_t parted; /* the farewell of the other side */
    _Atomic bool poked;      /* the line is in the list of requests, or about to be */
    bool dropped;            /* the owner has dropped the line; the lock of the porter protects this field */
};

/* Returns the greatest number of bytes of a record in a ring of ROOM bytes. */
static inline uint32_t line_record_most(uint32_t room) {
    return room / 4 - 8;
}

/* Lays out both rings of LINE in MEMORY, which is zeroed and has line_memory_bytes(ROOM) bytes. CALLS means that this
 * is the side of the caller. */
void line_lay_out(struct proc_line *line, void *memory, uint32_t room, bool calls);

/* Returns the bytes of memory that two rings of ROOM bytes need. */
size_t line_memory_bytes(uint32_t room);

/* Writes a message piece by piece. */
struct line_writer {
    struct proc_line *line;
    struct caller *caller;
    unsigned char *at;
    uint32_t left; /* bytes left in this record */
    uint64_t rest; /* bytes of the message after this record */
    bool keeps;    /* the ring has no room for this reply, so the record is kept, and the object can serve other lines
                      meanwhile */
};

/* Begins a message with HEAD and a payload of BYTES. A request waits for the room of each record, and CALLER takes its
 * own replies meanwhile. A reply does not wait: records without room are kept until line_flush. Returns false if the
 * line is lost. */
bool line_begin(struct line_writer *writer, struct proc_line *line, struct caller *caller, const void *head,
                uint64_t bytes);

/* Puts COUNT bytes of the payload. Returns false if the line is lost. */
bool line_put(struct line_writer *writer, const void *bytes, size_t count);

/* Fills the COUNT bytes of a field up to a multiple of 8 with zeros. Returns false if the line is lost. */
bool line_pad(struct line_writer *writer, size_t count);

/* Puts kept records of replies into the ring while there is room. Returns whether no record is left. */
bool line_flush(struct proc_line *line);

/* Makes all put records visible to the other side. */
void line_publish(struct proc_line *line);

/* Returns the room of all taken records to the other side, if that room is large enough for a message. */
void line_settle(struct proc_line *line);

/* Notes the farewell of the other side. Only the porter calls this function. */
void line_hear_farewell(struct proc_line *line, const struct line_farewell *farewell);

/* Marks LINE as lost, with the text as the reason, and wakes the owner. The porter and the owner may call this
 * function. */
void line_lose(struct proc_line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* line_note_loss marks LINE as lost, as line_lose does, but the owner sees the loss only after line_show_loss. An owner
 * that sees the death of a server may end this process at once; the porter first tells the other servers which process
 * has died. Only the porter calls these functions. */
void line_note_loss(struct proc_line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
void line_show_loss(struct proc_line *line);

#endif
