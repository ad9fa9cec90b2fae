/* SPDX-License-Identifier: Apache-2.0 */
#include "boxes.h"

#include "base/files.h"
#include "shape.h"

#include <errno.h>
#include <string.h>

static uint64_t bytes_of(const int64_t extents[3]) {
    return (uint64_t)extents[0] * (uint64_t)extents[1] * (uint64_t)extents[2] * PGD_VALUE_BYTES;
}

struct pgd_boxes pgd_boxes_begin(const int64_t domain[3], const int64_t unit[3], size_t memory, int fastest) {
    struct pgd_boxes boxes = {.at = {0, 0, 0}};
    memcpy(boxes.domain, domain, sizeof boxes.domain);
    memcpy(boxes.step, unit, sizeof boxes.step);
    for (int k = 0; k < 3; k++) {
        const int d = fastest == 2 ? 2 - k : k;
        const uint64_t now = bytes_of(boxes.step);
        const uint64_t times = now < memory ? memory / now : 1, most = (uint64_t)(domain[d] / unit[d]);
        boxes.step[d] = unit[d] * (int64_t)(times < most ? times : most);
        if (boxes.step[d] < domain[d])
            break; /* growing along the next one would only tear rows apart */
    }
    return boxes;
}

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

bool pgd_boxes_next(struct pgd_boxes *boxes, struct pgd_box *box) {
    if (boxes->done)
        return false;
    for (int d = 0; d < 3; d++) {
        box->from[d] = boxes->at[d];
        box->to[d] = least(boxes->at[d] + boxes->step[d], boxes->domain[d]);
    }
    for (int d = 2; d >= 0; d--) {
        boxes->at[d] = box->to[d];
        if (boxes->at[d] < boxes->domain[d])
            return true;
        boxes->at[d] = 0;
    }
    boxes->done = true;
    return true;
}

size_t pgd_boxes_bytes(const struct pgd_boxes *boxes) {
    return (size_t)bytes_of(boxes->step);
}

/* --- files --- */

/* Runs of a box that are contiguous in the file and in memory. */
struct runs {
    int slow, middle, fast; /* dimensions */
    int64_t slow_count, middle_count;
    size_t bytes; /* of each */
};

static struct runs runs_of(const struct pgd_boxed_file *boxed, const struct pgd_box *box) {
    const int64_t *shape = boxed->file.shape;
    struct runs runs = {0, 1, 2, 0, 0, (size_t)boxed->file.value_bytes};
    if (boxed->file.fortran_order) {
        runs.slow = 2;
        runs.fast = 0;
    }
    int64_t extents[3];
    for (int d = 0; d < 3; d++)
        extents[d] = box->to[d] - box->from[d];
    runs.slow_count = extents[runs.slow];
    runs.middle_count = extents[runs.middle];
    runs.bytes *= (size_t)extents[runs.fast];
    if (extents[runs.fast] == shape[runs.fast]) {
        runs.bytes *= (size_t)runs.middle_count;
        const bool all = runs.middle_count == shape[runs.middle];
        runs.middle_count = 1;
        if (all) {
            runs.bytes *= (size_t)runs.slow_count;
            runs.slow_count = 1;
        }
    }
    return runs;
}

static uint64_t offset_of(const struct pgd_boxed_file *boxed, const struct pgd_box *box, const struct runs *runs,
                          const int64_t more[2]) {
    const int64_t *shape = boxed->file.shape;
    const int64_t slow = box->from[runs->slow] + more[0], middle = box->from[runs->middle] + more[1];
    const int64_t number = (slow * shape[runs->middle] + middle) * shape[runs->fast] + box->from[runs->fast];
    return boxed->file.data_offset + (uint64_t)number * (uint64_t)boxed->file.value_bytes;
}

static pgd_err move_run(const struct pgd_boxed_file *boxed, uint64_t offset, void *memory, size_t bytes, bool writes,
                        struct pgd_error *error) {
    if (writes) {
        if (sw_file_write_at(boxed->fd, memory, bytes, offset) == 0)
            return PGD_OK;
        return pgd_fail(error, errno == ENOSPC || errno == EDQUOT || errno == EFBIG ? PGD_ERR_SPACE : PGD_ERR_IO,
                        "%s: cannot be written: %s", boxed->path, strerror(errno));
    }
    const ssize_t got = sw_file_read_at(boxed->fd, memory, bytes, offset);
    if (got == (ssize_t)bytes)
        return PGD_OK;
    return pgd_fail(error, PGD_ERR_IO, "%s: cannot be read at byte %llu: %s", boxed->path, (unsigned long long)offset,
                    got < 0 ? strerror(errno) : "it ends there");
}

static pgd_err move_box(const struct pgd_boxed_file *boxed, const struct pgd_box *box, char *memory, bool writes,
                        struct pgd_error *error) {
    const struct runs runs = runs_of(boxed, box);
    for (int64_t slow = 0; slow < runs.slow_count; slow++)
        for (int64_t middle = 0; middle < runs.middle_count; middle++) {
            const int64_t more[2] = {slow, middle};
            const pgd_err code = move_run(boxed, offset_of(boxed, box, &runs, more), memory, runs.bytes, writes, error);
            if (code != PGD_OK)
                return code;
            memory += runs.bytes;
        }
    return PGD_OK;
}

pgd_err pgd_boxed_read(const struct pgd_boxed_file *boxed, const struct pgd_box *box, void *values,
                       struct pgd_error *error) {
    return move_box(boxed, box, values, false, error);
}

pgd_err pgd_boxed_write(const struct pgd_boxed_file *boxed, const struct pgd_box *box, const void *values,
                        struct pgd_error *error) {
    return move_box(boxed, box, (void *)values, true, error);
}
