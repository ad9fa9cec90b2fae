/* SPDX-License-Identifier: Apache-2.0 */
/* Divides calls for lists of pages into one call for each device. */
#include "set.h"
#include "shape.h"

#include <stdlib.h>
#include <string.h>

/* The items of all devices, those of one device behind those of another. */
struct shares {
    struct pgd_item *items;
    size_t *order;  /* the number in the list of the page of each item */
    size_t *starts; /* the first item of each device; the last entry is the end of all items */
};

static void free_shares(struct shares *shares) {
    free(shares->items);
    free(shares->order);
    free(shares->starts);
}

static pgd_err count_shares(const struct pgd_set *set, const struct pgd_page *pages, size_t count,
                            struct shares *shares, struct pgd_error *error) {
    for (size_t i = 0; i < count; i++) {
        const pgd_err code = pgd_shape_check_page(&set->plan.layout, &pages[i], error);
        if (code != PGD_OK)
            return code;
        shares->starts[pgd_map_place(&set->plan.map, &pages[i]).disk + 1]++;
    }
    for (size_t disk = 0; disk < set->plan.layout.disk_count; disk++)
        shares->starts[disk + 1] += shares->starts[disk];
    return PGD_OK;
}

static void fill_shares(const struct pgd_set *set, const struct pgd_page *pages, size_t count, void *const *memory,
                        struct shares *shares) {
    const size_t disks = set->plan.layout.disk_count;
    for (size_t i = 0; i < count; i++) {
        const struct pgd_address address = pgd_map_place(&set->plan.map, &pages[i]);
        const size_t at = shares->starts[address.disk]++;
        shares->items[at] = (struct pgd_item){address.index, memory != NULL ? memory[i] : NULL};
        shares->order[at] = i;
    }
    for (size_t disk = disks; disk > 0; disk--)
        shares->starts[disk] = shares->starts[disk - 1];
    shares->starts[0] = 0;
}

static pgd_err share_out(const struct pgd_set *set, const struct pgd_page *pages, size_t count, void *const *memory,
                         struct shares *shares, struct pgd_error *error) {
    const size_t disks = set->plan.layout.disk_count;
    shares->items = malloc((count + 1) * sizeof *shares->items);
    shares->order = malloc((count + 1) * sizeof *shares->order);
    shares->starts = calloc(disks + 2, sizeof *shares->starts);
    if (shares->items == NULL || shares->order == NULL || shares->starts == NULL)
        return pgd_lacks_memory(error, count * sizeof *shares->items, "a list of pages");
    const pgd_err code = count_shares(set, pages, count, shares, error);
    if (code == PGD_OK)
        fill_shares(set, pages, count, memory, shares);
    return code;
}

static void fail_handle(struct pgd_handle *handle, const struct pgd_error *error) {
    const struct pgd_fault fault = {.error = *error, .index = PGD_NO_INDEX};
    pgd_handle_expect(handle, 1);
    pgd_handle_done(handle, 1, 0, &fault);
}

/* Starts CALL at each device that has a share, with the items of the share. HANDLE may be NULL. */
static void start_shares(struct pgd_set *set, struct pgd_call call, const struct shares *shares,
                         struct pgd_handle *handle) {
    for (size_t disk = 0; disk < set->plan.layout.disk_count; disk++) {
        call.items = &shares->items[shares->starts[disk]];
        call.count = shares->starts[disk + 1] - shares->starts[disk];
        if (call.count == 0)
            continue;
        if (handle != NULL)
            pgd_handle_expect(handle, pgd_call_answers(&call));
        set->devices[disk]->ops->start(set->devices[disk], &call, handle);
    }
}

/* The request of a caller for a list of pages. */
struct wish {
    enum pgd_kind kind;
    const struct pgd_page *pages;
    size_t count;
    uint32_t generation;
};

static void grant(struct pgd_set *set, const struct wish *wish, void *const *memory, struct pgd_handle *handle) {
    struct pgd_error error = {.code = PGD_OK};
    struct shares shares = {NULL, NULL, NULL};
    if (share_out(set, wish->pages, wish->count, memory, &shares, &error) == PGD_OK)
        start_shares(set, (struct pgd_call){.kind = wish->kind, .generation = wish->generation}, &shares, handle);
    else
        fail_handle(handle, &error);
    free_shares(&shares);
}

static struct pgd_handle *refuse_generation(struct pgd_set *set, uint32_t generation) {
    struct pgd_handle *handle = pgd_handle_new(set);
    struct pgd_error error;
    pgd_fail(&error, PGD_ERR_ARGUMENT, "data set %s: generation %u cannot be written; write 1 to %u", set->path,
             generation, PGD_NEWEST - 1);
    if (!pgd_handle_is_none(handle))
        fail_handle(handle, &error);
    return handle;
}

struct pgd_handle *pgd_start_read_pages(struct pgd_set *set, const struct pgd_page *pages, size_t count,
                                        uint32_t generation, void *const *destinations) {
    struct pgd_handle *handle = pgd_handle_new(set);
    if (!pgd_handle_is_none(handle))
        grant(set, &(struct wish){PGD_READ, pages, count, generation}, destinations, handle);
    return handle;
}

struct pgd_handle *pgd_start_write_pages(struct pgd_set *set, const struct pgd_page *pages, size_t count,
                                         uint32_t generation, const void *const *sources) {
    if (generation == 0 || generation == PGD_NEWEST)
        return refuse_generation(set, generation);
    struct pgd_handle *handle = pgd_handle_new(set);
    if (!pgd_handle_is_none(handle))
        grant(set, &(struct wish){PGD_WRITE, pages, count, generation}, (void *const *)sources, handle);
    return handle;
}

struct pgd_handle *pgd_start_commit_unit(struct pgd_set *set, const struct pgd_page *pages, size_t count,
                                         uint32_t generation) {
    struct pgd_error error;
    if (generation == 0 || generation == PGD_NEWEST)
        return refuse_generation(set, generation);
    struct pgd_handle *handle = pgd_handle_new(set);
    if (pgd_handle_is_none(handle))
        return handle;
    if (pgd_handle_then_release(handle, pages, count, generation)) {
        grant(set, &(struct wish){PGD_COMMIT, pages, count, generation}, NULL, handle);
    } else {
        pgd_lacks_memory(&error, count * sizeof *pages, "a unit");
        fail_handle(handle, &error);
    }
    return handle;
}

void pgd_set_release(struct pgd_set *set, const struct pgd_page *pages, size_t count, uint32_t generation,
                     struct pgd_handle *handle) {
    grant(set, &(struct wish){PGD_RELEASE, pages, count, generation}, NULL, handle);
}

pgd_err pgd_commit_unit(struct pgd_set *set, const struct pgd_page *pages, size_t count, uint32_t generation,
                        struct pgd_error *error) {
    return pgd_wait(pgd_start_commit_unit(set, pages, count, generation), error);
}

pgd_err pgd_prefetch(struct pgd_set *set, const struct pgd_page *pages, size_t count, uint32_t generation,
                     struct pgd_error *error) {
    struct shares shares = {NULL, NULL, NULL};
    const pgd_err code = share_out(set, pages, count, NULL, &shares, error);
    if (code == PGD_OK)
        start_shares(set, (struct pgd_call){.kind = PGD_PREFETCH, .generation = generation}, &shares, NULL);
    free_shares(&shares);
    return code;
}

pgd_err pgd_set_generations(struct pgd_set *set, const struct pgd_page *pages, size_t count, bool newest,
                            uint32_t *generations, struct pgd_error *error) {
    struct shares shares = {NULL, NULL, NULL};
    uint32_t *answers = malloc((count + 1) * sizeof *answers);
    pgd_err code = answers == NULL ? pgd_lacks_memory(error, count * sizeof *answers, "generations")
                                   : share_out(set, pages, count, NULL, &shares, error);
    for (size_t disk = 0; code == PGD_OK && disk < set->plan.layout.disk_count; disk++) {
        const size_t first = shares.starts[disk], some = shares.starts[disk + 1] - first;
        struct pgd_device *device = set->devices[disk];
        if (some > 0)
            code = device->ops->generations(device, &shares.items[first], some, newest, &answers[first], error);
    }
    for (size_t i = 0; code == PGD_OK && i < count; i++)
        generations[shares.order[i]] = answers[i];
    free_shares(&shares);
    free(answers);
    return code;
}

pgd_err pgd_generations(struct pgd_set *set, const struct pgd_page *pages, size_t count, uint32_t *generations,
                        struct pgd_error *error) {
    return pgd_set_generations(set, pages, count, false, generations, error);
}

/* Starts a call without items at all devices, and waits. */
static pgd_err ask_all(struct pgd_set *set, enum pgd_kind kind, struct pgd_error *error) {
    const struct pgd_call call = {.kind = kind};
    struct pgd_handle *handle = pgd_handle_new(set);
    for (size_t disk = 0; !pgd_handle_is_none(handle) && disk < set->plan.layout.disk_count; disk++) {
        pgd_handle_expect(handle, pgd_call_answers(&call));
        set->devices[disk]->ops->start(set->devices[disk], &call, handle);
    }
    return pgd_wait(handle, error);
}

pgd_err pgd_set_flush(struct pgd_set *set, struct pgd_error *error) {
    const pgd_err code = ask_all(set, PGD_COMMIT_ALL, error);
    return code == PGD_OK ? ask_all(set, PGD_RELEASE_ALL, error) : code;
}

pgd_err pgd_set_place(const struct pgd_set *set, const struct pgd_page *page, struct pgd_address *address,
                      struct pgd_error *error) {
    const pgd_err code = pgd_shape_check_page(&set->plan.layout, page, error);
    if (code == PGD_OK)
        *address = pgd_map_place(&set->plan.map, page);
    return code;
}
