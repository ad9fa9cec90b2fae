/* SPDX-License-Identifier: Apache-2.0 */
/* A handle waits for a number of answers of devices, and keeps the first failure. */
#ifndef SLIPWAY_PAGEDEV_HANDLE_H
#define SLIPWAY_PAGEDEV_HANDLE_H

#include "internal.h"

/* Work that is under way in another process. The thread that waits for the handle also fetches the answers of its
 * errands. */
struct pgd_errand {
    struct pgd_errand *next;
    /* Waits for the answers, gives them to the handle, and frees the errand. */
    void (*finish)(struct pgd_errand *errand, struct pgd_handle *handle);
};

/* Returns a handle without expected answers. If there is no memory, returns a fixed handle that fails with
 * PGD_ERR_MEMORY. */
struct pgd_handle *pgd_handle_new(struct pgd_set *set);

/* Lets the handle expect COUNT more answers. Call this before the start of the call that brings the answers. */
void pgd_handle_expect(struct pgd_handle *handle, size_t count);

/* Adds an errand to a handle that only its starting thread knows yet. */
void pgd_handle_add(struct pgd_handle *handle, struct pgd_errand *errand);

/* Gives COUNT answers to a handle. With FAULT, they are failures of the disk DISK. HANDLE may be NULL. */
void pgd_handle_done(struct pgd_handle *handle, size_t count, uint32_t disk, const struct pgd_fault *fault);

/* Waits for all answers, and frees the handle. Returns the first failure, as the device has reported it. */
pgd_err pgd_handle_finish(struct pgd_handle *handle, struct pgd_fault *fault);

/* Returns whether this is the fixed handle for a lack of memory. No call may be added to that handle. */
bool pgd_handle_is_none(const struct pgd_handle *handle);

/* Lets pgd_wait start a release of COUNT PAGES in GENERATION, after all answers, if there was no failure. Keeps a copy
 * of PAGES. Returns whether there was memory for the copy. */
bool pgd_handle_then_release(struct pgd_handle *handle, const struct pgd_page *pages, size_t count,
                             uint32_t generation);

#endif
