/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A small file is also cut into several segments: a ring larger than the file would waste pages. */
enum { FEWEST_SEGMENTS = 16, LEAST_SEGMENT_BYTES = 64 << 10 };

/* Guessed data bytes per byte of plain gzip: such a file does not state the length of its data. */
enum { USUAL_RATIO = 4 };

/* Facts that rank 0 finds and sends to all ranks. */
struct facts {
    blk_kind kind;
    struct tp_identity identity;
    size_t unit_bytes;
    uint64_t file_bytes;
    uint64_t data_bytes;
    uint64_t segments;
    uint64_t block_count;
    size_t segment_bytes;
    size_t raw_bytes;
};

/*
 * Cuts a row of blocks into segments of at most ROOM data bytes and about as many file bytes. The second limit bounds a
 * hostile row of empty blocks. Writes the first block of each segment to FIRST, unless NULL, and the other facts to
 * FACTS.
 */
static void cut(const struct blk_block *blocks, size_t count, size_t room, uint64_t *first, struct facts *facts) {
    size_t data = 0, raw = 0;
    facts->segments = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t more = blocks[i].data_bytes, more_raw = blocks[i].file_bytes;
        if (i == 0 || data + more > room || raw + more_raw > room + BLK_MAX_FILE_BLOCK_BYTES) {
            if (first != NULL)
                first[facts->segments] = i;
            facts->segments++;
            data = raw = 0;
        }
        data += more;
        raw += more_raw;
        if (raw > facts->raw_bytes)
            facts->raw_bytes = raw;
    }
    if (first != NULL)
        first[facts->segments] = count;
}

/* Chooses the bytes of a segment if the caller leaves the choice open (ASKED is 0): the default, or a power of two for
 * a small file. */
static size_t choose_segment(size_t asked, uint64_t data_bytes) {
    if (asked != 0)
        return asked;
    size_t chosen = LEAST_SEGMENT_BYTES;
    while (chosen < TP_DEFAULT_SEGMENT_BYTES && chosen * FEWEST_SEGMENTS < data_bytes)
        chosen *= 2;
    return chosen;
}

static tp_err look_at_blocks(struct blk_reader *reader, size_t asked, const struct blk_block **blocks,
                             struct facts *facts, struct tp_error *error) {
    struct blk_error cause;
    size_t count;
    if (blk_index(reader, blocks, &count, &cause) != BLK_OK)
        return tp_from_blockfile(error, &cause);
    facts->block_count = count;
    facts->data_bytes = (*blocks)[count - 1].data_offset + (*blocks)[count - 1].data_bytes;
    size_t room = choose_segment(asked, facts->data_bytes);
    for (size_t i = 0; i < count; i++)
        if ((*blocks)[i].data_bytes > room)
            room = (*blocks)[i].data_bytes;
    facts->segment_bytes = room;
    cut(*blocks, count, room, NULL, facts);
    return TP_OK;
}

static void look_at_bytes(size_t asked, struct facts *facts) {
    const size_t segment = choose_segment(asked, facts->file_bytes);
    facts->data_bytes = facts->file_bytes;
    facts->segment_bytes = segment < facts->file_bytes ? segment : (size_t)facts->file_bytes;
    facts->raw_bytes = facts->segment_bytes;
    facts->segments = (facts->file_bytes + segment - 1) / segment;
}

static tp_err look(const char *path, size_t asked, struct blk_reader **reader, const struct blk_block **blocks,
                   struct facts *facts, struct tp_error *error) {
    struct blk_error cause;
    if (blk_open(path, reader, &cause) != BLK_OK)
        return tp_from_blockfile(error, &cause);
    if (tp_identity_look(path, *reader, &facts->identity, &facts->unit_bytes, error) != TP_OK)
        return error->code;
    facts->kind = blk_reader_kind(*reader);
    facts->file_bytes = blk_reader_file_bytes(*reader);
    if (facts->identity.bytes != facts->file_bytes)
        return tp_fail(error, TP_ERR_IO, "%s: was changed while it was opened", path);
    switch (facts->kind) {
    case BLK_PLAIN:
        look_at_bytes(asked, facts);
        break;
    case BLK_BGZF:
        return look_at_blocks(*reader, asked, blocks, facts, error);
    case BLK_GZIP:
        facts->segment_bytes = choose_segment(asked, facts->file_bytes * USUAL_RATIO);
        facts->segments = UINT64_MAX;
        break;
    }
    return TP_OK;
}

/* Broadcasts any number of bytes, like MPI_Bcast. */
static int broadcast(void *bytes, size_t count, MPI_Comm comm) {
    char *at = bytes;
    int rc = MPI_SUCCESS;
    while (count > 0 && rc == MPI_SUCCESS) {
        const int piece = count < MAX_SEGMENT_BYTES ? (int)count : MAX_SEGMENT_BYTES;
        rc = MPI_Bcast(at, piece, MPI_BYTE, 0, comm);
        at += piece;
        count -= (size_t)piece;
    }
    return rc;
}

static size_t table_bytes(uint64_t blocks, uint64_t segments) {
    return blocks * sizeof(struct blk_block) + (segments + 1) * sizeof(uint64_t);
}

/* Passes the tables of a BGZF file from rank 0 to the leader of each group, which keeps them in the group's memory. */
static tp_err share_tables(const struct sw_place *place, const struct blk_block *found, struct facts *facts,
                           struct tp_layout *layout, struct tp_error *error) {
    const size_t table = facts->block_count * sizeof *found;
    const size_t bytes = table_bytes(facts->block_count, facts->segments);
    tp_window(error, sw_window_new(place, bytes, &layout->tables), bytes);
    if (tp_agree(place->all, error) != TP_OK)
        return error->code;
    unsigned char *at = layout->tables.base;
    layout->blocks = (const struct blk_block *)at;
    layout->first_block = (const uint64_t *)(at + table);
    if (place->rank == 0) {
        memcpy(at, found, table);
        cut(found, facts->block_count, facts->segment_bytes, (uint64_t *)(at + table), facts);
    }
    const int rc = place->leaders != MPI_COMM_NULL ? broadcast(at, bytes, place->leaders) : MPI_SUCCESS;
    if (tp_mpi(error, rc, "sharing the table of blocks") != TP_OK)
        return error->code;
    return tp_mpi(error, sw_window_barrier(&layout->tables, place->group), "a barrier of the ranks that share memory");
}

static size_t piece_bytes(size_t segment_bytes, int members) {
    const size_t share = (segment_bytes / (size_t)members + SW_PAGE - 1) / SW_PAGE * SW_PAGE;
    if (share < MIN_PIECE_BYTES)
        return MIN_PIECE_BYTES;
    return share < MAX_PIECE_BYTES ? share : MAX_PIECE_BYTES;
}

static void take_facts(const struct facts *facts, const struct sw_place *place, struct tp_layout *layout) {
    layout->kind = facts->kind;
    layout->identity = facts->identity;
    layout->identity.node_known = place->index == 0; /* the group of rank 0 */
    layout->unit_bytes = facts->unit_bytes;
    layout->file_bytes = facts->file_bytes;
    layout->data_bytes = facts->data_bytes;
    layout->segments = facts->segments;
    layout->segment_bytes = facts->segment_bytes;
    layout->raw_bytes = facts->raw_bytes;
    layout->block_count = facts->block_count;
    layout->piece_bytes = piece_bytes(facts->segment_bytes, place->largest_group);
    if (facts->data_bytes > 0)
        layout->blocks_per_piece = layout->piece_bytes * facts->block_count / facts->data_bytes;
    if (layout->blocks_per_piece == 0)
        layout->blocks_per_piece = 1;
}

tp_err tp_layout_make(const struct sw_place *place, const char *path, size_t asked, struct tp_layout *layout,
                      struct tp_error *error) {
    struct facts facts;
    struct blk_reader *reader = NULL;
    const struct blk_block *blocks = NULL;
    memset(&facts, 0, sizeof facts);
    memset(layout, 0, sizeof *layout);
    if (place->rank == 0)
        look(path, asked, &reader, &blocks, &facts, error);
    if (tp_agree(place->all, error) == TP_OK)
        tp_mpi(error, MPI_Bcast(&facts, (int)sizeof facts, MPI_BYTE, 0, place->all), "MPI_Bcast");
    if (error->code == TP_OK && facts.kind == BLK_BGZF)
        share_tables(place, blocks, &facts, layout, error);
    blk_close(reader);
    take_facts(&facts, place, layout);
    if (error->code == TP_OK && facts.kind != BLK_GZIP && facts.segments > MOST_TURNS)
        tp_fail(error, TP_ERR_ARGUMENT, "%s: has %llu segments of %zu bytes, more than can be counted; use larger ones",
                path, (unsigned long long)facts.segments, facts.segment_bytes);
    if (error->code != TP_OK)
        tp_layout_free(layout);
    return error->code;
}

void tp_layout_free(struct tp_layout *layout) {
    sw_window_free(&layout->tables);
}

struct tp_range tp_layout_data(const struct tp_layout *layout, uint64_t segment) {
    struct tp_range range;
    if (layout->kind == BLK_BGZF) {
        const uint64_t first = layout->first_block[segment], next = layout->first_block[segment + 1];
        const struct blk_block *last = &layout->blocks[next - 1];
        range.offset = layout->blocks[first].data_offset;
        range.bytes = (size_t)(last->data_offset + last->data_bytes - range.offset);
        return range;
    }
    range.offset = segment * layout->segment_bytes;
    const uint64_t left = layout->data_bytes - range.offset;
    range.bytes = left < layout->segment_bytes ? (size_t)left : layout->segment_bytes;
    return range;
}

struct tp_range tp_layout_raw(const struct tp_layout *layout, uint64_t segment) {
    if (layout->kind != BLK_BGZF)
        return tp_layout_data(layout, segment);
    const uint64_t first = layout->first_block[segment], next = layout->first_block[segment + 1];
    const struct blk_block *last = &layout->blocks[next - 1];
    struct tp_range range = {layout->blocks[first].file_offset, 0};
    range.bytes = (size_t)(last->file_offset + last->file_bytes - range.offset);
    return range;
}

uint64_t tp_layout_find(const struct tp_layout *layout, uint64_t offset) {
    if (layout->kind != BLK_BGZF)
        return offset / layout->segment_bytes;
    uint64_t low = 0, high = layout->segments; /* the segment is in [low, high) */
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (layout->blocks[layout->first_block[middle]].data_offset <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

uint32_t tp_layout_pieces(const struct tp_layout *layout, uint64_t segment) {
    switch (layout->kind) {
    case BLK_PLAIN:
        return (uint32_t)((tp_layout_data(layout, segment).bytes + layout->piece_bytes - 1) / layout->piece_bytes);
    case BLK_BGZF:
        return (
            uint32_t)((layout->first_block[segment + 1] - layout->first_block[segment] + layout->blocks_per_piece - 1) /
                      layout->blocks_per_piece);
    case BLK_GZIP:
        return 1;
    }
    return 1;
}

uint64_t tp_layout_block(const struct tp_layout *layout, uint64_t offset) {
    const uint64_t segment = tp_layout_find(layout, offset);
    uint64_t block = layout->first_block[segment];
    while (block + 1 < layout->first_block[segment + 1] && layout->blocks[block + 1].data_offset <= offset)
        block++;
    return block;
}

size_t tp_layout_table_bytes(const struct tp_layout *layout) {
    return layout->kind == BLK_BGZF ? table_bytes(layout->block_count, layout->segments) : 0;
}

size_t tp_layout_raw_piece(const struct tp_layout *layout) {
    const uint64_t largest = layout->blocks_per_piece * BLK_MAX_FILE_BLOCK_BYTES;
    return largest < layout->raw_bytes ? (size_t)largest : layout->raw_bytes;
}
