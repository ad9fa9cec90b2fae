/*
 * A share: of data cut in as many equal parts as there are ranks, rank r gets the lines that begin in part r. So it
 * begins behind the first LF at or after the byte before its part, and ends behind the first LF at or after the last
 * byte of its part. Each rank reads its own, with no word to the others until the end.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

struct tp_share {
    struct tp_file file;
    struct blk_reader *reader;
    char *buffer;
    size_t buffer_bytes;
    uint64_t last; /* offset of the last byte of the part: the line that holds it is the last one */
    uint64_t next; /* offset of what will be read into the buffer next */
    int complete;  /* that line's end was found */
    int concluded;
    struct tp_error verdict;
};

static struct tp_share *share_of(struct tp_file *file) {
    return (struct tp_share *)file; /* its first member */
}

/* The next stretch of data, as it lies in the file. */
static tp_err fill(struct tp_file *file, struct tp_error *error) {
    struct tp_share *share = share_of(file);
    struct blk_error cause;
    size_t got;
    if (blk_read(share->reader, share->buffer, share->buffer_bytes, &got, &cause) != BLK_OK)
        return tp_from_blockfile(error, &cause);
    share->buffer[got] = '\0';
    share->next += got;
    file->at = share->buffer;
    file->end = share->buffer + got;
    file->behind = share->next;
    file->ended = got == 0;
    return TP_OK;
}

/* Cut the stretch behind the share's last line. */
static void cut(struct tp_file *file) {
    struct tp_share *share = share_of(file);
    if (share->next <= share->last)
        return;
    const uint64_t begin = share->next - (uint64_t)(file->end - file->at);
    const char *from = file->at + (share->last > begin ? share->last - begin : 0);
    const char *end = memchr(from, '\n', (size_t)(file->end - from));
    if (end == NULL)
        return;
    share->complete = 1;
    file->behind -= (uint64_t)(file->end - (end + 1));
    file->end = end + 1;
}

static tp_err advance(struct tp_file *file, struct tp_error *error) {
    if (share_of(file)->complete) {
        file->ended = 1;
        return TP_OK;
    }
    const tp_err code = fill(file, error);
    if (code == TP_OK)
        cut(file);
    return code;
}

/* Ranks read different lines, so they cannot agree before the end. */
static tp_err settle(struct tp_file *file, struct tp_error *error) {
    (void)file;
    return error->code;
}

/* Go behind the line that holds the byte before the part. */
static tp_err skip_first_line(struct tp_file *file, uint64_t from, struct tp_error *error) {
    struct tp_share *share = share_of(file);
    struct blk_error cause;
    const char *end = NULL;
    if (blk_seek(share->reader, from, &cause) != BLK_OK)
        return tp_from_blockfile(error, &cause);
    share->next = from;
    while (end == NULL && !file->ended) {
        if (fill(file, error) != TP_OK)
            return error->code;
        end = memchr(file->at, '\n', (size_t)(file->end - file->at));
    }
    const uint64_t begin = share->next - (uint64_t)(file->end - file->at);
    if (end == NULL || begin + (uint64_t)(end - file->at) >= share->last) {
        share->complete = 1; /* that line goes beyond the part: none begins in it */
        file->at = file->end;
        return TP_OK;
    }
    file->at = end + 1;
    cut(file);
    return TP_OK;
}

/* Plain gzip does not say how long its data are. */
static tp_err measure(struct tp_share *share, uint64_t *bytes, struct tp_error *error) {
    struct blk_error cause;
    size_t got = 1;
    *bytes = 0;
    while (got > 0) {
        if (blk_read(share->reader, share->buffer, share->buffer_bytes, &got, &cause) != BLK_OK)
            return tp_from_blockfile(error, &cause);
        *bytes += got;
    }
    return blk_seek(share->reader, 0, &cause) == BLK_OK ? TP_OK : tp_from_blockfile(error, &cause);
}

static tp_err begin(struct tp_file *file, struct tp_error *error) {
    const struct tp_layout *layout = &file->plan->layout;
    const struct sw_place *place = &file->plan->place;
    struct tp_share *share = share_of(file);
    struct blk_error cause;
    uint64_t bytes = layout->data_bytes;
    if (blk_open(file->plan->path, &share->reader, &cause) != BLK_OK)
        return tp_from_blockfile(error, &cause);
    if (tp_identity_check_path(&file->plan->layout.identity, file->plan->path, error) != TP_OK)
        return error->code;
    if (layout->kind == BLK_BGZF)
        blk_lend_index(share->reader, layout->blocks, layout->block_count, NULL);
    if (layout->kind == BLK_GZIP && measure(share, &bytes, error) != TP_OK)
        return error->code;
    const uint64_t ranks = (uint64_t)place->ranks, rank = (uint64_t)place->rank;
    const uint64_t first = bytes / ranks * rank + bytes % ranks * rank / ranks;
    const uint64_t next = bytes / ranks * (rank + 1) + bytes % ranks * (rank + 1) / ranks;
    share->complete = first == next;
    share->last = next > 0 ? next - 1 : 0;
    file->behind = first;
    return share->complete || first == 0 ? TP_OK : skip_first_line(file, first - 1, error);
}

/* At the end of a share, or at an error in it: wait for all ranks, and agree. Once; then it repeats what was agreed. */
static tp_err conclude(struct tp_file *file, tp_err code, struct tp_error *error) {
    struct tp_share *share = share_of(file);
    if (!share->concluded) {
        if (code != TP_OK)
            share->verdict = *error;
        tp_agree(file->plan->place.all, &share->verdict);
        share->concluded = 1;
    }
    *error = share->verdict;
    return error->code;
}

static tp_err seek(struct tp_file *file, uint64_t offset, struct tp_error *error) {
    (void)offset;
    return tp_fail(error, TP_ERR_ARGUMENT, "%s: a share cannot be sought in", file->plan->path);
}

static tp_err read_at(struct tp_file *file, struct tp_range range, void *buffer, size_t *got, struct tp_error *error) {
    (void)range;
    (void)buffer;
    (void)got;
    return tp_fail(error, TP_ERR_ARGUMENT, "%s: a share cannot be read at an offset", file->plan->path);
}

static void free_share(struct tp_file *file) {
    blk_close(share_of(file)->reader);
    free(share_of(file)->buffer);
}

static void close_share(struct tp_file *file) {
    struct tp_error verdict;
    conclude(file, TP_OK, &verdict);
    free_share(file);
}

static const struct tp_operations share_operations = {advance, settle, conclude, seek, read_at, close_share};

static tp_err make(struct tp_plan *plan, struct tp_share *share, struct tp_error *error) {
    if (share != NULL) {
        share->file.operations = &share_operations;
        share->file.plan = plan;
        share->file.owns_plan = 1;
        share->buffer_bytes = plan->info.segment_bytes;
        share->buffer = malloc(share->buffer_bytes + 1);
    }
    if (share == NULL || share->buffer == NULL)
        return tp_fail(error, TP_ERR_MEMORY, "%s: not enough memory to open a share", plan->path);
    return begin(&share->file, error);
}

tp_err tp_open_share(MPI_Comm comm, const char *path, const struct tp_options *options, struct tp_file **file,
                     struct tp_error *error) {
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    const struct tp_options own = {.phase2 = TP_PHASE2_NONE,
                                   .segment_bytes = options != NULL ? options->segment_bytes : 0,
                                   .line_limit = options != NULL ? options->line_limit : 0};
    struct tp_plan *plan;
    *file = NULL;
    if (tp_plan_new(comm, path, &own, &plan, mine) != TP_OK)
        return mine->code;
    tp_plan_share(plan);
    struct tp_share *share = calloc(1, sizeof *share);
    make(plan, share, mine);
    if (tp_agree(plan->place.all, mine) == TP_OK) {
        *file = &share->file;
        return TP_OK;
    }
    if (share != NULL)
        free_share(&share->file);
    free(share);
    tp_plan_free(plan);
    return mine->code;
}
