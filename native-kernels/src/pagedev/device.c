/* SPDX-License-Identifier: Apache-2.0 */
/* Page devices of this process: opened, closed, and calls queued. */
#include "device.h"

#include "base/clock.h"
#include "folder.h"
#include "local.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char *const pgd_local_files[] = {"pages", "log", "log.part", NULL};

size_t pgd_call_answers(const struct pgd_call *call) {
    switch (call->kind) {
    case PGD_READ:
    case PGD_WRITE:
        return call->count;
    case PGD_PREFETCH:
        return 0;
    default:
        return 1;
    }
}

pgd_err pgd_local_make(const struct pgd_local_shape *shape, struct pgd_error *error) {
    struct pgd_disk disk;
    struct pgd_log log = {.fd = -1};
    pgd_err code = pgd_disk_create(shape->folder, shape->page_bytes, shape->places, &disk, error);
    if (code == PGD_OK) {
        code = pgd_log_create(shape->folder, shape->id, shape->page_bytes, shape->pages, &log, error);
        if (code == PGD_OK)
            code = pgd_name_sync(log.path, error);
        if (code != PGD_OK) {
            pgd_folder_remove_file(shape->folder, "pages");
            pgd_folder_remove_file(shape->folder, "log");
        }
    }
    pgd_disk_close(&disk);
    pgd_log_close(&log);
    return code;
}

/* --- reads, writes and read-ahead --- */

static void fault_of(struct pgd_fault *fault, const struct pgd_local *local, uint64_t index, uint32_t generation) {
    fault->index = (int64_t)index;
    pgd_fail(&fault->error, PGD_ERR_GENERATION, "disk %s: page %llu is in no generation %u there", local->disk.folder,
             (unsigned long long)index, generation);
}

static void queue(struct pgd_local *local, struct pgd_op *op) {
    op->next = NULL;
    if (local->last != NULL)
        local->last->next = op;
    else
        local->first = op;
    local->last = op;
    pthread_cond_signal(&local->work);
}

/* Answers a read out of the cache, where the page is there already. */
static bool read_from_cache(struct pgd_local *local, uint32_t place, void *memory) {
    struct pgd_slot *slot = pgd_cache_find(&local->cache, &local->table, place);
    if (slot == NULL || slot->loading)
        return false;
    slot->users++;
    pgd_cache_use(&local->cache, slot);
    local->figures.cache_hits++;
    pthread_mutex_unlock(&local->lock);
    memcpy(memory, slot->memory, local->disk.page_bytes);
    pthread_mutex_lock(&local->lock);
    slot->users--;
    return true;
}

/* Each of these three returns whether OP is to be queued; else the item is done, with a failure where FAULT has one. */
static bool begin_read(struct pgd_local *local, struct pgd_op *op, uint32_t generation, struct pgd_fault *fault) {
    op->place = pgd_table_find(&local->table, op->index, generation);
    if (op->place == PGD_NO_PLACE) {
        const bool zeros = (generation == 0 || generation == PGD_NEWEST) && !pgd_table_has(&local->table, op->index);
        if (!zeros)
            fault_of(fault, local, op->index, generation);
        return zeros;
    }
    pgd_table_hold(&local->table, op->place);
    if (!read_from_cache(local, op->place, op->memory))
        return true;
    pgd_table_drop(&local->table, op->place);
    return false;
}

static bool begin_prefetch(struct pgd_local *local, struct pgd_op *op, uint32_t generation) {
    op->place = pgd_table_find(&local->table, op->index, generation);
    if (op->place == PGD_NO_PLACE || local->table.places[op->place].slot != 0)
        return false;
    const struct pgd_slot *slot = pgd_cache_take(&local->cache, &local->table, op->place, false);
    if (slot == NULL)
        return false;
    pgd_table_hold(&local->table, op->place);
    op->memory = slot->memory;
    return true;
}

/* Takes a place for a page that is written; makes the data file longer if no place is spare. */
static uint32_t place_for(struct pgd_local *local, uint32_t generation, struct pgd_error *error) {
    const uint32_t place = pgd_table_take(&local->table, generation);
    if (place != PGD_NO_PLACE)
        return place;
    const uint32_t more = local->table.place_count / 16 + 1;
    if (pgd_disk_grow(&local->disk, more, error) == PGD_OK)
        return pgd_table_grow(&local->table, more, error) == PGD_OK ? pgd_table_take(&local->table, generation)
                                                                    : PGD_NO_PLACE;
    if (more > 1 && pgd_disk_grow(&local->disk, 1, error) == PGD_OK &&
        pgd_table_grow(&local->table, 1, error) == PGD_OK)
        return pgd_table_take(&local->table, generation);
    return PGD_NO_PLACE;
}

/* Copies a written page to the cache, so that the caller need not wait. Returns whether there was room. */
static bool write_behind(struct pgd_local *local, struct pgd_op *op) {
    struct pgd_slot *slot = pgd_cache_take(&local->cache, &local->table, op->place, true);
    if (slot == NULL)
        return false;
    pthread_mutex_unlock(&local->lock);
    memcpy(slot->memory, op->memory, local->disk.page_bytes);
    pthread_mutex_lock(&local->lock);
    slot->loading = false;
    pthread_cond_broadcast(&local->done);
    op->memory = slot->memory;
    op->behind = true;
    return true;
}

static bool begin_write(struct pgd_local *local, struct pgd_op *op, uint32_t generation, struct pgd_fault *fault) {
    op->place = place_for(local, generation, &fault->error);
    if (op->place == PGD_NO_PLACE) {
        fault->index = (int64_t)op->index;
        return false;
    }
    struct pgd_slot *stale = pgd_cache_find(&local->cache, &local->table, op->place);
    if (stale != NULL)
        pgd_cache_forget(&local->cache, &local->table, stale);
    local->table.places[op->place].writing = true;
    pgd_table_hold(&local->table, op->place);
    pgd_table_begin(&local->table, op->index, op->place);
    if (write_behind(local, op))
        pgd_handle_done(op->batch->handle, 1, local->device.disk, NULL);
    return true;
}

static void start_moves(struct pgd_local *local, const struct pgd_call *call, struct pgd_handle *handle) {
    struct pgd_batch *batch = calloc(1, sizeof *batch + call->count * sizeof batch->ops[0]);
    struct pgd_fault fault = {.index = PGD_NO_INDEX};
    if (batch == NULL) {
        pgd_lacks_memory(&fault.error, call->count * sizeof batch->ops[0], "a call");
        pgd_handle_done(handle, pgd_call_answers(call), local->device.disk, &fault);
        return;
    }
    batch->handle = handle;
    batch->left = call->count + 1; /* one for this function */
    for (size_t i = 0; i < call->count; i++) {
        struct pgd_op *op = &batch->ops[i];
        *op = (struct pgd_op){
            .batch = batch, .kind = call->kind, .index = call->items[i].index, .memory = call->items[i].memory};
        fault.error.code = PGD_OK;
        const bool queued = call->kind == PGD_READ    ? begin_read(local, op, call->generation, &fault)
                            : call->kind == PGD_WRITE ? begin_write(local, op, call->generation, &fault)
                                                      : begin_prefetch(local, op, call->generation);
        if (queued) {
            queue(local, op);
            continue;
        }
        batch->left--;
        if (call->kind != PGD_PREFETCH)
            pgd_handle_done(handle, 1, local->device.disk, fault.error.code == PGD_OK ? NULL : &fault);
    }
    if (--batch->left == 0)
        free(batch);
}

static void start(struct pgd_device *device, const struct pgd_call *call, struct pgd_handle *handle) {
    struct pgd_local *local = (struct pgd_local *)device;
    pthread_mutex_lock(&local->lock);
    switch (call->kind) {
    case PGD_READ:
    case PGD_WRITE:
    case PGD_PREFETCH:
        start_moves(local, call, handle);
        break;
    case PGD_COMMIT:
    case PGD_COMMIT_ALL:
        pgd_local_start_commit(local, call, handle);
        break;
    default:
        pgd_local_start_release(local, call, handle);
        break;
    }
    pthread_mutex_unlock(&local->lock);
}

/* --- questions --- */

static pgd_err generations(struct pgd_device *device, const struct pgd_item *items, size_t count, bool newest,
                           uint32_t *results, struct pgd_error *error) {
    struct pgd_local *local = (struct pgd_local *)device;
    (void)error;
    pthread_mutex_lock(&local->lock);
    for (size_t i = 0; i < count; i++) {
        const struct pgd_versions *page = &local->table.pages[items[i].index];
        const uint32_t place = newest && page->newest != PGD_NO_PLACE ? page->newest : page->last;
        results[i] = place != PGD_NO_PLACE ? local->table.places[place].generation : 0;
    }
    pthread_mutex_unlock(&local->lock);
    return PGD_OK;
}

static pgd_err figures(struct pgd_device *device, struct pgd_figures *results, struct pgd_error *error) {
    struct pgd_local *local = (struct pgd_local *)device;
    const double now = sw_clock_seconds();
    (void)error;
    pthread_mutex_lock(&local->lock);
    *results = local->figures;
    results->processor_seconds = sw_clock_processor_seconds();
    results->read_seconds += local->reading > 0 ? now - local->read_since : 0;
    results->write_seconds += local->writing > 0 ? now - local->write_since : 0;
    results->places = local->table.place_count;
    results->free_places = local->table.spare_count;
    pthread_mutex_unlock(&local->lock);
    return PGD_OK;
}

/* --- the ends --- */

static void stop(struct pgd_local *local) {
    pthread_mutex_lock(&local->lock);
    local->stopping = true;
    pthread_cond_broadcast(&local->work);
    pthread_cond_broadcast(&local->commits);
    pthread_mutex_unlock(&local->lock);
    for (size_t i = 0; i < local->thread_count; i++)
        pthread_join(local->threads[i], NULL);
}

static void end(struct pgd_device *device) {
    struct pgd_local *local = (struct pgd_local *)device;
    stop(local);
    pgd_disk_close(&local->disk);
    pgd_log_close(&local->log);
    pgd_cache_free(&local->cache);
    pgd_table_free(&local->table);
    pthread_mutex_destroy(&local->log_lock);
    pthread_mutex_destroy(&local->lock);
    pthread_cond_destroy(&local->work);
    pthread_cond_destroy(&local->commits);
    pthread_cond_destroy(&local->done);
    free(local->releases);
    free(local);
}

static const struct pgd_device_ops operations = {
    .start = start, .generations = generations, .figures = figures, .close = end};

static pgd_err start_threads(struct pgd_local *local, unsigned count, struct pgd_error *error) {
    pthread_attr_t attributes;
    int status = pthread_attr_init(&attributes);
    if (status == 0) {
        status = pthread_attr_setstacksize(&attributes, PGD_STACK_BYTES);
        for (unsigned i = 0; status == 0 && i <= count; i++) {
            status =
                pthread_create(&local->threads[i], &attributes, i < count ? pgd_local_moves : pgd_local_commits, local);
            local->thread_count += status == 0;
        }
        pthread_attr_destroy(&attributes);
    }
    return status == 0 ? PGD_OK
                       : pgd_fail(error, PGD_ERR_MEMORY, "disk %s: its threads cannot be started: %s",
                                  local->disk.folder, strerror(status));
}

static pgd_err take_record(void *context, const struct pgd_log_record *record, struct pgd_error *error) {
    struct pgd_local *local = context;
    return pgd_table_replay(&local->table, record, local->log.path, error);
}

static pgd_err open_files(struct pgd_local *local, const struct pgd_local_shape *shape, const struct pgd_use *use,
                          struct pgd_error *error) {
    pgd_err code = pgd_disk_open(shape->folder, shape->page_bytes, use->page_cache, &local->disk, error);
    if (code == PGD_OK)
        code = pgd_table_new(&local->table, shape->pages, local->disk.places, error);
    if (code == PGD_OK) {
        local->log.head =
            (struct pgd_log_head){.id = shape->id, .page_bytes = shape->page_bytes, .page_count = shape->pages};
        code = pgd_log_open(shape->folder, &local->log, take_record, local, error);
    }
    if (code == PGD_OK)
        code = pgd_table_settle(&local->table, local->log.path, error);
    if (code == PGD_OK)
        code = pgd_local_shorten_log(local, error);
    return code == PGD_OK ? pgd_cache_new(&local->cache, use->cache_pages, shape->page_bytes, error) : code;
}

pgd_err pgd_local_open(const struct pgd_local_shape *shape, const struct pgd_use *use, struct pgd_device **device,
                       struct pgd_error *error) {
    struct pgd_local *local = calloc(1, sizeof *local);
    const unsigned threads = use->threads == 0 ? PGD_DEFAULT_THREADS : use->threads;
    *device = NULL;
    if (local == NULL)
        return pgd_lacks_memory(error, sizeof *local, "a page device");
    local->device.ops = &operations;
    local->disk.fd = -1;
    local->log.fd = -1;
    local->behind.index = local->broken.index = PGD_NO_INDEX;
    pthread_mutex_init(&local->log_lock, NULL);
    pthread_mutex_init(&local->lock, NULL);
    pthread_cond_init(&local->work, NULL);
    pthread_cond_init(&local->commits, NULL);
    pthread_cond_init(&local->done, NULL);
    pgd_err code = open_files(local, shape, use, error);
    if (code == PGD_OK)
        code = start_threads(local, threads < PGD_MAX_THREADS ? threads : PGD_MAX_THREADS, error);
    local->device.is_cached = !use->page_cache && !local->disk.direct;
    if (code == PGD_OK)
        *device = &local->device;
    else
        end(&local->device);
    return code;
}
