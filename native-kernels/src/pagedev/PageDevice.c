/* SPDX-License-Identifier: Apache-2.0 */
#include "PageDevice.h"

#include "classes.h"

#include <stdlib.h>

proc_err PageDevice_do_new(struct PageDevice **self, struct PageDevice_new *call, struct proc_error *error) {
    const struct pgd_device_plan plan = {call->folder, call->pages, call->page_bytes, 0, {0, 0, 0}};
    struct PageDevice *fresh = calloc(1, sizeof *fresh);
    struct pgd_error said;
    if (fresh == NULL)
        return proc_fail(error, PROC_ERR_MEMORY, "there is no memory for a device");
    if (pgd_page_device_begin(fresh, &plan, &said) != PGD_OK) {
        PageDevice_do_destroy(fresh);
        return pgd_method_failed(error, &said);
    }
    *self = fresh;
    return PROC_OK;
}

void PageDevice_do_destroy(struct PageDevice *self) {
    pgd_page_device_end(self);
    free(self);
}

proc_err PageDevice_do_write(struct PageDevice *self, struct PageDevice_write *call, struct proc_error *error) {
    struct pgd_error said;
    if (call->page.bytes != self->shared->page_bytes)
        return proc_fail(error, PROC_ERR_METHOD, "device %s: a page has %zu bytes, not %zu", self->folder,
                         self->shared->page_bytes, call->page.bytes);
    return pgd_page_device_write(self, call->page_index, call->page.at, &said) == PGD_OK
               ? PROC_OK
               : pgd_method_failed(error, &said);
}

proc_err PageDevice_do_read(struct PageDevice *self, struct PageDevice_read *call, struct proc_error *error) {
    struct pgd_error said;
    if (call->page.room < self->shared->page_bytes)
        return proc_fail(error, PROC_ERR_METHOD, "device %s: a page has %zu bytes, more than the %zu it has room in",
                         self->folder, self->shared->page_bytes, call->page.room);
    if (pgd_page_device_read(self, call->page_index, call->page.at, &said) != PGD_OK)
        return pgd_method_failed(error, &said);
    call->page.bytes = self->shared->page_bytes;
    return PROC_OK;
}

proc_err PageDevice_do_flush(struct PageDevice *self, struct PageDevice_flush *call, struct proc_error *error) {
    struct pgd_error said;
    (void)call;
    return pgd_page_device_flush(self, &said) == PGD_OK ? PROC_OK : pgd_method_failed(error, &said);
}

proc_err PageDevice_do_shape(struct PageDevice *self, struct PageDevice_shape *call, struct proc_error *error) {
    (void)error;
    call->pages = (int64_t)self->shared->pages;
    call->page_bytes = (int64_t)self->shared->page_bytes;
    call->id = self->shared->id;
    return PROC_OK;
}

proc_err PageDevice_do_store(struct PageDevice *self, void **bytes, size_t *count, struct proc_error *error) {
    return pgd_page_device_store(self, bytes, count, error);
}

proc_err PageDevice_do_load(struct PageDevice **self, const struct proc_context *at, struct proc_bytes stored,
                            struct proc_error *error) {
    struct PageDevice *fresh = calloc(1, sizeof *fresh);
    (void)at;
    if (fresh == NULL)
        return proc_fail(error, PROC_ERR_MEMORY, "there is no memory for a device");
    const proc_err code = pgd_page_device_load(fresh, stored, error);
    if (code == PROC_OK)
        *self = fresh;
    else
        PageDevice_do_destroy(fresh);
    return code;
}
