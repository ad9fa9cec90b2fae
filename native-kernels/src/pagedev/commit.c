/* SPDX-License-Identifier: Apache-2.0 */
/* Commits of a page device. A commit waits until its pages are written, makes the data file durable, and then makes the
 * records of the log durable. From then on the written versions are the pages. The former versions stay until they are
 * released; the set releases them after all disks have committed. */
#include "local.h"

#include "base/rows.h"

#include <stdlib.h>
#include <string.h>

static void refuse(struct pgd_local *local, struct pgd_handle *handle, const struct pgd_fault *fault) {
    pgd_handle_done(handle, 1, local->device.disk, fault);
}

static void drop_commit(struct pgd_local *local, struct pgd_commit *commit) {
    for (size_t i = 0; i < commit->count; i++)
        pgd_table_drop(&local->table, commit->pages[i].place);
    free(commit);
}

static void add(struct pgd_local *local, struct pgd_commit *commit, uint64_t index, uint32_t place) {
    pgd_table_hold(&local->table, place);
    commit->pages[commit->count++] = (struct pgd_committing){index, place};
}

/* Adds the pages of a call to a commit. Returns false if a page has no such generation. */
static bool add_items(struct pgd_local *local, struct pgd_commit *commit, const struct pgd_call *call,
                      struct pgd_fault *fault) {
    for (size_t i = 0; i < call->count; i++) {
        const uint64_t index = call->items[i].index;
        const uint32_t place = pgd_table_find(&local->table, index, call->generation);
        if (place == PGD_NO_PLACE) {
            fault->index = (int64_t)index;
            pgd_fail(&fault->error, PGD_ERR_GENERATION,
                     "disk %s: page %llu cannot be committed: it was not written in generation %u", local->disk.folder,
                     (unsigned long long)index, call->generation);
            return false;
        }
        add(local, commit, index, place);
    }
    return true;
}

static void add_written(struct pgd_local *local, struct pgd_commit *commit) {
    for (uint64_t index = 0; index < local->table.page_count; index++)
        if (local->table.pages[index].newest != PGD_NO_PLACE)
            add(local, commit, index, local->table.pages[index].newest);
}

static size_t written_count(const struct pgd_local *local) {
    size_t count = 0;
    for (uint64_t index = 0; index < local->table.page_count; index++)
        count += local->table.pages[index].newest != PGD_NO_PLACE;
    return count;
}

void pgd_local_start_commit(struct pgd_local *local, const struct pgd_call *call, struct pgd_handle *handle) {
    struct pgd_fault fault = {.index = PGD_NO_INDEX};
    const size_t room = call->kind == PGD_COMMIT ? call->count : written_count(local);
    struct pgd_commit *commit = calloc(1, sizeof *commit + room * sizeof commit->pages[0]);
    if (commit == NULL) {
        pgd_lacks_memory(&fault.error, room * sizeof commit->pages[0], "a commit");
        refuse(local, handle, &fault);
        return;
    }
    commit->handle = handle;
    if (call->kind == PGD_COMMIT_ALL) {
        add_written(local, commit);
    } else if (!add_items(local, commit, call, &fault)) {
        drop_commit(local, commit);
        refuse(local, handle, &fault);
        return;
    }
    if (local->commit_last != NULL)
        local->commit_last->next = commit;
    else
        local->commit_first = commit;
    local->commit_last = commit;
    pthread_cond_signal(&local->commits);
}

/* --- releases --- */

/* Notes a release for the log. If there is no memory, the release is missing in the log; after a crash it must then be
 * done again. */
static void note_release(struct pgd_local *local, uint64_t index, uint32_t generation) {
    struct pgd_log_record *grown =
        sw_rows_grow(local->releases, &local->release_room, local->release_count + 1, sizeof *grown);
    if (grown == NULL)
        return;
    local->releases = grown;
    local->releases[local->release_count++] =
        (struct pgd_log_record){.kind = PGD_LOG_RELEASE, .generation = generation, .index = index};
}

static void release(struct pgd_local *local, uint64_t index, uint32_t generation) {
    if (pgd_table_release(&local->table, index, generation))
        note_release(local, index, generation);
}

void pgd_local_start_release(struct pgd_local *local, const struct pgd_call *call, struct pgd_handle *handle) {
    if (call->kind == PGD_RELEASE) {
        for (size_t i = 0; i < call->count; i++)
            release(local, call->items[i].index, call->generation);
    } else {
        for (uint64_t index = 0; index < local->table.page_count; index++)
            if (local->table.pages[index].previous != PGD_NO_PLACE)
                release(local, index, local->table.places[local->table.pages[index].last].generation);
    }
    pgd_handle_done(handle, 1, local->device.disk, NULL);
}

/* --- the thread --- */

/* Returns the first page of a commit that is still being written or that could not be written, or NULL if there is no
 * such page. */
static const struct pgd_committing *unwritten(const struct pgd_local *local, const struct pgd_commit *commit,
                                              bool *failed) {
    for (size_t i = 0; i < commit->count; i++) {
        const struct pgd_place *place = &local->table.places[commit->pages[i].place];
        *failed = place->failed;
        if (place->writing || place->failed)
            return &commit->pages[i];
    }
    *failed = false;
    return NULL;
}

static bool wait_written(struct pgd_local *local, const struct pgd_commit *commit, struct pgd_fault *fault) {
    const struct pgd_committing *page;
    bool failed;
    while ((page = unwritten(local, commit, &failed)) != NULL && !failed)
        pthread_cond_wait(&local->done, &local->lock);
    if (page == NULL)
        return true;
    if (local->behind.error.code != PGD_OK) {
        *fault = local->behind;
    } else {
        fault->index = (int64_t)page->index;
        pgd_fail(&fault->error, PGD_ERR_IO, "disk %s: page %llu cannot be committed: its write had failed",
                 local->disk.folder, (unsigned long long)page->index);
    }
    return false;
}

/* Adds the records of a commit to the log, after the earlier releases. */
static pgd_err add_records(struct pgd_local *local, const struct pgd_commit *commit, struct pgd_error *error) {
    pgd_err code = PGD_OK;
    for (size_t i = 0; i < local->release_count && code == PGD_OK; i++)
        code = pgd_log_add(&local->log, &local->releases[i], error);
    for (size_t i = 0; i < commit->count && code == PGD_OK; i++) {
        const struct pgd_committing *page = &commit->pages[i];
        const struct pgd_place *place = &local->table.places[page->place];
        if (local->table.pages[page->index].last == page->place)
            continue; /* committed already */
        const struct pgd_log_record record = {.kind = PGD_LOG_COMMIT,
                                              .generation = place->generation,
                                              .index = page->index,
                                              .place = page->place,
                                              .sum = place->sum};
        code = pgd_log_add(&local->log, &record, error);
    }
    if (code != PGD_OK)
        local->log.waiting_count = 0;
    return code;
}

/* Drops the first COUNT releases, which are in the log now. Newer ones may have been added meanwhile. */
static void drop_releases(struct pgd_local *local, size_t count) {
    local->release_count -= count;
    if (local->release_count > 0)
        memmove(local->releases, local->releases + count, local->release_count * sizeof *local->releases);
}

/* Makes a commit durable: the data file, and then the log. After a failure, the releases wait for the next commit. */
static pgd_err make_durable(struct pgd_local *local, struct pgd_error *error) {
    const size_t releases = local->release_count;
    if (local->log.waiting_count == 0)
        return PGD_OK;
    pthread_mutex_unlock(&local->lock);
    pgd_err code = pgd_disk_sync(&local->disk, error);
    pthread_mutex_lock(&local->log_lock);
    if (code == PGD_OK)
        code = pgd_log_append(&local->log, error);
    local->log.waiting_count = 0;
    pthread_mutex_unlock(&local->log_lock);
    pthread_mutex_lock(&local->lock);
    if (code == PGD_OK)
        drop_releases(local, releases);
    local->figures.syncs += 2;
    return code;
}

/* Notes that the disk failed to make pages durable. Linux reports such a failure only once, so later successes of this
 * disk cannot be trusted. */
static void note_broken(struct pgd_local *local, const struct pgd_fault *fault) {
    if (fault->error.code == PGD_ERR_IO && local->broken.error.code == PGD_OK)
        local->broken = *fault;
}

static void do_commit(struct pgd_local *local, struct pgd_commit *commit) {
    struct pgd_fault fault = {.index = PGD_NO_INDEX};
    bool done = wait_written(local, commit, &fault);
    if (done && local->broken.error.code != PGD_OK) {
        fault = local->broken;
        done = false;
    }
    if (done) {
        done = add_records(local, commit, &fault.error) == PGD_OK && make_durable(local, &fault.error) == PGD_OK;
        if (!done)
            note_broken(local, &fault);
    }
    for (size_t i = 0; done && i < commit->count; i++)
        pgd_table_commit(&local->table, commit->pages[i].index, commit->pages[i].place);
    pgd_handle_done(commit->handle, 1, local->device.disk, done ? NULL : &fault);
    drop_commit(local, commit);
    pthread_cond_broadcast(&local->done);
}

void *pgd_local_commits(void *argument) {
    struct pgd_local *local = argument;
    pthread_mutex_lock(&local->lock);
    for (;;) {
        while (local->commit_first == NULL && !local->stopping)
            pthread_cond_wait(&local->commits, &local->lock);
        struct pgd_commit *commit = local->commit_first;
        if (commit == NULL)
            break;
        local->commit_first = commit->next;
        if (local->commit_first == NULL)
            local->commit_last = NULL;
        do_commit(local, commit);
    }
    pthread_mutex_unlock(&local->lock);
    return NULL;
}

/* --- when a device is opened --- */

static pgd_err add_version(struct pgd_local *local, uint64_t index, uint32_t place, struct pgd_error *error) {
    if (place == PGD_NO_PLACE)
        return PGD_OK;
    const struct pgd_place *version = &local->table.places[place];
    const struct pgd_log_record record = {
        .kind = PGD_LOG_COMMIT, .generation = version->generation, .index = index, .place = place, .sum = version->sum};
    return pgd_log_add(&local->log, &record, error);
}

pgd_err pgd_local_shorten_log(struct pgd_local *local, struct pgd_error *error) {
    enum { LONG = 1024, TIMES = 4 };
    pgd_err code = PGD_OK;
    if (local->log.count < LONG + TIMES * local->table.page_count)
        return PGD_OK;
    for (uint64_t index = 0; index < local->table.page_count && code == PGD_OK; index++) {
        code = add_version(local, index, local->table.pages[index].previous, error);
        if (code == PGD_OK)
            code = add_version(local, index, local->table.pages[index].last, error);
    }
    return code == PGD_OK ? pgd_log_renew(&local->log, error) : code;
}
