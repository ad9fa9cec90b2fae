/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The data file of a page device: places of equal size, each of which has room for one page. Reads and writes go past
 * the system's page cache (O_DIRECT) where the file system can, and several threads may do so at once.
 */
#ifndef SLIPWAY_PAGEDEV_DISK_H
#define SLIPWAY_PAGEDEV_DISK_H

#include "internal.h"

struct pgd_disk {
    char *folder; /* for messages */
    int fd;       /* -1: none */
    bool direct;  /* past the page cache */
    size_t page_bytes, place_bytes;
    _Atomic uint32_t places; /* how many the file has room for */
};

/* No place. Places count from 1. */
enum { PGD_NO_PLACE = 0 };

/* Returns the room that a page of BYTES takes on a disk. */
size_t pgd_place_bytes(size_t page_bytes);

/* Makes the data file in FOLDER, with PLACES of room for pages of PAGE_BYTES. Ends DISK with pgd_disk_close, also after
 * a failure, which leaves no file. */
pgd_err pgd_disk_create(const char *folder, size_t page_bytes, uint32_t places, struct pgd_disk *disk,
                        struct pgd_error *error);

/* Opens the data file. PAGE_CACHE: without O_DIRECT. */
pgd_err pgd_disk_open(const char *folder, size_t page_bytes, bool page_cache, struct pgd_disk *disk,
                      struct pgd_error *error);

/* Gives the file room for MORE places. */
pgd_err pgd_disk_grow(struct pgd_disk *disk, uint32_t more, struct pgd_error *error);

/*
 * Read or write one page at PLACE. SPARE points to memory of a thread's own, NULL at first, that takes the page where
 * MEMORY does not fit O_DIRECT; the thread frees it in the end.
 */
pgd_err pgd_disk_read(const struct pgd_disk *disk, uint32_t place, void *memory, void **spare, struct pgd_error *error);
pgd_err pgd_disk_write(const struct pgd_disk *disk, uint32_t place, const void *memory, void **spare,
                       struct pgd_error *error);

/* Makes all that was written durable. */
pgd_err pgd_disk_sync(const struct pgd_disk *disk, struct pgd_error *error);

/* Closes the file. Accepts a disk that is all zero but for an `fd` of -1. */
void pgd_disk_close(struct pgd_disk *disk);

#endif
