/* SPDX-License-Identifier: Apache-2.0 */
#include "npy.h"

#include "base/files.h"
#include "shape.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file begins with these bytes, then two bytes of version, then the length of the text that follows. The length has
 * two bytes, and from version 2 on four. */
static const char magic[6] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};
enum { MAGIC_BYTES = 6, MOST_EXTENT_DIGITS = 15, MOST_NAME_BYTES = 32 };

int pgd_npy_is_name(const char *path) {
    const size_t length = strlen(path);
    return length >= 4 && strcmp(path + length - 4, ".npy") == 0;
}

/* --- the text: a dictionary of Python with three entries --- */

struct scan {
    const char *at, *end;
};

static bool take(struct scan *scan, char wanted) {
    while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\n'))
        scan->at++;
    if (scan->at == scan->end || *scan->at != wanted)
        return false;
    scan->at++;
    return true;
}

static bool take_word(struct scan *scan, const char *word) {
    const size_t length = strlen(word);
    if ((size_t)(scan->end - scan->at) < length || memcmp(scan->at, word, length) != 0)
        return false;
    scan->at += length;
    return true;
}

static bool take_quoted(struct scan *scan, char text[MOST_NAME_BYTES]) {
    const char quote = take(scan, '\'') ? '\'' : take(scan, '"') ? '"' : '\0';
    size_t length = 0;
    if (quote == '\0')
        return false;
    while (scan->at < scan->end && *scan->at != quote && length + 1 < MOST_NAME_BYTES)
        text[length++] = *scan->at++;
    text[length] = '\0';
    return scan->at < scan->end && *scan->at++ == quote;
}

static bool take_extent(struct scan *scan, int64_t *extent) {
    int digits = 0;
    *extent = 0;
    take(scan, ' ');
    for (; scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9'; digits++, scan->at++) {
        if (digits == MOST_EXTENT_DIGITS)
            return false;
        *extent = *extent * 10 + (*scan->at - '0');
    }
    return digits > 0;
}

static bool take_shape(struct scan *scan, int64_t shape[3], int *dimensions) {
    *dimensions = 0;
    if (!take(scan, '('))
        return false;
    while (!take(scan, ')')) {
        int64_t extent;
        if (!take_extent(scan, &extent))
            return false;
        if (*dimensions < 3)
            shape[*dimensions] = extent;
        ++*dimensions;
        if (!take(scan, ',')) {
            return take(scan, ')');
        }
    }
    return true;
}

static bool take_bool(struct scan *scan, int *value) {
    take(scan, ' ');
    *value = take_word(scan, "True");
    return *value || take_word(scan, "False");
}

/* The contents of a header. */
struct header {
    char type[MOST_NAME_BYTES];
    int64_t shape[3];
    int dimensions, fortran_order;
};

static bool take_header(struct scan *scan, struct header *header) {
    int seen = 0;
    char key[MOST_NAME_BYTES];
    if (!take(scan, '{'))
        return false;
    while (!take(scan, '}')) {
        int bit = 0;
        if (!take_quoted(scan, key) || !take(scan, ':'))
            return false;
        if (strcmp(key, "descr") == 0)
            bit = take_quoted(scan, header->type) ? 1 : 0;
        else if (strcmp(key, "fortran_order") == 0)
            bit = take_bool(scan, &header->fortran_order) ? 2 : 0;
        else if (strcmp(key, "shape") == 0)
            bit = take_shape(scan, header->shape, &header->dimensions) ? 4 : 0;
        if (bit == 0 || (seen & bit) != 0)
            return false;
        seen |= bit;
        if (!take(scan, ','))
            return take(scan, '}') && seen == 7;
    }
    return seen == 7;
}

/* --- files --- */

static pgd_err describe(const char *name, const struct header *header, struct pgd_file *file, struct pgd_error *error) {
    if (strcmp(header->type, "<c16") == 0)
        file->value_bytes = 16;
    else if (strcmp(header->type, "<f8") == 0)
        file->value_bytes = 8;
    else
        return pgd_fail(error, PGD_ERR_FORMAT,
                        "%s: holds values of type \"%s\"; save it as complex128 or float64 (\"<c16\", \"<f8\")", name,
                        header->type);
    if (header->dimensions > 3)
        return pgd_fail(error, PGD_ERR_FORMAT, "%s: has %d dimensions; an array has 3", name, header->dimensions);
    for (int d = 0; d < 3; d++) {
        const int from = d - (3 - header->dimensions);
        file->shape[d] = from >= 0 ? header->shape[from] : 1;
    }
    file->fortran_order = header->fortran_order;
    return PGD_OK;
}

static pgd_err check_length(const char *name, const struct pgd_file *file, uint64_t file_bytes,
                            struct pgd_error *error) {
    uint64_t wanted = (uint64_t)file->value_bytes;
    for (int d = 0; d < 3; d++) {
        if (file->shape[d] < 1 || wanted > UINT64_MAX / 4 / (uint64_t)file->shape[d])
            return pgd_fail(error, PGD_ERR_FORMAT, "%s: has a shape of %" PRId64 "x%" PRId64 "x%" PRId64, name,
                            file->shape[0], file->shape[1], file->shape[2]);
        wanted *= (uint64_t)file->shape[d];
    }
    wanted += file->data_offset;
    if (file_bytes == wanted)
        return PGD_OK;
    return pgd_fail(error, PGD_ERR_FORMAT,
                    "%s: has %" PRIu64 " bytes, but %" PRId64 "x%" PRId64 "x%" PRId64 " values need %" PRIu64
                    "; it was cut off, or is another file",
                    name, file_bytes, file->shape[0], file->shape[1], file->shape[2], wanted);
}

pgd_err pgd_npy_parse(const char *name, const void *head, size_t bytes, uint64_t file_bytes, struct pgd_file *file,
                      struct pgd_error *error) {
    const unsigned char *at = head;
    struct header header = {.dimensions = 0};
    *file = (struct pgd_file){.value_bytes = 0};
    if (bytes < MAGIC_BYTES + 4 || memcmp(at, magic, MAGIC_BYTES) != 0)
        return pgd_fail(error, PGD_ERR_FORMAT, "%s: does not begin as a .npy file does", name);
    const int version = at[MAGIC_BYTES];
    size_t length = at[MAGIC_BYTES + 2] | (size_t)at[MAGIC_BYTES + 3] << 8, begin = MAGIC_BYTES + 4;
    if (version < 1 || version > 3)
        return pgd_fail(error, PGD_ERR_FORMAT, "%s: is a .npy file of version %d; 1 to 3 are known", name, version);
    if (version > 1 && bytes >= begin + 2) {
        length |= (size_t)at[begin] << 16 | (size_t)at[begin + 1] << 24;
        begin += 2;
    }
    struct scan scan = {(const char *)head + begin, (const char *)head + bytes};
    if (length > bytes - begin || length > PGD_NPY_MOST_HEAD_BYTES)
        return pgd_fail(error, PGD_ERR_FORMAT, "%s: ends within its header, or has one of more than %d bytes", name,
                        PGD_NPY_MOST_HEAD_BYTES);
    scan.end = scan.at + length;
    if (!take_header(&scan, &header))
        return pgd_fail(error, PGD_ERR_FORMAT, "%s: its header does not give descr, fortran_order and shape", name);
    const pgd_err code = describe(name, &header, file, error);
    file->data_offset = begin + length;
    return code == PGD_OK ? check_length(name, file, file_bytes, error) : code;
}

static pgd_err look(int fd, const char *path, uint64_t file_bytes, struct pgd_file *file, struct pgd_error *error) {
    char *head = malloc(PGD_NPY_MOST_HEAD_BYTES);
    if (head == NULL)
        return pgd_lacks_memory(error, PGD_NPY_MOST_HEAD_BYTES, "a header");
    const ssize_t got = sw_file_read_at(fd, head, PGD_NPY_MOST_HEAD_BYTES, 0);
    const pgd_err code = got < 0 ? pgd_fail(error, PGD_ERR_IO, "%s: cannot be read: %s", path, strerror(errno))
                                 : pgd_npy_parse(path, head, (size_t)got, file_bytes, file, error);
    free(head);
    return code;
}

pgd_err pgd_npy_look(const char *path, struct pgd_file *file, struct pgd_error *error) {
    struct stat status;
    const int fd = sw_file_open(path, &status);
    if (fd < 0)
        return pgd_fail(error, PGD_ERR_OPEN, "%s: cannot be opened: %s", path, strerror(errno));
    const pgd_err code = look(fd, path, (uint64_t)status.st_size, file, error);
    close(fd);
    return code;
}

static pgd_err raw_layout(const char *path, const struct pgd_layout *layout, uint64_t file_bytes, struct pgd_file *file,
                          struct pgd_error *error) {
    const uint64_t wanted = layout->page_count * layout->page_bytes;
    *file = (struct pgd_file){.value_bytes = PGD_VALUE_BYTES};
    memcpy(file->shape, layout->domain, sizeof file->shape);
    if (file_bytes == wanted)
        return PGD_OK;
    return pgd_fail(error, PGD_ERR_GEOMETRY,
                    "%s: has %" PRIu64 " bytes, but an array of %" PRId64 "x%" PRId64 "x%" PRId64
                    " complex doubles has %" PRIu64,
                    path, file_bytes, layout->domain[0], layout->domain[1], layout->domain[2], wanted);
}

pgd_err pgd_file_layout(int fd, const char *path, const struct pgd_layout *layout, struct pgd_file *file,
                        struct pgd_error *error) {
    struct stat status;
    if (fstat(fd, &status) != 0)
        return pgd_fail(error, PGD_ERR_IO, "%s: cannot be looked at: %s", path, strerror(errno));
    if (!pgd_npy_is_name(path))
        return raw_layout(path, layout, (uint64_t)status.st_size, file, error);
    const pgd_err code = look(fd, path, (uint64_t)status.st_size, file, error);
    if (code != PGD_OK || memcmp(file->shape, layout->domain, sizeof file->shape) == 0)
        return code;
    return pgd_fail(
        error, PGD_ERR_GEOMETRY,
        "%s: holds %" PRId64 "x%" PRId64 "x%" PRId64 " values, the data set %" PRId64 "x%" PRId64 "x%" PRId64, path,
        file->shape[0], file->shape[1], file->shape[2], layout->domain[0], layout->domain[1], layout->domain[2]);
}

size_t pgd_npy_head(const int64_t shape[3], char head[PGD_NPY_HEAD_BYTES]) {
    enum { TEXT = MAGIC_BYTES + 4 };
    memset(head, ' ', PGD_NPY_HEAD_BYTES);
    memcpy(head, magic, MAGIC_BYTES);
    head[MAGIC_BYTES] = 1;
    head[MAGIC_BYTES + 1] = 0;
    head[MAGIC_BYTES + 2] = PGD_NPY_HEAD_BYTES - TEXT;
    head[MAGIC_BYTES + 3] = 0;
    const int length =
        snprintf(head + TEXT, PGD_NPY_HEAD_BYTES - TEXT,
                 "{'descr': '<c16', 'fortran_order': False, 'shape': (%" PRId64 ", %" PRId64 ", %" PRId64 "), }",
                 shape[0], shape[1], shape[2]);
    head[TEXT + length] = ' ';
    head[PGD_NPY_HEAD_BYTES - 1] = '\n';
    return PGD_NPY_HEAD_BYTES;
}
