/* SPDX-License-Identifier: Apache-2.0 */
/* Implements the methods of PageLane.class: lanes at a server. Codes of pagedev go back as results, with their
 * texts. */
#include "PageLane.h"

#include "folder.h"
#include "shared.h"
#include "site.h"

#include <stdlib.h>
#include <string.h>

struct PageLane {
    struct pgd_shared *shared; /* NULL: not open yet */
    uint64_t client;
};

proc_err PageLane_do_new(struct PageLane **self, struct PageLane_new *call, struct proc_error *error) {
    (void)call;
    *self = calloc(1, sizeof **self);
    return *self != NULL ? PROC_OK : proc_fail(error, PROC_ERR_MEMORY, "there is no memory for a lane");
}

void PageLane_do_destroy(struct PageLane *self) {
    if (self->shared != NULL)
        pgd_shared_leave(self->shared, self->client);
    free(self);
}

/* Gives a code and the text of the code to the caller. */
static proc_err answer(const struct pgd_error *said, int32_t *code, struct proc_into *message) {
    *code = (int32_t)said->code;
    if (said->code != PGD_OK)
        proc_put(message, said->text, strlen(said->text) + 1);
    return PROC_OK;
}

static proc_err answer_fault(const struct pgd_fault *fault, int32_t *code, int64_t *index, struct proc_into *message) {
    *index = fault->index;
    return answer(&fault->error, code, message);
}

/* --- opening --- */

static bool may_open(const struct PageLane *self, struct pgd_error *said) {
    if (self->shared != NULL)
        pgd_fail(said, PGD_ERR_ARGUMENT, "the lane leads to a device already");
    return self->shared == NULL;
}

proc_err PageLane_do_open(struct PageLane *self, struct PageLane_open *call, struct proc_error *error) {
    struct pgd_error said = {.code = PGD_OK};
    const struct pgd_local_shape shape = {
        .folder = call->folder, .id = call->id, .page_bytes = call->page_bytes, .pages = call->pages};
    const struct pgd_use use = {
        .cache_pages = call->cache, .threads = (unsigned)call->threads, .page_cache = call->page_cache};
    (void)error;
    if (may_open(self, &said) && pgd_shared_open(&shape, &use, call->client, &self->shared, &said) == PGD_OK) {
        self->client = call->client;
        call->cached = self->shared->device->is_cached;
    }
    return answer(&said, &call->refusal, &call->message);
}

proc_err PageLane_do_attach(struct PageLane *self, struct PageLane_attach *call, struct proc_error *error) {
    struct pgd_error said = {.code = PGD_OK};
    (void)error;
    if (may_open(self, &said) && pgd_shared_attach(call->id, call->client, &self->shared, &said) == PGD_OK)
        self->client = call->client;
    return answer(&said, &call->refusal, &call->message);
}

/* --- pages --- */

/* The pages of a call, and the memory that they are in. */
struct asked {
    struct proc_i64s indexes, offsets;
    char *memory;
    size_t bytes;
};

/* Makes the items of a call; NULL with an error where one does not fit the device or the memory. */
static struct pgd_item *items_of(const struct PageLane *self, const struct asked *asked, struct pgd_error *said) {
    const struct pgd_shared *shared = self->shared;
    if (shared == NULL) {
        pgd_fail(said, PGD_ERR_ARGUMENT, "the lane leads to no device yet");
        return NULL;
    }
    struct pgd_item *items = calloc(asked->indexes.count + 1, sizeof *items);
    if (items == NULL) {
        pgd_lacks_memory(said, asked->indexes.count * sizeof *items, "a call");
        return NULL;
    }
    for (size_t i = 0; i < asked->indexes.count; i++) {
        const uint64_t index = (uint64_t)asked->indexes.at[i];
        const uint64_t offset = asked->memory == NULL ? 0 : (uint64_t)asked->offsets.at[i];
        if (index >= shared->pages || (asked->memory != NULL && (asked->bytes < shared->page_bytes ||
                                                                 offset > asked->bytes - shared->page_bytes))) {
            pgd_fail(said, PGD_ERR_RANGE, "page %llu at byte %llu: the device has %llu pages, the call %zu bytes",
                     (unsigned long long)index, (unsigned long long)offset, (unsigned long long)shared->pages,
                     asked->bytes);
            free(items);
            return NULL;
        }
        items[i] = (struct pgd_item){index, asked->memory == NULL ? NULL : asked->memory + offset};
    }
    return items;
}

/* Skips the ticket of a refused call, so that later calls do not wait. */
static void skip(const struct PageLane *self, uint64_t ticket) {
    if (self->shared != NULL)
        pgd_shared_skip(self->shared, self->client, ticket);
}

/* Does a call of the device, and waits for the end, except after a read-ahead. */
static void run(const struct PageLane *self, uint64_t ticket, const struct pgd_call *call, struct pgd_fault *fault) {
    struct pgd_handle *handle = call->kind == PGD_PREFETCH ? NULL : pgd_handle_new(NULL);
    fault->index = PGD_NO_INDEX;
    if (handle != NULL && pgd_handle_is_none(handle)) {
        pgd_handle_finish(handle, fault);
        skip(self, ticket);
        return;
    }
    if (handle != NULL)
        pgd_handle_expect(handle, pgd_call_answers(call));
    if (pgd_shared_start(self->shared, self->client, ticket, call, handle, &fault->error) != PGD_OK) {
        pgd_handle_done(handle, pgd_call_answers(call), 0, fault);
        if (handle != NULL)
            pgd_handle_finish(handle, fault);
        return;
    }
    if (handle != NULL)
        pgd_handle_finish(handle, fault);
    pgd_shared_finish(self->shared, self->client);
}

static void run_items(const struct PageLane *self, uint64_t ticket, struct pgd_call *call, const struct asked *asked,
                      struct pgd_fault *fault) {
    struct pgd_item *items = items_of(self, asked, &fault->error);
    fault->index = PGD_NO_INDEX;
    if (items == NULL) {
        skip(self, ticket);
        return;
    }
    call->items = items;
    call->count = asked->indexes.count;
    run(self, ticket, call, fault);
    free(items);
}

static bool offsets_fit(struct proc_i64s indexes, struct proc_i64s offsets, struct pgd_error *said) {
    if (indexes.count == offsets.count)
        return true;
    pgd_fail(said, PGD_ERR_ARGUMENT, "%zu pages have %zu offsets", indexes.count, offsets.count);
    return false;
}

/* Whether pages that lie one behind the other fill all of the memory of a call. */
static bool fill_memory(const struct PageLane *self, const struct asked *asked) {
    const size_t page_bytes = self->shared->page_bytes;
    for (size_t i = 0; i < asked->indexes.count; i++)
        if ((uint64_t)asked->offsets.at[i] != i * page_bytes)
            return false;
    return asked->bytes == asked->indexes.count * page_bytes;
}

/* Pages with gaps between them are in their places only if the caller's memory is a buffer that this server maps. Then
 * the answer needs no bytes: a call must not change or show the bytes between its pages. */
proc_err PageLane_do_read(struct PageLane *self, struct PageLane_read *call, struct proc_error *error) {
    struct pgd_fault fault = {.index = PGD_NO_INDEX};
    struct pgd_call own = {.kind = PGD_READ, .generation = (uint32_t)call->generation};
    const struct asked asked = {call->indexes, call->offsets, call->pages.at, call->pages.room};
    (void)error;
    if (offsets_fit(call->indexes, call->offsets, &fault.error))
        run_items(self, call->ticket, &own, &asked, &fault);
    else
        skip(self, call->ticket);
    call->pages.bytes = fault.error.code == PGD_OK && fill_memory(self, &asked) ? call->pages.room : 0;
    return answer_fault(&fault, &call->refusal, &call->index, &call->message);
}

proc_err PageLane_do_write(struct PageLane *self, struct PageLane_write *call, struct proc_error *error) {
    struct pgd_fault fault = {.index = PGD_NO_INDEX};
    struct pgd_call own = {.kind = PGD_WRITE, .generation = (uint32_t)call->generation};
    const struct asked asked = {call->indexes, call->offsets, (char *)call->pages.at, call->pages.bytes};
    (void)error;
    if (offsets_fit(call->indexes, call->offsets, &fault.error))
        run_items(self, call->ticket, &own, &asked, &fault);
    else
        skip(self, call->ticket);
    return answer_fault(&fault, &call->refusal, &call->index, &call->message);
}

proc_err PageLane_do_act(struct PageLane *self, struct PageLane_act *call, struct proc_error *error) {
    struct pgd_fault fault = {.index = PGD_NO_INDEX};
    struct pgd_call own = {.kind = (enum pgd_kind)call->kind, .generation = (uint32_t)call->generation};
    const struct asked asked = {.indexes = call->indexes};
    (void)error;
    if (call->kind >= PGD_PREFETCH && call->kind < PGD_KINDS) {
        run_items(self, call->ticket, &own, &asked, &fault);
    } else {
        pgd_fail(&fault.error, PGD_ERR_ARGUMENT, "a device cannot do %d", call->kind);
        skip(self, call->ticket);
    }
    return answer_fault(&fault, &call->refusal, &call->index, &call->message);
}

/* --- questions --- */

proc_err PageLane_do_generations(struct PageLane *self, struct PageLane_generations *call, struct proc_error *error) {
    struct pgd_error said = {.code = PGD_OK};
    const struct asked asked = {.indexes = call->indexes};
    const size_t count = call->indexes.count;
    struct pgd_item *items = items_of(self, &asked, &said);
    uint32_t *found = calloc(count + 1, sizeof *found);
    (void)error;
    if (items != NULL && found != NULL && call->generations.room >= count * sizeof(int64_t)) {
        struct pgd_device *device = self->shared->device;
        device->ops->generations(device, items, count, call->newest != 0, found, &said);
        for (size_t i = 0; i < count; i++)
            ((int64_t *)call->generations.at)[i] = found[i];
        call->generations.bytes = count * sizeof(int64_t);
    } else if (said.code == PGD_OK) {
        pgd_fail(&said, PGD_ERR_ARGUMENT, "there is no room for %zu generations", count);
    }
    free(items);
    free(found);
    return answer(&said, &call->refusal, &call->message);
}

proc_err PageLane_do_figures(struct PageLane *self, struct PageLane_figures *call, struct proc_error *error) {
    struct pgd_error said = {.code = PGD_OK};
    struct pgd_figures figures;
    (void)error;
    if (self->shared == NULL)
        pgd_fail(&said, PGD_ERR_ARGUMENT, "the lane leads to no device yet");
    else if (self->shared->device->ops->figures(self->shared->device, &figures, &said) == PGD_OK &&
             !proc_put(&call->figures, &figures, sizeof figures))
        pgd_fail(&said, PGD_ERR_ARGUMENT, "there is no room for figures");
    return answer(&said, &call->refusal, &call->message);
}

/* --- folders --- */

proc_err PageLane_do_prepare(struct PageLane_prepare *call, struct proc_error *error) {
    struct pgd_error said = {.code = PGD_OK};
    char real[PATH_MAX];
    bool made = false;
    (void)error;
    if (pgd_site_here.prepare(NULL, call->folder, real, &made, &said) == PGD_OK)
        proc_put(&call->real, real, strlen(real) + 1);
    call->fresh = made;
    return answer(&said, &call->refusal, &call->message);
}

proc_err PageLane_do_space(struct PageLane_space *call, struct proc_error *error) {
    struct pgd_error said = {.code = PGD_OK};
    (void)error;
    pgd_folder_space(call->folder, &call->bytes, &call->system, &said);
    return answer(&said, &call->refusal, &call->message);
}

proc_err PageLane_do_make(struct PageLane_make *call, struct proc_error *error) {
    struct pgd_error said = {.code = PGD_OK};
    const struct pgd_local_shape shape = {.folder = call->folder,
                                          .id = call->id,
                                          .page_bytes = call->page_bytes,
                                          .pages = call->pages,
                                          .places = (uint32_t)call->places};
    (void)error;
    pgd_site_here.make(NULL, &shape, &said);
    return answer(&said, &call->refusal, &call->message);
}

proc_err PageLane_do_remove(struct PageLane_remove *call, struct proc_error *error) {
    struct pgd_error said = {.code = PGD_OK};
    (void)error;
    pgd_site_here.remove(NULL, call->folder, call->device != 0, &said);
    return answer(&said, &call->refusal, &call->message);
}
