/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The log of a page device: which place holds which page in which generation, in records that are appended and never
 * overwritten. Records come in batches; a batch that a crash tore is dropped as far as it is torn, and damage anywhere
 * else is told.
 *
 * The file: a head of PGD_LOG_HEAD_BYTES (struct pgd_log_head), then records of PGD_LOG_RECORD_BYTES (struct
 * pgd_log_record), both in the order of bytes of little-endian processors.
 */
#ifndef SLIPWAY_PAGEDEV_LOG_H
#define SLIPWAY_PAGEDEV_LOG_H

#include "internal.h"

enum { PGD_LOG_HEAD_BYTES = 64, PGD_LOG_RECORD_BYTES = 56 };

enum {
    PGD_LOG_COMMIT = 1, /* the page is at the place, in the generation */
    PGD_LOG_RELEASE = 2 /* what the page was before that generation is spare */
};

struct pgd_log_head {
    char magic[16];
    uint64_t id; /* the device's: its set's id and its number */
    uint64_t page_bytes, page_count;
    uint64_t unused[2];
    uint64_t check; /* the checksum of what stands before */
};

struct pgd_log_record {
    uint32_t kind;
    uint32_t generation;
    uint64_t index;
    uint32_t place;
    uint32_t batch;  /* counts from 1 */
    uint64_t sum;    /* of the page's bytes */
    uint64_t left;   /* how many records of the batch come after this one */
    uint64_t number; /* of the record in the log, from 0 */
    uint64_t check;  /* the checksum of what stands before, with the log's id */
};

struct pgd_log {
    char *path;
    int fd; /* -1: none; it holds the lock */
    struct pgd_log_head head;
    uint64_t count;                 /* records */
    uint32_t batch;                 /* the last one's number */
    struct pgd_log_record *waiting; /* to be appended with the next batch */
    size_t waiting_count, waiting_room;
};

/* Takes each record of a log in its order. Returns a failure to stop. */
typedef pgd_err (*pgd_log_take)(void *context, const struct pgd_log_record *record, struct pgd_error *error);

/* Makes a log in FOLDER. Ends LOG with pgd_log_close, also after a failure, which leaves no file. */
pgd_err pgd_log_create(const char *folder, uint64_t id, uint64_t page_bytes, uint64_t page_count, struct pgd_log *log,
                       struct pgd_error *error);

/* Opens the log in FOLDER, locks it, and hands all its records to TAKE. id, page_bytes and page_count of log->head say
 * whose it must be. */
pgd_err pgd_log_open(const char *folder, struct pgd_log *log, pgd_log_take take, void *context,
                     struct pgd_error *error);

/* Adds a record to those that are appended next; only kind, generation, index, place and sum are looked at. */
pgd_err pgd_log_add(struct pgd_log *log, const struct pgd_log_record *record, struct pgd_error *error);

/* Appends the records that were added, durably. After a failure none of them counts, and the log is as it was. */
pgd_err pgd_log_append(struct pgd_log *log, struct pgd_error *error);

/*
 * Puts a new log of the records that were added in the place of this one: a log that has grown too long. After a
 * failure the log is as it was.
 */
pgd_err pgd_log_renew(struct pgd_log *log, struct pgd_error *error);

/*
 * Finds the last record whose sum is SUM; tells in *FOUND whether there is one. For messages about pages that are not
 * what they should be.
 */
void pgd_log_find(const struct pgd_log *log, uint64_t sum, struct pgd_log_record *record, bool *found);

/* Closes the log. Accepts a log that is all zero but for an `fd` of -1. */
void pgd_log_close(struct pgd_log *log);

/* The check of a record of a log of that id. */
uint64_t pgd_log_check(uint64_t id, const struct pgd_log_record *record);

#endif
