/* SPDX-License-Identifier: Apache-2.0 */
/* Reads files into a data set. */
#include "array.h"
#include "base/files.h"
#include "boxes.h"
#include "npy.h"
#include "reorder.h"
#include "set.h"
#include "shape.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Converts COUNT doubles at the beginning of VALUES to complex doubles, in place. */
static void widen(double *values, uint64_t count) {
    for (uint64_t i = count; i-- > 0;) {
        const double value = values[i];
        values[2 * i] = value;
        values[2 * i + 1] = 0;
    }
}

/* Computes the indexes in the array of value NUMBER of a box that lies in memory in the order of the file. */
static void indexes_of(const struct pgd_file *file, const struct pgd_box *box, uint64_t number, int64_t index[3]) {
    static const int natural[3] = {2, 1, 0}, fortran[3] = {0, 1, 2}; /* dimensions, from the fastest to the slowest */
    const int *order = file->fortran_order ? fortran : natural;
    for (int k = 0; k < 3; k++) {
        const int d = order[k];
        const uint64_t extent = (uint64_t)(box->to[d] - box->from[d]);
        index[d] = box->from[d] + (int64_t)(number % extent);
        number /= extent;
    }
}

static pgd_err check_finite(const struct pgd_boxed_file *boxed, const struct pgd_box *box, const double *values,
                            struct pgd_error *error) {
    const uint64_t count = pgd_box_total(box);
    for (uint64_t i = 0; i < count; i++) {
        int64_t index[3];
        if (isfinite(values[2 * i]) && isfinite(values[2 * i + 1]))
            continue;
        indexes_of(&boxed->file, box, i, index);
        return pgd_fail(error, PGD_ERR_NAN,
                        "%s: value (%" PRId64 ", %" PRId64 ", %" PRId64
                        ") is %g%+gi, with which nothing can be computed; give it a number",
                        boxed->path, index[0], index[1], index[2], values[2 * i], values[2 * i + 1]);
    }
    return PGD_OK;
}

static pgd_err import_boxes(struct pgd_set *set, const struct pgd_boxed_file *boxed, size_t memory,
                            struct pgd_error *error) {
    const struct pgd_layout *layout = pgd_set_layout(set);
    const bool fortran = boxed->file.fortran_order != 0;
    struct pgd_boxes boxes = pgd_boxes_begin(layout->domain, layout->page, memory / 2, fortran ? 0 : 2);
    struct pgd_part part = {.order = fortran ? PGD_TRANSPOSED_13 : PGD_NATURAL,
                            .values = malloc(pgd_boxes_bytes(&boxes))};
    pgd_err code = part.values == NULL ? pgd_lacks_memory(error, pgd_boxes_bytes(&boxes), "a box") : PGD_OK;
    while (code == PGD_OK && pgd_boxes_next(&boxes, &part.box)) {
        code = pgd_boxed_read(boxed, &part.box, part.values, error);
        if (code == PGD_OK && boxed->file.value_bytes == (int)sizeof(double))
            widen(part.values, pgd_box_total(&part.box));
        if (code == PGD_OK)
            code = check_finite(boxed, &part.box, part.values, error);
        if (code == PGD_OK)
            code = pgd_part_write(set, &part, memory / 2, error);
    }
    free(part.values);
    return code;
}

pgd_err pgd_import(struct pgd_set *set, const char *path, size_t memory, struct pgd_error *error) {
    struct stat status;
    struct pgd_boxed_file boxed = {.path = path, .fd = sw_file_open(path, &status)};
    if (boxed.fd < 0)
        return pgd_fail(error, PGD_ERR_OPEN, "%s: cannot be opened: %s", path, strerror(errno));
    pgd_err code = pgd_file_layout(boxed.fd, path, pgd_set_layout(set), &boxed.file, error);
    if (code == PGD_OK)
        code = import_boxes(set, &boxed, memory > 0 ? memory : PGD_COPY_BYTES, error);
    close(boxed.fd);
    return code == PGD_OK ? pgd_set_flush(set, error) : code;
}
