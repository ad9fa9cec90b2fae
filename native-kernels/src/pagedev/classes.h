/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the objects of the classes of the report. The struct of a derived class begins with the struct of its
 * parent. */
#ifndef SLIPWAY_PAGEDEV_CLASSES_H
#define SLIPWAY_PAGEDEV_CLASSES_H

#include "shared.h"
#include "slipway/process.h"

struct PageDevice {
    struct pgd_shared *shared;
    uint64_t client;
    char *folder;
    int64_t cache_pages;
    int64_t extents[3]; /* the size of an array page; all 0: the device has no array pages */
};

struct ArrayPageDevice {
    struct PageDevice device;
};

struct ArrayDevice {
    struct ArrayPageDevice device;
};

/* The parameters of a new device. */
struct pgd_device_plan {
    const char *folder;
    int64_t pages, page_bytes, cache_pages;
    int64_t extents[3];
};

/* Returns the bytes of an array page of EXTENTS, or 0 if no page can have these extents. */
int64_t pgd_array_page_bytes(const int64_t extents[3]);

/* Fills the state SELF, which is all zero, and opens the device, or shares a device that is open already. */
pgd_err pgd_page_device_begin(struct PageDevice *self, const struct pgd_device_plan *plan, struct pgd_error *error);

/* Lets SELF share the device with the id ID, which is open in this server. */
pgd_err pgd_page_device_share(struct PageDevice *self, uint64_t id, struct pgd_error *error);

/* Commits all written pages, and releases the device. */
void pgd_page_device_end(struct PageDevice *self);

/* Read or write one page, or commit all written pages. */
pgd_err pgd_page_device_read(struct PageDevice *self, int64_t page, void *memory, struct pgd_error *error);
pgd_err pgd_page_device_write(struct PageDevice *self, int64_t page, const void *memory, struct pgd_error *error);
pgd_err pgd_page_device_flush(struct PageDevice *self, struct pgd_error *error);

/* Store the state of a device as bytes, which the caller frees, or make the state from stored bytes. */
proc_err pgd_page_device_store(const struct PageDevice *self, void **bytes, size_t *count, struct proc_error *error);
proc_err pgd_page_device_load(struct PageDevice *self, struct proc_bytes stored, struct proc_error *error);

/* Reports the error SAID of pagedev to the caller of a method. Returns the code. */
proc_err pgd_method_failed(struct proc_error *error, const struct pgd_error *said);

#endif
