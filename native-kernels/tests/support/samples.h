/* SPDX-License-Identifier: Apache-2.0 */
/* Data of many shapes that may trip a reader, and files of all kinds with such data. */
#ifndef SLIPWAY_TESTS_SAMPLES_H
#define SLIPWAY_TESTS_SAMPLES_H

#include <stddef.h>

struct sample {
    const char *shape;
    char *bytes; /* freed by sample_free */
    size_t count;
    size_t longest_line; /* without the LF */
};

/* The container of the data in a file. BGZIP is the program of that name; without that program, our writer makes the
 * file. */
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
/* Returns the ending for a container: a name in ".gz" is never taken for a plain file. */
const char *container_suffix(enum container container);

/* Writes PATH (and PATH.gzi, or removes a leftover one). SEED decides block sizes and levels. Returns 0, or -1 after a
 * failure. */
int container_write(enum container container, const char *path, const char *bytes, size_t count, size_t seed);

/* Makes a new folder, in memory if there is such a file system: the writers sync, which takes long on a busy disk.
 * Returns 0 or -1. */
int folder_make(char path[64], const char *name);

/*
 * Returns all bytes of a file, which the caller frees, and their number in *count; NULL if the file cannot be opened.
 */
char *read_whole(const char *path, size_t *count);

#endif
