/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that processes of one machine share by name. */
#ifndef SLIPWAY_BASE_MEMORY_H
#define SLIPWAY_BASE_MEMORY_H

#include <stddef.h>

struct sw_memory {
    void *base; /* begins at a page */
    size_t bytes;
};

/*
 * Makes BYTES of zeroed memory under NAME ("/name", shm_overview(7)), for this user only, and maps the memory. Refuses
 * a name that exists (EEXIST) and 0 bytes (EINVAL). Allocates the memory at once, so that a full machine shows here
 * (ENOSPC) and not in a later write. Returns 0, or -1 with errno and no name left behind. The caller ends MEMORY with
 * sw_memory_close; the name stays until sw_memory_remove.
 */
int sw_memory_create(const char *name, size_t bytes, struct sw_memory *memory);

/*
 * Maps all of the memory of that name. Returns 0, or -1 with errno: ENOENT without such memory, EAGAIN if the maker has
 * not allocated the memory yet (a later try may succeed), EPERM if the memory belongs to another user.
 */
int sw_memory_open(const char *name, struct sw_memory *memory);

/* Unmaps MEMORY from this process. Accepts memory that is all zero. */
void sw_memory_close(struct sw_memory *memory);

/* Removes the name. Processes that have mapped the memory keep the memory. Returns 0, or -1 with errno. */
int sw_memory_remove(const char *name);

#endif
