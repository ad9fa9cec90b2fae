#include "guard.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A file that was seen; the same one is seen under each of its names, and by each descriptor. */
struct seen {
    ino_t number;
    long long bytes;
};

struct count {
    struct seen *files;
    size_t length, room;
    dev_t device;
    double most; /* files and folders; 0: any number */
    bool unmeasured;
};

static void see(struct count *count, const struct stat *status) {
    if (count->length == count->room) {
        const size_t room = count->room == 0 ? 4096 : 2 * count->room;
        struct seen *files = realloc(count->files, room * sizeof *files);
        if (files == NULL) {
            count->unmeasured = true;
            return;
        }
        count->files = files;
        count->room = room;
    }
    count->files[count->length++] = (struct seen){status->st_ino, (long long)status->st_blocks * 512};
}

static bool is_enough(const struct count *count) {
    return count->unmeasured || (count->most > 0 && (double)count->length > count->most);
}

/*
 * All files and folders below FOLDER. No link is followed and no mount point crossed; fts steps from folder to folder,
 * so it is not led astray by folders that move meanwhile. A tree too deep for fts, or a folder shut to the guard,
 * cannot be measured, and then counts as more than any quota: else it would be the way around it.
 */
static void walk(struct count *count, const char *folder) {
    char path[4096];
    snprintf(path, sizeof path, "%s", folder);
    char *const paths[] = {path, NULL};
    FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_XDEV, NULL);
    if (tree == NULL) {
        count->unmeasured = true;
        return;
    }
    const FTSENT *entry = NULL;
    while (!is_enough(count) && (errno = 0, entry = fts_read(tree)) != NULL)
        if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR)
            count->unmeasured = entry->fts_errno != ENOENT;
        else if (entry->fts_info != FTS_DP && entry->fts_info != FTS_NS)
            see(count, entry->fts_statp);
    if (entry == NULL && errno != 0)
        count->unmeasured = true;
    fts_close(tree);
}

/* The files of the folder's file system that have no name any more, among those that the links in FOLDER lead to. */
static void follow_all(struct count *count, const char *folder) {
    struct stat status;
    DIR *links = opendir(folder);
    if (links == NULL)
        return;
    for (const struct dirent *entry; !is_enough(count) && (entry = readdir(links)) != NULL;)
        if (fstatat(dirfd(links), entry->d_name, &status, 0) == 0 && status.st_nlink == 0 &&
            status.st_dev == count->device && S_ISREG(status.st_mode))
            see(count, &status);
    closedir(links);
}

/* A thread can have descriptors of its own, which its process does not show. */
static bool shares_descriptors(pid_t thread, pid_t process) {
    enum { SAME_FILES = 2 };
    return thread == process || syscall(SYS_kcmp, thread, process, SAME_FILES, 0, 0) == 0;
}

/* What a process holds without a name: by a descriptor, or only mapped (which shows to root alone). */
static void count_nameless(pid_t pid, void *context) {
    struct count *count = context;
    char name[64];
    snprintf(name, sizeof name, "/proc/%d/map_files", (int)pid);
    follow_all(count, name);
    snprintf(name, sizeof name, "/proc/%d/fd", (int)pid);
    follow_all(count, name);
    snprintf(name, sizeof name, "/proc/%d/task", (int)pid);
    DIR *threads = opendir(name);
    if (threads == NULL)
        return;
    for (const struct dirent *entry; (entry = readdir(threads)) != NULL;) {
        const pid_t thread = (pid_t)atol(entry->d_name);
        snprintf(name, sizeof name, "/proc/%d/task/%d/fd", (int)pid, (int)thread);
        if (thread > 0 && !shares_descriptors(thread, pid))
            follow_all(count, name);
    }
    closedir(threads);
}

static int by_number(const void *left, const void *right) {
    const struct seen *a = left, *b = right;
    return (a->number > b->number) - (a->number < b->number);
}

struct usage folder_usage(const struct run_options *options, pid_t root) {
    struct count count = {.most = options->folder_entries};
    struct usage usage = {0, 0};
    struct stat status;
    if (stat(options->folder, &status) != 0)
        return (struct usage){UNMEASURED, 0};
    count.device = status.st_dev;
    walk(&count, options->folder);
    each_descendant(root, count_nameless, &count);
    if (count.length > 0)
        qsort(count.files, count.length, sizeof *count.files, by_number);
    for (size_t i = 0; i < count.length; i++)
        if (i == 0 || count.files[i].number != count.files[i - 1].number) {
            usage.bytes += count.files[i].bytes;
            usage.entries++;
        }
    free(count.files);
    if (count.unmeasured)
        usage.bytes = UNMEASURED;
    return usage;
}

bool folder_is_over(const struct run_options *options, const struct usage *used, char out[TEXT_BYTES]) {
    out[0] = '\0';
    if (used->bytes == UNMEASURED)
        snprintf(out, TEXT_BYTES, "the run folder holds folders too deep or shut, so its size is unknown");
    else if (options->folder_entries > 0 && (double)used->entries > options->folder_entries)
        snprintf(out, TEXT_BYTES,
                 "the run folder held more than %.0f files and folders, which are all that it may have",
                 options->folder_entries);
    else if (options->folder_bytes > 0 && (double)used->bytes > options->folder_bytes)
        snprintf(out, TEXT_BYTES, "the run folder held %lld bytes, of %.0f that it may have", used->bytes,
                 options->folder_bytes);
    return out[0] != '\0';
}
