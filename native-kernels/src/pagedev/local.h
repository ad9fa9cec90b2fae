/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A page device in this process: a data file and a log in a folder, threads that read and write pages, and one thread
 * that commits.
 *
 * Free threads begin reads and writes in the order of the calls, so a write begins after all reads that were queued
 * before it. A read finds its place in the data file when the read is queued. A write that is queued later uses another
 * place, and does not change the data of the read.
 */
#ifndef SLIPWAY_PAGEDEV_LOCAL_H
#define SLIPWAY_PAGEDEV_LOCAL_H

#include "cache.h"
#include "device.h"
#include "disk.h"
#include "log.h"
#include "table.h"

#include <pthread.h>

enum { PGD_DEFAULT_THREADS = 4, PGD_MAX_THREADS = 64, PGD_STACK_BYTES = 128 * 1024 };

/* A batch of operations. The last finished operation frees the batch. */
struct pgd_batch;

struct pgd_op {
    struct pgd_op *next;
    struct pgd_batch *batch;
    enum pgd_kind kind; /* read, write or prefetch */
    uint64_t index;
    uint32_t place; /* the place that the operation holds; PGD_NO_PLACE: the read gives zeros */
    void *memory;
    bool behind; /* a write from the cache, for which no handle waits */
};

struct pgd_batch {
    struct pgd_handle *handle;
    size_t left;
    struct pgd_op ops[];
};

struct pgd_committing {
    uint64_t index;
    uint32_t place; /* which it holds */
};

struct pgd_commit {
    struct pgd_commit *next;
    struct pgd_handle *handle;
    size_t count;
    struct pgd_committing pages[];
};

struct pgd_local {
    struct pgd_device device;
    struct pgd_disk disk;
    struct pgd_log log; /* the commit thread's, but under `log_lock` for others */
    pthread_mutex_t log_lock;

    pthread_mutex_t lock;   /* protects all fields that follow */
    pthread_cond_t work;    /* a read or write may begin */
    pthread_cond_t commits; /* there is a commit to do */
    pthread_cond_t done;    /* something was done */
    struct pgd_table table;
    struct pgd_cache cache;
    struct pgd_op *first, *last; /* the queue */
    struct pgd_commit *commit_first, *commit_last;
    struct pgd_log_record *releases; /* release records that the next commit writes */
    size_t release_count, release_room;
    size_t reading, writing; /* operations under way */
    double read_since, write_since;
    struct pgd_figures figures;
    struct pgd_fault behind; /* the first failure of a write from the cache */
    struct pgd_fault broken; /* a failure after which no commit is possible */
    bool stopping;

    pthread_t threads[PGD_MAX_THREADS + 1];
    size_t thread_count;
};

/* The size and the folder of a device. */
struct pgd_local_shape {
    const char *folder;
    uint64_t id;
    size_t page_bytes;
    uint64_t pages;
    uint32_t places;
};

/* The files of a device, for pgd_folder_remove. */
extern const char *const pgd_local_files[];

/* Makes the files of a device in an existing folder. After a failure the folder has no such files. */
pgd_err pgd_local_make(const struct pgd_local_shape *shape, struct pgd_error *error);

/* Opens a device with existing files. The caller ends *DEVICE by `close`. */
pgd_err pgd_local_open(const struct pgd_local_shape *shape, const struct pgd_use *use, struct pgd_device **device,
                       struct pgd_error *error);

/* The functions of the threads. ARGUMENT is the struct pgd_local. */
void *pgd_local_moves(void *argument);
void *pgd_local_commits(void *argument);

/* Queue a commit of all items of CALL, or of all written pages; or a release. The caller holds the lock. */
void pgd_local_start_commit(struct pgd_local *local, const struct pgd_call *call, struct pgd_handle *handle);
void pgd_local_start_release(struct pgd_local *local, const struct pgd_call *call, struct pgd_handle *handle);

/* Replaces a log that is much longer than its valid records. The device must have no threads yet. */
pgd_err pgd_local_shorten_log(struct pgd_local *local, struct pgd_error *error);

#endif
