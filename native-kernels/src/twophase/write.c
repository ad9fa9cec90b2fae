/*
 * Writing: rank 0 takes what the ranks have, rank by rank, in pieces, and writes it. While it writes one piece the next
 * one is on its way. Plain bytes and block files alike depend on the data alone.
 */
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SEND_BYTES = 512 << 10 };

struct tp_writer {
    MPI_Comm comm;
    int rank, ranks;
    char *path;
    char *part; /* PATH.part */
    int compress, index;
    uint64_t *counts; /* on rank 0: bytes of each rank */

    int fd;                    /* plain, on rank 0; else -1 */
    struct blk_writer *blocks; /* compressed, on rank 0 */
    unsigned char *buffers[2];
    struct tp_error failure; /* on rank 0: the first one; what comes after it is taken and dropped */
};

static char *with_suffix(const char *path, const char *suffix) {
    const size_t bytes = strlen(path) + strlen(suffix) + 1;
    char *name = malloc(bytes);
    if (name != NULL)
        snprintf(name, bytes, "%s%s", path, suffix);
    return name;
}

static void free_writer(struct tp_writer *writer) {
    blk_abandon(writer->blocks);
    if (writer->fd >= 0)
        close(writer->fd);
    MPI_Comm_free(&writer->comm);
    free(writer->buffers[0]);
    free(writer->buffers[1]);
    free(writer->counts);
    free(writer->part);
    free(writer->path);
    free(writer);
}

static tp_err create_file(struct tp_writer *writer, const struct tp_write_options *options, struct tp_error *error) {
    struct blk_error cause;
    const struct blk_write_options blocks = {options->block_bytes, options->level, options->index};
    if (writer->compress)
        return blk_create(writer->part, &blocks, &writer->blocks, &cause) == BLK_OK ? TP_OK
                                                                                    : tp_from_blockfile(error, &cause);
    writer->fd = open(writer->part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    return writer->fd >= 0 ? TP_OK
                           : tp_fail(error, TP_ERR_OPEN, "%s: cannot create: %s", writer->part, strerror(errno));
}

static tp_err prepare(struct tp_writer *writer, const char *path, const struct tp_write_options *options,
                      struct tp_error *error) {
    writer->path = strdup(path);
    writer->part = with_suffix(path, ".part");
    int complete = writer->path != NULL && writer->part != NULL;
    if (writer->rank == 0) {
        writer->counts = calloc((size_t)writer->ranks, sizeof *writer->counts);
        writer->buffers[0] = malloc(SEND_BYTES);
        writer->buffers[1] = malloc(SEND_BYTES);
        complete = complete && writer->counts != NULL && writer->buffers[0] != NULL && writer->buffers[1] != NULL;
    }
    if (!complete)
        return tp_fail(error, TP_ERR_MEMORY, "%s: not enough memory to create it", path);
    return writer->rank == 0 ? create_file(writer, options, error) : TP_OK;
}

tp_err tp_create(MPI_Comm comm, const char *path, const struct tp_write_options *options, struct tp_writer **writer,
                 struct tp_error *error) {
    static const struct tp_write_options defaults;
    const struct tp_write_options *wanted = options != NULL ? options : &defaults;
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    memset(mine, 0, sizeof *mine);
    *writer = NULL;
    MPI_Comm own;
    if (tp_mpi(mine, sw_place_dup(comm, &own), "MPI_Comm_dup") != TP_OK)
        return mine->code;
    struct tp_writer *made = calloc(1, sizeof *made);
    if (made == NULL)
        tp_fail(mine, TP_ERR_MEMORY, "%s: not enough memory to create it", path);
    else if (!wanted->compress && (wanted->level != 0 || wanted->block_bytes != 0 || wanted->index != 0))
        tp_fail(mine, TP_ERR_ARGUMENT, "%s: level, block_bytes and index are for compressed files", path);
    if (tp_agree(own, mine) != TP_OK) {
        MPI_Comm_free(&own);
        free(made);
        return mine->code;
    }
    made->fd = -1;
    made->comm = own;
    made->compress = wanted->compress;
    made->index = wanted->index;
    MPI_Comm_rank(made->comm, &made->rank);
    MPI_Comm_size(made->comm, &made->ranks);
    prepare(made, path, wanted, mine);
    if (tp_agree(made->comm, mine) != TP_OK)
        tp_abandon(made);
    else
        *writer = made;
    return mine->code;
}

static tp_err write_plain(struct tp_writer *writer, const unsigned char *data, size_t bytes, struct tp_error *error) {
    while (bytes > 0) {
        const ssize_t n = write(writer->fd, data, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return tp_fail(error, TP_ERR_IO, "%s: cannot write: %s", writer->part, strerror(errno));
        data += n;
        bytes -= (size_t)n;
    }
    return TP_OK;
}

/* On rank 0. After a failure the rest is dropped, so that no rank is left with what it has to send. */
static void put(struct tp_writer *writer, const unsigned char *data, size_t bytes) {
    struct blk_error cause;
    if (writer->failure.code != TP_OK)
        return;
    if (!writer->compress)
        write_plain(writer, data, bytes, &writer->failure);
    else if (blk_write(writer->blocks, data, bytes, &cause) != BLK_OK)
        tp_from_blockfile(&writer->failure, &cause);
}

static int piece_of(uint64_t left) {
    return left < SEND_BYTES ? (int)left : SEND_BYTES;
}

static int take_from(struct tp_writer *writer, int rank) {
    uint64_t left = writer->counts[rank];
    MPI_Request coming;
    int rc = MPI_SUCCESS, turn = 0;
    if (left > 0)
        rc = MPI_Irecv(writer->buffers[0], piece_of(left), MPI_BYTE, rank, 0, writer->comm, &coming);
    while (left > 0 && rc == MPI_SUCCESS) {
        const int piece = piece_of(left);
        unsigned char *here = writer->buffers[turn];
        rc = MPI_Wait(&coming, MPI_STATUS_IGNORE);
        left -= (uint64_t)piece;
        turn = 1 - turn;
        if (rc == MPI_SUCCESS && left > 0)
            rc = MPI_Irecv(writer->buffers[turn], piece_of(left), MPI_BYTE, rank, 0, writer->comm, &coming);
        if (rc == MPI_SUCCESS)
            put(writer, here, (size_t)piece);
    }
    return rc;
}

static int give(const struct tp_writer *writer, const unsigned char *data, uint64_t left) {
    int rc = MPI_SUCCESS;
    while (left > 0 && rc == MPI_SUCCESS) {
        const int piece = piece_of(left);
        rc = MPI_Send(data, piece, MPI_BYTE, 0, 0, writer->comm);
        data += piece;
        left -= (uint64_t)piece;
    }
    return rc;
}

tp_err tp_write(struct tp_writer *writer, const void *data, size_t bytes, struct tp_error *error) {
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    const uint64_t count = bytes;
    memset(mine, 0, sizeof *mine);
    int rc = MPI_Gather(&count, 1, MPI_UINT64_T, writer->counts, 1, MPI_UINT64_T, 0, writer->comm);
    if (writer->rank != 0) {
        if (rc == MPI_SUCCESS)
            rc = give(writer, data, count);
    } else {
        put(writer, data, bytes);
        for (int rank = 1; rank < writer->ranks && rc == MPI_SUCCESS; rank++)
            rc = take_from(writer, rank);
        *mine = writer->failure;
    }
    tp_mpi(mine, rc, "gathering what the ranks write");
    if (tp_agree(writer->comm, mine) != TP_OK)
        writer->failure = *mine; /* whatever it was, this file is not whole */
    return mine->code;
}

/* The folder of PATH, whose entry must be durable before anybody is told; opened before anything is renamed. */
static int open_folder(const struct tp_writer *writer, struct tp_error *error) {
    char *copy = strdup(writer->path);
    const int fd = copy != NULL ? open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd < 0)
        tp_fail(error, TP_ERR_IO, "%s: cannot open its folder: %s", writer->path, strerror(errno));
    free(copy);
    return fd;
}

static tp_err rename_to(const char *from, const char *to, struct tp_error *error) {
    return rename(from, to) == 0 ? TP_OK : tp_fail(error, TP_ERR_IO, "%s: cannot rename: %s", from, strerror(errno));
}

/* An index that a file of this name had before would not fit the new one. */
static tp_err name_files(struct tp_writer *writer, struct tp_error *error) {
    char *index = with_suffix(writer->path, ".gzi"), *index_part = with_suffix(writer->part, ".gzi");
    if (index == NULL || index_part == NULL)
        tp_fail(error, TP_ERR_MEMORY, "%s: not enough memory to name it", writer->path);
    else if (unlink(index) != 0 && errno != ENOENT)
        tp_fail(error, TP_ERR_IO, "%s: cannot remove the old index: %s", index, strerror(errno));
    else if (rename_to(writer->part, writer->path, error) == TP_OK && writer->compress && writer->index)
        rename_to(index_part, index, error);
    free(index);
    free(index_part);
    return error->code;
}

static tp_err finish_file(struct tp_writer *writer, struct tp_error *error) {
    *error = writer->failure;
    if (error->code != TP_OK)
        return error->code;
    if (writer->compress) {
        struct blk_error cause;
        const blk_err code = blk_finish(writer->blocks, &cause);
        writer->blocks = NULL;
        if (code != BLK_OK)
            return tp_from_blockfile(error, &cause);
    } else if (fsync(writer->fd) != 0) {
        return tp_fail(error, TP_ERR_IO, "%s: cannot sync: %s", writer->part, strerror(errno));
    }
    const int folder = open_folder(writer, error);
    if (folder < 0)
        return error->code;
    if (name_files(writer, error) == TP_OK && fsync(folder) != 0 &&
        errno != EINVAL) /* EINVAL: it has nothing to sync */
        tp_fail(error, TP_ERR_IO, "%s: cannot sync its folder: %s", writer->path, strerror(errno));
    close(folder);
    return error->code;
}

static void remove_part(const struct tp_writer *writer) {
    char *index = with_suffix(writer->part, ".gzi");
    unlink(writer->part);
    if (index != NULL && writer->compress && writer->index)
        unlink(index);
    free(index);
}

tp_err tp_finish(struct tp_writer *writer, struct tp_error *error) {
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    memset(mine, 0, sizeof *mine);
    if (writer->rank == 0 && finish_file(writer, mine) != TP_OK)
        remove_part(writer);
    const tp_err code = tp_agree(writer->comm, mine);
    free_writer(writer);
    return code;
}

void tp_abandon(struct tp_writer *writer) {
    if (writer == NULL)
        return;
    if (writer->rank == 0 && (writer->fd >= 0 || writer->blocks != NULL))
        remove_part(writer);
    free_writer(writer);
}
