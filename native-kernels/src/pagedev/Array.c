/* SPDX-License-Identifier: Apache-2.0 */
#include "Array.h"

#include "classes.h"
#include "set.h"
#include "shape.h"
#include "slipway/process_world.h"

#include <stdlib.h>
#include <string.h>

struct Array {
    struct pgd_set *set; /* NULL: not open */
    size_t cache_pages;
};

static proc_err open_set(struct Array *self, struct proc_world *world, const char *folder, size_t cache_pages,
                         struct proc_error *error) {
    const struct pgd_use use = {.world = world, .cache_pages = cache_pages};
    struct pgd_error said;
    self->cache_pages = cache_pages;
    return pgd_set_open(folder, &use, &self->set, &said) == PGD_OK ? PROC_OK : pgd_method_failed(error, &said);
}

static proc_err begin(struct Array **self, const struct proc_context *at, const char *folder, int64_t cache_pages,
                      struct proc_error *error) {
    struct Array *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL || cache_pages < 0) {
        free(fresh);
        return proc_fail(error, cache_pages < 0 ? PROC_ERR_METHOD : PROC_ERR_MEMORY,
                         "an array with a cache of %lld pages cannot be made", (long long)cache_pages);
    }
    const proc_err code = open_set(fresh, proc_here(at), folder, (size_t)cache_pages, error);
    if (code == PROC_OK)
        *self = fresh;
    else
        free(fresh);
    return code;
}

proc_err Array_do_new(struct Array **self, struct Array_new *call, struct proc_error *error) {
    return begin(self, call->at, call->folder, call->cache_pages, error);
}

/* Abandons the set, because all writes of this class are durable when their call returns, and because the servers of
 * the disks may have ended already at the end of a world. */
void Array_do_destroy(struct Array *self) {
    pgd_set_abandon(self->set);
    free(self);
}

/* Makes a box of its six numbers. */
static bool box_of(struct proc_i64s numbers, struct pgd_box *box, struct proc_error *error) {
    if (numbers.count != 6) {
        proc_fail(error, PROC_ERR_METHOD, "a box has 6 numbers, not %zu", numbers.count);
        return false;
    }
    memcpy(box->from, numbers.at, sizeof box->from);
    memcpy(box->to, numbers.at + 3, sizeof box->to);
    return true;
}

/* Whether a box lies in the array and its values are COUNT doubles. */
static pgd_err check(const struct Array *self, const struct pgd_box *box, size_t count, struct pgd_error *said) {
    const pgd_err code = pgd_shape_check_box(pgd_set_layout(self->set), box, said);
    if (code == PGD_OK && 2 * pgd_box_total(box) != count)
        return pgd_fail(said, PGD_ERR_ARGUMENT, "a box of %llu values has %zu doubles, not twice as many",
                        (unsigned long long)pgd_box_total(box), count);
    return code;
}

proc_err Array_do_read(struct Array *self, struct Array_read *call, struct proc_error *error) {
    struct pgd_box box;
    struct pgd_error said;
    if (!box_of(call->box, &box, error))
        return PROC_ERR_METHOD;
    if (check(self, &box, call->values.room / sizeof(double), &said) != PGD_OK ||
        pgd_array_read(self->set, &box, (pgd_order)call->order, call->values.at, &said) != PGD_OK)
        return pgd_method_failed(error, &said);
    call->values.bytes = call->values.room;
    return PROC_OK;
}

proc_err Array_do_write(struct Array *self, struct Array_write *call, struct proc_error *error) {
    struct pgd_box box;
    struct pgd_error said;
    if (!box_of(call->box, &box, error))
        return PROC_ERR_METHOD;
    if (check(self, &box, call->values.count, &said) != PGD_OK ||
        pgd_array_write(self->set, &box, (pgd_order)call->order, call->values.at, &said) != PGD_OK ||
        pgd_set_flush(self->set, &said) != PGD_OK)
        return pgd_method_failed(error, &said);
    return PROC_OK;
}

proc_err Array_do_read_into_cache(struct Array *self, struct Array_read_into_cache *call, struct proc_error *error) {
    struct pgd_box box;
    struct pgd_error said;
    if (!box_of(call->box, &box, error))
        return PROC_ERR_METHOD;
    return pgd_array_prefetch(self->set, &box, &said) == PGD_OK ? PROC_OK : pgd_method_failed(error, &said);
}

proc_err Array_do_extents(struct Array *self, struct Array_extents *call, struct proc_error *error) {
    const struct pgd_layout *layout = pgd_set_layout(self->set);
    (void)error;
    call->n1 = layout->domain[0];
    call->n2 = layout->domain[1];
    call->n3 = layout->domain[2];
    call->page1 = layout->page[0];
    call->page2 = layout->page[1];
    call->page3 = layout->page[2];
    return PROC_OK;
}

proc_err Array_do_where(struct Array *self, struct Array_where *call, struct proc_error *error) {
    char address[PGD_ADDRESS_TEXT_BYTES];
    struct pgd_error said;
    if (pgd_set_address(self->set, address, &said) != PGD_OK)
        return pgd_method_failed(error, &said);
    return proc_put(&call->address, address, strlen(address) + 1)
               ? PROC_OK
               : proc_fail(error, PROC_ERR_METHOD, "an address has %zu bytes", strlen(address) + 1);
}

/* Stored is the size of the cache, and the folder. */
proc_err Array_do_store(struct Array *self, void **bytes, size_t *count, struct proc_error *error) {
    const size_t length = strlen(self->set->path) + 1;
    char *stored = malloc(sizeof self->cache_pages + length);
    if (stored == NULL)
        return proc_fail(error, PROC_ERR_MEMORY, "there is no memory to store array %s", self->set->path);
    memcpy(stored, &self->cache_pages, sizeof self->cache_pages);
    memcpy(stored + sizeof self->cache_pages, self->set->path, length);
    *bytes = stored;
    *count = sizeof self->cache_pages + length;
    return PROC_OK;
}

proc_err Array_do_load(struct Array **self, const struct proc_context *at, struct proc_bytes stored,
                       struct proc_error *error) {
    size_t cache_pages;
    const char *folder = (const char *)stored.at + sizeof cache_pages;
    if (stored.bytes <= sizeof cache_pages || folder[stored.bytes - sizeof cache_pages - 1] != '\0')
        return proc_fail(error, PROC_ERR_STORE, "%zu bytes are no stored array", stored.bytes);
    memcpy(&cache_pages, stored.at, sizeof cache_pages);
    return begin(self, at, folder, (int64_t)cache_pages, error);
}
