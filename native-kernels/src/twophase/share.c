/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A share: the data are cut in as many equal parts as there are ranks, and rank r gets the records that begin in part
 * r. A record is a line, or a record of CSV, in which an LF inside quotes does not end the record. A share begins
 * behind the first LF that ends a record, at or after the byte before the part, and ends behind the first such LF at or
 * after the last byte of the part. Each rank reads its share without messages until the end. For CSV the ranks first
 * exchange whether the number of quotes in each part is odd, and so learn whether a part begins inside quotes.
 */
#include "csv/quotes.h"
#include "internal.h"

#include <stdlib.h>
#include <string.h>

struct tp_share {
    struct tp_file file;
    struct blk_reader *reader;
    char *buffer;
    size_t buffer_bytes;
    uint64_t first; /* offset of the first byte of the part */
    uint64_t last;  /* offset of the last byte of the part: the record with this byte is the last one */
    uint64_t next;  /* offset of the next byte to read into the buffer */
    int complete;   /* the end of that record was found */
    int is_csv;     /* records of CSV; the following fields are set */
    bool inside_front, inside_behind; /* whether the part's first byte, and the byte behind, lie in quotes */
    bool inside;                      /* likewise for the position at which the end of a record is searched */
    int concluded;
    struct tp_error verdict;
};

static struct tp_share *share_of(struct tp_file *file) {
    return (struct tp_share *)file; /* the first member of the struct */
}

/* Reads the next stretch of data. */
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

/* Finds the LF that ends the record at AT. */
static const char *record_end(struct tp_share *share, const char *at, const char *end) {
    if (share->is_csv)
        return sw_csv_record_end(&share->inside, at, (size_t)(end - at));
    return memchr(at, '\n', (size_t)(end - at));
}

/* Cuts the stretch after the share's last record. */
static void cut(struct tp_file *file) {
    struct tp_share *share = share_of(file);
    if (share->next <= share->last)
        return;
    const uint64_t begin = share->next - (uint64_t)(file->end - file->at);
    const char *from = file->at + (share->last > begin ? share->last - begin : 0);
    if (share->last >= begin)
        share->inside = share->inside_behind != (*from == '"');
    const char *end = record_end(share, from, file->end);
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

/* Ranks read different records, so they cannot agree before the end. */
static tp_err settle(struct tp_file *file, struct tp_error *error) {
    (void)file;
    return error->code;
}

static tp_err go_to(struct tp_share *share, uint64_t offset, struct tp_error *error) {
    struct blk_error cause;
    if (blk_seek(share->reader, offset, &cause) != BLK_OK)
        return tp_from_blockfile(error, &cause);
    share->next = offset;
    return TP_OK;
}

/* Moves behind the record with the byte before the part. */
static tp_err skip_first_record(struct tp_file *file, struct tp_error *error) {
    struct tp_share *share = share_of(file);
    const char *end = NULL;
    if (go_to(share, share->first - 1, error) != TP_OK)
        return error->code;
    for (int begun = 0; end == NULL && !file->ended; begun = 1) {
        if (fill(file, error) != TP_OK)
            return error->code;
        if (!begun)
            share->inside = share->inside_front != (*file->at == '"');
        end = record_end(share, file->at, file->end);
    }
    const uint64_t begin = share->next - (uint64_t)(file->end - file->at);
    if (end == NULL || begin + (uint64_t)(end - file->at) >= share->last) {
        share->complete = 1; /* that record goes beyond the part, so no record begins in the part */
        file->at = file->end;
        return TP_OK;
    }
    file->at = end + 1;
    cut(file);
    return TP_OK;
}

/* Finds the length of the data of plain gzip, which the file does not state. */
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

/* Finds the part of this rank. */
static tp_err locate(struct tp_file *file, struct tp_error *error) {
    const struct tp_layout *layout = &file->plan->layout;
    const struct sw_place *place = &file->plan->place;
    struct tp_share *share = share_of(file);
    struct blk_error cause;
    uint64_t bytes = layout->data_bytes;
    if (blk_open(file->plan->path, &share->reader, &cause) != BLK_OK)
        return tp_from_blockfile(error, &cause);
    if (tp_identity_check_reader(&file->plan->layout.identity, file->plan->path, share->reader, error) != TP_OK)
        return error->code;
    if (layout->kind == BLK_BGZF)
        blk_lend_index(share->reader, layout->blocks, layout->block_count, NULL);
    if (layout->kind == BLK_GZIP && measure(share, &bytes, error) != TP_OK)
        return error->code;
    const uint64_t ranks = (uint64_t)place->ranks, rank = (uint64_t)place->rank;
    const uint64_t next = bytes / ranks * (rank + 1) + bytes % ranks * (rank + 1) / ranks;
    share->first = bytes / ranks * rank + bytes % ranks * rank / ranks;
    share->complete = share->first == next;
    share->last = next > 0 ? next - 1 : 0;
    file->behind = share->first;
    return TP_OK;
}

/* Reads the part once, and finds whether the number of quotes is odd. */
static tp_err count_quotes(struct tp_share *share, bool *odd, struct tp_error *error) {
    struct blk_error cause;
    if (share->complete || go_to(share, share->first, error) != TP_OK)
        return error->code;
    for (uint64_t at = share->first; at <= share->last;) {
        const uint64_t left = share->last - at + 1;
        size_t got;
        if (blk_read(share->reader, share->buffer, left < share->buffer_bytes ? (size_t)left : share->buffer_bytes,
                     &got, &cause) != BLK_OK)
            return tp_from_blockfile(error, &cause);
        if (got == 0)
            return tp_fail(error, TP_ERR_TRUNCATED, "%s: became shorter while it was read", share->file.plan->path);
        *odd = sw_csv_inside(*odd, share->buffer, got);
        at += got;
    }
    return TP_OK;
}

/*
 * Finds whether begin and end of the part lie in quotes. Collective, also after an error. The quotes of the last rank
 * do not matter: its share ends with the data.
 */
static tp_err learn_quotes(struct tp_share *share, struct tp_error *error) {
    const struct sw_place *place = &share->file.plan->place;
    bool odd = false;
    if (error->code == TP_OK && place->rank + 1 < place->ranks)
        count_quotes(share, &odd, error);
    const int mine = odd;
    int before = 0;
    const int rc = MPI_Exscan(&mine, &before, 1, MPI_INT, MPI_BXOR, place->all);
    tp_mpi(error, rc, "MPI_Exscan of quotes");
    share->inside_front = place->rank > 0 && before != 0; /* MPI_Exscan leaves rank 0's alone */
    share->inside_behind = share->inside_front != odd;
    return error->code;
}

static tp_err begin(struct tp_file *file, struct tp_error *error) {
    struct tp_share *share = share_of(file);
    if (share->complete)
        return TP_OK;
    return share->first > 0 ? skip_first_record(file, error) : go_to(share, 0, error);
}

/* Waits for all ranks and agrees, at the end of a share or at an error. Later calls repeat the result. */
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

/* Makes a share. For CSV collective, like learn_quotes. */
static tp_err make(struct tp_plan *plan, struct tp_share *share, int is_csv, struct tp_error *error) {
    share->file.operations = &share_operations;
    share->file.plan = plan;
    share->file.owns_plan = 1;
    share->is_csv = is_csv;
    share->buffer_bytes = plan->info.segment_bytes;
    share->buffer = malloc(share->buffer_bytes + 1);
    if (share->buffer == NULL)
        tp_fail(error, TP_ERR_MEMORY, "%s: not enough memory to open a share", plan->path);
    else
        locate(&share->file, error);
    if (is_csv)
        learn_quotes(share, error);
    return error->code == TP_OK ? begin(&share->file, error) : error->code;
}

tp_err tp_open_share(MPI_Comm comm, const char *path, const struct tp_options *options, struct tp_file **file,
                     struct tp_error *error) {
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    const struct tp_options own = {.phase2 = TP_PHASE2_NONE,
                                   .segment_bytes = options != NULL ? options->segment_bytes : 0,
                                   .line_limit = options != NULL ? options->line_limit : 0,
                                   .records = options != NULL ? options->records : TP_RECORDS_LINES};
    struct tp_plan *plan;
    *file = NULL;
    if (tp_plan_new(comm, path, &own, &plan, mine) != TP_OK)
        return mine->code;
    tp_plan_share(plan);
    struct tp_share *share = calloc(1, sizeof *share);
    if (share == NULL)
        tp_fail(mine, TP_ERR_MEMORY, "%s: not enough memory to open a share", path);
    if (tp_agree(plan->place.all, mine) == TP_OK) {
        make(plan, share, own.records == TP_RECORDS_CSV, mine);
        tp_agree(plan->place.all, mine);
    }
    if (mine->code == TP_OK) {
        *file = &share->file;
        return TP_OK;
    }
    if (share != NULL)
        free_share(&share->file);
    free(share);
    tp_plan_free(plan);
    return mine->code;
}
