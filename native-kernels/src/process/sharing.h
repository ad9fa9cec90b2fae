/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that goes to other processes of the host as a descriptor, so that it has no name and goes with its users. */
#ifndef SLIPWAY_PROCESS_SHARING_H
#define SLIPWAY_PROCESS_SHARING_H

#include "slipway/process.h"

#include "base/memory.h"

/* Makes BYTES of zeroed memory, which nobody can make smaller, and maps it. Returns its descriptor, or -1 with ERROR.
 * WHAT names it. */
int sharing_new(const char *what, size_t bytes, struct sw_memory *memory, struct proc_error *error);

/* Maps memory that has come from elsewhere. Refuses any that its maker can make smaller than BYTES: who reads it would
 * die. Does not close FD. */
bool sharing_map(int fd, size_t bytes, struct sw_memory *memory);

/* Sends BYTES with COUNT descriptors over FD, a socket of the host; and receives. Both return what sendmsg(2) and
 * recvmsg(2) do; FDS has room for MOST, and -1 in what has not come. */
int64_t sharing_send(int fd, const void *bytes, size_t count, const int *fds, int fd_count);
int64_t sharing_receive(int fd, void *bytes, size_t count, int *fds, int most);

#endif
