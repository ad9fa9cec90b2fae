/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pagedev: arrays of complex doubles in pages on many disks, far larger than memory, that survive any crash (Linux).
 *
 * The model is that of "Process-Oriented Parallel Programming" (Givelberg, 2014), sections 2 and 4: an array of N1 x N2
 * x N3 is cut into array pages of n1 x n2 x n3, a page map says which disk keeps which page, and each disk has a page
 * device. A data set is such an array in a folder that describes itself.
 *
 *     struct pgd_options options = {.domain = {256, 256, 256}, .page = {32, 32, 32}, .disks = disks, .disk_count = 2};
 *     if (pgd_set_create("field", &options, NULL, &set, &error) != PGD_OK)
 *         return report(error.text);                               // one line that names page, disk and remedy
 *     struct pgd_box box = {.from = {0, 0, 0}, .to = {32, 256, 256}};
 *     pgd_array_write(set, &box, PGD_NATURAL, values, &error);     // any box of the array, in any of three orders
 *     pgd_set_flush(set, &error);                                  // durable from here on
 *     pgd_array_read(set, &box, PGD_TRANSPOSED_13, values, &error);
 *     pgd_set_close(set, &error);
 *
 * Generations. A page is never overwritten: what is written goes to a spare place of the disk, under a generation, and
 * is the page only once it is committed. A unit is a list of pages that is committed together: after a crash either all
 * of its pages can be read in the new generation, or all can still be read in the one before. A write of a generation
 * that is committed already is a further version of it, and replaces it when it is committed.
 *
 * Checksums. What is read is what was written: flipped bytes, another page in the place of one, or an older one, are
 * PGD_ERR_DAMAGED with page and disk.
 *
 * Asynchronous calls. pgd_start_... queues and returns a handle; pgd_wait waits and frees the handle. The calls of one
 * thread to the pages of one device are taken in their order, and a write begins after the reads queued before.
 * The memory that a call was given stays untouched until the wait.
 *
 * Where devices live. Without servers a set's devices are threads of this process, and one process has the set. With
 * servers (process.h) they are objects of the world's server ranks, and any number of clients has it: one creates or
 * opens it, and others attach. All other functions are the same for both.
 *
 * Errors. ERROR may be NULL; a failure fills it, a success leaves it as it was. Nothing here exits, aborts or prints.
 *
 * Threads. A set serves any number of threads; a handle is waited for by the thread that started it.
 *
 * Memory. A device takes less than 48 bytes a page, its cache, and 128 KiB of stack for each of its threads and one
 * more. Where a page has no multiple of 4096 bytes, or its memory does not begin at such a multiple, each thread takes
 * one page more.
 */
#ifndef SLIPWAY_PAGEDEV_H
#define SLIPWAY_PAGEDEV_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header: 10000 * major + 100 * minor + patch. The shared library is compatible with callers that
 * were compiled for the same major and minor number. */
#define PGD_VERSION 400

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PGD_ERROR_TEXT_BYTES = 512,
    PGD_VALUE_BYTES = 16, /* a complex double: real part, imaginary part */
    PGD_MAX_DISKS = 1024,
    PGD_MAX_STATE_BYTES = 65536,
    PGD_ADDRESS_TEXT_BYTES = 4096,
    PGD_BUFFER_ALIGNMENT = 4096
};

/* Where a generation is asked for: the newest, be it committed or not. */
#define PGD_NEWEST UINT32_MAX

typedef enum {
    PGD_OK = 0,
    PGD_ERR_ARGUMENT,   /* a parameter is out of its range; nothing was done */
    PGD_ERR_MEMORY,     /* an allocation failed */
    PGD_ERR_GEOMETRY,   /* pages do not divide the array, or a map puts two pages into one place */
    PGD_ERR_RANGE,      /* a page, box or disk lies outside of the array */
    PGD_ERR_OPEN,       /* a file or folder cannot be opened or created */
    PGD_ERR_IO,         /* a disk failed */
    PGD_ERR_SPACE,      /* a disk is full, or has too little room for what is asked */
    PGD_ERR_BUSY,       /* another process has the set */
    PGD_ERR_FORMAT,     /* a layout, log, .npy or raw file is damaged, or of another version */
    PGD_ERR_DAMAGED,    /* a page is not what was written there */
    PGD_ERR_GENERATION, /* a page has no such generation */
    PGD_ERR_NAN,        /* a value is not finite; the text says where */
    PGD_ERR_SERVER      /* a server has died, or refuses */
} pgd_err;

struct pgd_error {
    pgd_err code;
    char text[PGD_ERROR_TEXT_BYTES];
};

struct pgd_set;
struct pgd_handle;

/* Indexes of the array, from FROM to TO - 1 in each dimension. */
struct pgd_box {
    int64_t from[3], to[3];
};

/* Which page: its place among the pages, in pages, from {0, 0, 0} on. */
struct pgd_page {
    int64_t at[3];
};

/* Where the map puts a page: which disk, and which number there. */
struct pgd_address {
    uint32_t disk;
    uint64_t index;
};

/* How the values of a box lie in memory: the last index runs fastest. Transposed 13 is [i3][i2][i1], so that the first
 * dimension is contiguous; transposed 23 is [i1][i3][i2]. */
typedef enum { PGD_NATURAL, PGD_TRANSPOSED_13, PGD_TRANSPOSED_23, PGD_ORDERS } pgd_order;

typedef enum {
    PGD_MAP_CIRCULANT, /* page (i1, i2, i3) on disk (i1 + i2 + i3) mod the number of disks */
    PGD_MAP_FUNCTION,  /* where a function says; kept as a table */
    PGD_MAP_TABLE,     /* where a table says: one address a page, the last index fastest */
    PGD_MAPS
} pgd_map;

typedef struct pgd_address (*pgd_map_function)(void *context, const struct pgd_page *page);

struct proc_world; /* process_world.h */
struct proc_class; /* process.h */

/* What a set is made of. All zero means the defaults, but for `domain` and `page`. */
struct pgd_options {
    int64_t domain[3];
    int64_t page[3]; /* divides `domain` */
    pgd_map map;
    pgd_map_function function;       /* of PGD_MAP_FUNCTION */
    void *context;                   /* of the function */
    const struct pgd_address *table; /* of PGD_MAP_TABLE */
    const char *const *disks;        /* folders; each gets one folder in it; NULL: all in the set's own folder */
    size_t disk_count;               /* 0: one */
    size_t spare_pages; /* pages a disk has room for beyond those of the array, for units in work; 0: one in 8 */
};

/* How a set is used. All zero means the defaults. */
struct pgd_use {
    size_t cache_pages;       /* pages that each device keeps for read-ahead and write-behind; 0: none */
    unsigned threads;         /* of each device; 0: 4 */
    int page_cache;           /* non-zero: by the system's page cache, without O_DIRECT */
    struct proc_world *world; /* NULL: the devices are threads of this process */
    size_t servers;           /* of the world; disk D is at server D mod servers; 0: all */
};

/* What a set is. */
struct pgd_layout {
    int64_t domain[3], page[3], pages[3]; /* `pages`: how many in each dimension */
    pgd_map map;
    size_t disk_count;
    size_t page_bytes, page_count;
};

/* What a device has done since it was opened. */
struct pgd_figures {
    uint64_t pages_read, pages_written, bytes_read, bytes_written;
    uint64_t cache_hits;
    uint64_t syncs;
    double read_seconds, write_seconds; /* while at least one page was being read, or written */
    uint64_t places, free_places;       /* room for pages on the disk, and how many of them are spare */
    double processor_seconds;           /* of all threads of the process that keeps the disk, since its start */
    uint64_t network_bytes; /* of pages that this client and the disk's server have sent each other; 0 where the server
                               maps the client's memory, as on one host */
};

/* Returns the message for a code. Static storage; never NULL. */
const char *pgd_strerror(pgd_err code);

/* Returns the classes that the servers of a world list (struct proc_plan) so that sets can have their disks there, and
 * how many they are; none in a build without MPI. Static storage. */
const struct proc_class *const *pgd_classes(size_t *count);

/* --- data sets --- */

/*
 * Makes a data set in the folder PATH, which is created and must not hold a set yet. Each disk gets the room of its
 * pages and its spare ones at once: where there is too little, PGD_ERR_SPACE says how much is needed and how much there
 * is, and nothing is left behind. USE may be NULL. The caller ends *set with pgd_set_close. After a failure *set is
 * NULL, as in all functions that give a set.
 */
pgd_err pgd_set_create(const char *path, const struct pgd_options *options, const struct pgd_use *use,
                       struct pgd_set **set, struct pgd_error *error);

/* Opens a data set. Refuses one that a process has open (PGD_ERR_BUSY). What was not committed is gone. */
pgd_err pgd_set_open(const char *path, const struct pgd_use *use, struct pgd_set **set, struct pgd_error *error);

/* Writes a line of text to TEXT, by which other clients of the world attach to a set that one of them has opened with
 * servers. PGD_ERR_ARGUMENT for a set without. */
pgd_err pgd_set_address(struct pgd_set *set, char text[PGD_ADDRESS_TEXT_BYTES], struct pgd_error *error);

/* Attaches to a set by its address. The set ends when the client that opened it closes it. */
pgd_err pgd_set_attach(const char *text, const struct pgd_use *use, struct pgd_set **set, struct pgd_error *error);

/* Commits what was written, and closes the set. Frees it, also after a failure. Accepts NULL. */
pgd_err pgd_set_close(struct pgd_set *set, struct pgd_error *error);

/* Closes a set without committing anything. Accepts NULL. */
void pgd_set_abandon(struct pgd_set *set);

/* Removes a data set, with its folders on all disks. Refuses one that a process has open. Goes on with a removal that
 * was killed. */
pgd_err pgd_set_remove(const char *path, struct pgd_error *error);

/* The same for a set whose disks are at servers: those of USE, as pgd_set_create or pgd_set_open had them. */
pgd_err pgd_set_remove_at(const char *path, const struct pgd_use *use, struct pgd_error *error);

/* Returns whether the folder PATH holds a data set: 1 or 0. */
int pgd_set_exists(const char *path);

/* Returns the layout of a set; it belongs to the set. */
const struct pgd_layout *pgd_set_layout(const struct pgd_set *set);

/* Returns one line that a user should read, such as that a disk works without O_DIRECT, or "". It belongs to the set.
 */
const char *pgd_set_remark(const struct pgd_set *set);

/* Says where the map puts a page. */
pgd_err pgd_set_place(const struct pgd_set *set, const struct pgd_page *page, struct pgd_address *address,
                      struct pgd_error *error);

/* Returns the name of a disk's folder; it belongs to the set. NULL for a disk that there is not. */
const char *pgd_set_disk(const struct pgd_set *set, size_t disk);

/* Tells what the device of a disk has done. */
pgd_err pgd_set_figures(struct pgd_set *set, size_t disk, struct pgd_figures *figures, struct pgd_error *error);

/* Keeps BYTES of the caller's, at most PGD_MAX_STATE_BYTES, in the set's folder, durably and in the place of what was
 * kept before: what a transform needs to know to go on. */
pgd_err pgd_set_keep(struct pgd_set *set, const void *state, size_t bytes, struct pgd_error *error);

/* Writes what was kept to STATE, which has room for PGD_MAX_STATE_BYTES; *bytes is 0 where nothing was. */
pgd_err pgd_set_kept(struct pgd_set *set, void *state, size_t *bytes, struct pgd_error *error);

/* --- memory for pages --- */

/* Returns BYTES of memory that pages go into and out of without a copy, also to and from servers of this host; NULL
 * without memory. It begins at a multiple of PGD_BUFFER_ALIGNMENT. The caller frees it by pgd_buffer_free, before the
 * set is closed. */
void *pgd_buffer_new(struct pgd_set *set, size_t bytes);

/* Frees such memory. Accepts NULL. */
void pgd_buffer_free(struct pgd_set *set, void *buffer);

/* --- pages --- */
/*
 * Starts to read COUNT pages in generation GENERATION, or PGD_NEWEST, each into its destination of page_bytes. PAGES
 * and DESTINATIONS need not outlive the call. A page that was never written is zeros in generation 0. Never NULL, as
 * the two below: whatever fails shows in pgd_wait.
 */
struct pgd_handle *pgd_start_read_pages(struct pgd_set *set, const struct pgd_page *pages, size_t count,
                                        uint32_t generation, void *const *destinations);

/* Starts to write COUNT pages under GENERATION, 1 or more and not PGD_NEWEST, each from its source. */
struct pgd_handle *pgd_start_write_pages(struct pgd_set *set, const struct pgd_page *pages, size_t count,
                                         uint32_t generation, const void *const *sources);

/*
 * Starts to commit a unit: COUNT pages that were written under GENERATION; their writes may still be under way. Done
 * when all of them are durable, on all disks; what they were before is spare from then on. Pages that are committed in
 * GENERATION already stay as they are, and release what they were before: so a resumed run calls this for the units
 * that it finds done. A page that is in no such generation is PGD_ERR_GENERATION, and the unit is not committed.
 */
struct pgd_handle *pgd_start_commit_unit(struct pgd_set *set, const struct pgd_page *pages, size_t count,
                                         uint32_t generation);

/* Waits until all of the handle's pages are done, and frees it. Returns its first failure. Accepts NULL. */
pgd_err pgd_wait(struct pgd_handle *handle, struct pgd_error *error);

/* The same as starting and waiting. */
pgd_err pgd_commit_unit(struct pgd_set *set, const struct pgd_page *pages, size_t count, uint32_t generation,
                        struct pgd_error *error);

/* Has COUNT pages read ahead into the devices' caches, as far as there is room, and does not wait. */
pgd_err pgd_prefetch(struct pgd_set *set, const struct pgd_page *pages, size_t count, uint32_t generation,
                     struct pgd_error *error);

/* Tells the newest committed generation of each of COUNT pages; 0 for a page that was never committed. */
pgd_err pgd_generations(struct pgd_set *set, const struct pgd_page *pages, size_t count, uint32_t *generations,
                        struct pgd_error *error);

/* --- boxes of the array --- */

/* Reads a box, in its newest generation, into VALUES: complex doubles in ORDER. */
pgd_err pgd_array_read(struct pgd_set *set, const struct pgd_box *box, pgd_order order, double *values,
                       struct pgd_error *error);

/* Writes a box from VALUES. Pages that the box covers in part keep the rest of their values. Each page stays in its
 * generation, or gets generation 1 where it has none; durable after pgd_set_flush. */
pgd_err pgd_array_write(struct pgd_set *set, const struct pgd_box *box, pgd_order order, const double *values,
                        struct pgd_error *error);

/* Has the pages of a box read ahead. */
pgd_err pgd_array_prefetch(struct pgd_set *set, const struct pgd_box *box, struct pgd_error *error);

/* Copies a block of SHAPE, such as an array page, from one order to another. FROM and TO must not overlap. */
void pgd_transpose(const double *from, pgd_order from_order, double *to, pgd_order to_order, const int64_t shape[3]);

/* Commits all that was written, by whomever, and waits until it is durable. */
pgd_err pgd_set_flush(struct pgd_set *set, struct pgd_error *error);

/* Copies a set's newest values into another set of the same domain, whatever its pages, map and disks are, with at most
 * MEMORY bytes of buffers (0: 64 MiB), and flushes it. */
pgd_err pgd_set_copy(struct pgd_set *from, struct pgd_set *to, size_t memory, struct pgd_error *error);

/* --- files --- */

/* How the values of a file are laid out. */
struct pgd_file {
    int64_t shape[3];
    uint64_t data_offset; /* of the first value */
    int value_bytes;      /* 16: complex double; 8: double */
    int fortran_order;    /* the first index fastest */
};

/* Reads the header of a .npy file: three dimensions (or fewer, then the first ones are 1), '<c16' or '<f8'. Checks that
 * the file is as long as it says. */
pgd_err pgd_npy_look(const char *path, struct pgd_file *file, struct pgd_error *error);

/* The same of the first bytes of a file, of which HEAD has BYTES: all of its header; FILE_BYTES is its length, and NAME
 * what messages call it. */
pgd_err pgd_npy_parse(const char *name, const void *head, size_t bytes, uint64_t file_bytes, struct pgd_file *file,
                      struct pgd_error *error);

/* Returns whether PATH is the name of a .npy file, by its end: 1 or 0. */
int pgd_npy_is_name(const char *path);

/* Writes the header of a .npy file of complex doubles in C order to HEAD, and returns its length. */
enum { PGD_NPY_HEAD_BYTES = 128 };
size_t pgd_npy_head(const int64_t shape[3], char head[PGD_NPY_HEAD_BYTES]);

/* Reads a file into the set: .npy by its header, anything else as raw complex doubles in natural order, whose length
 * must be that of the array. A value that is not finite is PGD_ERR_NAN with its indexes. MEMORY as in pgd_set_copy. */
pgd_err pgd_import(struct pgd_set *set, const char *path, size_t memory, struct pgd_error *error);

/* Writes the set's newest values to a file: a name that ends in ".npy" gets such a header, others none. The file
 * appears under its name when it is whole. */
pgd_err pgd_export(struct pgd_set *set, const char *path, size_t memory, struct pgd_error *error);

#ifdef __cplusplus
}
#endif

#endif
