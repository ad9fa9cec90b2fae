/* SPDX-License-Identifier: Apache-2.0 */
/* The threads of a page device that read and write. */
#include "local.h"

#include "base/clock.h"
#include "checksum.h"

#include <stdlib.h>
#include <string.h>

/* --- messages about wrong pages --- */

static void tell_damage(struct pgd_local *local, const struct pgd_op *op, uint64_t sum, struct pgd_fault *fault) {
    struct pgd_log_record other;
    bool found;
    pthread_mutex_lock(&local->log_lock);
    pgd_log_find(&local->log, sum, &other, &found);
    pthread_mutex_unlock(&local->log_lock);
    if (!found)
        pgd_fail(&fault->error, PGD_ERR_DAMAGED,
                 "disk %s: page %llu has other bytes than were written; the disk has changed them: take the page from "
                 "a copy",
                 local->disk.folder, (unsigned long long)op->index);
    else if (other.index == op->index)
        pgd_fail(&fault->error, PGD_ERR_DAMAGED,
                 "disk %s: page %llu is an older one, of generation %u; the disk has lost a write: take the page from "
                 "a copy",
                 local->disk.folder, (unsigned long long)op->index, other.generation);
    else
        pgd_fail(&fault->error, PGD_ERR_DAMAGED,
                 "disk %s: page %llu is page %llu, of generation %u; the disk has put that in its place: take the page "
                 "from a copy",
                 local->disk.folder, (unsigned long long)op->index, (unsigned long long)other.index, other.generation);
}

/* --- the work of one operation, without the lock --- */

static pgd_err read_page(struct pgd_local *local, const struct pgd_op *op, void **spare, struct pgd_fault *fault) {
    pgd_err code = pgd_disk_read(&local->disk, op->place, op->memory, spare, &fault->error);
    if (code != PGD_OK)
        return code;
    const uint64_t sum = pgd_checksum(op->memory, local->disk.page_bytes);
    pthread_mutex_lock(&local->lock);
    const bool right = sum == local->table.places[op->place].sum;
    pthread_mutex_unlock(&local->lock);
    if (!right)
        tell_damage(local, op, sum, fault);
    return right ? PGD_OK : PGD_ERR_DAMAGED;
}

static pgd_err write_page(struct pgd_local *local, const struct pgd_op *op, void **spare, struct pgd_fault *fault) {
    const uint64_t sum = pgd_checksum(op->memory, local->disk.page_bytes);
    const pgd_err code = pgd_disk_write(&local->disk, op->place, op->memory, spare, &fault->error);
    pthread_mutex_lock(&local->lock);
    local->table.places[op->place].sum = sum;
    pthread_mutex_unlock(&local->lock);
    return code;
}

/* --- steps before and after, under the lock --- */

/* Waits until the bytes of the place of a read are complete and are not being loaded into the cache. Returns the slot
 * with the bytes, or NULL if they are on the disk. Sets *FAILED to whether they never came to the disk. */
static struct pgd_slot *settled(struct pgd_local *local, const struct pgd_op *op, bool *failed) {
    for (;;) {
        const struct pgd_place *place = &local->table.places[op->place];
        struct pgd_slot *slot = pgd_cache_find(&local->cache, &local->table, op->place);
        *failed = place->failed;
        if (*failed || (slot != NULL && !slot->loading) || (slot == NULL && !place->writing))
            return *failed ? NULL : slot;
        pthread_cond_wait(&local->done, &local->lock);
    }
}

static pgd_err do_read(struct pgd_local *local, struct pgd_op *op, void **spare, struct pgd_fault *fault) {
    bool failed = false;
    pgd_err code = PGD_OK;
    struct pgd_slot *slot = op->place == PGD_NO_PLACE ? NULL : settled(local, op, &failed);
    if (failed)
        return pgd_fail(&fault->error, PGD_ERR_IO, "disk %s: page %llu was not written: its write had failed",
                        local->disk.folder, (unsigned long long)op->index);
    if (slot != NULL) {
        slot->users++;
        local->figures.cache_hits++;
        pgd_cache_use(&local->cache, slot);
    }
    pthread_mutex_unlock(&local->lock);
    if (op->place == PGD_NO_PLACE)
        memset(op->memory, 0, local->disk.page_bytes);
    else if (slot != NULL)
        memcpy(op->memory, slot->memory, local->disk.page_bytes);
    else
        code = read_page(local, op, spare, fault);
    pthread_mutex_lock(&local->lock);
    if (slot != NULL)
        slot->users--;
    else if (op->place != PGD_NO_PLACE)
        local->figures.pages_read++;
    return code;
}

static void do_prefetch(struct pgd_local *local, struct pgd_op *op, void **spare) {
    struct pgd_fault fault = {.index = PGD_NO_INDEX};
    while (local->table.places[op->place].writing)
        pthread_cond_wait(&local->done, &local->lock);
    pgd_err code = local->table.places[op->place].failed ? PGD_ERR_IO : PGD_OK;
    pthread_mutex_unlock(&local->lock);
    if (code == PGD_OK)
        code = read_page(local, op, spare, &fault);
    pthread_mutex_lock(&local->lock);
    local->figures.pages_read++;
    struct pgd_slot *slot = pgd_cache_find(&local->cache, &local->table, op->place);
    slot->users--;
    slot->loading = false;
    if (code != PGD_OK) /* a later read of the page tries again, and gets the failure */
        pgd_cache_forget(&local->cache, &local->table, slot);
}

static pgd_err do_write(struct pgd_local *local, struct pgd_op *op, void **spare, struct pgd_fault *fault) {
    pthread_mutex_unlock(&local->lock);
    const pgd_err code = write_page(local, op, spare, fault);
    pthread_mutex_lock(&local->lock);
    struct pgd_place *place = &local->table.places[op->place];
    place->writing = false;
    place->failed = code != PGD_OK;
    local->figures.pages_written++;
    if (!op->behind)
        return code;
    struct pgd_slot *slot = pgd_cache_find(&local->cache, &local->table, op->place);
    slot->users--;
    slot->behind = false;
    local->cache.behind_count--;
    if (code != PGD_OK) {
        pgd_cache_forget(&local->cache, &local->table, slot);
        if (local->behind.error.code == PGD_OK)
            local->behind = *fault;
    }
    return code;
}

/* --- the queue --- */

static struct pgd_op *next_op(struct pgd_local *local) {
    while (local->first == NULL) {
        if (local->stopping)
            return NULL;
        pthread_cond_wait(&local->work, &local->lock);
    }
    struct pgd_op *op = local->first;
    local->first = op->next;
    if (local->first == NULL)
        local->last = NULL;
    return op;
}

/* Adds one to the operations under way, *COUNT, and notes the beginning of a time with operations. */
static void enter(size_t *count, double *since) {
    if ((*count)++ == 0)
        *since = sw_clock_seconds();
}

static void leave(size_t *count, const double *since, double *seconds) {
    if (--*count == 0)
        *seconds += sw_clock_seconds() - *since;
}

static void finish(struct pgd_local *local, struct pgd_op *op, const struct pgd_fault *fault) {
    struct pgd_batch *batch = op->batch;
    pgd_table_drop(&local->table, op->place);
    if (op->kind != PGD_PREFETCH && !op->behind)
        pgd_handle_done(batch->handle, 1, local->device.disk, fault);
    if (--batch->left == 0)
        free(batch);
    pthread_cond_broadcast(&local->done);
}

static void move(struct pgd_local *local, struct pgd_op *op, void **spare) {
    struct pgd_fault fault = {.index = (int64_t)op->index};
    pgd_err code = PGD_OK;
    if (op->kind == PGD_WRITE) {
        enter(&local->writing, &local->write_since);
        code = do_write(local, op, spare, &fault);
        leave(&local->writing, &local->write_since, &local->figures.write_seconds);
        local->figures.bytes_written += local->disk.page_bytes;
    } else {
        enter(&local->reading, &local->read_since);
        if (op->kind == PGD_READ)
            code = do_read(local, op, spare, &fault);
        else
            do_prefetch(local, op, spare);
        leave(&local->reading, &local->read_since, &local->figures.read_seconds);
        local->figures.bytes_read = local->figures.pages_read * local->disk.page_bytes;
    }
    finish(local, op, code == PGD_OK ? NULL : &fault);
}

void *pgd_local_moves(void *argument) {
    struct pgd_local *local = argument;
    struct pgd_op *op;
    void *spare = NULL;
    pthread_mutex_lock(&local->lock);
    while ((op = next_op(local)) != NULL)
        move(local, op, &spare);
    pthread_mutex_unlock(&local->lock);
    free(spare);
    return NULL;
}
