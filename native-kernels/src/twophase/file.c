#include "internal.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SEGMENT_BYTES = 1 << 30 };

static void free_local(struct tp_file *file) {
    blk_close(file->reader);
    free(file->segment);
    free(file->line);
    free(file->path);
    free(file);
}

/* The part of opening that may fail on one rank alone. */
static void prepare(struct tp_file *file, const char *path, struct tp_error *error) {
    struct blk_error cause;
    file->segment = malloc(file->segment_bytes);
    file->path = strdup(path);
    if (file->segment == NULL || file->path == NULL) {
        tp_fail(error, TP_ERR_MEMORY, "%s: rank %d has no memory for a buffer of %zu bytes", path, file->rank,
                file->segment_bytes);
        return;
    }
    if (file->rank == ACCESS_RANK && blk_open(path, &file->reader, &cause) != BLK_OK)
        tp_from_blockfile(error, &cause);
}

static tp_err share_info(struct tp_file *file, struct tp_error *error) {
    if (file->rank == ACCESS_RANK) {
        const blk_kind kind = blk_reader_kind(file->reader);
        file->info.compressed = kind != BLK_PLAIN;
        file->info.slow = kind == BLK_GZIP;
        file->info.file_bytes = blk_reader_file_bytes(file->reader);
    }
    file->info.plan = TP_PLAN_BROADCAST;
    file->info.access_ranks = 1;
    if (MPI_Bcast(&file->info, (int)sizeof file->info, MPI_BYTE, ACCESS_RANK, file->comm) != MPI_SUCCESS)
        return tp_fail(error, TP_ERR_MPI, "MPI_Bcast failed while opening a file");
    return TP_OK;
}

static void check_options(const struct tp_options *options, const char *path, struct tp_error *error) {
    if (options->plan != TP_PLAN_AUTO && options->plan != TP_PLAN_BROADCAST)
        tp_fail(error, TP_ERR_ARGUMENT, "%s: plan %d does not exist", path, (int)options->plan);
    else if (options->segment_bytes > MAX_SEGMENT_BYTES)
        tp_fail(error, TP_ERR_ARGUMENT, "%s: a segment of %zu bytes is over the limit of %d", path,
                options->segment_bytes, MAX_SEGMENT_BYTES);
}

tp_err tp_open(MPI_Comm comm, const char *path, const struct tp_options *options, struct tp_file **file,
               struct tp_error *error) {
    const struct tp_options defaults = {TP_PLAN_AUTO, 0, 0};
    const struct tp_options *wanted = options != NULL ? options : &defaults;
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    *file = NULL;
    memset(mine, 0, sizeof *mine);

    MPI_Comm own;
    if (MPI_Comm_dup(comm, &own) != MPI_SUCCESS)
        return tp_fail(mine, TP_ERR_MPI, "%s: MPI_Comm_dup failed", path);
    MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);

    struct tp_file *made = calloc(1, sizeof *made);
    if (made == NULL) {
        tp_fail(mine, TP_ERR_MEMORY, "%s: not enough memory to open it", path);
    } else {
        made->comm = own;
        MPI_Comm_rank(own, &made->rank);
        made->segment_bytes = wanted->segment_bytes != 0 ? wanted->segment_bytes : TP_DEFAULT_SEGMENT_BYTES;
        made->line_limit = wanted->line_limit != 0 ? wanted->line_limit : TP_DEFAULT_LINE_LIMIT;
        check_options(wanted, path, mine);
        if (mine->code == TP_OK)
            prepare(made, path, mine);
    }
    if (tp_agree(own, mine) == TP_OK)
        share_info(made, mine);
    if (mine->code != TP_OK) {
        if (made != NULL)
            free_local(made);
        MPI_Comm_free(&own);
        return mine->code;
    }
    *file = made;
    return TP_OK;
}

struct tp_info tp_file_info(const struct tp_file *file) {
    return file->info;
}

void tp_close(struct tp_file *file) {
    if (file == NULL)
        return;
    MPI_Comm_free(&file->comm);
    free_local(file);
}
