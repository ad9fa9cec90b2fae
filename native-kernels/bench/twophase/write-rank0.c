/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rival: rank 0 takes the data of the ranks, rank by rank in pieces of 512 KiB, and compresses and writes all data;
 * the next piece comes during the packing of one. The library wrote like this before all ranks wrote.
 */
#include "write-ways.h"

#include "slipway/blockfile.h"

#include <stdio.h>
#include <stdlib.h>

enum { PIECE_BYTES = 512 << 10 };

static int piece_of(size_t left) {
    return left < PIECE_BYTES ? (int)left : PIECE_BYTES;
}

static const char *take_from(MPI_Comm comm, int rank, size_t left, unsigned char *buffers[2],
                             struct blk_writer *writer) {
    MPI_Request coming;
    int turn = 0;
    MPI_Irecv(buffers[0], piece_of(left), MPI_BYTE, rank, 0, comm, &coming);
    while (left > 0) {
        const int piece = piece_of(left);
        const unsigned char *here = buffers[turn];
        MPI_Wait(&coming, MPI_STATUS_IGNORE);
        left -= (size_t)piece;
        turn = 1 - turn;
        if (left > 0)
            MPI_Irecv(buffers[turn], piece_of(left), MPI_BYTE, rank, 0, comm, &coming);
        if (blk_write(writer, here, (size_t)piece, NULL) != BLK_OK)
            return "cannot write";
    }
    return NULL;
}

static const char *write_all(const struct written *what, const uint64_t *counts) {
    const struct blk_write_options options = {0, what->level, 1};
    unsigned char *buffers[2] = {malloc(PIECE_BYTES), malloc(PIECE_BYTES)};
    struct blk_writer *writer;
    const char *wrong = NULL;
    int ranks;
    MPI_Comm_size(what->comm, &ranks);
    if (buffers[0] == NULL || buffers[1] == NULL || blk_create(what->path, &options, &writer, NULL) != BLK_OK)
        return "cannot create";
    if (blk_write(writer, what->data, what->bytes, NULL) != BLK_OK)
        wrong = "cannot write";
    for (int rank = 1; rank < ranks && wrong == NULL; rank++)
        if (counts[rank] > 0)
            wrong = take_from(what->comm, rank, (size_t)counts[rank], buffers, writer);
    if (blk_finish(writer, NULL) != BLK_OK)
        wrong = "cannot finish";
    free(buffers[0]);
    free(buffers[1]);
    return wrong;
}

const char *write_by_rank0(const struct written *what) {
    const uint64_t mine = what->bytes;
    uint64_t counts[MOST_RANKS];
    int rank;
    MPI_Comm_rank(what->comm, &rank);
    MPI_Gather(&mine, 1, MPI_UINT64_T, counts, 1, MPI_UINT64_T, 0, what->comm);
    if (rank == 0) {
        const char *wrong = write_all(what, counts);
        MPI_Barrier(what->comm);
        return wrong;
    }
    for (size_t at = 0; at < what->bytes; at += (size_t)piece_of(what->bytes - at))
        MPI_Send(what->data + at, piece_of(what->bytes - at), MPI_BYTE, 0, 0, what->comm);
    MPI_Barrier(what->comm);
    return NULL;
}
