/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Buffers that callers share with servers of their host. The caller's side has a connection to each server process that
 * maps a buffer, and the server maps it while that is open: so a buffer goes with its owner, however that ends.
 */
#ifndef SLIPWAY_PROCESS_BUFFERS_H
#define SLIPWAY_PROCESS_BUFFERS_H

#include "message.h"

/*
 * Finds out whether BYTES AT lie in a buffer of this process which the server of LINE can map; then fills PLACE, and
 * the server maps it by now.
 */
proc_err buffers_place(const void *at, size_t bytes, const struct proc_line *line, struct bulk_place *place,
                       struct proc_error *error);

/* Ends the connections for WORLD: its servers need buffers no more. */
void buffers_leave(const struct proc_world *world);

/* The server's side. Maps the buffer of that number, of BYTES; FD stays the caller's. */
bool mapped_open(uint64_t number, int fd, uint64_t bytes);

/* The owner has closed the buffer, or died: it is unmapped after its last use. */
void mapped_close(uint64_t number);

/* Returns where BYTES at OFFSET of the buffer lie, until mapped_release of NUMBER; NULL where there are none. */
void *mapped_use(uint64_t number, uint64_t offset, uint64_t bytes);
void mapped_release(uint64_t number);

#endif
