/* SPDX-License-Identifier: Apache-2.0 */
/* Disks of servers: their folders and devices, and the lanes by which a client reaches them. */
#include "remote.h"

#include "PageLane.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

pgd_err pgd_server_failed(struct pgd_error *error, const struct proc_error *why) {
    return pgd_fail(error, why->code == PROC_ERR_MEMORY ? PGD_ERR_MEMORY : PGD_ERR_SERVER, "%s", why->text);
}

pgd_err pgd_server_says(struct pgd_error *error, int32_t code, const char *message) {
    if (code == PGD_OK)
        return PGD_OK;
    return pgd_fail(error, code > PGD_OK && code <= PGD_ERR_SERVER ? (pgd_err)code : PGD_ERR_SERVER, "%s", message);
}

/* --- folders --- */

static pgd_err prepare(const struct pgd_site *site, const char *folder, char real[PATH_MAX], bool *made,
                       struct pgd_error *error) {
    char text[PGD_ERROR_TEXT_BYTES] = "";
    struct proc_into message = {text, sizeof text, 0}, name = {real, PATH_MAX, 0};
    struct proc_error why;
    int32_t code, fresh;
    if (PageLane_prepare(site->world, site->server, folder, &code, &message, &name, &fresh, &why) != PROC_OK)
        return pgd_server_failed(error, &why);
    *made = fresh != 0;
    return pgd_server_says(error, code, text);
}

static pgd_err space(const struct pgd_site *site, const char *folder, uint64_t *bytes, uint64_t *system,
                     struct pgd_error *error) {
    char text[PGD_ERROR_TEXT_BYTES] = "";
    struct proc_into message = {text, sizeof text, 0};
    struct proc_error why;
    int32_t code;
    if (PageLane_space(site->world, site->server, folder, &code, &message, bytes, system, &why) != PROC_OK)
        return pgd_server_failed(error, &why);
    /* Mixes in the host, because file systems of two hosts may have one number. */
    *system ^= sw_text_hash(proc_world_host(site->world, site->server)) & ~UINT64_C(0xffffffff);
    return pgd_server_says(error, code, text);
}

static pgd_err make(const struct pgd_site *site, const struct pgd_local_shape *shape, struct pgd_error *error) {
    char text[PGD_ERROR_TEXT_BYTES] = "";
    struct PageLane_make call = {.folder = shape->folder,
                                 .id = shape->id,
                                 .page_bytes = shape->page_bytes,
                                 .pages = shape->pages,
                                 .places = shape->places,
                                 .message = {text, sizeof text, 0}};
    struct proc_handle handle;
    struct proc_error why;
    if (PageLane_start_make(site->world, site->server, &call, &handle, &why) != PROC_OK ||
        proc_wait(&handle, &why) != PROC_OK)
        return pgd_server_failed(error, &why);
    return pgd_server_says(error, call.refusal, text);
}

static pgd_err remove_folder(const struct pgd_site *site, const char *folder, bool device, struct pgd_error *error) {
    char text[PGD_ERROR_TEXT_BYTES] = "";
    struct proc_into message = {text, sizeof text, 0};
    struct proc_error why;
    int32_t code;
    if (PageLane_remove(site->world, site->server, folder, device, &code, &message, &why) != PROC_OK)
        return pgd_server_failed(error, &why);
    return pgd_server_says(error, code, text);
}

/* --- lanes --- */

static struct pgd_lanes *find_lanes(struct pgd_remote *remote) {
    struct pgd_lanes *lanes;
    for (lanes = remote->lanes; lanes != NULL; lanes = lanes->next)
        if (pthread_equal(lanes->thread, pthread_self()))
            return lanes;
    lanes = calloc(1, sizeof *lanes);
    if (lanes == NULL || getrandom(&lanes->client, sizeof lanes->client, 0) != sizeof lanes->client) {
        free(lanes);
        return NULL;
    }
    lanes->thread = pthread_self();
    lanes->next = remote->lanes;
    remote->lanes = lanes;
    return lanes;
}

struct pgd_lanes *pgd_lanes_own(struct pgd_remote *remote) {
    pthread_mutex_lock(&remote->lock);
    struct pgd_lanes *lanes = find_lanes(remote);
    pthread_mutex_unlock(&remote->lock);
    return lanes;
}

static pgd_err attach_lane(struct pgd_remote *remote, uint64_t client, struct proc_remote *lane,
                           struct pgd_error *error) {
    char text[PGD_ERROR_TEXT_BYTES] = "";
    struct proc_into message = {text, sizeof text, 0};
    struct proc_error why = {.code = PROC_OK};
    int32_t code;
    if (PageLane_new(remote->site.world, remote->site.server, lane, &why) != PROC_OK)
        return pgd_server_failed(error, &why);
    if (PageLane_attach(*lane, client, remote->id, &code, &message, &why) == PROC_OK && code == PGD_OK)
        return PGD_OK;
    if (why.code != PROC_OK)
        pgd_server_failed(error, &why);
    else
        pgd_server_says(error, code, text);
    proc_destroy(*lane, NULL);
    *lane = (struct proc_remote){0};
    return why.code != PROC_OK ? PGD_ERR_SERVER : (pgd_err)code;
}

pgd_err pgd_lane_of(struct pgd_remote *remote, struct pgd_lanes *lanes, enum pgd_lane_use use, struct proc_remote *lane,
                    struct pgd_error *error) {
    pgd_err code = PGD_OK;
    if (!proc_is_some(lanes->lanes[use]))
        code = attach_lane(remote, lanes->client, &lanes->lanes[use], error);
    *lane = lanes->lanes[use];
    return code;
}

/* Returns the lane of this thread for questions. */
static pgd_err ask_lane(struct pgd_remote *remote, struct proc_remote *lane, struct pgd_error *error) {
    struct pgd_lanes *lanes = pgd_lanes_own(remote);
    return lanes == NULL ? pgd_lacks_memory(error, sizeof *lanes, "lanes to a server")
                         : pgd_lane_of(remote, lanes, PGD_LANE_ASK, lane, error);
}

void pgd_lanes_end(struct pgd_remote *remote) {
    while (remote->lanes != NULL) {
        struct pgd_lanes *lanes = remote->lanes;
        remote->lanes = lanes->next;
        for (int i = 0; i < PGD_LANES; i++)
            if (proc_is_some(lanes->lanes[i]))
                proc_destroy(lanes->lanes[i], NULL);
        free(lanes);
    }
}

/* --- devices --- */

static pgd_err generations(struct pgd_device *device, const struct pgd_item *items, size_t count, bool newest,
                           uint32_t *results, struct pgd_error *error) {
    char text[PGD_ERROR_TEXT_BYTES] = "";
    struct proc_into message = {text, sizeof text, 0};
    struct proc_remote lane;
    struct proc_error why;
    int32_t said;
    int64_t *numbers = malloc((2 * count + 1) * sizeof *numbers);
    if (numbers == NULL)
        return pgd_lacks_memory(error, 2 * count * sizeof *numbers, "generations");
    struct proc_into found = {numbers + count, count * sizeof *numbers, 0};
    for (size_t i = 0; i < count; i++)
        numbers[i] = (int64_t)items[i].index;
    pgd_err code = ask_lane((struct pgd_remote *)device, &lane, error);
    if (code == PGD_OK) {
        const struct proc_i64s asked = {numbers, count};
        code = PageLane_generations(lane, newest, asked, &said, &message, &found, &why) == PROC_OK
                   ? pgd_server_says(error, said, text)
                   : pgd_server_failed(error, &why);
    }
    for (size_t i = 0; i < count && code == PGD_OK; i++)
        results[i] = (uint32_t)numbers[count + i];
    free(numbers);
    return code;
}

static pgd_err figures(struct pgd_device *device, struct pgd_figures *results, struct pgd_error *error) {
    char text[PGD_ERROR_TEXT_BYTES] = "";
    struct proc_into message = {text, sizeof text, 0}, bytes = {results, sizeof *results, 0};
    struct proc_remote lane;
    struct proc_error why;
    int32_t said;
    const pgd_err code = ask_lane((struct pgd_remote *)device, &lane, error);
    if (code != PGD_OK)
        return code;
    if (PageLane_figures(lane, &said, &message, &bytes, &why) != PROC_OK)
        return pgd_server_failed(error, &why);
    results->network_bytes = atomic_load(&((struct pgd_remote *)device)->network_bytes);
    return pgd_server_says(error, said, text);
}

static void end(struct pgd_device *device) {
    struct pgd_remote *remote = (struct pgd_remote *)device;
    pgd_lanes_end(remote);
    pthread_mutex_destroy(&remote->lock);
    free(remote);
}

static const struct pgd_device_ops operations = {
    .start = pgd_remote_start, .generations = generations, .figures = figures, .close = end};

static struct pgd_remote *new_remote(const struct pgd_site *site, const struct pgd_local_shape *shape) {
    struct pgd_remote *remote = calloc(1, sizeof *remote);
    if (remote == NULL)
        return NULL;
    remote->device.ops = &operations;
    remote->site = *site;
    remote->id = shape->id;
    remote->page_bytes = shape->page_bytes;
    remote->is_here = proc_world_is_here(site->world, site->server);
    pthread_mutex_init(&remote->lock, NULL);
    return remote;
}

/* Opens the device by a first lane, which becomes the lane of this thread for questions. */
static pgd_err open_first(struct pgd_remote *remote, const struct pgd_local_shape *shape, const struct pgd_use *use,
                          struct pgd_error *error) {
    char text[PGD_ERROR_TEXT_BYTES] = "";
    struct proc_handle handle;
    struct proc_error why;
    struct pgd_lanes *lanes = pgd_lanes_own(remote);
    if (lanes == NULL)
        return pgd_lacks_memory(error, sizeof *lanes, "lanes to a server");
    struct PageLane_open call = {.client = lanes->client,
                                 .folder = shape->folder,
                                 .id = shape->id,
                                 .page_bytes = shape->page_bytes,
                                 .pages = shape->pages,
                                 .cache = use->cache_pages,
                                 .threads = use->threads,
                                 .page_cache = use->page_cache,
                                 .message = {text, sizeof text, 0}};
    struct proc_remote *lane = &lanes->lanes[PGD_LANE_ASK];
    if (PageLane_new(remote->site.world, remote->site.server, lane, &why) != PROC_OK ||
        PageLane_start_open(*lane, &call, &handle, &why) != PROC_OK || proc_wait(&handle, &why) != PROC_OK)
        return pgd_server_failed(error, &why);
    remote->device.is_cached = call.cached != 0;
    return pgd_server_says(error, call.refusal, text);
}

static pgd_err open_device(const struct pgd_site *site, const struct pgd_local_shape *shape, const struct pgd_use *use,
                           struct pgd_device **device, struct pgd_error *error) {
    struct pgd_remote *remote = new_remote(site, shape);
    *device = NULL;
    if (remote == NULL)
        return pgd_lacks_memory(error, sizeof *remote, "a page device");
    const pgd_err code = open_first(remote, shape, use, error);
    if (code == PGD_OK)
        *device = &remote->device;
    else
        end(&remote->device);
    return code;
}

static pgd_err attach(const struct pgd_site *site, const struct pgd_local_shape *shape, struct pgd_device **device,
                      struct pgd_error *error) {
    struct pgd_remote *remote = new_remote(site, shape);
    struct proc_remote lane;
    *device = NULL;
    if (remote == NULL)
        return pgd_lacks_memory(error, sizeof *remote, "a page device");
    const pgd_err code = ask_lane(remote, &lane, error);
    if (code == PGD_OK)
        *device = &remote->device;
    else
        end(&remote->device);
    return code;
}

static void *buffer_new(size_t bytes) {
    return proc_buffer_new(bytes, NULL);
}

const struct pgd_site_ops pgd_site_server = {.prepare = prepare,
                                             .space = space,
                                             .make = make,
                                             .remove = remove_folder,
                                             .open = open_device,
                                             .attach = attach,
                                             .buffer_new = buffer_new,
                                             .buffer_free = proc_buffer_free};
