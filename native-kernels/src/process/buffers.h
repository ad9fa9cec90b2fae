/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers that callers share with servers of their host. The process of the caller has a connection to each server
 * process that maps a buffer, and the server maps the buffer while the connection is open. A buffer is therefore
 * unmapped when its owner ends, in any way. */
#ifndef SLIPWAY_PROCESS_BUFFERS_H
#define SLIPWAY_PROCESS_BUFFERS_H

#include "message.h"

/* Checks whether the BYTES at AT lie in a buffer of this process that the server of LINE can map. If so, fills PLACE,
 * and the server has the buffer mapped when this function returns. */
proc_err buffers_place(const void *at, size_t bytes, const struct proc_line *line, struct bulk_place *place,
                       struct proc_error *error);

/* Ends the connections for WORLD, because the servers of WORLD need buffers no more. */
void buffers_leave(const struct proc_world *world);

/* On the side of the server: maps the buffer NUMBER of BYTES. The caller keeps FD. Returns whether the buffer is
 * mapped. */
bool mapped_open(uint64_t number, int fd, uint64_t bytes);

/* Notes that the owner of a buffer has closed the buffer or died. The buffer is unmapped after its last use. */
void mapped_close(uint64_t number);

/* Returns the address of the BYTES at OFFSET of the buffer NUMBER, which stay mapped until mapped_release. Returns NULL
 * if there is no such part of a buffer. */
void *mapped_use(uint64_t number, uint64_t offset, uint64_t bytes);
void mapped_release(uint64_t number);

#endif
