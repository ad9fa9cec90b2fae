/* SPDX-License-Identifier: Apache-2.0 */
#include "Page.h"

#include "process/page.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct Page *new_page(size_t bytes) {
    struct Page *page = calloc(1, sizeof *page);
    if (page != NULL) {
        page->bytes = bytes;
        page->contents = calloc(1, bytes + 1);
    }
    return page;
}

proc_err Page_do_new(struct Page **self, struct Page_new *call, struct proc_error *error) {
    if (call->bytes < 0)
        return proc_fail(error, PROC_ERR_METHOD, "a page of %lld bytes cannot be", (long long)call->bytes);
    *self = new_page((size_t)call->bytes);
    return PROC_OK;
}

proc_err Page_do_filled(struct Page **self, struct Page_filled *call, struct proc_error *error) {
    (void)error;
    *self = new_page(call->contents.bytes);
    memcpy((*self)->contents, call->contents.at, call->contents.bytes);
    return PROC_OK;
}

void Page_do_destroy(struct Page *self) {
    free(self->contents);
    free(self);
}

static proc_err check(const struct Page *self, int64_t at, size_t bytes, struct proc_error *error) {
    if (at >= 0 && (size_t)at <= self->bytes && bytes <= self->bytes - (size_t)at)
        return PROC_OK;
    return proc_fail(error, PROC_ERR_METHOD, "%zu bytes at %lld are out of the page's %zu", bytes, (long long)at,
                     self->bytes);
}

proc_err Page_do_write(struct Page *self, struct Page_write *call, struct proc_error *error) {
    const proc_err code = check(self, call->at_byte, call->contents.bytes, error);
    if (code == PROC_OK && call->contents.bytes > 0)
        memcpy(self->contents + call->at_byte, call->contents.at, call->contents.bytes);
    return code;
}

proc_err Page_do_read(struct Page *self, struct Page_read *call, struct proc_error *error) {
    const proc_err code = check(self, call->at_byte, call->contents.room, error);
    if (code == PROC_OK)
        proc_put(&call->contents, self->contents + call->at_byte, call->contents.room);
    return code;
}

proc_err Page_do_size(struct Page *self, struct Page_size *call, struct proc_error *error) {
    (void)error;
    call->bytes = (int64_t)self->bytes;
    return PROC_OK;
}

proc_err Page_do_name(struct Page *self, struct Page_name *call, struct proc_error *error) {
    (void)self;
    (void)error;
    proc_put(&call->name, "Page", sizeof "Page");
    return PROC_OK;
}

proc_err Page_do_sum(struct Page *self, struct Page_sum *call, struct proc_error *error) {
    (void)self;
    if (call->values.count != call->weights.count)
        return proc_fail(error, PROC_ERR_METHOD, "%zu values have %zu weights", call->values.count,
                         call->weights.count);
    for (size_t i = 0; i < call->values.count; i++)
        call->sum += call->scale * call->values.at[i] * (double)call->weights.at[i];
    call->count = (int32_t)call->values.count;
    return PROC_OK;
}

proc_err Page_do_halves(struct Page *self, struct Page_halves *call, struct proc_error *error) {
    const size_t half = call->values.count / 2;
    (void)self;
    (void)error;
    proc_put(&call->first, call->values.at, half * sizeof(double));
    proc_put(&call->second, call->values.at + half, (call->values.count - half) * sizeof(double));
    return PROC_OK;
}

proc_err Page_do_fail(struct Page *self, struct Page_fail *call, struct proc_error *error) {
    (void)self;
    return proc_fail(error, PROC_ERR_METHOD, "%s", call->why);
}

proc_err Page_do_wait_in_barrier(struct Page *self, struct Page_wait_in_barrier *call, struct proc_error *error) {
    proc_err code = PROC_OK;
    (void)self;
    for (int32_t i = 0; i < call->times && code == PROC_OK; i++)
        code = proc_barrier(call->at, error);
    call->id = proc_group_id(call->at);
    call->members = proc_group_size(call->at);
    return code;
}

proc_err Page_do_neighbours(struct Page *self, struct Page_neighbours *call, struct proc_error *error) {
    const int count = proc_group_size(call->at);
    (void)self;
    if (count == 0)
        return proc_fail(error, PROC_ERR_METHOD, "the page is in no group");
    if (call->all.room < (size_t)count * sizeof(struct proc_remote))
        return proc_fail(error, PROC_ERR_METHOD, "there is no room for %d pointers", count);
    for (int i = 0; i < count; i++)
        ((struct proc_remote *)call->all.at)[i] = proc_group_member(call->at, i);
    call->all.bytes = (size_t)count * sizeof(struct proc_remote);
    call->next = proc_group_member(call->at, (proc_group_id(call->at) + 1) % count);
    return PROC_OK;
}

proc_err Page_do_copy_from(struct Page *self, struct Page_copy_from *call, struct proc_error *error) {
    struct proc_into into = {self->contents, self->bytes, 0};
    const proc_err code = Page_read(call->other, 0, &into, error);
    call->bytes = (int64_t)into.bytes;
    return code;
}

proc_err Page_do_stay(struct Page *self, struct Page_stay *call, struct proc_error *error) {
    const struct timespec nap = {0, 1000000};
    (void)self;
    (void)error;
    while (access(call->file, F_OK) != 0)
        nanosleep(&nap, NULL);
    return PROC_OK;
}

proc_err Page_do_nothing(struct Page *self, struct Page_nothing *call, struct proc_error *error) {
    (void)self;
    (void)call;
    (void)error;
    return PROC_OK;
}

proc_err Page_do_add(struct Page_add *call, struct proc_error *error) {
    (void)error;
    call->sum = call->left + call->right;
    return PROC_OK;
}

proc_err Page_do_store(struct Page *self, void **bytes, size_t *count, struct proc_error *error) {
    *bytes = malloc(self->bytes + 1);
    *count = self->bytes;
    if (*bytes == NULL)
        return proc_fail(error, PROC_ERR_MEMORY, "there is no memory for a page");
    memcpy(*bytes, self->contents, self->bytes);
    return PROC_OK;
}

proc_err Page_do_load(struct Page **self, const struct proc_context *at, struct proc_bytes stored,
                      struct proc_error *error) {
    (void)at;
    (void)error;
    *self = new_page(stored.bytes);
    memcpy((*self)->contents, stored.at, stored.bytes);
    return PROC_OK;
}
