/* SPDX-License-Identifier: Apache-2.0 */
/* The source of the array: a file, which all clients read together, or a generator. */
#ifndef SLIPWAY_FFT3D_SOURCE_H
#define SLIPWAY_FFT3D_SOURCE_H

#include "generated.h"
#include "team.h"

struct tp_file;

enum { SOURCE_TEXT_BYTES = 256 };

/* Marks by which a changed file is usually recognised. All are 0 if there is no file. */
struct source_marks {
    uint64_t bytes, inode;
    int64_t written; /* time of the last write, in nanoseconds */
};

struct source {
    const char *path;
    struct tp_file *file; /* the file; NULL: the array is generated */
    uint64_t data_offset; /* place of the first element in the file */
    int value_bytes;      /* 16: complex double; 8: double */
    void *raw;            /* room for a chunk in the form of the file */
    int64_t size[3];
    struct generated generated; /* the generator, if there is no file */
    bool together;              /* source_read is collective */
    uint64_t print;             /* the fingerprint of the elements read from the file, each counted once */
    int64_t elements;           /* number of elements read from the file */
};

/* Opens the file or generator that OPTIONS name, and finds the size of the array. Collective over COMM, like all
 * functions of this header if the array comes from a file. The caller ends SOURCE with source_close, also after a
 * failure. */
int source_open(MPI_Comm comm, const struct options *options, struct source *source, struct sw_failure *f);
void source_close(struct source *source);

/* Reads COUNT elements, at most CHUNK_ELEMENTS, from element FIRST on to OUT. Refuses values that are not finite. */
int source_read(struct source *source, int64_t first, int64_t count, double complex *out, struct sw_failure *f);

/* Reads the whole array of a file, only to compute its fingerprint. */
int source_fingerprint(struct source *source, struct sw_failure *f);

/* Writes the size of the array to TEXT, and the seed of a generated array or the kind of numbers in a file. */
void source_describe(const struct source *source, char text[SOURCE_TEXT_BYTES]);

/* Returns the marks of the file PATH, which may be NULL. */
struct source_marks source_marks(const char *path);
bool source_marks_are_same(const struct source_marks *a, const struct source_marks *b);

#endif
