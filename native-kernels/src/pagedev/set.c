/* SPDX-License-Identifier: Apache-2.0 */
/* Opens and closes data sets, and answers questions about them. */
#include "set.h"

#include "checksum.h"
#include "folder.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- opening --- */

static pgd_err take_lock(struct pgd_set *set, struct pgd_error *error) {
    char *path = pgd_path(set->path, "layout"), *thing = NULL;
    pgd_err code = path == NULL || asprintf(&thing, "data set %s", set->path) < 0
                       ? pgd_lacks_memory(error, strlen(set->path), "a name")
                       : pgd_lock(path, thing, &set->lock, error);
    free(path);
    free(thing);
    return code;
}

static void note_caching(struct pgd_set *set) {
    for (size_t disk = 0; disk < set->plan.layout.disk_count; disk++)
        if (set->devices[disk]->is_cached) {
            snprintf(set->remark, sizeof set->remark,
                     "disk %.150s works without O_DIRECT, which its file system does not have: slower, and through the "
                     "page cache",
                     set->folders[disk]);
            return;
        }
}

static pgd_err open_device(struct pgd_set *set, size_t disk, const struct pgd_use *use, struct pgd_error *error) {
    struct pgd_site site;
    set->folders[disk] = pgd_plan_folder(set->path, &set->plan, disk);
    if (set->folders[disk] == NULL)
        return pgd_lacks_memory(error, strlen(set->path), "the name of a disk");
    const struct pgd_local_shape shape = {
        .folder = set->folders[disk],
        .id = pgd_plan_device(&set->plan, disk),
        .page_bytes = set->plan.layout.page_bytes,
        .pages = set->plan.map.index_counts[disk],
    };
    pgd_err code = pgd_site_of(use, disk, &site, error);
    if (code == PGD_OK)
        code = set->is_attached ? site.ops->attach(&site, &shape, &set->devices[disk], error)
                                : site.ops->open(&site, &shape, use, &set->devices[disk], error);
    if (code == PGD_OK) {
        set->site = site.ops;
        set->devices[disk]->disk = (uint32_t)disk;
        set->devices[disk]->buffers = &set->buffers;
    }
    return code;
}

static pgd_err open_all(struct pgd_set *set, const struct pgd_use *use, struct pgd_error *error) {
    pgd_err code = set->is_attached || set->lock >= 0 ? PGD_OK : take_lock(set, error);
    if (code == PGD_OK)
        code = pgd_plan_read(set->path, &set->plan, error);
    if (code != PGD_OK)
        return code;
    const size_t count = set->plan.layout.disk_count;
    set->folders = calloc(count, sizeof *set->folders);
    set->devices = calloc(count, sizeof(void *));
    if (set->folders == NULL || set->devices == NULL)
        return pgd_lacks_memory(error, count * sizeof(void *), "devices");
    for (size_t disk = 0; disk < count && code == PGD_OK; disk++)
        code = open_device(set, disk, use, error);
    if (code == PGD_OK)
        note_caching(set);
    return code;
}

/* Opens a set, or attaches to a set. If LOCK is -1, an opened set is locked here. */
static pgd_err make_set(const char *path, const struct pgd_use *use, bool attaches, int lock, struct pgd_set **set,
                        struct pgd_error *error) {
    struct pgd_set *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL)
        return pgd_lacks_memory(error, sizeof *fresh, "a data set");
    pthread_mutex_init(&fresh->buffers.lock, NULL);
    fresh->lock = lock;
    fresh->is_attached = attaches;
    fresh->servers = use->world == NULL ? 0 : use->servers;
    fresh->path = realpath(path, NULL);
    const pgd_err code = fresh->path == NULL
                             ? pgd_fail(error, PGD_ERR_OPEN, "folder %s: has no real name: %s", path, strerror(errno))
                             : open_all(fresh, use, error);
    if (code == PGD_OK) {
        *set = fresh;
        return PGD_OK;
    }
    if (lock >= 0)
        fresh->lock = -1; /* the caller keeps the lock */
    pgd_set_abandon(fresh);
    return code;
}

pgd_err pgd_set_open_locked(const char *path, const struct pgd_use *use, int lock, struct pgd_set **set,
                            struct pgd_error *error) {
    return make_set(path, use, false, lock, set, error);
}

pgd_err pgd_set_open(const char *path, const struct pgd_use *use, struct pgd_set **set, struct pgd_error *error) {
    static const struct pgd_use defaults = {0};
    *set = NULL;
    if (!pgd_set_exists(path))
        return pgd_fail(error, PGD_ERR_OPEN, "folder %s: holds no data set, for it has no file \"layout\"", path);
    return make_set(path, use != NULL ? use : &defaults, false, -1, set, error);
}

/* An address is "slipway-pages ID SERVERS PATH". The id differs for a new set in the same folder. */
pgd_err pgd_set_address(struct pgd_set *set, char text[PGD_ADDRESS_TEXT_BYTES], struct pgd_error *error) {
    if (set->site->attach == NULL)
        return pgd_fail(error, PGD_ERR_ARGUMENT, "data set %s: was opened without servers, so nobody can attach to it",
                        set->path);
    const int length = snprintf(text, PGD_ADDRESS_TEXT_BYTES, "slipway-pages %016" PRIx64 " %zu %s", set->plan.id,
                                set->servers, set->path);
    return length < PGD_ADDRESS_TEXT_BYTES
               ? PGD_OK
               : pgd_fail(error, PGD_ERR_ARGUMENT, "data set %s: has too long a name", set->path);
}

pgd_err pgd_set_attach(const char *text, const struct pgd_use *use, struct pgd_set **set, struct pgd_error *error) {
    uint64_t id;
    size_t servers;
    int path = 0;
    *set = NULL;
    if (use == NULL || use->world == NULL)
        return pgd_fail(error, PGD_ERR_ARGUMENT, "a data set is attached to by a world's servers, and none is named");
    if (sscanf(text, "slipway-pages %16" SCNx64 " %zu %n", &id, &servers, &path) != 2 || path == 0)
        return pgd_fail(error, PGD_ERR_ARGUMENT, "\"%.80s\" is no address of a data set", text);
    struct pgd_use own = *use;
    own.servers = servers;
    const pgd_err code = make_set(text + path, &own, true, -1, set, error);
    if (code != PGD_OK || (*set)->plan.id == id)
        return code;
    pgd_set_abandon(*set);
    *set = NULL;
    return pgd_fail(error, PGD_ERR_ARGUMENT, "data set %s: is another one than that of the address", text + path);
}

int pgd_set_exists(const char *path) {
    char *layout = pgd_path(path, "layout");
    const int exists = layout != NULL && pgd_file_exists(layout);
    free(layout);
    return exists;
}

/* --- closing --- */

void pgd_set_abandon(struct pgd_set *set) {
    if (set == NULL)
        return;
    for (size_t disk = 0; disk < set->plan.layout.disk_count; disk++) {
        if (set->devices != NULL && set->devices[disk] != NULL)
            set->devices[disk]->ops->close(set->devices[disk]);
        if (set->folders != NULL)
            free(set->folders[disk]);
    }
    free(set->devices);
    free(set->folders);
    pgd_plan_free(&set->plan);
    if (set->lock >= 0)
        close(set->lock);
    pthread_mutex_destroy(&set->buffers.lock);
    free(set->path);
    free(set);
}

pgd_err pgd_set_close(struct pgd_set *set, struct pgd_error *error) {
    if (set == NULL)
        return PGD_OK;
    /* An attached client does not know the uncommitted writes of other clients, and does not commit them. */
    const pgd_err code = set->is_attached ? PGD_OK : pgd_set_flush(set, error);
    pgd_set_abandon(set);
    return code;
}

/* --- questions --- */

const struct pgd_layout *pgd_set_layout(const struct pgd_set *set) {
    return &set->plan.layout;
}

const char *pgd_set_remark(const struct pgd_set *set) {
    return set->remark;
}

const char *pgd_set_disk(const struct pgd_set *set, size_t disk) {
    return disk < set->plan.layout.disk_count ? set->folders[disk] : NULL;
}

bool pgd_set_find(const struct pgd_set *set, uint32_t disk, uint64_t index, struct pgd_page *page) {
    return pgd_map_find(&set->plan.map, disk, index, page);
}

pgd_err pgd_set_figures(struct pgd_set *set, size_t disk, struct pgd_figures *figures, struct pgd_error *error) {
    if (disk >= set->plan.layout.disk_count)
        return pgd_fail(error, PGD_ERR_RANGE, "disk %zu is none of the %zu of data set %s", disk,
                        set->plan.layout.disk_count, set->path);
    return set->devices[disk]->ops->figures(set->devices[disk], figures, error);
}

/* --- texts and notes that the caller keeps in the set --- */

/* The file: the checksum of the rest, the number of bytes, and the bytes, filled up to a multiple of 8. */
struct state_head {
    uint64_t check, bytes;
};

pgd_err pgd_set_keep(struct pgd_set *set, const void *state, size_t bytes, struct pgd_error *error) {
    const size_t filled = (bytes + 7) / 8 * 8;
    if (bytes > PGD_MAX_STATE_BYTES)
        return pgd_fail(error, PGD_ERR_ARGUMENT, "data set %s: %zu bytes of state are more than %d", set->path, bytes,
                        PGD_MAX_STATE_BYTES);
    char *path = pgd_path(set->path, "state");
    struct state_head *head = calloc(1, sizeof *head + filled);
    pgd_err code = PGD_OK;
    if (path == NULL || head == NULL) {
        code = pgd_lacks_memory(error, filled, "a state");
    } else {
        head->bytes = bytes;
        memcpy(head + 1, state, bytes);
        head->check = pgd_checksum(&head->bytes, sizeof head->bytes + filled);
        code = pgd_file_replace(path, head, sizeof *head + filled, error);
    }
    free(path);
    free(head);
    return code;
}

static pgd_err read_state(const char *path, void *state, size_t *bytes, struct pgd_error *error) {
    struct state_head *head;
    size_t whole;
    char *data;
    const pgd_err code = pgd_file_read(path, sizeof *head + PGD_MAX_STATE_BYTES, &data, &whole, error);
    if (code != PGD_OK)
        return code;
    head = (struct state_head *)data;
    const bool sound = whole >= sizeof *head && whole % 8 == 0 && head->bytes <= whole - sizeof *head &&
                       head->check == pgd_checksum(&head->bytes, whole - sizeof head->check);
    if (sound) {
        *bytes = head->bytes;
        memcpy(state, head + 1, head->bytes);
    }
    free(data);
    return sound ? PGD_OK : pgd_fail(error, PGD_ERR_FORMAT, "%s: is damaged", path);
}

pgd_err pgd_set_kept(struct pgd_set *set, void *state, size_t *bytes, struct pgd_error *error) {
    char *path = pgd_path(set->path, "state");
    pgd_err code = PGD_OK;
    *bytes = 0;
    if (path == NULL)
        return pgd_lacks_memory(error, strlen(set->path), "a name");
    if (pgd_file_exists(path))
        code = read_state(path, state, bytes, error);
    free(path);
    return code;
}
