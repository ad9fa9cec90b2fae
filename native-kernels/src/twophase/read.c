/*
 * Plan "broadcast": per segment one broadcast of a head (length, error) and, when there are data, one of the data.
 * Cost for n data bytes, segment s: n/s times (two broadcasts' latency) + n / broadcast bandwidth, and the
 * decompression of n bytes on one core, not overlapped with either.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

struct head {
    uint64_t bytes;
    struct tp_error error;
};

tp_err tp_next_segment(struct tp_file *file, struct tp_error *error) {
    struct head head;
    memset(&head, 0, sizeof head);
    if (file->rank == ACCESS_RANK) {
        struct blk_error cause;
        size_t got;
        if (blk_read(file->reader, file->segment, file->segment_bytes, &got, &cause) == BLK_OK)
            head.bytes = got;
        else
            tp_from_blockfile(&head.error, &cause);
    }
    if (MPI_Bcast(&head, (int)sizeof head, MPI_BYTE, ACCESS_RANK, file->comm) != MPI_SUCCESS)
        return tp_fail(error, TP_ERR_MPI, "MPI_Bcast failed while reading a file");
    if (head.error.code != TP_OK) {
        *error = head.error;
        return error->code;
    }
    file->used = 0;
    file->filled = (size_t)head.bytes;
    file->info.distributions++;
    if (head.bytes == 0) {
        file->ended = 1;
        return TP_OK;
    }
    file->info.data_bytes += head.bytes;
    if (MPI_Bcast(file->segment, (int)head.bytes, MPI_BYTE, ACCESS_RANK, file->comm) != MPI_SUCCESS)
        return tp_fail(error, TP_ERR_MPI, "MPI_Bcast failed while reading a file");
    return TP_OK;
}

/* Make sure that there is something in the buffer, unless the data have ended. */
static tp_err refill(struct tp_file *file, struct tp_error *error) {
    if (file->used < file->filled || file->ended)
        return TP_OK;
    return tp_next_segment(file, error);
}

tp_err tp_read(struct tp_file *file, void *buffer, size_t want, size_t *got, struct tp_error *error) {
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    char *out = buffer;
    *got = 0;
    while (*got < want) {
        const tp_err code = refill(file, mine);
        if (code != TP_OK)
            return code;
        if (file->ended)
            break;
        const size_t left = file->filled - file->used;
        const size_t piece = left < want - *got ? left : want - *got;
        memcpy(out + *got, file->segment + file->used, piece);
        file->used += piece;
        *got += piece;
    }
    return TP_OK;
}

/*
 * Append a piece to the line, and a NUL. The storage grows at the same call on every rank, so the ranks can agree on
 * a failure there.
 */
static tp_err append(struct tp_file *file, size_t *length, const char *piece, size_t bytes, struct tp_error *error) {
    if (*length + bytes > file->line_limit)
        return tp_fail(error, TP_ERR_LINE, "%s: a line is longer than %zu bytes", file->path, file->line_limit);
    if (*length + bytes + 1 > file->line_capacity) {
        const size_t capacity = (*length + bytes + 1) * 2;
        char *grown = realloc(file->line, capacity);
        memset(error, 0, sizeof *error);
        if (grown == NULL)
            tp_fail(error, TP_ERR_MEMORY, "%s: rank %d has no memory for a line of %zu bytes", file->path, file->rank,
                    capacity);
        else {
            file->line = grown;
            file->line_capacity = capacity;
        }
        const tp_err code = tp_agree(file->comm, error);
        if (code != TP_OK)
            return code;
    }
    memcpy(file->line + *length, piece, bytes);
    *length += bytes;
    file->line[*length] = '\0';
    return TP_OK;
}

tp_err tp_read_line(struct tp_file *file, const char **line, size_t *length, struct tp_error *error) {
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    size_t assembled = 0;
    int any = 0;
    *line = NULL;
    *length = 0;
    for (;;) {
        tp_err code = refill(file, mine);
        if (code != TP_OK)
            return code;
        if (file->ended)
            break;
        char *begin = file->segment + file->used;
        const size_t left = file->filled - file->used;
        char *end = memchr(begin, '\n', left);
        const size_t piece = end != NULL ? (size_t)(end - begin) : left;
        any = 1;
        file->used += end != NULL ? piece + 1 : piece;
        if (end != NULL && assembled == 0 && piece <= file->line_limit) {
            *end = '\0';
            *line = begin;
            *length = piece;
            return TP_OK;
        }
        code = append(file, &assembled, begin, piece, mine);
        if (code != TP_OK)
            return code;
        if (end != NULL)
            break;
    }
    if (any) {
        *line = file->line;
        *length = assembled;
    }
    return TP_OK;
}
