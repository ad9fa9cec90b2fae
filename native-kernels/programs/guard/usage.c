/* SPDX-License-Identifier: Apache-2.0 */
#include "quota.h"

#include "base/rows.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file that was seen, once for each of its names and for each descriptor. */
struct seen {
    ino_t number;
    long long bytes;
};

struct count {
    struct seen *files;
    size_t length, room;
    dev_t device;
    uint64_t most; /* files and folders; 0: any number */
    bool unmeasured, starved;
};

static void see(struct count *count, ino_t number, long long bytes) {
    struct seen *files = sw_rows_grow(count->files, &count->room, count->length + 1, sizeof *files);
    if (files == NULL) {
        count->unmeasured = true;
        return;
    }
    count->files = files;
    count->files[count->length++] = (struct seen){number, bytes};
}

static bool is_enough(const struct count *count) {
    return count->unmeasured || count->starved || (count->most > 0 && count->length > count->most);
}

/* A run at the bound on memory of its cgroup lets the kernel grant the guard no memory for a moment. A run cannot make
 * any other error pass. */
static void fail(struct count *count, int error) {
    if (error == ENOMEM)
        count->starved = true;
    else
        count->unmeasured = true;
}

/*
 * Counts all files and folders below FOLDER. Follows no link and crosses no mount point. fts(3) steps from folder to
 * folder, so moving folders do not lead it elsewhere. A tree too deep for fts cannot be measured, nor can a folder that
 * is unreadable for the guard or shows only names. Both count as more than any quota, because a run could hide files
 * there.
 */
static void walk(struct count *count, const char *folder) {
    char path[4096];
    snprintf(path, sizeof path, "%s", folder);
    char *const paths[] = {path, NULL};
    FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_XDEV, NULL);
    if (tree == NULL) {
        fail(count, errno);
        return;
    }
    const FTSENT *entry = NULL;
    while (!is_enough(count) && (errno = 0, entry = fts_read(tree)) != NULL)
        if (entry->fts_errno != 0 && entry->fts_errno != ENOENT)
            fail(count, entry->fts_errno);
        else if (entry->fts_errno == 0 && entry->fts_info != FTS_DP)
            see(count, entry->fts_statp->st_ino, (long long)entry->fts_statp->st_blocks * 512);
    if (entry == NULL && errno != 0)
        fail(count, errno);
    fts_close(tree);
}

static int by_number(const void *left, const void *right) {
    const struct seen *a = left, *b = right;
    return (a->number > b->number) - (a->number < b->number);
}

struct usage folder_usage(const struct run_options *options, pid_t root) {
    struct count count = {.most = options->folder_entries};
    struct usage usage = {0};
    struct stat status;
    if (stat(options->folder, &status) != 0)
        return (struct usage){.bytes = errno == ENOMEM ? 0 : UNMEASURED, .starved = errno == ENOMEM};
    count.device = status.st_dev;
    walk(&count, options->folder);
    const struct held held = files_held(root);
    for (size_t i = 0; i < held.length && !is_enough(&count); i++)
        if (held.files[i].device == count.device)
            see(&count, held.files[i].number, held.files[i].bytes);
    free(held.files);
    usage.hides = held.hides;
    usage.starved = count.starved;
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
    if (used->bytes == UNMEASURED && used->hides)
        snprintf(out, TEXT_BYTES, "the run folder cannot be measured: " HIDES_TEXT);
    else if (used->bytes == UNMEASURED)
        snprintf(out, TEXT_BYTES, "the run folder holds folders too deep or shut, so its size is unknown");
    else if (options->folder_entries > 0 && (uint64_t)used->entries > options->folder_entries)
        snprintf(out, TEXT_BYTES,
                 "the run folder held more than %" PRIu64 " files and folders, which are all that it may have",
                 options->folder_entries);
    else if (options->folder_bytes > 0 && (uint64_t)used->bytes > options->folder_bytes)
        snprintf(out, TEXT_BYTES, "the run folder held %lld bytes, of %" PRIu64 " that it may have", used->bytes,
                 options->folder_bytes);
    return out[0] != '\0';
}
