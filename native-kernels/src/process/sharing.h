/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that is sent to other processes of the host as a descriptor. The memory has no name, and ends with its last
 * user. */
#ifndef SLIPWAY_PROCESS_SHARING_H
#define SLIPWAY_PROCESS_SHARING_H

#include "slipway/process.h"

#include "base/memory.h"

/* Makes BYTES of zeroed memory of a fixed size, and maps the memory. Returns the descriptor, or -1 with ERROR filled.
 * WHAT names the memory in messages. */
int sharing_new(const char *what, size_t bytes, struct sw_memory *memory, struct proc_error *error);

/* Maps memory from another process. Refuses memory that its maker can still make smaller than BYTES, because a read
 * behind the end would kill this process. Does not close FD. Returns whether the memory is mapped. */
bool sharing_map(int fd, size_t bytes, struct sw_memory *memory);

/* Send or receive COUNT bytes, with descriptors, over FD, a socket of the host. Both return the result of sendmsg(2)
 * and recvmsg(2). When receiving, FDS has room for MOST descriptors, and gets -1 for each missing one. */
int64_t sharing_send(int fd, const void *bytes, size_t count, const int *fds, int fd_count);
int64_t sharing_receive(int fd, void *bytes, size_t count, int *fds, int most);

#endif
