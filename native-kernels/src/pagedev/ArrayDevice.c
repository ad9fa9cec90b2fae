/* SPDX-License-Identifier: Apache-2.0 */
#include "ArrayDevice.h"

#include "classes.h"

#include <stdlib.h>

static struct PageDevice *device_of(struct ArrayDevice *self) {
    return &self->device.device;
}

proc_err ArrayDevice_do_new(struct ArrayDevice **self, struct ArrayDevice_new *call, struct proc_error *error) {
    struct pgd_device_plan plan = {call->folder, call->pages, 0, call->cache_pages, {call->n1, call->n2, call->n3}};
    struct ArrayDevice *fresh = calloc(1, sizeof *fresh);
    struct pgd_error said;
    if (fresh == NULL)
        return proc_fail(error, PROC_ERR_MEMORY, "there is no memory for a device");
    plan.page_bytes = pgd_array_page_bytes(plan.extents);
    if (pgd_page_device_begin(device_of(fresh), &plan, &said) != PGD_OK) {
        ArrayDevice_do_destroy(fresh);
        return pgd_method_failed(error, &said);
    }
    *self = fresh;
    return PROC_OK;
}

void ArrayDevice_do_destroy(struct ArrayDevice *self) {
    pgd_page_device_end(device_of(self));
    free(self);
}

proc_err ArrayDevice_do_read_into_cache(struct ArrayDevice *self, struct ArrayDevice_read_into_cache *call,
                                        struct proc_error *error) {
    const struct pgd_shared *shared = device_of(self)->shared;
    struct pgd_item *items = calloc(call->page_indexes.count + 1, sizeof *items);
    if (items == NULL)
        return proc_fail(error, PROC_ERR_MEMORY, "there is no memory for %zu pages", call->page_indexes.count);
    for (size_t i = 0; i < call->page_indexes.count; i++) {
        items[i].index = (uint64_t)call->page_indexes.at[i];
        if (items[i].index >= shared->pages) {
            free(items);
            return proc_fail(error, PROC_ERR_METHOD, "device %s: has %llu pages, and no page %lld",
                             device_of(self)->folder, (unsigned long long)shared->pages,
                             (long long)call->page_indexes.at[i]);
        }
    }
    const struct pgd_call ahead = {PGD_PREFETCH, PGD_NEWEST, items, call->page_indexes.count};
    shared->device->ops->start(shared->device, &ahead, NULL);
    free(items);
    return PROC_OK;
}

proc_err ArrayDevice_do_cached(struct ArrayDevice *self, struct ArrayDevice_cached *call, struct proc_error *error) {
    struct pgd_device *device = device_of(self)->shared->device;
    struct pgd_figures figures;
    struct pgd_error said;
    if (device->ops->figures(device, &figures, &said) != PGD_OK)
        return pgd_method_failed(error, &said);
    call->hits = (int64_t)figures.cache_hits;
    return PROC_OK;
}

proc_err ArrayDevice_do_store(struct ArrayDevice *self, void **bytes, size_t *count, struct proc_error *error) {
    return pgd_page_device_store(device_of(self), bytes, count, error);
}

proc_err ArrayDevice_do_load(struct ArrayDevice **self, const struct proc_context *at, struct proc_bytes stored,
                             struct proc_error *error) {
    struct ArrayDevice *fresh = calloc(1, sizeof *fresh);
    (void)at;
    if (fresh == NULL)
        return proc_fail(error, PROC_ERR_MEMORY, "there is no memory for a device");
    const proc_err code = pgd_page_device_load(device_of(fresh), stored, error);
    if (code == PROC_OK)
        *self = fresh;
    else
        ArrayDevice_do_destroy(fresh);
    return code;
}
