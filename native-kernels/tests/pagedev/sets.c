/* SPDX-License-Identifier: Apache-2.0 */
#include "pagedev/sets.h"

#include "support/samples.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char folder[64];

static void give_up(const char *what, const char *why) {
    fprintf(stderr, "not so: %s: %s\n", what, why);
    _exit(EXIT_FAILURE);
}

void folder_begin(const char *name) {
    if (folder_make(folder, name) != 0)
        give_up("a folder can be made", name);
}

void folder_end(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0) /* NOLINT(cert-env33-c): a folder of this program's own */
        give_up("the folder can be removed", folder);
}

const char *in_folder(const char *name) {
    static char paths[4][256];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(paths[turn], sizeof paths[turn], "%s/%s", folder, name);
    return paths[turn];
}

struct pgd_options small_options(void) {
    return (struct pgd_options){.domain = {12, 8, 10}, .page = {3, 4, 5}, .disk_count = 2};
}

struct pgd_options whole_options(void) {
    return (struct pgd_options){.domain = {16, 32, 64}, .page = {4, 8, 16}, .disk_count = 3};
}

struct pgd_set *new_set(const char *name, const struct pgd_options *options, const struct pgd_use *use) {
    struct pgd_set *set;
    struct pgd_error error;
    if (pgd_set_exists(in_folder(name)) && pgd_set_remove(in_folder(name), &error) != PGD_OK)
        give_up("an old set can be removed", error.text);
    if (pgd_set_create(in_folder(name), options, use, &set, &error) != PGD_OK)
        give_up("a set can be made", error.text);
    return set;
}

struct pgd_set *open_set(const char *name, const struct pgd_use *use) {
    struct pgd_set *set;
    struct pgd_error error;
    if (pgd_set_open(in_folder(name), use, &set, &error) != PGD_OK)
        give_up("a set can be opened", error.text);
    return set;
}

void close_set(struct pgd_set *set) {
    struct pgd_error error;
    const pgd_err code = pgd_set_close(set, &error);
    CHECK(code == PGD_OK, "%s", error.text);
}

void value_at(const int64_t index[3], uint32_t generation, double value[2]) {
    value[0] = (double)(index[0] * 1000000 + index[1] * 1000 + index[2]);
    value[1] = -(double)generation - 0.5;
}

/* Calls ACT with each index of a box and the place of its value. */
static void each_value(const struct pgd_box *box, pgd_order order, void *context,
                       void (*act)(void *context, const int64_t index[3], size_t place)) {
    const int64_t e1 = box->to[0] - box->from[0], e2 = box->to[1] - box->from[1], e3 = box->to[2] - box->from[2];
    for (int64_t i = 0; i < e1; i++)
        for (int64_t k = 0; k < e2; k++)
            for (int64_t l = 0; l < e3; l++) {
                const int64_t index[3] = {box->from[0] + i, box->from[1] + k, box->from[2] + l};
                const int64_t place = order == PGD_NATURAL         ? (i * e2 + k) * e3 + l
                                      : order == PGD_TRANSPOSED_13 ? (l * e2 + k) * e1 + i
                                                                   : (i * e3 + l) * e2 + k;
                act(context, index, (size_t)place);
            }
}

struct filling {
    double *values;
    const double *given;
    uint32_t generation;
    size_t wrong;
};

static void put(void *context, const int64_t index[3], size_t place) {
    const struct filling *filling = context;
    value_at(index, filling->generation, &filling->values[2 * place]);
}

static void compare(void *context, const int64_t index[3], size_t place) {
    struct filling *filling = context;
    double wanted[2];
    value_at(index, filling->generation, wanted);
    filling->wrong += memcmp(wanted, &filling->given[2 * place], sizeof wanted) != 0;
}

void fill_box(const struct pgd_box *box, pgd_order order, uint32_t generation, double *values) {
    struct filling filling = {.values = values, .generation = generation};
    each_value(box, order, &filling, put);
}

size_t wrong_in_box(const struct pgd_box *box, pgd_order order, uint32_t generation, const double *values) {
    struct filling filling = {.given = values, .generation = generation};
    each_value(box, order, &filling, compare);
    return filling.wrong;
}

struct pgd_box whole_box(const struct pgd_set *set) {
    struct pgd_box box = {.from = {0, 0, 0}};
    memcpy(box.to, pgd_set_layout(set)->domain, sizeof box.to);
    return box;
}

static double *box_memory(const struct pgd_set *set) {
    double *values = calloc(pgd_set_layout(set)->page_count, pgd_set_layout(set)->page_bytes);
    if (values == NULL)
        give_up("there is memory", "for a set");
    return values;
}

void fill_set(struct pgd_set *set, uint32_t generation) {
    struct pgd_error error;
    const struct pgd_box box = whole_box(set);
    double *values = box_memory(set);
    fill_box(&box, PGD_NATURAL, generation, values);
    const pgd_err code = pgd_array_write(set, &box, PGD_NATURAL, values, &error);
    CHECK(code == PGD_OK, "%s", error.text);
    free(values);
}

void check_set(struct pgd_set *set, uint32_t generation) {
    struct pgd_error error;
    const struct pgd_box box = whole_box(set);
    double *values = box_memory(set);
    const pgd_err code = pgd_array_read(set, &box, PGD_NATURAL, values, &error);
    CHECK(code == PGD_OK, "%s", error.text);
    CHECK(wrong_in_box(&box, PGD_NATURAL, generation, values) == 0, "%zu values are wrong",
          wrong_in_box(&box, PGD_NATURAL, generation, values));
    free(values);
}

static struct pgd_box box_of(const struct pgd_set *set, const struct pgd_page *page) {
    struct pgd_box box;
    for (int d = 0; d < 3; d++) {
        box.from[d] = page->at[d] * pgd_set_layout(set)->page[d];
        box.to[d] = box.from[d] + pgd_set_layout(set)->page[d];
    }
    return box;
}

double *page_values(struct pgd_set *set, const struct pgd_page *page, uint32_t generation) {
    const struct pgd_box box = box_of(set, page);
    double *values = pgd_buffer_new(set, pgd_set_layout(set)->page_bytes);
    if (values == NULL)
        give_up("there is memory", "for a page");
    fill_box(&box, PGD_NATURAL, generation, values);
    return values;
}

pgd_err write_page(struct pgd_set *set, struct pgd_page page, uint32_t generation, struct pgd_error *error) {
    double *values = page_values(set, &page, generation);
    const void *source = values;
    const pgd_err code = pgd_wait(pgd_start_write_pages(set, &page, 1, generation, &source), error);
    pgd_buffer_free(set, values);
    return code;
}

pgd_err check_page(struct pgd_set *set, struct pgd_page page, uint32_t generation, struct pgd_error *error) {
    double *values = page_values(set, &page, 0);
    const struct pgd_box box = box_of(set, &page);
    void *destination = values;
    const pgd_err code = pgd_wait(pgd_start_read_pages(set, &page, 1, generation, &destination), error);
    if (code == PGD_OK)
        CHECK(wrong_in_box(&box, PGD_NATURAL, generation, values) == 0, "page (%d, %d, %d) of generation %u is wrong",
              (int)page.at[0], (int)page.at[1], (int)page.at[2], generation);
    pgd_buffer_free(set, values);
    return code;
}

pgd_err commit_page(struct pgd_set *set, struct pgd_page page, uint32_t generation, struct pgd_error *error) {
    return pgd_commit_unit(set, &page, 1, generation, error);
}

void check_refusal(pgd_err code, pgd_err wanted, const struct pgd_error *error, const char *const *parts) {
    CHECK(code == wanted, "%s, not %s", pgd_strerror(code), pgd_strerror(wanted));
    if (code != wanted || code == PGD_OK)
        return;
    CHECK(error->code == code, "the code in the error is %d", (int)error->code);
    for (; *parts != NULL; parts++)
        CHECK(strstr(error->text, *parts) != NULL, "\"%s\" does not say \"%s\"", error->text, *parts);
}

int64_t file_bytes(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? (int64_t)status.st_size : -1;
}

void overwrite(const char *path, int64_t offset, const void *bytes, size_t count) {
    const int fd = open(path, O_WRONLY);
    const int64_t at = offset >= 0 ? offset : file_bytes(path) + offset;
    if (fd < 0 || lseek(fd, (off_t)at, SEEK_SET) < 0 || write(fd, bytes, count) != (ssize_t)count)
        give_up("a file can be overwritten", path);
    close(fd);
}

void flip_byte(const char *path, int64_t offset) {
    char byte = 0;
    const int fd = open(path, O_RDONLY);
    if (fd < 0 || lseek(fd, (off_t)offset, SEEK_SET) < 0 || read(fd, &byte, 1) != 1)
        give_up("a byte of a file can be read", path);
    close(fd);
    byte = (char)((unsigned char)byte ^ 0x5aU);
    overwrite(path, offset, &byte, 1);
}
