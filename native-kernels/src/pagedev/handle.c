/* SPDX-License-Identifier: Apache-2.0 */
#include "handle.h"

#include "device.h"
#include "set.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The release that follows a commit when all devices have committed. */
struct pgd_release {
    struct pgd_page *pages;
    size_t count;
    uint32_t generation;
};

struct pgd_handle {
    struct pgd_set *set;
    pthread_mutex_t lock; /* protects the fields that follow */
    pthread_cond_t changed;
    size_t pending;
    uint32_t disk; /* the disk of the fault */
    struct pgd_fault fault;
    struct pgd_errand *errands, **last_errand; /* in the order of their calls; only the starting thread uses them */
    struct pgd_release release;
};

static struct pgd_handle none = {.fault = {.error = {PGD_ERR_MEMORY, "no memory for a handle"}, .index = PGD_NO_INDEX}};

struct pgd_handle *pgd_handle_new(struct pgd_set *set) {
    struct pgd_handle *handle = calloc(1, sizeof *handle);
    if (handle == NULL)
        return &none;
    handle->set = set;
    handle->fault.index = PGD_NO_INDEX;
    handle->last_errand = &handle->errands;
    pthread_mutex_init(&handle->lock, NULL);
    pthread_cond_init(&handle->changed, NULL);
    return handle;
}

bool pgd_handle_is_none(const struct pgd_handle *handle) {
    return handle == &none;
}

void pgd_handle_expect(struct pgd_handle *handle, size_t count) {
    pthread_mutex_lock(&handle->lock);
    handle->pending += count;
    pthread_mutex_unlock(&handle->lock);
}

void pgd_handle_add(struct pgd_handle *handle, struct pgd_errand *errand) {
    errand->next = NULL;
    *handle->last_errand = errand;
    handle->last_errand = &errand->next;
}

void pgd_handle_done(struct pgd_handle *handle, size_t count, uint32_t disk, const struct pgd_fault *fault) {
    if (handle == NULL)
        return;
    pthread_mutex_lock(&handle->lock);
    if (fault != NULL && handle->fault.error.code == PGD_OK) {
        handle->fault = *fault;
        handle->disk = disk;
    }
    handle->pending -= count;
    if (handle->pending == 0)
        pthread_cond_broadcast(&handle->changed);
    pthread_mutex_unlock(&handle->lock);
}

bool pgd_handle_then_release(struct pgd_handle *handle, const struct pgd_page *pages, size_t count,
                             uint32_t generation) {
    struct pgd_page *copy = malloc((count > 0 ? count : 1) * sizeof *copy);
    if (copy == NULL)
        return false;
    memcpy(copy, pages, count * sizeof *copy);
    handle->release.pages = copy;
    handle->release.count = count;
    handle->release.generation = generation;
    return true;
}

/* Writes the page of the array, and then the text of the device, into ERROR. */
static pgd_err tell(const struct pgd_handle *handle, struct pgd_error *error) {
    const struct pgd_fault *fault = &handle->fault;
    struct pgd_page page;
    if (fault->error.code == PGD_OK)
        return PGD_OK;
    if (fault->index == PGD_NO_INDEX || !pgd_set_find(handle->set, handle->disk, (uint64_t)fault->index, &page))
        return pgd_fail(error, fault->error.code, "%s", fault->error.text);
    return pgd_fail(error, fault->error.code, "array page (%lld, %lld, %lld): %s", (long long)page.at[0],
                    (long long)page.at[1], (long long)page.at[2], fault->error.text);
}

static void run_errands(struct pgd_handle *handle) {
    struct pgd_errand *errand = handle->errands;
    handle->errands = NULL;
    handle->last_errand = &handle->errands;
    while (errand != NULL) {
        struct pgd_errand *next = errand->next;
        errand->finish(errand, handle);
        errand = next;
    }
}

static void wait_answers(struct pgd_handle *handle) {
    run_errands(handle);
    pthread_mutex_lock(&handle->lock);
    while (handle->pending > 0)
        pthread_cond_wait(&handle->changed, &handle->lock);
    pthread_mutex_unlock(&handle->lock);
}

static void free_handle(struct pgd_handle *handle) {
    pthread_mutex_destroy(&handle->lock);
    pthread_cond_destroy(&handle->changed);
    free(handle->release.pages);
    free(handle);
}

pgd_err pgd_handle_finish(struct pgd_handle *handle, struct pgd_fault *fault) {
    if (pgd_handle_is_none(handle)) {
        *fault = none.fault;
        return fault->error.code;
    }
    wait_answers(handle);
    *fault = handle->fault;
    free_handle(handle);
    return fault->error.code;
}

pgd_err pgd_wait(struct pgd_handle *handle, struct pgd_error *error) {
    if (handle == NULL)
        return PGD_OK;
    if (pgd_handle_is_none(handle))
        return pgd_fail(error, none.fault.error.code, "%s", none.fault.error.text);
    wait_answers(handle);
    if (handle->fault.error.code == PGD_OK && handle->release.pages != NULL) {
        pgd_set_release(handle->set, handle->release.pages, handle->release.count, handle->release.generation, handle);
        wait_answers(handle);
    }
    const pgd_err code = tell(handle, error);
    free_handle(handle);
    return code;
}
