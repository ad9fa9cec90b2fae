/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pagedev: arrays of complex doubles in pages on many disks, far larger than memory, that survive any crash (Linux).
 *
 * The model is that of "Process-Oriented Parallel Programming" (Givelberg, 2014), sections 2 and 4: an array of N1 x N2
 * x N3 is cut into array pages of n1 x n2 x n3, a page map says which disk keeps which page, and each disk has a page
 * device. A data set is such an array in a folder with a description.
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
 * Generations. No page is overwritten. A write goes to a spare place of the disk under a generation, and a commit makes
 * the written values the page. A unit is a list of pages that are committed together: after a crash all pages of the
 * unit can be read in the new generation, or all can be read in the old one. A write under a generation that is already
 * committed is another version of that generation, which the next commit puts in place.
 *
 * Checksums. Each read is checked. Flipped bytes, a page in the place of another and an older version of a page are
 * PGD_ERR_DAMAGED, with page and disk.
 *
 * Asynchronous calls. A function pgd_start_... queues work and returns a handle; pgd_wait waits and frees the handle.
 * Calls of one thread to the pages of one device are executed in order, and a write begins after all reads that were
 * queued before. The caller must not use the memory of a call until the wait.
 *
 * Where devices live. Without servers, the devices of a set are threads of this process, and only this process has the
 * set. With servers (process.h), the devices are objects of the world's server ranks, and any number of clients has the
 * set: one client creates or opens the set, and the others attach. All other functions are the same in both cases.
 *
 * Errors. ERROR may be NULL. A failure fills ERROR; a success leaves ERROR unchanged. No function exits, aborts or
 * prints.
 *
 * Threads. Any number of threads may use a set. The thread that started a handle must wait for that handle.
 *
 * Memory. A device takes less than 48 bytes a page, the memory of the cache, and 128 KiB of stack for each thread and
 * for one more. If the size of a page is not a multiple of 4096 bytes, or the memory of a page does not begin at such a
 * multiple, each thread takes one page more.
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

/* Names the newest generation of a page, committed or not, in place of a number. */
#define PGD_NEWEST UINT32_MAX

typedef enum {
    PGD_OK = 0,
    PGD_ERR_ARGUMENT,   /* a parameter is out of range; the call had no effect */
    PGD_ERR_MEMORY,     /* an allocation failed */
    PGD_ERR_GEOMETRY,   /* pages do not divide the array, or a map puts two pages into one place */
    PGD_ERR_RANGE,      /* a page, box or disk lies outside of the array */
    PGD_ERR_OPEN,       /* a file or folder cannot be opened or created */
    PGD_ERR_IO,         /* a disk failed */
    PGD_ERR_SPACE,      /* a disk is full, or has too little room for the request */
    PGD_ERR_BUSY,       /* another process has the set */
    PGD_ERR_FORMAT,     /* a layout, log, .npy or raw file is damaged, or of another version */
    PGD_ERR_DAMAGED,    /* a page differs from the values that were written there */
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

/* The place of a page among all pages, in pages, from {0, 0, 0} on. */
struct pgd_page {
    int64_t at[3];
};

/* The disk on which the map puts a page, and the number of the page on that disk. */
struct pgd_address {
    uint32_t disk;
    uint64_t index;
};

/* The order of the values of a box in memory; the last index runs fastest. Transposed 13 is [i3][i2][i1], so that the
 * first dimension is contiguous; transposed 23 is [i1][i3][i2]. */
typedef enum { PGD_NATURAL, PGD_TRANSPOSED_13, PGD_TRANSPOSED_23, PGD_ORDERS } pgd_order;

typedef enum {
    PGD_MAP_CIRCULANT, /* page (i1, i2, i3) on disk (i1 + i2 + i3) mod the number of disks */
    PGD_MAP_FUNCTION,  /* a function gives the address of each page; kept as a table */
    PGD_MAP_TABLE,     /* a table has one address a page, the last index fastest */
    PGD_MAPS
} pgd_map;

typedef struct pgd_address (*pgd_map_function)(void *context, const struct pgd_page *page);

struct proc_world; /* process_world.h */
struct proc_class; /* process_class.h */

/* Describes a new set. Zero means the default in every field but `domain` and `page`. */
struct pgd_options {
    int64_t domain[3];
    int64_t page[3]; /* divides `domain` */
    pgd_map map;
    pgd_map_function function;       /* of PGD_MAP_FUNCTION */
    void *context;                   /* of the function */
    const struct pgd_address *table; /* of PGD_MAP_TABLE */
    const char *const *disks; /* folders; each disk gets a folder of its own in one of them; NULL: all disks in the
                                 folder of the set */
    size_t disk_count;        /* 0: one */
    size_t spare_pages; /* spare pages of a disk, beyond the pages of the array, for uncommitted writes; 0: one in 8 */
};

/* The way in which a set is used. Zero means the default in every field. */
struct pgd_use {
    size_t cache_pages;       /* pages that each device keeps for read-ahead and write-behind, or 0 */
    unsigned threads;         /* of each device; 0: 4 */
    int page_cache;           /* non-zero: by the system's page cache, without O_DIRECT */
    struct proc_world *world; /* NULL: the devices are threads of this process */
    size_t servers;           /* of the world; disk D is at server D mod servers; 0: all */
};

/* Describes a set. */
struct pgd_layout {
    int64_t domain[3], page[3], pages[3]; /* `pages`: how many in each dimension */
    pgd_map map;
    size_t disk_count;
    size_t page_bytes, page_count;
};

/* The work of a device since the device was opened. */
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

/* Returns the classes that the servers of a world must list (struct proc_plan) to keep disks of sets, and their number
 * in *count; no classes in a build without MPI. Static storage. */
const struct proc_class *const *pgd_classes(size_t *count);

/* --- data sets --- */

/*
 * Makes a data set in the folder PATH, which is created and must not hold a set yet. Room for all pages and spare pages
 * is reserved on each disk at once. If a disk has too little room, PGD_ERR_SPACE gives the needed and the free bytes,
 * and no file stays. USE may be NULL. The caller ends *set with pgd_set_close. After a failure *set is NULL, as in all
 * functions that give a set.
 */
pgd_err pgd_set_create(const char *path, const struct pgd_options *options, const struct pgd_use *use,
                       struct pgd_set **set, struct pgd_error *error);

/* Opens a data set. Refuses a set that a process has open (PGD_ERR_BUSY). Writes that were not committed are lost. */
pgd_err pgd_set_open(const char *path, const struct pgd_use *use, struct pgd_set **set, struct pgd_error *error);

/* Writes the address of a set with servers to TEXT: a line by which other clients of the world attach to the set.
 * Returns PGD_ERR_ARGUMENT for a set without servers. */
pgd_err pgd_set_address(struct pgd_set *set, char text[PGD_ADDRESS_TEXT_BYTES], struct pgd_error *error);

/* Attaches to a set by address. The set ends when the client that opened the set closes the set. */
pgd_err pgd_set_attach(const char *text, const struct pgd_use *use, struct pgd_set **set, struct pgd_error *error);

/* Commits all writes and closes the set. Closing an attached set does not commit: the client that opened the set
 * commits the writes of all clients. Frees the set after a failure, too. Accepts NULL. */
pgd_err pgd_set_close(struct pgd_set *set, struct pgd_error *error);

/* Closes a set without committing anything. Accepts NULL. */
void pgd_set_abandon(struct pgd_set *set);

/* Removes a data set, with its folders on all disks. Refuses a set that a process has open. Continues a removal that
 * was killed. */
pgd_err pgd_set_remove(const char *path, struct pgd_error *error);

/* Removes a data set as pgd_set_remove does; servers keep the disks: those in USE with which the set was opened. */
pgd_err pgd_set_remove_at(const char *path, const struct pgd_use *use, struct pgd_error *error);

/* Returns whether the folder PATH holds a data set: 1 or 0. */
int pgd_set_exists(const char *path);

/* Returns the layout of a set, which owns the layout. */
const struct pgd_layout *pgd_set_layout(const struct pgd_set *set);

/* Returns one line that a user should read, such as that a disk works without O_DIRECT, or "". The set owns the line.
 */
const char *pgd_set_remark(const struct pgd_set *set);

/* Gives the address that the map has for a page. */
pgd_err pgd_set_place(const struct pgd_set *set, const struct pgd_page *page, struct pgd_address *address,
                      struct pgd_error *error);

/* Returns the name of a disk's folder, which the set owns; NULL for a number that no disk has. */
const char *pgd_set_disk(const struct pgd_set *set, size_t disk);

/* Gives the figures of the device of a disk. */
pgd_err pgd_set_figures(struct pgd_set *set, size_t disk, struct pgd_figures *figures, struct pgd_error *error);

/* Keeps a state of BYTES, at most PGD_MAX_STATE_BYTES, in the set's folder, durably, and replaces the kept state. A
 * transform keeps there the state that is needed to continue. */
pgd_err pgd_set_keep(struct pgd_set *set, const void *state, size_t bytes, struct pgd_error *error);

/* Copies the kept state to STATE, which has room for PGD_MAX_STATE_BYTES; *bytes is 0 if no state was kept. */
pgd_err pgd_set_kept(struct pgd_set *set, void *state, size_t *bytes, struct pgd_error *error);

/* --- memory for pages --- */

/* Returns BYTES of memory for pages, which are moved without a copy, also to and from servers of this host; NULL if
 * there is no memory. The address is a multiple of PGD_BUFFER_ALIGNMENT. The caller frees the memory by pgd_buffer_free
 * before closing the set. */
void *pgd_buffer_new(struct pgd_set *set, size_t bytes);

/* Frees memory of pgd_buffer_new. Accepts NULL. */
void pgd_buffer_free(struct pgd_set *set, void *buffer);

/* --- pages --- */
/*
 * Starts to read COUNT pages in generation GENERATION, or PGD_NEWEST, each into its destination of page_bytes. PAGES
 * and DESTINATIONS need not outlive the call. A page that was never written has zeros in generation 0. Returns a
 * handle, never NULL, as the two functions below do: pgd_wait reports all failures.
 */
struct pgd_handle *pgd_start_read_pages(struct pgd_set *set, const struct pgd_page *pages, size_t count,
                                        uint32_t generation, void *const *destinations);

/* Starts to write COUNT pages under GENERATION, 1 or more and not PGD_NEWEST, each from its source. */
struct pgd_handle *pgd_start_write_pages(struct pgd_set *set, const struct pgd_page *pages, size_t count,
                                         uint32_t generation, const void *const *sources);

/*
 * Starts to commit a unit: COUNT pages that were written under GENERATION, or that are still being written. The commit
 * is done when all pages are durable on all disks; the places of their older generations are then spare. Pages that
 * GENERATION has already committed stay unchanged, and release their older places. A resumed run therefore commits
 * finished units once more. A page without this generation is PGD_ERR_GENERATION, and the unit is not committed.
 */
struct pgd_handle *pgd_start_commit_unit(struct pgd_set *set, const struct pgd_page *pages, size_t count,
                                         uint32_t generation);

/* Waits until all pages of the handle are done, frees the handle, and returns the first failure. Accepts NULL. */
pgd_err pgd_wait(struct pgd_handle *handle, struct pgd_error *error);

/* Commits a unit as pgd_start_commit_unit does, and waits for the end. */
pgd_err pgd_commit_unit(struct pgd_set *set, const struct pgd_page *pages, size_t count, uint32_t generation,
                        struct pgd_error *error);

/* Lets the devices read COUNT pages ahead into their caches, as far as there is room. Does not wait. */
pgd_err pgd_prefetch(struct pgd_set *set, const struct pgd_page *pages, size_t count, uint32_t generation,
                     struct pgd_error *error);

/* Gives the newest committed generation of each of COUNT pages; 0 for a page that was never committed. */
pgd_err pgd_generations(struct pgd_set *set, const struct pgd_page *pages, size_t count, uint32_t *generations,
                        struct pgd_error *error);

/* --- boxes of the array --- */

/* Reads a box, in its newest generation, into VALUES: complex doubles in ORDER. */
pgd_err pgd_array_read(struct pgd_set *set, const struct pgd_box *box, pgd_order order, double *values,
                       struct pgd_error *error);

/* Writes a box from VALUES. Pages that the box covers in part keep their other values. Each page keeps its generation,
 * or gets generation 1 if the page was never written. The values are durable after pgd_set_flush. */
pgd_err pgd_array_write(struct pgd_set *set, const struct pgd_box *box, pgd_order order, const double *values,
                        struct pgd_error *error);

/* Lets the devices read the pages of a box ahead. */
pgd_err pgd_array_prefetch(struct pgd_set *set, const struct pgd_box *box, struct pgd_error *error);

/* Copies a block of SHAPE, such as an array page, from one order to another. FROM and TO must not overlap. */
void pgd_transpose(const double *from, pgd_order from_order, double *to, pgd_order to_order, const int64_t shape[3]);

/* Commits the writes of all clients and threads, and waits until they are durable. */
pgd_err pgd_set_flush(struct pgd_set *set, struct pgd_error *error);

/* Copies the newest values of a set into another set of the same domain, and flushes the latter. The two sets may have
 * different pages, maps and disks. The buffers take at most MEMORY bytes (0: 64 MiB). */
pgd_err pgd_set_copy(struct pgd_set *from, struct pgd_set *to, size_t memory, struct pgd_error *error);

/* --- files --- */

/* The layout of the values of a file. */
struct pgd_file {
    int64_t shape[3];
    uint64_t data_offset; /* of the first value */
    int value_bytes;      /* 16: complex double; 8: double */
    int fortran_order;    /* the first index fastest */
};

/* Reads the header of a .npy file of '<c16' or '<f8' and of at most three dimensions; missing first dimensions are 1.
 * Checks that the file has the length that the header gives. */
pgd_err pgd_npy_look(const char *path, struct pgd_file *file, struct pgd_error *error);

/* Reads the header of a .npy file from HEAD, which has the first BYTES of the file and the whole header. FILE_BYTES is
 * the length of the file, and NAME is the name of the file in messages. */
pgd_err pgd_npy_parse(const char *name, const void *head, size_t bytes, uint64_t file_bytes, struct pgd_file *file,
                      struct pgd_error *error);

/* Returns whether PATH is the name of a .npy file, by its end: 1 or 0. */
int pgd_npy_is_name(const char *path);

/* Writes the header of a .npy file of complex doubles in C order to HEAD, and returns its length. */
enum { PGD_NPY_HEAD_BYTES = 128 };
size_t pgd_npy_head(const int64_t shape[3], char head[PGD_NPY_HEAD_BYTES]);

/* Reads a file into the set: a .npy file by its header, every other file as raw complex doubles in natural order, of
 * the array's length. A value that is not finite is PGD_ERR_NAN, with the indexes. MEMORY is that of pgd_set_copy. */
pgd_err pgd_import(struct pgd_set *set, const char *path, size_t memory, struct pgd_error *error);

/* Writes the newest values of the set to a file, with a header if the name ends in ".npy". The name appears when the
 * file is whole. */
pgd_err pgd_export(struct pgd_set *set, const char *path, size_t memory, struct pgd_error *error);

#ifdef __cplusplus
}
#endif

#endif
