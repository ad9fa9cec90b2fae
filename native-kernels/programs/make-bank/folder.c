/* SPDX-License-Identifier: Apache-2.0 */
#include "folder.h"

#include "base/files.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int cannot(struct folder *folder, const char *name, int reason) {
    return sw_fail(folder->failure, STATUS_OUTPUT, "check the folder's permissions and free space", "%s%s%s: %s",
                   folder->path, *name != '\0' ? "/" : "", name, strerror(reason));
}

/* Checks whether PATH can become the folder: PATH is missing or an empty folder. */
static int check_free(struct folder *folder) {
    DIR *there = opendir(folder->path);
    if (there == NULL)
        return errno == ENOENT ? STATUS_OK : cannot(folder, "", errno);
    int entries = 0;
    for (struct dirent *entry = readdir(there); entry != NULL && entries == 0; entry = readdir(there))
        entries += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(there);
    if (entries == 0)
        return STATUS_OK;
    return sw_fail(folder->failure, STATUS_USAGE, "name a folder that is empty or not there yet",
                   "%s: the folder is not empty", folder->path);
}

int folder_make(struct folder *folder, const char *path, struct sw_failure *failure) {
    *folder = (struct folder){.path = strdup(path), .fd = -1, .failure = failure};
    for (size_t length = strlen(path); folder->path != NULL && length > 1 && folder->path[length - 1] == '/'; length--)
        folder->path[length - 1] = '\0';
    char *part = folder->path == NULL ? NULL : sw_text_join(folder->path, ".part");
    if (part == NULL)
        return sw_fail(failure, STATUS_COMPUTE, NULL, "not enough memory for the name of the folder");
    if (check_free(folder) == STATUS_OK) {
        if (mkdir(part, 0777) == 0)
            folder->part = part;
        else if (errno == EEXIST)
            sw_fail(failure, STATUS_OUTPUT,
                    "remove it: a make-bank that was ended has left it, or another one is at work",
                    "%s: is there already", part);
        else
            cannot(folder, "", errno);
    }
    if (folder->part == NULL)
        free(part);
    else if ((folder->fd = open(part, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0)
        cannot(folder, "", errno);
    return failure->status;
}

/* Opens one more file. Returns the descriptor, or -1. */
static int open_file(struct folder *folder, const char *name) {
    if (folder->failure->status != STATUS_OK)
        return -1;
    if (folder->count == FOLDER_FILES) {
        cannot(folder, name, EMFILE);
        return -1;
    }
    const int fd = openat(folder->fd, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        cannot(folder, name, errno);
        return -1;
    }
    struct one_file *file = &folder->files[folder->count++];
    *file = (struct one_file){.kind = NULL};
    snprintf(file->name, sizeof file->name, "%s", name);
    return fd;
}

struct sheet *folder_add(struct folder *folder, const char *kind, const char *name, const char *header) {
    const int fd = open_file(folder, name);
    if (fd < 0)
        return NULL;
    struct sheet *sheet = malloc(sizeof *sheet);
    if (sheet == NULL) {
        close(fd);
        cannot(folder, name, ENOMEM);
        return NULL;
    }
    folder->files[folder->count - 1].kind = kind;
    folder->files[folder->count - 1].sheet = sheet;
    sheet_begin(sheet, fd, header);
    return sheet;
}

void folder_end(struct folder *folder, struct sheet *sheet) {
    if (sheet == NULL)
        return;
    struct one_file *file = folder->files;
    while (file->sheet != sheet)
        file++;
    int trouble = sheet_end(sheet);
    if (trouble == 0)
        trouble = sw_file_finish(sheet->fd) == 0 ? 0 : errno;
    else
        close(sheet->fd);
    if (trouble != 0 && folder->failure->status == STATUS_OK)
        cannot(folder, file->name, trouble);
    folder->bytes += sheet->bytes;
    file->sheet = NULL;
    free(sheet);
}

void folder_put(struct folder *folder, const char *name, const char *bytes, size_t count) {
    const int fd = open_file(folder, name);
    if (fd < 0)
        return;
    int trouble = sw_file_write(fd, bytes, count) == 0 ? 0 : errno;
    if (trouble == 0)
        trouble = sw_file_finish(fd) == 0 ? 0 : errno;
    else
        close(fd);
    if (trouble != 0)
        cannot(folder, name, trouble);
}

int folder_publish(struct folder *folder) {
    if (folder->failure->status != STATUS_OK)
        return folder->failure->status;
    const int above = sw_folder_of(folder->path);
    if (above < 0 || sw_folder_sync(folder->fd) != 0 || rename(folder->part, folder->path) != 0) {
        cannot(folder, "", errno);
    } else {
        free(folder->part);
        folder->part = NULL;
        if (sw_folder_sync(above) != 0)
            cannot(folder, "", errno);
    }
    if (above >= 0)
        close(above);
    return folder->failure->status;
}

void folder_drop(struct folder *folder) {
    for (size_t i = 0; i < folder->count; i++) {
        if (folder->files[i].sheet != NULL)
            folder_end(folder, folder->files[i].sheet);
        if (folder->part != NULL)
            unlinkat(folder->fd, folder->files[i].name, 0);
    }
    if (folder->fd >= 0)
        close(folder->fd);
    if (folder->part != NULL)
        rmdir(folder->part);
    free(folder->part);
    free(folder->path);
}
