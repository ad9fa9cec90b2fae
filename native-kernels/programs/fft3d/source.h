/* SPDX-License-Identifier: Apache-2.0 */
/* Where the array comes from: a file, which all clients read together, or a generator. */
#ifndef SLIPWAY_FFT3D_SOURCE_H
#define SLIPWAY_FFT3D_SOURCE_H

#include "generated.h"
#include "team.h"

struct tp_file;

enum { SOURCE_TEXT_BYTES = 256 };

/* Marks of a file, some of which change, in most cases, when it is written. All are 0 where there is no file. */
struct source_marks {
    uint64_t bytes, inode;
    int64_t written; /* when: ns */
};

struct source {
    const char *path;
    struct tp_file *file; /* NULL: generated */
    uint64_t data_offset; /* of the first element */
    int value_bytes;      /* 16: complex double; 8: double */
    void *raw;            /* a chunk as the file has it */
    int64_t size[3];
    struct generated generated; /* where there is no file */
    bool together;              /* source_read is collective */
    uint64_t print;             /* the fingerprint of what was read of a file, each element once */
    int64_t elements;           /* that were read of it */
};

/*
 * Opens what OPTIONS name, and says what size it has. Collective over COMM, as all functions here where the array comes
 * from a file. The caller ends SOURCE with source_close, also after a failure.
 */
int source_open(MPI_Comm comm, const struct options *options, struct source *source, struct sw_failure *f);
void source_close(struct source *source);

/* Reads COUNT elements, at most CHUNK_ELEMENTS, from element FIRST on. Refuses what is not finite. */
int source_read(struct source *source, int64_t first, int64_t count, double complex *out, struct sw_failure *f);

/* Reads the whole array of a file, for its fingerprint alone. */
int source_fingerprint(struct source *source, struct sw_failure *f);

/* Writes size and kind of the array to TEXT, and of a generated one what it comes from. */
void source_describe(const struct source *source, char text[SOURCE_TEXT_BYTES]);

/* Returns the marks of the file PATH, which may be NULL. */
struct source_marks source_marks(const char *path);
bool source_marks_are_same(const struct source_marks *a, const struct source_marks *b);

#endif
