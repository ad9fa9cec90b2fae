/* SPDX-License-Identifier: Apache-2.0 */
/* Moves the records of a line between its rings and a connection over TCP. The porter's thread alone uses this. */
#ifndef SLIPWAY_PROCESS_PUMP_H
#define SLIPWAY_PROCESS_PUMP_H

#include "line.h"

struct pump {
    struct ring_view out, in; /* the other sides of the line's rings */
    uint64_t sent;            /* bytes of the first record of OUT that are on their way */
    unsigned char *stage;     /* what has come and was not put yet */
    size_t begin, end, room;
    uint64_t rest;        /* bytes of the message that has begun to come which are still to come */
    _Atomic bool starved; /* there was no room in the line's `in` */
    bool writes;          /* the socket takes no more now */
};

/* Gives LINE rings of ROOM bytes of its own, and a pump. CALLS: this is the caller's side. */
bool pump_new(struct proc_line *line, uint32_t room, bool calls);
void pump_free(struct proc_line *line);

/*
 * Lets a connection count as cut when the other side's host has acknowledged nothing for some seconds, neither what was
 * sent nor the question whether it is there. Only for connections by which processes show that they live: the system
 * takes it for silence, too, where a reader stops and leaves no room for more, and such a reader may be busy.
 */
void pump_bound_silence(int fd);

/* Moves what can be moved. Loses the line where the connection is cut, or says what is no record. */
void pump_out(struct proc_line *line);
void pump_in(struct proc_line *line);

#endif
