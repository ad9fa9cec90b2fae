/* SPDX-License-Identifier: Apache-2.0 */
#include "world.h"

#include "buffers.h"
#include "caller.h"
#include "errors.h"
#include "household.h"
#include "porter.h"
#include "worlds.h"

#include "base/text.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

static struct proc_world *worlds;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

struct proc_world *world_of(uint64_t id) {
    pthread_rwlock_rdlock(&lock);
    struct proc_world *world = worlds;
    while (world != NULL && world->id != id)
        world = world->next;
    pthread_rwlock_unlock(&lock);
    return world;
}

void world_enter(struct proc_world *world) {
    pthread_rwlock_wrlock(&lock);
    world->next = worlds;
    worlds = world;
    pthread_rwlock_unlock(&lock);
}

void world_leave(struct proc_world *world) {
    pthread_rwlock_wrlock(&lock);
    struct proc_world **link = &worlds;
    while (*link != NULL && *link != world)
        link = &(*link)->next;
    if (*link != NULL)
        *link = world->next;
    pthread_rwlock_unlock(&lock);
}

bool world_lose(struct proc_world *world, const char *format, ...) {
    if (atomic_load(&world->ending) || atomic_exchange(&world->losing, true))
        return false;
    va_list args;
    va_start(args, format);
    sw_text_format(world->lost_text, sizeof world->lost_text, format, args);
    va_end(args);
    return true;
}

void world_show_loss(struct proc_world *world) {
    atomic_store(&world->lost, true);
    sw_bell_ring(&world->bell);
}

void world_count_leaver(struct proc_world *world) {
    if (atomic_fetch_add(&world->leavers, 1) + 1 == world->client_count)
        proc_world_stop(world);
}

struct proc_remote world_host_object(const struct proc_world *world, int server) {
    return (struct proc_remote){world->id, world->id ^ UINT64_C(0x686f7374), (uint32_t)server, 0};
}

void world_free(struct proc_world *world) {
    free(world->servers);
    free(world);
}

bool proc_world_serves(const struct proc_world *world) {
    return world->server >= 0;
}

int proc_world_servers(const struct proc_world *world) {
    return world->server_count;
}

const char *proc_world_host(const struct proc_world *world, int server) {
    return server >= 0 && server < world->server_count ? world->servers[server].host : "";
}

bool proc_world_is_here(const struct proc_world *world, int server) {
    return server >= 0 && server < world->server_count && strcmp(world->servers[server].machine, world->machine) == 0;
}

int proc_world_find(const struct proc_world *world, const char *host, int from) {
    for (int i = from < 0 ? 0 : from; i < world->server_count; i++)
        if (strcmp(world->servers[i].host, host) == 0)
            return i;
    return -1;
}

void proc_world_stop(struct proc_world *world) {
    atomic_store(&world->stopping, true);
    sw_bell_ring(&world->bell);
}

/* Waits until this process shall stop, or a process has died. Returns whether one has died. */
static bool wait_for_end(struct proc_world *world) {
    while (!atomic_load(&world->stopping) && !atomic_load(&world->lost)) {
        const uint32_t seen = atomic_load(&world->bell.rings);
        if (!atomic_load(&world->stopping) && !atomic_load(&world->lost))
            sw_bell_nap(&world->bell, seen, 900000000);
    }
    return atomic_load(&world->lost);
}

proc_err proc_world_watch(struct proc_world *world, struct proc_error *error) {
    if (world->server >= 0)
        return proc_fail(error, PROC_ERR_ARGUMENT, "this process is a server of the world: proc_serve watches it");
    return wait_for_end(world) ? proc_fail(error, PROC_ERR_LOST, "%s", world->lost_text) : PROC_OK;
}

proc_err proc_serve(struct proc_world *world, struct proc_error *error) {
    if (world->server < 0)
        return proc_fail(error, PROC_ERR_ARGUMENT, "this process is no server of the world");
    const bool lost = wait_for_end(world);
    atomic_store(&world->ending, true);
    if (world->file[0] != '\0')
        unlink(world->file);
    world->file[0] = '\0';
    porter_listen_no_more(world);
    const proc_err code = household_end(world, error);
    porter_listen_no_more(world); /* waits until the last messages of the objects are sent */
    world->has_served = true;
    return lost ? proc_fail(error, PROC_ERR_LOST, "%s", world->lost_text) : code;
}

proc_err proc_world_end(struct proc_world *world, struct proc_error *error) {
    if (world == NULL)
        return PROC_OK;
    proc_err code = PROC_OK;
    if (world->server >= 0 && world->household != NULL && !world->has_served) {
        proc_world_stop(world);
        code = proc_serve(world, error);
    }
    atomic_store(&world->ending, true);
    worlds_leave_met(world);
    struct caller *caller = caller_of_thread(NULL);
    if (caller != NULL)
        caller_leave(caller, world);
    buffers_leave(world);
    if (world->presence != NULL) {
        caller_end(world->presence);
        free(world->presence);
    }
    world_leave(world);
    porter_listen_no_more(world);
    porter_let_go();
    if (world->household != NULL)
        return code; /* a method that does not end still uses the world, so the world is not freed */
    world_free(world);
    return code;
}
