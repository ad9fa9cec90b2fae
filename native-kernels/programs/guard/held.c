/* SPDX-License-Identifier: Apache-2.0 */
#include "quota.h"

#include "base/rows.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

static void add(struct held *held, const struct held_file *file) {
    struct held_file *files = sw_rows_grow(held->files, &held->room, held->length + 1, sizeof *files);
    if (files == NULL) {
        held->hides = true;
        return;
    }
    held->files = files;
    held->files[held->length++] = *file;
}

/* Opens a folder of /proc. A folder of a living process that the guard may not read counts as hidden. */
static DIR *open_folder(struct held *held, const char *folder) {
    DIR *links = opendir(folder);
    if (links == NULL && (errno == EACCES || errno == EPERM))
        held->hides = true;
    return links;
}

/* Returns whether a link leads to a segment of System V. memory.c counts segments by the list of the kernel. */
static bool is_segment(int links, const char *name) {
    static const char start[] = "/SYSV";
    char target[sizeof start - 1];
    return readlinkat(links, name, target, sizeof target) == (ssize_t)sizeof target &&
           memcmp(target, start, sizeof target) == 0;
}

static bool lies_in_memory(const char *folder, const char *name) {
    char path[512];
    struct statfs status;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return statfs(path, &status) == 0 && status.f_type == TMPFS_MAGIC;
}

/* Returns whether descriptors have been sent to the socket NUMBER of a process but not yet received. */
static bool has_descriptors_under_way(const char *process, const char *number) {
    char path[512], text[RECORD_BYTES];
    snprintf(path, sizeof path, "%s/fdinfo/%s", process, number);
    if (record_read(AT_FDCWD, path, text) <= 0)
        return false;
    const char *count = strstr(text, "scm_fds:");
    return count != NULL && strtol(count + strlen("scm_fds:"), NULL, 10) > 0;
}

/* Adds the files without a name to which the links in the folder PROCESS/NAME lead. */
static void follow_links(struct held *held, const char *process, const char *name, DIR *links) {
    struct stat status;
    char folder[128];
    snprintf(folder, sizeof folder, "%s/%s", process, name);
    for (const struct dirent *entry; (entry = readdir(links)) != NULL;) {
        if (fstatat(dirfd(links), entry->d_name, &status, 0) != 0)
            continue;
        if (S_ISSOCK(status.st_mode) && has_descriptors_under_way(process, entry->d_name))
            held->hides = true;
        if (!S_ISREG(status.st_mode) || status.st_nlink != 0 || is_segment(dirfd(links), entry->d_name))
            continue;
        const struct held_file file = {.device = status.st_dev,
                                       .number = status.st_ino,
                                       .bytes = (long long)status.st_blocks * 512,
                                       .in_memory = lies_in_memory(folder, entry->d_name)};
        add(held, &file);
    }
    closedir(links);
}

static void follow_descriptors(struct held *held, const char *process) {
    char folder[128];
    snprintf(folder, sizeof folder, "%s/fd", process);
    DIR *links = open_folder(held, folder);
    if (links != NULL)
        follow_links(held, process, "fd", links);
}

/* Adds the removed files in a list of mappings. The list has no sizes, so each file counts up to the end of its mapped
 * part. */
static void read_maps(struct held *held, FILE *maps) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, maps) > 0) {
        unsigned long long from, to, offset, number;
        unsigned major_number, minor_number;
        int path = 0;
        if (sscanf(line, "%llx-%llx %*s %llx %x:%x %llu %n", &from, &to, &offset, &major_number, &minor_number, &number,
                   &path) < 6 ||
            path == 0 || strstr(line + path, " (deleted)\n") == NULL)
            continue;
        const struct held_file file = {.device = makedev(major_number, minor_number),
                                       .number = (ino_t)number,
                                       .bytes = (long long)(offset + to - from),
                                       .is_guess = true};
        add(held, &file);
    }
    free(line);
}

/* Adds the removed files that a process has mapped. Only root can follow the links of map_files, but not root of a
 * container; the text of maps serves all users. */
static void follow_mappings(struct held *held, const char *process) {
    char name[64];
    snprintf(name, sizeof name, "%s/map_files", process);
    DIR *links = geteuid() == 0 ? opendir(name) : NULL;
    if (links != NULL)
        follow_links(held, process, "map_files", links);
    snprintf(name, sizeof name, "%s/maps", process);
    FILE *maps = fopen(name, "re");
    if (maps == NULL)
        return;
    read_maps(held, maps);
    fclose(maps);
}

/* Returns false for a thread with separate descriptors, which are not visible in its process. */
static bool shares_descriptors(pid_t thread, pid_t process) {
    enum { SAME_FILES = 2 };
    return thread == process || syscall(SYS_kcmp, thread, process, SAME_FILES, 0, 0) == 0;
}

static void add_held(pid_t pid, void *context) {
    struct held *held = context;
    char process[32], name[96];
    snprintf(process, sizeof process, "/proc/%d", (int)pid);
    follow_mappings(held, process);
    follow_descriptors(held, process);
    snprintf(name, sizeof name, "%s/task", process);
    DIR *threads = open_folder(held, name);
    if (threads == NULL)
        return;
    for (const struct dirent *entry; (entry = readdir(threads)) != NULL;) {
        const pid_t thread = (pid_t)atol(entry->d_name);
        snprintf(name, sizeof name, "%s/task/%d", process, (int)thread);
        if (thread > 0 && !shares_descriptors(thread, pid))
            follow_descriptors(held, name);
    }
    closedir(threads);
}

/* Orders files by identity; for one file, measured sizes before guesses, and larger guesses first. */
static int by_identity(const void *left, const void *right) {
    const struct held_file *a = left, *b = right;
    if (a->device != b->device)
        return (a->device > b->device) - (a->device < b->device);
    if (a->number != b->number)
        return (a->number > b->number) - (a->number < b->number);
    if (a->is_guess != b->is_guess)
        return a->is_guess - b->is_guess;
    return (a->bytes < b->bytes) - (a->bytes > b->bytes);
}

struct held files_held(pid_t root) {
    struct held held = {NULL, 0, 0, false};
    size_t kept = 0;
    if (root != NO_ROOT)
        each_descendant(root, add_held, &held);
    if (held.length > 0)
        qsort(held.files, held.length, sizeof *held.files, by_identity);
    for (size_t i = 0; i < held.length; i++)
        if (kept == 0 || held.files[kept - 1].device != held.files[i].device ||
            held.files[kept - 1].number != held.files[i].number)
            held.files[kept++] = held.files[i];
    held.length = kept;
    return held;
}
