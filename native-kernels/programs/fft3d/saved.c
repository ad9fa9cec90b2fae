/* SPDX-License-Identifier: Apache-2.0 */
#include "saved.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int cannot_write(const struct saved *saved, struct sw_failure *f) {
    return sw_fail(f, STATUS_OUTPUT, "give it a folder that can be written, with room", "%s cannot be written: %s",
                   saved->path, strerror(errno));
}

int saved_begin(const struct team *team, const char *path, const int64_t size[3], struct saved *saved,
                struct sw_failure *f) {
    char header[PGD_NPY_HEAD_BYTES];
    *saved = (struct saved){.path = path, .part = {.fd = -1}, .fd = -1};
    saved->data_offset = pgd_npy_is_name(path) ? pgd_npy_head(size, header) : 0;
    saved->name = sw_text_join(path, ".part");
    if (saved->name == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for a name");
    else if (team->number == 0 && (sw_part_create(path, &saved->part) != 0 ||
                                   sw_file_write(saved->part.fd, header, (size_t)saved->data_offset) != 0))
        cannot_write(saved, f);
    if (team_agree(team, f) != STATUS_OK)
        return f->status;
    saved->fd = open(saved->name, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    if (saved->fd < 0)
        cannot_write(saved, f);
    return team_agree(team, f);
}

int saved_put(struct saved *saved, int64_t first, int64_t count, const double complex *values, struct sw_failure *f) {
    if (sw_file_write_at(saved->fd, values, (size_t)count * PGD_VALUE_BYTES,
                         saved->data_offset + (uint64_t)first * PGD_VALUE_BYTES) != 0)
        cannot_write(saved, f);
    return f->status;
}

int saved_end(const struct team *team, struct saved *saved, struct sw_failure *f) {
    if (saved->fd >= 0 && sw_file_finish(saved->fd) != 0 && f->status == STATUS_OK)
        cannot_write(saved, f);
    if (team_agree(team, f) == STATUS_OK && team->number == 0 &&
        (sw_part_finish(&saved->part) != 0 || sw_part_publish(&saved->part) != 0))
        cannot_write(saved, f);
    sw_part_drop(&saved->part);
    free(saved->name);
    return team_agree(team, f);
}
