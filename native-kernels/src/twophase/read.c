/* SPDX-License-Identifier: Apache-2.0 */
/* Reading for callers: bytes and lines from the current segment, positions, the end. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

tp_err tp_file_refill(struct tp_file *file, struct tp_error *error) {
    while (file->at == file->end && !file->ended) {
        const tp_err code = file->operations->advance(file, error);
        if (code != TP_OK)
            return code;
    }
    return TP_OK;
}

static tp_err read_bytes(struct tp_file *file, void *buffer, size_t want, size_t *got, struct tp_error *mine) {
    char *out = buffer;
    *got = 0;
    while (*got < want) {
        const tp_err code = tp_file_refill(file, mine);
        if (code != TP_OK)
            return code;
        if (file->ended)
            break;
        const size_t left = (size_t)(file->end - file->at);
        const size_t piece = left < want - *got ? left : want - *got;
        memcpy(out + *got, file->at, piece);
        file->at += piece;
        *got += piece;
    }
    return TP_OK;
}

tp_err tp_read(struct tp_file *file, void *buffer, size_t want, size_t *got, struct tp_error *error) {
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    const tp_err code = read_bytes(file, buffer, want, got, mine);
    return code != TP_OK || *got < want ? file->operations->conclude(file, code, mine) : code;
}

/* Makes room for a line of BYTES and a NUL. */
static tp_err grow(struct tp_file *file, size_t bytes, struct tp_error *error) {
    if (bytes > file->plan->line_limit)
        return tp_fail(error, TP_ERR_LINE, "%s: a line is longer than %zu bytes", file->plan->path,
                       file->plan->line_limit);
    if (bytes + 1 <= file->line_capacity)
        return TP_OK;
    const size_t twice = (bytes + 1) * 2, limit = file->plan->line_limit; /* which may be SIZE_MAX */
    const size_t capacity = twice <= limit ? twice : limit + 1;
    char *grown = realloc(file->line, capacity);
    memset(error, 0, sizeof *error);
    if (grown == NULL) {
        tp_fail(error, TP_ERR_MEMORY, "%s: no memory for a line of %zu bytes", file->plan->path, capacity);
    } else {
        file->line = grown;
        file->line_capacity = capacity;
    }
    return file->operations->settle(file, error);
}

/* Assembles a line from several segments in this rank's own memory. */
static tp_err assemble(struct tp_file *file, const char **line, size_t *length, struct tp_error *error) {
    size_t bytes = 0;
    int any = 0;
    for (;;) {
        const size_t left = (size_t)(file->end - file->at);
        const char *end = left > 0 ? memchr(file->at, '\n', left) : NULL;
        const size_t piece = end != NULL ? (size_t)(end - file->at) : left;
        any = any || left > 0;
        const tp_err code = grow(file, bytes + piece, error);
        if (code != TP_OK)
            return code;
        if (piece > 0)
            memcpy(file->line + bytes, file->at, piece);
        bytes += piece;
        file->at += end != NULL ? piece + 1 : piece;
        if (end != NULL)
            break;
        if (tp_file_refill(file, error) != TP_OK)
            return error->code;
        if (file->ended)
            break;
    }
    file->line[bytes] = '\0';
    *line = any ? file->line : NULL;
    *length = bytes;
    return TP_OK;
}

tp_err tp_read_line(struct tp_file *file, const char **line, size_t *length, struct tp_error *error) {
    const size_t left = (size_t)(file->end - file->at);
    const char *end = left > 0 ? memchr(file->at, '\n', left) : NULL;
    if (end != NULL && (size_t)(end - file->at) <= file->plan->line_limit) {
        *line = file->at;
        *length = (size_t)(end - file->at);
        file->at = end + 1;
        return TP_OK;
    }
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    *line = NULL;
    *length = 0;
    const tp_err code = assemble(file, line, length, mine);
    return code != TP_OK || *line == NULL ? file->operations->conclude(file, code, mine) : code;
}

tp_err tp_seek(struct tp_file *file, uint64_t offset, struct tp_error *error) {
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    memset(mine, 0, sizeof *mine);
    return file->operations->seek(file, offset, mine);
}

tp_err tp_read_at(struct tp_file *file, uint64_t offset, void *buffer, size_t want, size_t *got,
                  struct tp_error *error) {
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    const struct tp_range range = {offset, want};
    memset(mine, 0, sizeof *mine);
    *got = 0;
    return file->operations->read_at(file, range, buffer, got, mine);
}

uint64_t tp_tell(const struct tp_file *file) {
    return file->behind - (uint64_t)(file->end - file->at);
}

const struct tp_plan *tp_file_plan(const struct tp_file *file) {
    return file->plan;
}

void tp_close(struct tp_file *file) {
    if (file == NULL)
        return;
    struct tp_plan *plan = file->owns_plan ? file->plan : NULL;
    file->operations->close(file);
    free(file->line);
    free(file);
    tp_plan_free(plan);
}
