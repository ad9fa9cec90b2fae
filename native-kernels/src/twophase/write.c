/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writing: the ranks agree on the place of each rank's bytes in the file, and each rank writes there. Plain bytes are
 * written unchanged; blocks.c packs blocks. Rank 0 alone creates, ends and renames the file.
 */
#include "base/files.h"
#include "base/text.h"
#include "blocks.h"
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct tp_writer {
    MPI_Comm comm;
    int rank, ranks;
    char *path;
    struct sw_part file;  /* only the descriptor on ranks above 0 */
    struct sw_part index; /* likewise; empty without an index */
    struct tp_target target;
    struct tp_blocks *blocks; /* NULL for a plain file */
    uint64_t data_bytes;      /* of a plain file: of the calls so far */
    int is_complete;
    struct tp_error failure; /* of all ranks: after a failure the writer does not write any more */
};

static const struct sw_part no_part = {NULL, NULL, -1};

/* --- creating --- */

static tp_err check_options(const char *path, const struct tp_write_options *options, MPI_Comm comm,
                            struct tp_error *error) {
    const uint32_t mine[4] = {options->compress != 0, (uint32_t)options->level, options->block_bytes,
                              options->index != 0};
    uint32_t first[4];
    memcpy(first, mine, sizeof first);
    if (tp_mpi(error, MPI_Bcast(first, 4, MPI_UINT32_T, 0, comm), "MPI_Bcast of the options") != TP_OK)
        return error->code;
    if (memcmp(first, mine, sizeof first) != 0)
        return tp_fail(error, TP_ERR_ARGUMENT, "%s: the options to write it are not the same on all ranks", path);
    if (!options->compress && (options->level != 0 || options->block_bytes != 0 || options->index != 0))
        return tp_fail(error, TP_ERR_ARGUMENT, "%s: level, block_bytes and index are for compressed files", path);
    if (options->block_bytes > BLK_MAX_BLOCK_BYTES)
        return tp_fail(error, TP_ERR_ARGUMENT, "%s: block_bytes %u is out of its range: 1 to %d", path,
                       options->block_bytes, BLK_MAX_BLOCK_BYTES);
    if (options->level < 0 || options->level > 9)
        return tp_fail(error, TP_ERR_ARGUMENT, "%s: level %d is out of its range: 1 to 9", path, options->level);
    return TP_OK;
}

static tp_err create_part(const char *path, struct sw_part *part, struct tp_error *error) {
    return sw_part_create(path, part) == 0
               ? TP_OK
               : tp_fail(error, TP_ERR_OPEN, "%s: cannot create: %s", path, strerror(errno));
}

/* Creates the files on rank 0. */
static tp_err create_files(struct tp_writer *writer, int with_index, struct tp_error *error) {
    if (create_part(writer->path, &writer->file, error) != TP_OK || !with_index)
        return error->code;
    char *index = sw_text_join(writer->path, ".gzi");
    if (index == NULL)
        return tp_fail(error, TP_ERR_MEMORY, "%s: not enough memory to create it", writer->path);
    create_part(index, &writer->index, error);
    free(index);
    return error->code;
}

/* Opens the file that rank 0 has created. Refuses another file of that name in a folder that the nodes do not share. */
static tp_err open_part(const struct tp_writer *writer, const char *suffix, uint64_t inode, struct sw_part *part,
                        struct tp_error *error) {
    struct stat status;
    char *name = sw_text_join(writer->path, suffix);
    if (name == NULL)
        return tp_fail(error, TP_ERR_MEMORY, "%s: not enough memory to create it", writer->path);
    part->fd = open(name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (part->fd < 0 || fstat(part->fd, &status) != 0)
        tp_fail(error, TP_ERR_OPEN, "%s: rank %d cannot open what rank 0 has created: %s", writer->path, writer->rank,
                strerror(errno));
    else if ((uint64_t)status.st_ino != inode)
        tp_fail(error, TP_ERR_OPEN, "%s: is not the same file on rank %d as on rank 0; all nodes must share its folder",
                writer->path, writer->rank);
    free(name);
    return error->code;
}

/* Collective. */
static tp_err open_elsewhere(struct tp_writer *writer, int with_index, struct tp_error *error) {
    struct stat status;
    uint64_t inodes[2] = {0, 0};
    if (writer->rank == 0 && fstat(writer->file.fd, &status) == 0)
        inodes[0] = status.st_ino;
    if (writer->rank == 0 && with_index && fstat(writer->index.fd, &status) == 0)
        inodes[1] = status.st_ino;
    if (tp_mpi(error, MPI_Bcast(inodes, 2, MPI_UINT64_T, 0, writer->comm), "MPI_Bcast of a file's number") != TP_OK)
        return error->code;
    if (writer->rank > 0 && open_part(writer, ".part", inodes[0], &writer->file, error) == TP_OK && with_index)
        open_part(writer, ".gzi.part", inodes[1], &writer->index, error);
    writer->target = (struct tp_target){writer->path, writer->file.fd, writer->index.fd};
    return error->code;
}

static tp_err prepare(struct tp_writer *writer, const char *path, const struct tp_write_options *options,
                      struct tp_error *error) {
    writer->path = strdup(path);
    if (options->compress)
        writer->blocks = tp_blocks_new(writer->comm, options, &writer->target);
    if (writer->path == NULL || (options->compress && writer->blocks == NULL))
        tp_fail(error, TP_ERR_MEMORY, "%s: not enough memory to create it", path);
    if (tp_agree(writer->comm, error) != TP_OK)
        return error->code;
    if (writer->rank == 0)
        create_files(writer, options->index, error);
    if (tp_agree(writer->comm, error) != TP_OK)
        return error->code;
    open_elsewhere(writer, options->index, error);
    return tp_agree(writer->comm, error);
}

tp_err tp_create(MPI_Comm comm, const char *path, const struct tp_write_options *options, struct tp_writer **writer,
                 struct tp_error *error) {
    static const struct tp_write_options defaults;
    const struct tp_write_options *wanted = options != NULL ? options : &defaults;
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    MPI_Comm own;
    memset(mine, 0, sizeof *mine);
    *writer = NULL;
    if (tp_mpi(mine, sw_place_dup(comm, &own), "MPI_Comm_dup") != TP_OK)
        return mine->code;
    struct tp_writer *made = calloc(1, sizeof *made);
    if (check_options(path, wanted, own, mine) == TP_OK && made == NULL)
        tp_fail(mine, TP_ERR_MEMORY, "%s: not enough memory to create it", path);
    if (tp_agree(own, mine) != TP_OK) {
        MPI_Comm_free(&own);
        free(made);
        return mine->code;
    }
    made->comm = own;
    made->file = made->index = no_part;
    MPI_Comm_rank(own, &made->rank);
    MPI_Comm_size(own, &made->ranks);
    made->failure.code = prepare(made, path, wanted, mine);
    if (mine->code != TP_OK)
        tp_abandon(made);
    else
        *writer = made;
    return mine->code;
}

/* --- writing --- */

static tp_err write_plain(struct tp_writer *writer, const void *data, size_t bytes, struct tp_error *error) {
    const uint64_t mine = bytes;
    uint64_t before = 0, all = 0;
    int rc = MPI_Exscan(&mine, &before, 1, MPI_UINT64_T, MPI_SUM, writer->comm);
    if (rc == MPI_SUCCESS)
        rc = MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, writer->comm);
    if (tp_mpi(error, rc, "agreeing on places in the file") != TP_OK)
        return error->code;
    const uint64_t offset = writer->data_bytes + (writer->rank > 0 ? before : 0); /* Exscan leaves rank 0's alone */
    writer->data_bytes += all;
    if (bytes > 0 && sw_file_write_at(writer->file.fd, data, bytes, offset) != 0)
        tp_fail(error, TP_ERR_IO, "%s: cannot write: %s", writer->path, strerror(errno));
    return error->code;
}

tp_err tp_write(struct tp_writer *writer, const void *data, size_t bytes, struct tp_error *error) {
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    *mine = writer->failure;
    if (mine->code != TP_OK)
        return mine->code;
    if (writer->is_complete)
        return tp_fail(mine, TP_ERR_ARGUMENT, "%s: is complete; nothing can be written to it", writer->path);
    if (writer->blocks != NULL)
        tp_blocks_write(writer->blocks, data, bytes, mine);
    else
        write_plain(writer, data, bytes, mine);
    if (tp_agree(writer->comm, mine) != TP_OK)
        writer->failure = *mine;
    return mine->code;
}

/* --- ending --- */

static tp_err sync_part(const struct tp_writer *writer, struct sw_part *part, struct tp_error *error) {
    if (part->fd >= 0 && sw_part_finish(part) != 0 && error->code == TP_OK)
        tp_fail(error, TP_ERR_IO, "%s: cannot sync: %s", writer->path, strerror(errno));
    return error->code;
}

tp_err tp_complete(struct tp_writer *writer, struct tp_error *error) {
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    *mine = writer->failure;
    if (mine->code != TP_OK || writer->is_complete)
        return mine->code;
    writer->is_complete = 1;
    if (writer->rank == 0 && writer->blocks != NULL)
        tp_blocks_end(writer->blocks, mine);
    sync_part(writer, &writer->file, mine); /* on every rank, because each node has a separate cache */
    sync_part(writer, &writer->index, mine);
    if (tp_agree(writer->comm, mine) != TP_OK)
        writer->failure = *mine;
    return mine->code;
}

static tp_err publish(const struct tp_writer *writer, struct sw_part *part, struct tp_error *error) {
    if (part->path != NULL && sw_part_publish(part) != 0)
        tp_fail(error, TP_ERR_IO, "%s: cannot be given its name: %s", writer->path, strerror(errno));
    return error->code;
}

/* Renames the files on rank 0. Removes an old index of that name, which would not fit the new file. */
static tp_err name_files(struct tp_writer *writer, struct tp_error *error) {
    char *index = sw_text_join(writer->path, ".gzi");
    if (index == NULL)
        tp_fail(error, TP_ERR_MEMORY, "%s: not enough memory to name it", writer->path);
    else if (unlink(index) != 0 && errno != ENOENT)
        tp_fail(error, TP_ERR_IO, "%s: cannot remove the old index: %s", index, strerror(errno));
    else if (publish(writer, &writer->file, error) == TP_OK)
        publish(writer, &writer->index, error);
    free(index);
    return error->code;
}

/*
 * Removes files without a final name after all ranks have closed them (a network file system keeps an open file under
 * another name), and lets no rank return before.
 */
static void free_writer(struct tp_writer *writer) {
    const int mpi_works = writer->failure.code != TP_ERR_MPI;
    if (writer->rank > 0) {
        sw_part_drop(&writer->file);
        sw_part_drop(&writer->index);
    }
    if (mpi_works)
        MPI_Barrier(writer->comm);
    if (writer->rank == 0) {
        sw_part_drop(&writer->file);
        sw_part_drop(&writer->index);
    }
    if (mpi_works)
        MPI_Barrier(writer->comm);
    MPI_Comm_free(&writer->comm);
    tp_blocks_free(writer->blocks);
    free(writer->path);
    free(writer);
}

tp_err tp_finish(struct tp_writer *writer, struct tp_error *error) {
    struct tp_error local = {TP_OK, ""};
    struct tp_error *mine = error != NULL ? error : &local;
    if (tp_complete(writer, mine) == TP_OK) {
        if (writer->rank == 0)
            name_files(writer, mine);
        if (tp_agree(writer->comm, mine) != TP_OK)
            writer->failure = *mine;
    }
    const tp_err code = mine->code;
    free_writer(writer);
    return code;
}

void tp_abandon(struct tp_writer *writer) {
    if (writer != NULL)
        free_writer(writer);
}
