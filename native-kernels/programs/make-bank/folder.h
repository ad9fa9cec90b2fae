/* SPDX-License-Identifier: Apache-2.0 */
/* A folder of files that gets its name when all files are whole: until then the folder is FOLDER.part. */
#ifndef MAKE_BANK_FOLDER_H
#define MAKE_BANK_FOLDER_H

#include "bank.h"

enum { FOLDER_FILES = 64 };

struct folder {
    char *path, *part; /* `part` is NULL if no folder has been made */
    int fd;
    struct one_file {
        char name[2 * NAME_BYTES];
        const char *kind; /* NULL: not in the list */
        struct sheet *sheet;
    } files[FOLDER_FILES];
    size_t count;
    uint64_t bytes;
    struct sw_failure *failure;
};

/* Makes PATH.part. Refuses an existing PATH, except an empty folder. The caller ends FOLDER with folder_drop. */
int folder_make(struct folder *folder, const char *path, struct sw_failure *failure);

/* Adds a file of a kind, and returns its sheet; NULL after any failure, also an earlier one. */
struct sheet *folder_add(struct folder *folder, const char *kind, const char *name, const char *header);

/* Ends a sheet, durably. Accepts NULL. */
void folder_end(struct folder *folder, struct sheet *sheet);

/* Adds a file of these bytes. */
void folder_put(struct folder *folder, const char *name, const char *bytes, size_t count);

/* Renames the folder to its final name. */
int folder_publish(struct folder *folder);

/* Frees FOLDER; removes a folder without its final name, with all files. */
void folder_drop(struct folder *folder);

#endif
