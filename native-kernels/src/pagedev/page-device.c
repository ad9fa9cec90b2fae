/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that the devices of the report share. */
#include "classes.h"

#include "base/text.h"
#include "folder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* The only generation, for pages that are written without commits of units. */
enum { GENERATION = 1 };

proc_err pgd_method_failed(struct proc_error *error, const struct pgd_error *said) {
    return proc_fail(error, said->code == PGD_ERR_MEMORY ? PROC_ERR_MEMORY : PROC_ERR_METHOD, "%s", said->text);
}

int64_t pgd_array_page_bytes(const int64_t extents[3]) {
    int64_t bytes = PGD_VALUE_BYTES;
    for (int d = 0; d < 3; d++) {
        if (extents[d] < 1 || extents[d] > (INT64_C(1) << 36) / bytes)
            return 0;
        bytes *= extents[d];
    }
    return bytes;
}

static pgd_err check_plan(const struct pgd_device_plan *plan, struct pgd_error *error) {
    if (plan->pages < 1 || plan->pages > INT32_MAX || plan->page_bytes < 8 || plan->page_bytes % 8 != 0 ||
        plan->page_bytes > INT64_C(1) << 36 || plan->cache_pages < 0 || plan->cache_pages > plan->pages)
        return pgd_fail(
            error, PGD_ERR_ARGUMENT,
            "device %s: %lld pages of %lld bytes with %lld in a cache: pages are 1 to 2^31 - 1, their bytes "
            "a multiple of 8 and at most 64 GiB, a cache holds as many pages or fewer",
            plan->folder, (long long)plan->pages, (long long)plan->page_bytes, (long long)plan->cache_pages);
    return PGD_OK;
}

/* Makes the files of a device, unless the folder has the files already. */
static pgd_err make_files(const struct pgd_local_shape *shape, bool *made, struct pgd_error *error) {
    char *log = pgd_path(shape->folder, "log");
    if (log == NULL)
        return pgd_lacks_memory(error, strlen(shape->folder), "a name");
    *made = !pgd_file_exists(log);
    free(log);
    return *made ? pgd_local_make(shape, error) : PGD_OK;
}

static pgd_err open_or_share(struct PageDevice *self, const struct pgd_local_shape *shape,
                             const struct pgd_device_plan *plan, struct pgd_error *error) {
    const struct pgd_use use = {.cache_pages = (size_t)plan->cache_pages};
    bool made = false;
    if (pgd_shared_attach(shape->id, self->client, &self->shared, NULL) == PGD_OK)
        return PGD_OK;
    pgd_err code = make_files(shape, &made, error);
    if (code == PGD_OK)
        code = pgd_shared_open(shape, &use, self->client, &self->shared, error);
    if (code != PGD_OK && made)
        pgd_folder_remove(shape->folder, pgd_local_files);
    return code;
}

pgd_err pgd_page_device_begin(struct PageDevice *self, const struct pgd_device_plan *plan, struct pgd_error *error) {
    bool made = false;
    pgd_err code = check_plan(plan, error);
    if (code == PGD_OK)
        code = pgd_folder_make(plan->folder, &made, error);
    if (code != PGD_OK)
        return code;
    self->folder = realpath(plan->folder, NULL);
    if (self->folder == NULL || getrandom(&self->client, sizeof self->client, 0) != sizeof self->client)
        return pgd_lacks_memory(error, strlen(plan->folder), "a device");
    self->cache_pages = plan->cache_pages;
    memcpy(self->extents, plan->extents, sizeof self->extents);
    const struct pgd_local_shape shape = {.folder = self->folder,
                                          .id = sw_text_hash(self->folder),
                                          .page_bytes = (size_t)plan->page_bytes,
                                          .pages = (uint64_t)plan->pages,
                                          .places = (uint32_t)(plan->pages + plan->pages / 8 + 4)};
    return open_or_share(self, &shape, plan, error);
}

pgd_err pgd_page_device_share(struct PageDevice *self, uint64_t id, struct pgd_error *error) {
    if (getrandom(&self->client, sizeof self->client, 0) != sizeof self->client)
        return pgd_lacks_memory(error, sizeof self->client, "a random number");
    const pgd_err code = pgd_shared_attach(id, self->client, &self->shared, error);
    if (code != PGD_OK)
        return code;
    self->folder = strdup(self->shared->folder);
    return self->folder != NULL ? PGD_OK : pgd_lacks_memory(error, strlen(self->shared->folder), "a name");
}

void pgd_page_device_end(struct PageDevice *self) {
    if (self->shared != NULL) {
        pgd_page_device_flush(self, NULL);
        pgd_shared_leave(self->shared, self->client);
    }
    free(self->folder);
}

/* Starts one call, and waits for its end. */
static pgd_err run(struct PageDevice *self, const struct pgd_call *call, struct pgd_error *error) {
    struct pgd_device *device = self->shared->device;
    struct pgd_handle *handle = pgd_handle_new(NULL);
    struct pgd_fault fault;
    if (!pgd_handle_is_none(handle)) {
        pgd_handle_expect(handle, pgd_call_answers(call));
        device->ops->start(device, call, handle);
    }
    const pgd_err code = pgd_handle_finish(handle, &fault);
    return code == PGD_OK ? PGD_OK : pgd_fail(error, code, "%s", fault.error.text);
}

static pgd_err move_page(struct PageDevice *self, enum pgd_kind kind, int64_t page, void *memory,
                         struct pgd_error *error) {
    const struct pgd_item item = {(uint64_t)page, memory};
    const struct pgd_call call = {kind, kind == PGD_READ ? PGD_NEWEST : GENERATION, &item, 1};
    if (page < 0 || (uint64_t)page >= self->shared->pages)
        return pgd_fail(error, PGD_ERR_RANGE, "device %s: has %llu pages, and no page %lld", self->folder,
                        (unsigned long long)self->shared->pages, (long long)page);
    return run(self, &call, error);
}

pgd_err pgd_page_device_read(struct PageDevice *self, int64_t page, void *memory, struct pgd_error *error) {
    return move_page(self, PGD_READ, page, memory, error);
}

pgd_err pgd_page_device_write(struct PageDevice *self, int64_t page, const void *memory, struct pgd_error *error) {
    return move_page(self, PGD_WRITE, page, (void *)memory, error);
}

pgd_err pgd_page_device_flush(struct PageDevice *self, struct pgd_error *error) {
    const struct pgd_call commit = {.kind = PGD_COMMIT_ALL}, release = {.kind = PGD_RELEASE_ALL};
    const pgd_err code = run(self, &commit, error);
    return code == PGD_OK ? run(self, &release, error) : code;
}

/* --- stored devices --- */

struct stored {
    int64_t pages, page_bytes, cache_pages, extents[3];
    char folder[];
};

proc_err pgd_page_device_store(const struct PageDevice *self, void **bytes, size_t *count, struct proc_error *error) {
    struct pgd_error said;
    if (pgd_page_device_flush((struct PageDevice *)self, &said) != PGD_OK)
        return pgd_method_failed(error, &said);
    const size_t length = strlen(self->folder) + 1;
    struct stored *stored = malloc(sizeof *stored + length);
    if (stored == NULL)
        return proc_fail(error, PROC_ERR_MEMORY, "there is no memory to store device %s", self->folder);
    *stored = (struct stored){.pages = (int64_t)self->shared->pages,
                              .page_bytes = (int64_t)self->shared->page_bytes,
                              .cache_pages = self->cache_pages};
    memcpy(stored->extents, self->extents, sizeof stored->extents);
    memcpy(stored->folder, self->folder, length);
    *bytes = stored;
    *count = sizeof *stored + length;
    return PROC_OK;
}

proc_err pgd_page_device_load(struct PageDevice *self, struct proc_bytes stored, struct proc_error *error) {
    struct stored head;
    struct pgd_error said;
    const char *folder = (const char *)stored.at + sizeof head;
    if (stored.bytes <= sizeof head || folder[stored.bytes - sizeof head - 1] != '\0')
        return proc_fail(error, PROC_ERR_STORE, "%zu bytes are no stored device", stored.bytes);
    memcpy(&head, stored.at, sizeof head);
    struct pgd_device_plan plan = {folder, head.pages, head.page_bytes, head.cache_pages, {0, 0, 0}};
    memcpy(plan.extents, head.extents, sizeof plan.extents);
    return pgd_page_device_begin(self, &plan, &said) == PGD_OK ? PROC_OK : pgd_method_failed(error, &said);
}
