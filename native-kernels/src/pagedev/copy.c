/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of a data set with other pages, another map or other disks. */
#include "array.h"
#include "boxes.h"
#include "set.h"
#include "shape.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int64_t least_multiple(int64_t a, int64_t b) {
    int64_t x = a, y = b;
    while (y != 0) {
        const int64_t rest = x % y;
        x = y;
        y = rest;
    }
    return a / x * b;
}

/* Takes boxes of whole pages of both sets, so that no page is read twice. If memory is short, takes boxes of whole
 * pages of TO alone. */
static struct pgd_boxes walk(const struct pgd_layout *from, const struct pgd_layout *to, size_t memory) {
    int64_t unit[3];
    uint64_t bytes = PGD_VALUE_BYTES;
    for (int d = 0; d < 3; d++) {
        unit[d] = least_multiple(from->page[d], to->page[d]);
        bytes *= (uint64_t)unit[d];
    }
    return pgd_boxes_begin(to->domain, bytes <= memory ? unit : to->page, memory, 2);
}

pgd_err pgd_set_copy(struct pgd_set *from, struct pgd_set *to, size_t memory, struct pgd_error *error) {
    const struct pgd_layout *source = pgd_set_layout(from), *target = pgd_set_layout(to);
    if (memory == 0)
        memory = PGD_COPY_BYTES;
    if (memcmp(source->domain, target->domain, sizeof source->domain) != 0)
        return pgd_fail(error, PGD_ERR_GEOMETRY,
                        "data set %s is of %" PRId64 "x%" PRId64 "x%" PRId64 ", %s of %" PRId64 "x%" PRId64 "x%" PRId64
                        "; a copy has the same extents",
                        from->path, source->domain[0], source->domain[1], source->domain[2], to->path,
                        target->domain[0], target->domain[1], target->domain[2]);
    struct pgd_boxes boxes = walk(source, target, memory / 2);
    struct pgd_part part = {.order = PGD_NATURAL, .values = malloc(pgd_boxes_bytes(&boxes))};
    pgd_err code = part.values == NULL ? pgd_lacks_memory(error, pgd_boxes_bytes(&boxes), "a box") : PGD_OK;
    while (code == PGD_OK && pgd_boxes_next(&boxes, &part.box)) {
        code = pgd_part_read(from, &part, memory / 2, error);
        if (code == PGD_OK)
            code = pgd_part_write(to, &part, memory / 2, error);
    }
    free(part.values);
    return code == PGD_OK ? pgd_set_flush(to, error) : code;
}
