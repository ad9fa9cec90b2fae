/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The files that describe a data set:
 *
 *     slipway-pages 1
 *     id 0123456789abcdef
 *     domain 256 256 256
 *     page 32 32 32
 *     map circulant                      or: map table; then the file "map" has an address for each page
 *     disks 2
 *     disk 0123456789abcdef.0            a folder in this one, or an absolute name; to the end of the line
 *     disk /disks/b/0123456789abcdef.1
 *     check 0123456789abcdef             of all lines before
 *
 * The layout of a set that is being made or removed has the name "unmade".
 */
#include "base/files.h"
#include "base/text.h"
#include "checksum.h"
#include "folder.h"
#include "set.h"
#include "shape.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_LAYOUT_BYTES = 8 << 20 };

const char *const pgd_set_files[] = {"layout", "map", "state", "layout.part", "map.part", "state.part", "unmade", NULL};

static const char *const map_names[] = {"circulant", "table", "table"};

uint64_t pgd_plan_device(const struct pgd_plan *plan, size_t disk) {
    return plan->id ^ (disk + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

char *pgd_plan_folder(const char *set, const struct pgd_plan *plan, size_t disk) {
    return pgd_path(set, plan->disks[disk]);
}

/* --- writing --- */

static void print_plan(FILE *out, const struct pgd_plan *plan) {
    const struct pgd_layout *layout = &plan->layout;
    fprintf(out, "slipway-pages 1\nid %016" PRIx64 "\n", plan->id);
    fprintf(out, "domain %" PRId64 " %" PRId64 " %" PRId64 "\n", layout->domain[0], layout->domain[1],
            layout->domain[2]);
    fprintf(out, "page %" PRId64 " %" PRId64 " %" PRId64 "\n", layout->page[0], layout->page[1], layout->page[2]);
    fprintf(out, "map %s\ndisks %zu\n", map_names[layout->map], layout->disk_count);
    for (size_t disk = 0; disk < layout->disk_count; disk++)
        fprintf(out, "disk %s\n", plan->disks[disk]);
}

/* Writes TEXT to FD, the file PATH, durably. */
static pgd_err put_text(int fd, const char *path, const char *text, size_t bytes, struct pgd_error *error) {
    if (ftruncate(fd, 0) == 0 && sw_file_write_at(fd, text, bytes, 0) == 0 && fsync(fd) == 0)
        return pgd_name_sync(path, error);
    const int reason = errno;
    return pgd_fail(error, reason == ENOSPC || reason == EDQUOT ? PGD_ERR_SPACE : PGD_ERR_IO,
                    "%s: cannot be written: %s", path, strerror(reason));
}

static pgd_err write_text(int fd, const char *path, const struct pgd_plan *plan, struct pgd_error *error) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (out == NULL)
        return pgd_lacks_memory(error, MOST_LAYOUT_BYTES, "a layout");
    print_plan(out, plan);
    fflush(out);
    fprintf(out, "check %016" PRIx64 "\n", sw_bytes_hash(SW_HASH_BASIS, text, bytes));
    const pgd_err code =
        fclose(out) == 0 ? put_text(fd, path, text, bytes, error) : pgd_lacks_memory(error, bytes, "a layout");
    free(text);
    return code;
}

/* Writes the file of a table: the address of each page as two numbers of 8 bytes, then the checksum of all
 * addresses. */
static pgd_err write_table(const char *path, const struct pgd_page_map *map, struct pgd_error *error) {
    const size_t count = (size_t)pgd_page_total(map->pages);
    uint64_t *words = malloc((2 * count + 1) * sizeof *words);
    if (words == NULL)
        return pgd_lacks_memory(error, 2 * count * sizeof *words, "a page map");
    for (size_t i = 0; i < count; i++) {
        words[2 * i] = map->table[i].disk;
        words[2 * i + 1] = map->table[i].index;
    }
    words[2 * count] = pgd_checksum(words, 2 * count * sizeof *words);
    const pgd_err code = pgd_file_replace(path, words, (2 * count + 1) * sizeof *words, error);
    free(words);
    return code;
}

pgd_err pgd_plan_write(const char *folder, int fd, const struct pgd_plan *plan, struct pgd_error *error) {
    char *unmade = pgd_path(folder, "unmade"), *map = pgd_path(folder, "map");
    pgd_err code = unmade == NULL || map == NULL ? pgd_lacks_memory(error, strlen(folder), "a name") : PGD_OK;
    if (code == PGD_OK)
        code = write_text(fd, unmade, plan, error);
    if (code == PGD_OK && plan->map.table != NULL)
        code = write_table(map, &plan->map, error);
    free(unmade);
    free(map);
    return code;
}

/* --- reading --- */

/* A layout file that is being read line by line. */
struct lines {
    const char *path;
    char *next;
    int number;
};

static pgd_err damaged(const struct lines *lines, const char *wanted, struct pgd_error *error) {
    return pgd_fail(error, PGD_ERR_FORMAT, "%s: line %d must say \"%s\"; the file is damaged, or of another version",
                    lines->path, lines->number, wanted);
}

/* Returns the text behind NAME in the next line, or NULL if the next line has another name. */
static char *value_of(struct lines *lines, const char *name) {
    const size_t length = strlen(name);
    char *line = lines->next, *end = strchr(line, '\n');
    lines->number++;
    if (end == NULL || strncmp(line, name, length) != 0 || line[length] != ' ')
        return NULL;
    *end = '\0';
    lines->next = end + 1;
    return line + length + 1;
}

static bool read_numbers(struct lines *lines, const char *name, int64_t *numbers, int count) {
    char *at = value_of(lines, name);
    if (at == NULL)
        return false;
    for (int i = 0; i < count; i++) {
        char *end;
        if (*at < '0' || *at > '9')
            return false;
        numbers[i] = strtoll(at, &end, 10);
        if (*end != (i + 1 < count ? ' ' : '\0'))
            return false;
        at = end + 1;
    }
    return true;
}

static bool read_hash(struct lines *lines, const char *name, uint64_t *hash) {
    const char *at = value_of(lines, name);
    if (at == NULL || strlen(at) != 16 || strspn(at, "0123456789abcdef") != 16)
        return false;
    *hash = strtoull(at, NULL, 16);
    return true;
}

static pgd_err read_disks(struct lines *lines, struct pgd_plan *plan, int64_t count, struct pgd_error *error) {
    plan->disks = calloc((size_t)count, sizeof *plan->disks);
    if (plan->disks == NULL)
        return pgd_lacks_memory(error, (size_t)count * sizeof *plan->disks, "names of disks");
    plan->layout.disk_count = (size_t)count;
    for (int64_t i = 0; i < count; i++) {
        const char *name = value_of(lines, "disk");
        if (name == NULL || name[0] == '\0' || strstr(name, "..") != NULL)
            return damaged(lines, "disk FOLDER", error);
        plan->disks[i] = strdup(name);
        if (plan->disks[i] == NULL)
            return pgd_lacks_memory(error, strlen(name), "the name of a disk");
    }
    return PGD_OK;
}

/* Tests the check before the contents are used, because the contents are then as they were written. */
static pgd_err check_whole(struct lines *lines, const char *text, struct pgd_error *error) {
    const char *check = strstr(text, "\ncheck ");
    uint64_t hash;
    if (strncmp(text, "slipway-pages ", 14) != 0)
        return pgd_fail(error, PGD_ERR_FORMAT, "%s: is no layout of a data set", lines->path);
    if (check == NULL)
        return pgd_fail(error, PGD_ERR_FORMAT, "%s: has no check at its end; it was cut off", lines->path);
    struct lines last = {.path = lines->path, .next = (char *)check + 1};
    char copy[32];
    snprintf(copy, sizeof copy, "%s", check + 1);
    last.next = copy;
    if (!read_hash(&last, "check", &hash) || strlen(check + 1) != 23 ||
        hash != sw_bytes_hash(SW_HASH_BASIS, text, (size_t)(check + 1 - text)))
        return pgd_fail(error, PGD_ERR_FORMAT, "%s: its check is not that of its lines; it is damaged", lines->path);
    return PGD_OK;
}

static pgd_err read_text(struct lines *lines, struct pgd_plan *plan, struct pgd_options *options,
                         struct pgd_error *error) {
    int64_t version[1], disks[1];
    if (!read_numbers(lines, "slipway-pages", version, 1) || version[0] != 1)
        return damaged(lines, "slipway-pages 1", error);
    if (!read_hash(lines, "id", &plan->id))
        return damaged(lines, "id HASH", error);
    if (!read_numbers(lines, "domain", options->domain, 3))
        return damaged(lines, "domain N1 N2 N3", error);
    if (!read_numbers(lines, "page", options->page, 3))
        return damaged(lines, "page N1 N2 N3", error);
    const char *map = value_of(lines, "map");
    if (map == NULL || (strcmp(map, "circulant") != 0 && strcmp(map, "table") != 0))
        return damaged(lines, "map circulant|table", error);
    options->map = map[0] == 'c' ? PGD_MAP_CIRCULANT : PGD_MAP_TABLE;
    if (!read_numbers(lines, "disks", disks, 1) || disks[0] < 1 || disks[0] > PGD_MAX_DISKS)
        return damaged(lines, "disks COUNT", error);
    options->disk_count = (size_t)disks[0];
    return read_disks(lines, plan, disks[0], error);
}

static pgd_err read_table(const char *path, const struct pgd_layout *layout, struct pgd_options *options,
                          struct pgd_error *error) {
    const size_t count = layout->page_count, wanted = (2 * count + 1) * sizeof(uint64_t);
    size_t bytes;
    char *data;
    const pgd_err code = pgd_file_read(path, wanted, &data, &bytes, error);
    if (code != PGD_OK)
        return code;
    const uint64_t *words = (const uint64_t *)data;
    struct pgd_address *table = malloc(count * sizeof *table);
    if (table == NULL || bytes != wanted || words[2 * count] != pgd_checksum(words, 2 * count * sizeof *words)) {
        free(data);
        free(table);
        return pgd_fail(error, PGD_ERR_FORMAT, "%s: is no page map of %zu pages; it is damaged", path, count);
    }
    for (size_t i = 0; i < count; i++)
        table[i] = (struct pgd_address){(uint32_t)words[2 * i], words[2 * i + 1]};
    free(data);
    options->table = table;
    return PGD_OK;
}

static pgd_err make_map(const char *folder, struct pgd_plan *plan, struct pgd_options *options,
                        struct pgd_error *error) {
    pgd_err code = pgd_shape_layout(options, &plan->layout, error);
    if (code == PGD_OK && options->map == PGD_MAP_TABLE) {
        char *path = pgd_path(folder, "map");
        code = path == NULL ? pgd_lacks_memory(error, strlen(folder), "a name")
                            : read_table(path, &plan->layout, options, error);
        free(path);
    }
    if (code == PGD_OK)
        code = pgd_map_make(&plan->layout, options, &plan->map, error);
    free((void *)options->table);
    return code;
}

/* Reads the layout file NAME and the data of the map. */
static pgd_err read_layout(const char *folder, const char *name, struct pgd_plan *plan, struct pgd_options *options,
                           struct pgd_error *error) {
    char *path = pgd_path(folder, name), *text = NULL;
    size_t bytes;
    *plan = (struct pgd_plan){0};
    pgd_err code = path == NULL ? pgd_lacks_memory(error, strlen(folder), "a name")
                                : pgd_file_read(path, MOST_LAYOUT_BYTES, &text, &bytes, error);
    struct lines lines = {.path = path, .next = text};
    if (code == PGD_OK)
        code = check_whole(&lines, text, error);
    if (code == PGD_OK)
        code = read_text(&lines, plan, options, error);
    free(text);
    free(path);
    return code;
}

pgd_err pgd_plan_read(const char *folder, struct pgd_plan *plan, struct pgd_error *error) {
    struct pgd_options options = {.table = NULL};
    const pgd_err code = read_layout(folder, "layout", plan, &options, error);
    return code == PGD_OK ? make_map(folder, plan, &options, error) : code;
}

pgd_err pgd_plan_read_disks(const char *folder, const char *name, struct pgd_plan *plan, struct pgd_error *error) {
    struct pgd_options options = {.table = NULL};
    return read_layout(folder, name, plan, &options, error);
}

void pgd_plan_free(struct pgd_plan *plan) {
    for (size_t i = 0; plan->disks != NULL && i < plan->layout.disk_count; i++)
        free(plan->disks[i]);
    free(plan->disks);
    pgd_map_free(&plan->map);
    *plan = (struct pgd_plan){0};
}
