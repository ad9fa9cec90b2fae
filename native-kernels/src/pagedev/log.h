/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The log of a page device, which records the place and the generation of each page. Records are appended in batches
 * and never overwritten. If a crash tore the last batch, the records from the torn one on are dropped. Any other damage
 * is an error.
 *
 * The file has a head of PGD_LOG_HEAD_BYTES (struct pgd_log_head), then records of PGD_LOG_RECORD_BYTES (struct
 * pgd_log_record). Both are little-endian.
 */
#ifndef SLIPWAY_PAGEDEV_LOG_H
#define SLIPWAY_PAGEDEV_LOG_H

#include "internal.h"

enum { PGD_LOG_HEAD_BYTES = 64, PGD_LOG_RECORD_BYTES = 56 };

enum {
    PGD_LOG_COMMIT = 1, /* the page has this generation at this place */
    PGD_LOG_RELEASE = 2 /* the version of the page before this generation is spare */
};

struct pgd_log_head {
    char magic[16];
    uint64_t id; /* the id of the device, which combines the id of the set and the number of the disk */
    uint64_t page_bytes, page_count;
    uint64_t unused[2];
    uint64_t check; /* the checksum of the fields before this one */
};

struct pgd_log_record {
    uint32_t kind;
    uint32_t generation;
    uint64_t index;
    uint32_t place;
    uint32_t batch;  /* counts from 1 */
    uint64_t sum;    /* the checksum of the bytes of the page */
    uint64_t left;   /* number of records of the batch after this record */
    uint64_t number; /* the number of the record in the log, from 0 */
    uint64_t check;  /* the checksum of the fields before this one, with the id of the log */
};

struct pgd_log {
    char *path;
    int fd; /* the descriptor, which holds the lock; -1: no log is open */
    struct pgd_log_head head;
    uint64_t count;                 /* records */
    uint32_t batch;                 /* the number of the last batch */
    struct pgd_log_record *waiting; /* records that the next batch appends */
    size_t waiting_count, waiting_room;
};

/* Receives the records of a log one by one, in order. A failure stops the reading. */
typedef pgd_err (*pgd_log_take)(void *context, const struct pgd_log_record *record, struct pgd_error *error);

/* Makes a log in FOLDER. Ends LOG with pgd_log_close, also after a failure, which leaves no file. */
pgd_err pgd_log_create(const char *folder, uint64_t id, uint64_t page_bytes, uint64_t page_count, struct pgd_log *log,
                       struct pgd_error *error);

/* Opens and locks the log in FOLDER, and passes all records to TAKE. Refuses a log with another id, page_bytes or
 * page_count than log->head has. */
pgd_err pgd_log_open(const char *folder, struct pgd_log *log, pgd_log_take take, void *context,
                     struct pgd_error *error);

/* Adds a record to the next batch. Uses only kind, generation, index, place and sum of RECORD. */
pgd_err pgd_log_add(struct pgd_log *log, const struct pgd_log_record *record, struct pgd_error *error);

/* Appends the added records, durably. After a failure no added record counts, and the log is unchanged. */
pgd_err pgd_log_append(struct pgd_log *log, struct pgd_error *error);

/* Replaces a log that has grown too long by a new log of the added records. After a failure the log is unchanged. */
pgd_err pgd_log_renew(struct pgd_log *log, struct pgd_error *error);

/* Finds the last record with the checksum SUM. Sets *FOUND to whether there is one. Messages about damaged pages use
 * this function. */
void pgd_log_find(const struct pgd_log *log, uint64_t sum, struct pgd_log_record *record, bool *found);

/* Closes the log. Accepts a log that is all zero but for an `fd` of -1. */
void pgd_log_close(struct pgd_log *log);

/* Returns the value of the field `check` of a record in the log with the id ID. */
uint64_t pgd_log_check(uint64_t id, const struct pgd_log_record *record);

#endif
