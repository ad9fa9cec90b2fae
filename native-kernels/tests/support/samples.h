/* SPDX-License-Identifier: Apache-2.0 */
/* Data of all the shapes that a reader may stumble over, and files of all kinds that hold them. */
#ifndef SLIPWAY_TESTS_SAMPLES_H
#define SLIPWAY_TESTS_SAMPLES_H

#include <stddef.h>

struct sample {
    const char *shape;
    char *bytes; /* freed by sample_free */
    size_t count;
    size_t longest_line; /* without its LF */
};

/* How data lie in a file. BGZIP is the program of that name; where it is not installed, our writer stands in. */
enum container {
    CONTAINER_PLAIN,
    CONTAINER_BLOCKS,
    CONTAINER_BLOCKS_INDEXED,
    CONTAINER_BGZIP,
    CONTAINER_BGZIP_INDEXED,
    CONTAINER_CONCATENATED, /* whole BGZF files one after another, so EOF markers in the middle */
    CONTAINER_GZIP,
    CONTAINER_GZIP_MEMBERS,
    CONTAINERS
};

/* Draw a sample of at most MOST bytes. */
struct sample sample_draw(size_t most);
void sample_free(struct sample *sample);

const char *container_name(enum container container);
/* The ending that fits: a name in ".gz" is never taken for a plain file. */
const char *container_suffix(enum container container);

/* Write PATH (and PATH.gzi, or remove a leftover one). SEED decides block sizes and levels. 0, or -1 if it cannot. */
int container_write(enum container container, const char *path, const char *bytes, size_t count, size_t seed);

/* A new folder, in memory where there is a file system for that: the writers sync, and a busy disk makes that long. 0
 * or -1. */
int folder_make(char path[64], const char *name);

/* Returns all bytes of a file, which the caller frees, and their number in *count; NULL where it cannot be opened. */
char *read_whole(const char *path, size_t *count);

#endif
