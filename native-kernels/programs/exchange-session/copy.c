/* SPDX-License-Identifier: Apache-2.0 */
/* Copies and removes whole folders. Links are never followed: a link in a folder is an error. */
#include "session.h"

#include "base/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COPY_BYTES = 1 << 16, MOST_DEPTH = 16 };

static int copy_bytes(int from, int to) {
    char bytes[COPY_BYTES];
    ssize_t count;
    while ((count = read(from, bytes, sizeof bytes)) > 0)
        if (sw_file_write(to, bytes, (size_t)count) != 0)
            return -1;
    return count < 0 ? -1 : 0;
}

static int copy_file(int from, int to, const char *name) {
    const int in = openat(from, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    const int out = in < 0 ? -1 : openat(to, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    int result = out < 0 ? -1 : copy_bytes(in, out);
    if (out >= 0 && close(out) != 0)
        result = -1;
    if (in >= 0)
        close(in);
    return result;
}

static bool is_own(const char *name) {
    return strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

static int copy_entries(int from, int to, int depth);

static int copy_entry(int from, int to, const char *name, int depth) {
    struct stat status;
    if (fstatat(from, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return -1;
    if (S_ISREG(status.st_mode))
        return copy_file(from, to, name);
    if (!S_ISDIR(status.st_mode) || depth == MOST_DEPTH) {
        errno = ENOTSUP;
        return -1;
    }
    const int inner = openat(from, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int copy = -1;
    if (inner >= 0 && mkdirat(to, name, 0700) == 0)
        copy = openat(to, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const int result = copy < 0 ? -1 : copy_entries(inner, copy, depth + 1);
    if (copy >= 0)
        close(copy);
    if (inner >= 0)
        close(inner);
    return result;
}

/* Copies the contents of the folder FROM into the folder TO. */
static int copy_entries(int from, int to, int depth) {
    const int again = openat(from, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = again < 0 ? NULL : fdopendir(again);
    if (entries == NULL) {
        if (again >= 0)
            close(again);
        return -1;
    }
    int result = 0;
    const struct dirent *entry;
    while (result == 0 && (errno = 0, entry = readdir(entries)) != NULL)
        if (is_own(entry->d_name))
            result = copy_entry(from, to, entry->d_name, depth);
    if (result == 0 && errno != 0)
        result = -1;
    closedir(entries);
    return result;
}

int copy_folder(const char *from, const char *to) {
    const int in = open(from, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (in < 0)
        return -1;
    int result = mkdir(to, 0700);
    const int out = result != 0 ? -1 : open(to, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    result = out < 0 ? -1 : copy_entries(in, out, 0);
    if (out >= 0)
        close(out);
    close(in);
    return result;
}

static int remove_entries(int folder, int depth);

static int remove_entry(int folder, const char *name, int depth) {
    if (unlinkat(folder, name, 0) == 0)
        return 0;
    const int inner = depth < MOST_DEPTH ? openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
    if (inner < 0)
        return -1;
    return remove_entries(inner, depth + 1) == 0 ? unlinkat(folder, name, AT_REMOVEDIR) : -1;
}

/* Removes the contents of FOLDER, and closes it. */
static int remove_entries(int folder, int depth) {
    DIR *entries = fdopendir(folder);
    if (entries == NULL) {
        close(folder);
        return -1;
    }
    int result = 0;
    const struct dirent *entry;
    while ((entry = readdir(entries)) != NULL)
        if (is_own(entry->d_name) && remove_entry(folder, entry->d_name, depth) != 0)
            result = -1;
    closedir(entries);
    return result;
}

int remove_folder(const char *path) {
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return folder < 0 || remove_entries(folder, 0) != 0 ? -1 : rmdir(path);
}
