/* SPDX-License-Identifier: Apache-2.0 */
#include "ArrayPageDevice.h"

#include "PageDevice.h"
#include "classes.h"
#include "reorder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

proc_err ArrayPageDevice_do_new(struct ArrayPageDevice **self, struct ArrayPageDevice_new *call,
                                struct proc_error *error) {
    struct pgd_device_plan plan = {call->folder, call->pages, 0, 0, {call->n1, call->n2, call->n3}};
    struct ArrayPageDevice *fresh = calloc(1, sizeof *fresh);
    struct pgd_error said;
    if (fresh == NULL)
        return proc_fail(error, PROC_ERR_MEMORY, "there is no memory for a device");
    plan.page_bytes = pgd_array_page_bytes(plan.extents);
    if (pgd_page_device_begin(&fresh->device, &plan, &said) != PGD_OK) {
        ArrayPageDevice_do_destroy(fresh);
        return pgd_method_failed(error, &said);
    }
    *self = fresh;
    return PROC_OK;
}

/* The state begins by asking the living device for the id, by which this server knows the device. */
static proc_err begin_attached(struct ArrayPageDevice *fresh, struct ArrayPageDevice_attach *call,
                               struct proc_error *error) {
    const int64_t extents[3] = {call->n1, call->n2, call->n3};
    struct pgd_error said;
    int64_t pages, page_bytes;
    uint64_t id;
    const proc_err code = PageDevice_shape(call->device, &pages, &page_bytes, &id, error);
    if (code != PROC_OK)
        return code;
    if (call->device.server != proc_self(call->at).server)
        return proc_fail(error, PROC_ERR_METHOD, "the device is at server %u; create this object there, to share it",
                         call->device.server);
    if (pgd_array_page_bytes(extents) != page_bytes)
        return proc_fail(error, PROC_ERR_METHOD, "a page of %lldx%lldx%lld is not one of %lld bytes",
                         (long long)call->n1, (long long)call->n2, (long long)call->n3, (long long)page_bytes);
    memcpy(fresh->device.extents, extents, sizeof extents);
    return pgd_page_device_share(&fresh->device, id, &said) == PGD_OK ? PROC_OK : pgd_method_failed(error, &said);
}

proc_err ArrayPageDevice_do_attach(struct ArrayPageDevice **self, struct ArrayPageDevice_attach *call,
                                   struct proc_error *error) {
    struct ArrayPageDevice *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL)
        return proc_fail(error, PROC_ERR_MEMORY, "there is no memory for a device");
    const proc_err code = begin_attached(fresh, call, error);
    if (code == PROC_OK)
        *self = fresh;
    else
        ArrayPageDevice_do_destroy(fresh);
    return code;
}

void ArrayPageDevice_do_destroy(struct ArrayPageDevice *self) {
    pgd_page_device_end(&self->device);
    free(self);
}

/* --- pages in another order --- */

static const int64_t *shape_of(const struct ArrayPageDevice *self) {
    return self->device.extents;
}

static double *page_memory(const struct ArrayPageDevice *self, struct proc_error *error) {
    void *memory = NULL;
    if (posix_memalign(&memory, PGD_BUFFER_ALIGNMENT, self->device.shared->page_bytes) == 0)
        return memory;
    proc_fail(error, PROC_ERR_MEMORY, "there is no memory for a page of %zu bytes", self->device.shared->page_bytes);
    return NULL;
}

static proc_err write_ordered(struct ArrayPageDevice *self, struct proc_bytes page, int64_t index, pgd_order order,
                              struct proc_error *error) {
    struct pgd_error said;
    const int64_t *shape = shape_of(self);
    if (page.bytes != self->device.shared->page_bytes)
        return proc_fail(error, PROC_ERR_METHOD, "device %s: a page has %zu bytes, not %zu", self->device.folder,
                         self->device.shared->page_bytes, page.bytes);
    double *memory = page_memory(self, error);
    if (memory == NULL)
        return PROC_ERR_MEMORY;
    pgd_reorder(pgd_view_of(memory, shape, PGD_NATURAL), pgd_view_of((void *)page.at, shape, order), shape);
    const pgd_err code = pgd_page_device_write(&self->device, index, memory, &said);
    free(memory);
    return code == PGD_OK ? PROC_OK : pgd_method_failed(error, &said);
}

static proc_err read_ordered(struct ArrayPageDevice *self, struct proc_into *page, int64_t index, pgd_order order,
                             struct proc_error *error) {
    struct pgd_error said;
    const int64_t *shape = shape_of(self);
    if (page->room < self->device.shared->page_bytes)
        return proc_fail(error, PROC_ERR_METHOD, "device %s: a page has %zu bytes, more than the %zu it has room in",
                         self->device.folder, self->device.shared->page_bytes, page->room);
    double *memory = page_memory(self, error);
    if (memory == NULL)
        return PROC_ERR_MEMORY;
    const pgd_err code = pgd_page_device_read(&self->device, index, memory, &said);
    if (code == PGD_OK)
        pgd_reorder(pgd_view_of(page->at, shape, order), pgd_view_of(memory, shape, PGD_NATURAL), shape);
    free(memory);
    page->bytes = code == PGD_OK ? self->device.shared->page_bytes : 0;
    return code == PGD_OK ? PROC_OK : pgd_method_failed(error, &said);
}

proc_err ArrayPageDevice_do_write_transpose13(struct ArrayPageDevice *self,
                                              struct ArrayPageDevice_write_transpose13 *call,
                                              struct proc_error *error) {
    return write_ordered(self, call->page, call->page_index, PGD_TRANSPOSED_13, error);
}

proc_err ArrayPageDevice_do_read_transpose13(struct ArrayPageDevice *self,
                                             struct ArrayPageDevice_read_transpose13 *call, struct proc_error *error) {
    return read_ordered(self, &call->page, call->page_index, PGD_TRANSPOSED_13, error);
}

proc_err ArrayPageDevice_do_write_transpose23(struct ArrayPageDevice *self,
                                              struct ArrayPageDevice_write_transpose23 *call,
                                              struct proc_error *error) {
    return write_ordered(self, call->page, call->page_index, PGD_TRANSPOSED_23, error);
}

proc_err ArrayPageDevice_do_read_transpose23(struct ArrayPageDevice *self,
                                             struct ArrayPageDevice_read_transpose23 *call, struct proc_error *error) {
    return read_ordered(self, &call->page, call->page_index, PGD_TRANSPOSED_23, error);
}

/* --- pages computed with, where they are --- */

proc_err ArrayPageDevice_do_norm(struct ArrayPageDevice *self, struct ArrayPageDevice_norm *call,
                                 struct proc_error *error) {
    const size_t count = self->device.shared->page_bytes / sizeof(double);
    struct pgd_error said;
    double sum = 0, *memory = page_memory(self, error);
    if (memory == NULL)
        return PROC_ERR_MEMORY;
    const pgd_err code = pgd_page_device_read(&self->device, call->page_index, memory, &said);
    for (size_t i = 0; i < count && code == PGD_OK; i++)
        sum += memory[i] * memory[i];
    free(memory);
    call->norm = sqrt(sum);
    return code == PGD_OK ? PROC_OK : pgd_method_failed(error, &said);
}

proc_err ArrayPageDevice_do_scale(struct ArrayPageDevice *self, struct ArrayPageDevice_scale *call,
                                  struct proc_error *error) {
    const size_t count = self->device.shared->page_bytes / sizeof(double);
    struct pgd_error said;
    double *memory = page_memory(self, error);
    if (memory == NULL)
        return PROC_ERR_MEMORY;
    pgd_err code = pgd_page_device_read(&self->device, call->page_index, memory, &said);
    for (size_t i = 0; i < count && code == PGD_OK; i++)
        memory[i] *= call->factor;
    if (code == PGD_OK)
        code = pgd_page_device_write(&self->device, call->page_index, memory, &said);
    free(memory);
    return code == PGD_OK ? PROC_OK : pgd_method_failed(error, &said);
}

proc_err ArrayPageDevice_do_store(struct ArrayPageDevice *self, void **bytes, size_t *count, struct proc_error *error) {
    return pgd_page_device_store(&self->device, bytes, count, error);
}

proc_err ArrayPageDevice_do_load(struct ArrayPageDevice **self, const struct proc_context *at, struct proc_bytes stored,
                                 struct proc_error *error) {
    struct ArrayPageDevice *fresh = calloc(1, sizeof *fresh);
    (void)at;
    if (fresh == NULL)
        return proc_fail(error, PROC_ERR_MEMORY, "there is no memory for a device");
    const proc_err code = pgd_page_device_load(&fresh->device, stored, error);
    if (code == PROC_OK)
        *self = fresh;
    else
        ArrayPageDevice_do_destroy(fresh);
    return code;
}
