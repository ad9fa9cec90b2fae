/* SPDX-License-Identifier: Apache-2.0 */
#include "targets.h"

#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static void cannot_write(const char *path, struct sw_failure *f) {
    sw_fail(f, STATUS_OUTPUT, "give it a folder that can be written, with room", "%s cannot be written: %s", path,
            strerror(errno));
}

static void try_output(const char *path, struct sw_failure *f) {
    struct sw_part part;
    if (path == NULL || f->status != STATUS_OK)
        return;
    if (sw_part_create(path, &part) != 0)
        cannot_write(path, f);
    sw_part_drop(&part);
}

/* Tries a trace. A missing trace must not appear before the run writes there. A FIFO may get its reader later. */
static void try_trace(const char *path, struct sw_failure *f) {
    if (path == NULL || f->status != STATUS_OK)
        return;
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0640);
    const bool made = fd >= 0;
    if (!made && errno == EEXIST)
        fd = open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 && errno != ENXIO)
        cannot_write(path, f);
    if (made)
        unlink(path);
    if (fd >= 0)
        close(fd);
}

/* Refuses two names of one folder, which a link may give. */
static void check_disks(const struct options *options, struct sw_failure *f) {
    struct stat disks[MAX_DISKS];
    bool there[MAX_DISKS];
    for (size_t d = 0; d < options->disk_count && f->status == STATUS_OK; d++) {
        there[d] = stat(options->disks[d], &disks[d]) == 0;
        for (size_t i = 0; i < d && there[d]; i++)
            if (there[i] && disks[i].st_dev == disks[d].st_dev && disks[i].st_ino == disks[d].st_ino)
                sw_fail(f, STATUS_USAGE, "name each folder once", "--disks names one folder twice: %.100s is %.100s",
                        options->disks[d], options->disks[i]);
    }
}

int targets_try(const struct work *work, struct sw_failure *f) {
    const struct options *options = &work->options;
    if (work->team->number == 0) {
        check_disks(options, f);
        try_output(options->output, f);
        try_output(options->slice, f);
        try_output(options->spectrum, f);
        try_output(options->figures, f);
        try_output(options->summary, f);
        try_trace(options->trace, f);
    }
    return team_agree(work->team, f);
}

/* Asks for the free bytes where PATH will be. Returns whether the system tells. */
static bool free_bytes(const char *path, uint64_t *bytes) {
    struct statvfs room;
    const int fd = sw_folder_of(path);
    const bool told = fd >= 0 && fstatvfs(fd, &room) == 0;
    if (fd >= 0)
        close(fd);
    if (told)
        *bytes = (uint64_t)room.f_bavail * room.f_frsize;
    return told;
}

int targets_check_room(const struct work *work, struct sw_failure *f) {
    const char *path = work->options.output;
    const uint64_t needed = work_bytes(work);
    uint64_t room;
    if (work->team->number == 0 && path != NULL && free_bytes(path, &room) && room < needed)
        sw_fail(f, STATUS_OUTPUT, "free space there, or name another disk by --output",
                "%s cannot be written: it needs %llu bytes, and its disk has %llu bytes free", path,
                (unsigned long long)needed, (unsigned long long)room);
    return team_agree(work->team, f);
}
