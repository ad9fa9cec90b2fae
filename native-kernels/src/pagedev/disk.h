/* SPDX-License-Identifier: Apache-2.0 */
/* The data file of a page device. The file has places of equal size, each with room for one page. Reads and writes
 * bypass the page cache of the system (O_DIRECT) if the file system can do this. Several threads may read and write at
 * once. */
#ifndef SLIPWAY_PAGEDEV_DISK_H
#define SLIPWAY_PAGEDEV_DISK_H

#include "internal.h"

struct pgd_disk {
    char *folder; /* the folder, for messages */
    int fd;       /* the descriptor; -1: no file is open */
    bool direct;  /* reads and writes bypass the page cache */
    size_t page_bytes, place_bytes;
    _Atomic uint32_t places; /* number of places in the file */
};

/* Stands for no place. Places count from 1. */
enum { PGD_NO_PLACE = 0 };

/* Returns the number of bytes that a page of PAGE_BYTES takes on a disk. */
size_t pgd_place_bytes(size_t page_bytes);

/* Makes the data file in FOLDER, with PLACES places for pages of PAGE_BYTES. A failure leaves no file. The caller ends
 * DISK with pgd_disk_close, also after a failure. */
pgd_err pgd_disk_create(const char *folder, size_t page_bytes, uint32_t places, struct pgd_disk *disk,
                        struct pgd_error *error);

/* Opens the data file. PAGE_CACHE: without O_DIRECT. */
pgd_err pgd_disk_open(const char *folder, size_t page_bytes, bool page_cache, struct pgd_disk *disk,
                      struct pgd_error *error);

/* Adds room for MORE places to the file. */
pgd_err pgd_disk_grow(struct pgd_disk *disk, uint32_t more, struct pgd_error *error);

/* Read or write one page at PLACE. If MEMORY does not fit O_DIRECT, the page passes through *SPARE, memory of the
 * calling thread. *SPARE is NULL at first, and the thread frees the memory at its end. */
pgd_err pgd_disk_read(const struct pgd_disk *disk, uint32_t place, void *memory, void **spare, struct pgd_error *error);
pgd_err pgd_disk_write(const struct pgd_disk *disk, uint32_t place, const void *memory, void **spare,
                       struct pgd_error *error);

/* Makes all finished writes durable. */
pgd_err pgd_disk_sync(const struct pgd_disk *disk, struct pgd_error *error);

/* Closes the file. Accepts a disk that is all zero but for an `fd` of -1. */
void pgd_disk_close(struct pgd_disk *disk);

#endif
