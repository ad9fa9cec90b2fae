/* SPDX-License-Identifier: Apache-2.0 */
/* Moves the records of a line between its rings and a connection over TCP. The porter's thread alone uses this. */
#ifndef SLIPWAY_PROCESS_PUMP_H
#define SLIPWAY_PROCESS_PUMP_H

#include "line.h"

struct pump {
    struct ring_view out, in; /* the views of the rings from the other side */
    uint64_t sent;            /* sent bytes of the first record of OUT */
    unsigned char *stage;     /* received bytes that are not in the ring yet */
    size_t begin, end, room;
    uint64_t rest;        /* bytes of the present incoming message that have not come yet */
    _Atomic bool starved; /* the `in` of the line had no room */
    bool writes;          /* the socket takes no more bytes now */
};

/* Gives LINE a pump and separate rings, of ROOM bytes each. CALLS: this is the side of the caller. Returns false if
 * there is no memory. */
bool pump_new(struct proc_line *line, uint32_t room, bool calls);
void pump_free(struct proc_line *line);

/* Makes a connection count as cut if the host of the other side has acknowledged no data and no keep-alive probes for
 * some seconds. Use this only for connections by which processes show that they live: the system also counts a reader
 * that stops and leaves no room as silent, and such a reader may only be busy. */
void pump_bound_silence(int fd);

/* Move all bytes that can be moved. They mark the line as lost if the connection is cut or brings a bad record. */
void pump_out(struct proc_line *line);
void pump_in(struct proc_line *line);

#endif
