/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Returns 0, or -1 with errno (ENOENT: the group lacks that controller). */
static int write_number(int group, const char *name, uint64_t value) {
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, value);
    return write_text(group, name, text);
}

/*
 * Bounds the memory of a group, and denies swap, by which a run could get around the bound. The kernel ends the whole
 * run if it exceeds the bound: remaining ranks would wait for the ended one.
 */
static bool bound_memory(int group, uint64_t bytes) {
    (void)write_text(group, "memory.swap.max", "0");
    return write_number(group, "memory.max", bytes) == 0 && write_text(group, "memory.oom.group", "1") == 0;
}

int cgroup_make(const struct run_options *options, const struct identity *guard, struct cgroup *group) {
    group->fd = -1;
    group->holds_memory = false;
    if (options->cgroup == NULL)
        return 0;
    const int length =
        snprintf(group->path, sizeof group->path, "%s/run-%d.%llu", options->cgroup, (int)guard->pid, guard->start);
    if (length < 0 || (size_t)length >= sizeof group->path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (mkdir(group->path, 0755) != 0)
        return -1;
    group->fd = open(group->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (group->fd < 0)
        return -1;
    group->holds_memory = options->memory > 0 && bound_memory(group->fd, options->memory);
    if (options->processes > 0)
        (void)write_number(group->fd, "pids.max", options->processes);
    if (options->cpu_weight > 0)
        (void)write_number(group->fd, "cpu.weight", options->cpu_weight);
    return 0;
}

int cgroup_enter(const struct cgroup *group, pid_t pid) {
    return group->fd < 0 ? 0 : write_number(group->fd, "cgroup.procs", (uint64_t)pid);
}

bool cgroup_was_full(const struct cgroup *group) {
    char text[RECORD_BYTES];
    if (group->fd < 0 || record_read(group->fd, "memory.events", text) < 0)
        return false;
    const char *kills = strstr(text, "oom_kill ");
    return kills != NULL && strtoul(kills + strlen("oom_kill "), NULL, 10) > 0;
}

void cgroup_end(const char *path) {
    const struct timespec wait = {0, 20000000};
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    (void)write_text(fd, "cgroup.kill", "1");
    close(fd);
    /* the group is busy until its last process is reaped */
    for (int round = 0; round < 100 && rmdir(path) != 0 && errno == EBUSY; round++)
        nanosleep(&wait, NULL);
}
