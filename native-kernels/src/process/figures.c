/* SPDX-License-Identifier: Apache-2.0 */
/* Reports figures of the host of a server and of the queues of its objects. */
#include "builtin.h"
#include "call.h"
#include "errors.h"
#include "household.h"
#include "world.h"

#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Returns the bytes of the entry NAME of /proc/meminfo, which gives kibibytes. */
static uint64_t memory_of(const char *name) {
    char line[128];
    uint64_t found = 0;
    FILE *file = fopen("/proc/meminfo", "re");
    while (file != NULL && found == 0 && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, name, strlen(name)) == 0)
            found = strtoull(line + strlen(name), NULL, 10) * 1024;
    if (file != NULL)
        fclose(file);
    return found;
}

/* Counts whole block devices that are not in memory: the entries of /sys/block with a device behind them. */
static int32_t count_disks(void) {
    char path[320];
    int32_t count = 0;
    DIR *all = opendir("/sys/block");
    for (const struct dirent *each; all != NULL && (each = readdir(all)) != NULL;) {
        snprintf(path, sizeof path, "/sys/block/%s/device", each->d_name);
        count += each->d_name[0] != '.' && access(path, F_OK) == 0;
    }
    if (all != NULL)
        closedir(all);
    return count;
}

proc_err host_figures(struct object *object, void *call, struct proc_error *error) {
    struct builtin_figures *figures = call;
    struct proc_host host = {.disks = count_disks()};
    struct statvfs space;
    cpu_set_t cores;
    double load[1] = {0};
    if (statvfs(figures->folder, &space) != 0)
        return proc_fail(error, PROC_ERR_ARGUMENT, "the folder %s cannot be looked at: %s", figures->folder,
                         strerror(errno));
    CPU_ZERO(&cores);
    sched_getaffinity(0, sizeof cores, &cores);
    snprintf(host.name, sizeof host.name, "%s", proc_world_host(object->world, object->world->server));
    host.cores = CPU_COUNT(&cores);
    if (getloadavg(load, 1) == 1)
        host.load = load[0];
    host.memory = memory_of("MemTotal:");
    host.memory_free = memory_of("MemAvailable:");
    host.space = (uint64_t)space.f_blocks * space.f_frsize;
    host.space_free = (uint64_t)space.f_bavail * space.f_frsize;
    proc_put(&figures->host, &host, sizeof host);
    return PROC_OK;
}

proc_err host_queue(struct object *object, void *call, struct proc_error *error) {
    struct builtin_queue *queue = call;
    if (household_queue(object->world->household, (uint32_t)queue->object, queue->stamp, &queue->calls))
        return PROC_OK;
    return proc_fail(error, PROC_ERR_ADDRESS, "no object has that pointer: it is stale or forged");
}

proc_err host_close(struct object *object, void *call, struct proc_error *error) {
    (void)call;
    (void)error;
    proc_world_stop(object->world);
    return PROC_OK;
}

proc_err proc_host_of(struct proc_world *world, int server, const char *folder, struct proc_host *host,
                      struct proc_error *error) {
    struct builtin_figures call = {.folder = folder, .host = {host, sizeof *host, 0}};
    if (server < 0 || server >= world->server_count)
        return proc_fail(error, PROC_ERR_ARGUMENT, "the world has no server %d", server);
    return call_builtin(world_host_object(world, server), builtin_method(BUILTIN_FIGURES), &call, error);
}

proc_err proc_queue(struct proc_remote object, uint64_t *calls, struct proc_error *error) {
    struct builtin_queue call = {.object = object.object, .stamp = object.stamp};
    const struct proc_world *world = world_of(object.world);
    if (world == NULL || object.server >= (uint32_t)world->server_count)
        return proc_fail(error, PROC_ERR_ADDRESS, "the pointer points to no server of a world that this process is in");
    const proc_err code =
        call_builtin(world_host_object(world, (int)object.server), builtin_method(BUILTIN_QUEUE), &call, error);
    *calls = call.calls;
    return code;
}

proc_err proc_world_close(struct proc_world *world, struct proc_error *error) {
    struct builtin_plain call = {NULL};
    proc_err first = PROC_OK;
    for (int i = 0; i < world->server_count; i++) {
        const proc_err code = call_builtin(world_host_object(world, i), builtin_method(BUILTIN_CLOSE), &call,
                                           first == PROC_OK ? error : NULL);
        if (first == PROC_OK)
            first = code;
    }
    return first;
}
