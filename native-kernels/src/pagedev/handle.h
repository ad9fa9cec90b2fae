/* SPDX-License-Identifier: Apache-2.0 */
/* A handle waits for a number of answers of devices, and keeps the first failure among them. */
#ifndef SLIPWAY_PAGEDEV_HANDLE_H
#define SLIPWAY_PAGEDEV_HANDLE_H

#include "internal.h"

/* Something that is under way elsewhere, and whose answers whoever waits for the handle has to bring. */
struct pgd_errand {
    struct pgd_errand *next;
    /* Waits for the answers, gives them to the handle, and frees the errand. */
    void (*finish)(struct pgd_errand *errand, struct pgd_handle *handle);
};

/* Returns a handle without any answers to wait for; one that fails for want of memory where there is none. */
struct pgd_handle *pgd_handle_new(struct pgd_set *set);

/* Has the handle wait for COUNT answers more. Called before the call that brings them is started. */
void pgd_handle_expect(struct pgd_handle *handle, size_t count);

/* Gives the handle, which is still its starter's alone, an errand. */
void pgd_handle_add(struct pgd_handle *handle, struct pgd_errand *errand);

/* Gives a handle COUNT answers; with FAULT, of disk DISK, they are failures. HANDLE may be NULL. */
void pgd_handle_done(struct pgd_handle *handle, size_t count, uint32_t disk, const struct pgd_fault *fault);

/* Waits for all answers, and frees the handle. Returns the first failure as the device says it. */
pgd_err pgd_handle_finish(struct pgd_handle *handle, struct pgd_fault *fault);

/* Whether this is the handle that stands for want of memory, to which no call may be added. */
bool pgd_handle_is_none(const struct pgd_handle *handle);

/* Has pgd_wait start a release of PAGES, COUNT of them, in GENERATION, when all else is done without failure. Keeps a
 * copy of PAGES; returns whether there was memory for it. */
bool pgd_handle_then_release(struct pgd_handle *handle, const struct pgd_page *pages, size_t count,
                             uint32_t generation);

#endif
