/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that processes of one machine share by a name. */
#ifndef SLIPWAY_BASE_MEMORY_H
#define SLIPWAY_BASE_MEMORY_H

#include <stddef.h>

struct sw_memory {
    void *base; /* begins at a page */
    size_t bytes;
};

/*
 * Makes BYTES of zeroed memory under NAME ("/name", shm_overview(7)), for this user alone, and maps it. Refuses a name
 * that exists (EEXIST) and 0 bytes (EINVAL). Takes the room at once, so that a full machine shows here (ENOSPC) and not
 * in a later write. Returns 0, or -1 with errno and no name left behind. The caller ends MEMORY with sw_memory_close;
 * the name stays until sw_memory_remove.
 */
int sw_memory_create(const char *name, size_t bytes, struct sw_memory *memory);

/*
 * Maps all of the memory of that name. Returns 0, or -1 with errno: ENOENT where there is none, EAGAIN where its maker
 * has not given it its room yet, so that a later try may succeed, EPERM where it is another user's.
 */
int sw_memory_open(const char *name, struct sw_memory *memory);

/* Takes MEMORY out of this process. Accepts memory that is all zero. */
void sw_memory_close(struct sw_memory *memory);

/* Removes the name. Processes that have the memory mapped keep it. Returns 0, or -1 with errno. */
int sw_memory_remove(const char *name);

#endif
