/* SPDX-License-Identifier: Apache-2.0 */
/* The list of a bank's files. */
#include "bank.h"
#include "records.h"

#include <stdlib.h>
#include <string.h>

enum { KIND, FILE_NAME, COLUMNS };
static const char *const columns[COLUMNS] = {"kind", "file"};

static const char *const names[] = {
    [LIST_PARAMETERS] = "parameters", [LIST_FACTORS] = "factors", [LIST_HISTORY] = "history",
    [LIST_COVARIANCE] = "covariance", [LIST_DRIFTS] = "drifts",   [LIST_CURVES] = "curves",
    [LIST_HOLDINGS] = "holdings",     [LIST_LIMITS] = "limits",   [LIST_SCENARIOS] = "scenarios",
};

/* Returns the contents of a file with the word KIND in the list, or -1. */
static int find_kind(const char *kind) {
    for (int i = 0; i < LIST_INSTRUMENTS; i++)
        if (strcmp(kind, names[i]) == 0)
            return i;
    for (int i = 0; i < PRC_KINDS; i++)
        if (strcmp(kind, prc_kind_name((prc_kind)i)) == 0)
            return LIST_INSTRUMENTS + i;
    return -1;
}

const char *listed_kind_name(int kind) {
    return kind < LIST_INSTRUMENTS ? names[kind] : prc_kind_name((prc_kind)(kind - LIST_INSTRUMENTS));
}

/* Returns NAME relative to the folder of the list, in new memory; NULL without memory. */
static char *beside(const char *list, const char *name) {
    const char *end = strrchr(list, '/');
    const size_t folder = end != NULL && name[0] != '/' ? (size_t)(end - list) + 1 : 0;
    char *path = malloc(folder + strlen(name) + 1);
    if (path != NULL) {
        memcpy(path, list, folder);
        strcpy(path + folder, name);
    }
    return path;
}

static int take_file(void *to, const struct sw_record *record, struct sw_failure *f) {
    struct list *list = to;
    const char *kind;
    if (sw_take_id(record, KIND, &kind, f) != STATUS_OK)
        return f->status;
    const int found = find_kind(kind);
    if (found < 0)
        return sw_refuse(f, record, KIND, "var-mc(1) lists the kinds of files", "is no kind of file: \"%s\"", kind);
    if (sw_is_empty(record, FILE_NAME))
        return sw_refuse(f, record, FILE_NAME, "give it the file's path, relative to the list", "is empty");
    if (make_room((void **)&list->files, &list->room, list->count + 1, sizeof *list->files, f) != STATUS_OK)
        return f->status;
    char *path = beside(record->path, record->fields[FILE_NAME].text);
    if (path == NULL)
        return sw_fail_alone(f, "%s: not enough memory for the names of its files", record->path);
    list->files[list->count++] = (struct listed_file){found, path};
    return STATUS_OK;
}

int read_list(MPI_Comm comm, const char *path, struct list *list, struct sw_failure *f) {
    static const int needed[] = {LIST_PARAMETERS, LIST_FACTORS, LIST_HOLDINGS};
    memset(list, 0, sizeof *list);
    if (each_record(comm, path, columns, COLUMNS, (struct taker){take_file, list}, f) != STATUS_OK)
        return f->status;
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        if (count_listed(list, needed[i]) == 0)
            return sw_fail(f, STATUS_CONTENT, "add its row to the list", "%s names no file of %s", path,
                           names[needed[i]]);
    if (count_listed(list, LIST_HISTORY) == 0 && count_listed(list, LIST_COVARIANCE) == 0)
        return sw_fail(f, STATUS_CONTENT, "scenarios are drawn from one of them",
                       "%s names neither a history nor a covariance", path);
    return STATUS_OK;
}

size_t count_listed(const struct list *list, int kind) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += list->files[i].kind == kind;
    return count;
}

void free_list(struct list *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->files[i].path);
    free(list->files);
}
