/* Memory that processes of one machine share by a name. */
#ifndef SLIPWAY_BASE_MEMORY_H
#define SLIPWAY_BASE_MEMORY_H

#include <stddef.h>

struct sw_memory {
    void *base; /* begins at a page */
    size_t bytes;
};

/*
 * Makes BYTES of zeroed memory under NAME ("/name", shm_overview(7)), for this user alone. A name that exists is an
 * error (EEXIST). The room is taken at once, so that a full machine shows here (ENOSPC) and not in a later write. 0, or
 * -1 with errno. To be ended with sw_memory_close; the name stays until sw_memory_remove.
 */
int sw_memory_create(const char *name, size_t bytes, struct sw_memory *memory);

/* Maps the memory of that name, all of it. 0, or -1 with errno. */
int sw_memory_open(const char *name, struct sw_memory *memory);

/* Takes MEMORY out of this process. Accepts memory that is all zero. */
void sw_memory_close(struct sw_memory *memory);

/* Takes the name away; who has the memory mapped keeps it. 0, or -1 with errno. */
int sw_memory_remove(const char *name);

#endif
