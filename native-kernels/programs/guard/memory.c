/* SPDX-License-Identifier: Apache-2.0 */
#include "quota.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* The bytes of the processes of a run: pages of their own, and their shares of pages that several map. */
struct pages {
    long long own, shared;
};

/* Returns the figure of a line such as "Pss_Anon:     12 kB" in bytes; 0 without such a line. */
static long long figure(const char *text, const char *name) {
    const char *at = strstr(text, name);
    return at != NULL ? strtoll(at + strlen(name), NULL, 10) * 1024 : 0;
}

/*
 * Adds the memory of a process that the kernel cannot reclaim, including swapped memory, but no pages of files. If the
 * process hides its maps, adds all pages in memory.
 */
static void add_pages(pid_t pid, void *context) {
    struct pages *pages = context;
    char name[64], text[RECORD_BYTES];
    snprintf(name, sizeof name, "/proc/%d/smaps_rollup", (int)pid);
    if (record_read(AT_FDCWD, name, text) > 0) {
        pages->own += figure(text, "\nPss_Anon:") + figure(text, "\nSwapPss:");
        pages->shared += figure(text, "\nPss_Shmem:");
        return;
    }
    snprintf(name, sizeof name, "/proc/%d/statm", (int)pid);
    if (record_read(AT_FDCWD, name, text) > 0 && strchr(text, ' ') != NULL)
        pages->own += strtoll(strchr(text, ' '), NULL, 10) * sysconf(_SC_PAGESIZE);
}

/* Returns the bytes on the run's private /dev/shm, and writes its device to *device; 0 without a private one. */
static long long shm_bytes(pid_t root, dev_t *device) {
    char path[64];
    struct stat own, machine;
    struct statvfs status;
    snprintf(path, sizeof path, "/proc/%d/root/dev/shm", (int)root);
    if (stat(path, &own) != 0 || (stat("/dev/shm", &machine) == 0 && own.st_dev == machine.st_dev) ||
        statvfs(path, &status) != 0)
        return 0;
    *device = own.st_dev;
    return (long long)(status.f_blocks - status.f_bfree) * (long long)status.f_frsize;
}

/* Returns the bytes of all segments of System V in the IPC namespace of this process; -1 if unknown. */
static long long listed_segments(void) {
    char *line = NULL;
    size_t room = 0;
    long long bytes = 0;
    FILE *list = fopen("/proc/sysvipc/shm", "re");
    if (list == NULL)
        return errno == ENOENT ? 0 : -1; /* a kernel without shared memory of System V has no such file */
    while (getline(&line, &room, list) > 0) {
        long long resident, swapped;
        /* key shmid perms size cpid lpid nattch uid gid cuid cgid atime dtime ctime rss swap */
        if (sscanf(line, "%*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lld %lld", &resident, &swapped) == 2)
            bytes += resident + swapped;
    }
    free(line);
    fclose(list);
    return bytes;
}

static int open_namespace(pid_t pid, const char *name) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/ns/%s", (int)pid, name);
    return open(path, O_RDONLY | O_CLOEXEC);
}

/*
 * Returns the bytes of the run's segments of System V; -1 if unknown. The kernel lists the segments of the reader's IPC
 * namespace, so this process, which only measures, enters the namespace of the run. A run without a private namespace
 * cannot make segments (filter.c).
 */
static long long segment_bytes(pid_t root) {
    struct stat own, theirs;
    const int ipc = open_namespace(root, "ipc"), user = open_namespace(root, "user");
    long long bytes = -1;
    if (ipc >= 0 && fstat(ipc, &theirs) == 0 && stat("/proc/self/ns/ipc", &own) == 0) {
        if (own.st_ino == theirs.st_ino)
            bytes = 0;
        else if (setns(ipc, CLONE_NEWIPC) == 0 || (setns(user, CLONE_NEWUSER) == 0 && setns(ipc, CLONE_NEWIPC) == 0))
            bytes = listed_segments();
    }
    close(ipc);
    close(user);
    return bytes;
}

/*
 * Counts files of the run's /dev/shm, files in memory without a name and segments, mapped or not. The mapped ones also
 * count among the shared pages, so the larger of both sums counts.
 */
struct usage memory_usage(const struct run_options *options, pid_t root) {
    struct pages pages = {0, 0};
    dev_t shm = 0;
    (void)options;
    each_descendant(root, add_pages, &pages);
    const struct held held = files_held(root);
    long long bytes = shm_bytes(root, &shm);
    for (size_t i = 0; i < held.length; i++)
        if (held.files[i].in_memory && held.files[i].device != shm)
            bytes += held.files[i].bytes;
    free(held.files);
    const long long segments = segment_bytes(root);
    bytes += segments > 0 ? segments : 0;
    return (struct usage){.bytes = pages.own + (bytes > pages.shared ? bytes : pages.shared),
                          .hides = held.hides || segments < 0};
}

bool memory_is_over(const struct run_options *options, const struct usage *used, char out[TEXT_BYTES]) {
    if (used->bytes != UNMEASURED && (uint64_t)used->bytes <= options->memory)
        return false;
    if (used->bytes == UNMEASURED)
        snprintf(out, TEXT_BYTES, "the memory of the run's processes cannot be measured: " HIDES_TEXT);
    else
        snprintf(out, TEXT_BYTES, "the run's processes had %lld bytes of memory, of %" PRIu64 " that they may have",
                 used->bytes, options->memory);
    return true;
}
