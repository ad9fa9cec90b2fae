/* SPDX-License-Identifier: Apache-2.0 */
/* Writes data sets to files. */
#include "array.h"
#include "base/files.h"
#include "boxes.h"
#include "folder.h"
#include "npy.h"
#include "set.h"
#include "shape.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>

/* Refuses a file for which the disk has too little room, before any byte is written. */
static pgd_err check_space(const char *path, uint64_t needed, struct pgd_error *error) {
    uint64_t room, system;
    char *copy = strdup(path);
    if (copy == NULL)
        return pgd_lacks_memory(error, strlen(path), "a name");
    const pgd_err code = pgd_folder_space(dirname(copy), &room, &system, error);
    free(copy);
    if (code != PGD_OK || needed <= room)
        return code;
    return pgd_fail(error, PGD_ERR_SPACE,
                    "%s: %" PRIu64 " bytes are needed, and %" PRIu64 " are free on its disk; free %" PRIu64 " more",
                    path, needed, room, needed - room);
}

static pgd_err export_boxes(struct pgd_set *set, const struct pgd_boxed_file *boxed, size_t memory,
                            struct pgd_error *error) {
    const struct pgd_layout *layout = pgd_set_layout(set);
    struct pgd_boxes boxes = pgd_boxes_begin(layout->domain, layout->page, memory / 2, 2);
    struct pgd_part part = {.order = PGD_NATURAL, .values = malloc(pgd_boxes_bytes(&boxes))};
    pgd_err code = part.values == NULL ? pgd_lacks_memory(error, pgd_boxes_bytes(&boxes), "a box") : PGD_OK;
    while (code == PGD_OK && pgd_boxes_next(&boxes, &part.box)) {
        code = pgd_part_read(set, &part, memory / 2, error);
        if (code == PGD_OK)
            code = pgd_boxed_write(boxed, &part.box, part.values, error);
    }
    free(part.values);
    return code;
}

static pgd_err cannot_write(const char *path, struct pgd_error *error) {
    const int reason = errno;
    return pgd_fail(error, reason == ENOSPC || reason == EDQUOT ? PGD_ERR_SPACE : PGD_ERR_IO,
                    "%s: cannot be written: %s", path, strerror(reason));
}

static pgd_err write_file(struct pgd_set *set, struct pgd_boxed_file *boxed, size_t memory, struct pgd_error *error) {
    char head[PGD_NPY_HEAD_BYTES];
    if (pgd_npy_is_name(boxed->path)) {
        boxed->file.data_offset = pgd_npy_head(boxed->file.shape, head);
        if (sw_file_write_at(boxed->fd, head, boxed->file.data_offset, 0) != 0)
            return cannot_write(boxed->path, error);
    }
    return export_boxes(set, boxed, memory, error);
}

pgd_err pgd_export(struct pgd_set *set, const char *path, size_t memory, struct pgd_error *error) {
    const struct pgd_layout *layout = pgd_set_layout(set);
    struct pgd_boxed_file boxed = {.path = path, .file = {.value_bytes = PGD_VALUE_BYTES}};
    struct sw_part part;
    memcpy(boxed.file.shape, layout->domain, sizeof boxed.file.shape);
    pgd_err code = check_space(path, layout->page_count * layout->page_bytes + PGD_NPY_HEAD_BYTES, error);
    if (code != PGD_OK)
        return code;
    if (sw_part_create(path, &part) != 0) {
        code = cannot_write(path, error);
        sw_part_drop(&part);
        return code;
    }
    boxed.fd = part.fd;
    code = write_file(set, &boxed, memory > 0 ? memory : PGD_COPY_BYTES, error);
    if (code == PGD_OK && (sw_part_finish(&part) != 0 || sw_part_publish(&part) != 0))
        code = cannot_write(path, error);
    sw_part_drop(&part);
    return code;
}
