/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the objects of the report's classes. A derived class's struct begins with its parent's. */
#ifndef SLIPWAY_PAGEDEV_CLASSES_H
#define SLIPWAY_PAGEDEV_CLASSES_H

#include "shared.h"
#include "slipway/process.h"

struct PageDevice {
    struct pgd_shared *shared;
    uint64_t client;
    char *folder;
    int64_t cache_pages;
    int64_t extents[3]; /* of array pages; 0: of none */
};

struct ArrayPageDevice {
    struct PageDevice device;
};

struct ArrayDevice {
    struct ArrayPageDevice device;
};

/* What a device is made of. */
struct pgd_device_plan {
    const char *folder;
    int64_t pages, page_bytes, cache_pages;
    int64_t extents[3];
};

/* Returns the bytes of an array page of EXTENTS; 0 where there can be none. */
int64_t pgd_array_page_bytes(const int64_t extents[3]);

/* Begins the state at SELF, which is all zero, and opens its device or shares it. */
pgd_err pgd_page_device_begin(struct PageDevice *self, const struct pgd_device_plan *plan, struct pgd_error *error);

/* Shares the device of that id, which is open in this server. */
pgd_err pgd_page_device_share(struct PageDevice *self, uint64_t id, struct pgd_error *error);

/* Commits what was written, and gives the device up. */
void pgd_page_device_end(struct PageDevice *self);

/* Moves one page, or commits all. */
pgd_err pgd_page_device_read(struct PageDevice *self, int64_t page, void *memory, struct pgd_error *error);
pgd_err pgd_page_device_write(struct PageDevice *self, int64_t page, const void *memory, struct pgd_error *error);
pgd_err pgd_page_device_flush(struct PageDevice *self, struct pgd_error *error);

/* The bytes by which a device is stored, and the state that they make again. */
proc_err pgd_page_device_store(const struct PageDevice *self, void **bytes, size_t *count, struct proc_error *error);
proc_err pgd_page_device_load(struct PageDevice *self, struct proc_bytes stored, struct proc_error *error);

/* Gives what pagedev says to the caller of a method. */
proc_err pgd_method_failed(struct proc_error *error, const struct pgd_error *said);

#endif
