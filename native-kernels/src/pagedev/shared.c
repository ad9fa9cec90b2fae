/* SPDX-License-Identifier: Apache-2.0 */
#include "shared.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The time for which a call waits for calls with earlier tickets while no lane of its client is doing a call. After
 * this time the earlier calls will not come. The code counts waits of one second, because a clock also runs while this
 * process is stopped. */
enum { MISSING_SECONDS = 60 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects all devices and clients of this file */
static struct pgd_shared *all;

static struct pgd_shared *find(uint64_t id) {
    struct pgd_shared *shared = all;
    while (shared != NULL && shared->id != id)
        shared = shared->next;
    return shared;
}

static struct pgd_client *find_client(struct pgd_shared *shared, uint64_t key) {
    struct pgd_client *client = shared->clients;
    while (client != NULL && client->key != key)
        client = client->next;
    return client;
}

static pgd_err add_lane(struct pgd_shared *shared, uint64_t key, struct pgd_error *error) {
    struct pgd_client *client = find_client(shared, key);
    if (client == NULL) {
        client = calloc(1, sizeof *client);
        if (client == NULL)
            return pgd_lacks_memory(error, sizeof *client, "a client");
        client->key = key;
        client->next = shared->clients;
        shared->clients = client;
    }
    client->lanes++;
    shared->lanes++;
    return PGD_OK;
}

static void take_out(const struct pgd_shared *shared) {
    struct pgd_shared **at = &all;
    while (*at != shared)
        at = &(*at)->next;
    *at = shared->next;
}

static void end(struct pgd_shared *shared) {
    if (shared->device != NULL)
        shared->device->ops->close(shared->device);
    pthread_cond_destroy(&shared->turned);
    free(shared->folder);
    free(shared);
}

static void begin_turns(struct pgd_shared *shared) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&shared->turned, &attributes);
    pthread_condattr_destroy(&attributes);
}

static pgd_err open_here(const struct pgd_local_shape *shape, const struct pgd_use *use, struct pgd_shared **made,
                         struct pgd_error *error) {
    struct pgd_shared *shared = calloc(1, sizeof *shared);
    if (shared == NULL)
        return pgd_lacks_memory(error, sizeof *shared, "a page device");
    shared->id = shape->id;
    shared->page_bytes = shape->page_bytes;
    shared->pages = shape->pages;
    shared->folder = strdup(shape->folder);
    begin_turns(shared);
    const pgd_err code = shared->folder == NULL ? pgd_lacks_memory(error, strlen(shape->folder), "a name")
                                                : pgd_local_open(shape, use, &shared->device, error);
    if (code != PGD_OK) {
        end(shared);
        return code;
    }
    shared->next = all;
    all = shared;
    *made = shared;
    return PGD_OK;
}

pgd_err pgd_shared_open(const struct pgd_local_shape *shape, const struct pgd_use *use, uint64_t client,
                        struct pgd_shared **shared, struct pgd_error *error) {
    pgd_err code = PGD_OK;
    pthread_mutex_lock(&lock);
    if (find(shape->id) != NULL)
        code = pgd_fail(error, PGD_ERR_BUSY,
                        "%s: is open already in this world; attach to its data set, or wait until it is closed",
                        shape->folder);
    else
        code = open_here(shape, use, shared, error);
    if (code == PGD_OK)
        code = add_lane(*shared, client, error);
    pthread_mutex_unlock(&lock);
    return code;
}

pgd_err pgd_shared_attach(uint64_t id, uint64_t client, struct pgd_shared **shared, struct pgd_error *error) {
    pgd_err code;
    pthread_mutex_lock(&lock);
    struct pgd_shared *found = find(id);
    if (found == NULL)
        code = pgd_fail(error, PGD_ERR_SERVER, "device %016llx is not open at this server; open its data set first",
                        (unsigned long long)id);
    else
        code = add_lane(found, client, error);
    if (code == PGD_OK)
        *shared = found;
    pthread_mutex_unlock(&lock);
    return code;
}

static void drop_client(struct pgd_shared *shared, struct pgd_client *client) {
    struct pgd_client **at = &shared->clients;
    while (*at != client)
        at = &(*at)->next;
    *at = client->next;
    free(client);
}

void pgd_shared_leave(struct pgd_shared *shared, uint64_t key) {
    pthread_mutex_lock(&lock);
    struct pgd_client *client = find_client(shared, key);
    if (--client->lanes == 0)
        drop_client(shared, client);
    if (--shared->lanes == 0) {
        take_out(shared);
        end(shared); /* under the lock, so that no thread opens the files of the device before they are closed */
    }
    pthread_mutex_unlock(&lock);
}

/* Waits until another ticket is due, at most a second. Returns whether the second has passed. */
static bool is_look_due(pthread_cond_t *turned) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec++;
    return pthread_cond_timedwait(turned, &lock, &until) == ETIMEDOUT;
}

/* Waits until the ticket is due. Returns false if the calls with earlier tickets are missing. */
static bool wait_turn(struct pgd_shared *shared, const struct pgd_client *client, uint64_t ticket) {
    uint64_t before = client->ticket;
    for (int looks = 0; client->ticket != ticket;) {
        if (client->ticket != before || client->at_work > 0)
            looks = 0;
        if (looks == MISSING_SECONDS)
            return false;
        before = client->ticket;
        looks += is_look_due(&shared->turned);
    }
    return true;
}

pgd_err pgd_shared_start(struct pgd_shared *shared, uint64_t key, uint64_t ticket, const struct pgd_call *call,
                         struct pgd_handle *handle, struct pgd_error *error) {
    pthread_mutex_lock(&lock);
    struct pgd_client *client = find_client(shared, key);
    if (!wait_turn(shared, client, ticket)) {
        pthread_mutex_unlock(&lock);
        return pgd_fail(error, PGD_ERR_SERVER,
                        "the calls before this one have not come for %d s: their client has died, or was stopped",
                        MISSING_SECONDS);
    }
    client->at_work++;
    pthread_mutex_unlock(&lock);
    shared->device->ops->start(shared->device, call, handle);
    pthread_mutex_lock(&lock);
    client->ticket++;
    pthread_cond_broadcast(&shared->turned);
    pthread_mutex_unlock(&lock);
    return PGD_OK;
}

void pgd_shared_skip(struct pgd_shared *shared, uint64_t key, uint64_t ticket) {
    pthread_mutex_lock(&lock);
    struct pgd_client *client = find_client(shared, key);
    if (wait_turn(shared, client, ticket)) {
        client->ticket++;
        pthread_cond_broadcast(&shared->turned);
    }
    pthread_mutex_unlock(&lock);
}

void pgd_shared_finish(struct pgd_shared *shared, uint64_t key) {
    pthread_mutex_lock(&lock);
    find_client(shared, key)->at_work--;
    pthread_mutex_unlock(&lock);
}
