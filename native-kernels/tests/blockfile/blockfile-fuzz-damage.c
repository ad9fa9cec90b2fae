/* SPDX-License-Identifier: Apache-2.0 */
/* The damage that blockfile-fuzz does to a file and to its index. */
#include "blockfile-fuzz.h"
#include "slipway/blockfile.h"
#include "support/draw.h"

#include <string.h>

uint64_t draw_hostile(void) {
    static const uint64_t values[] = {0,          1,          2,          7,          8,          25,
                                      26,         27,         0x7f,       0x80,       0xff,       0x100,
                                      0x7fff,     0x8000,     0xfffe,     0xffff,     0x10000,    0x10001,
                                      0x7fffffff, 0x80000000, 0xffffffff, 1ULL << 32, 1ULL << 62, UINT64_MAX - 1,
                                      UINT64_MAX};
    return draw(3) == 0 ? draw_bits() >> draw(64) : values[draw(sizeof values / sizeof values[0])];
}

/* Writes a little-endian number, as far as there is room. */
static void put(struct bytes *bytes, size_t at, uint64_t value, size_t width) {
    for (size_t i = 0; i < width && at + i < bytes->count; i++)
        bytes->at[at + i] = (unsigned char)(value >> 8 * i);
}

static void flip_bit(struct bytes *bytes) {
    if (bytes->count > 0)
        bytes->at[draw(bytes->count)] ^= (unsigned char)(1 << draw(8));
}

static void put_anywhere(struct bytes *bytes) {
    put(bytes, draw(bytes->count), draw_hostile(), (size_t)1 << draw(4));
}

static void cut_end(struct bytes *bytes) {
    bytes->count =
        draw(2) == 0 ? draw(bytes->count + 1) : bytes->count - draw(bytes->count < 40 ? bytes->count + 1 : 40);
}

static void remove_piece(struct bytes *bytes) {
    const size_t from = draw(bytes->count), most = bytes->count - from, length = draw_size(most);
    memmove(bytes->at + from, bytes->at + from + length, most - length);
    bytes->count -= length;
}

static void insert(struct bytes *bytes, const struct bytes *other) {
    const size_t start = draw(other->count), at = draw(bytes->count + 1);
    size_t length = draw_size(other->count - start);
    unsigned char piece[FILE_ROOM];
    if (length > FILE_ROOM - bytes->count)
        length = FILE_ROOM - bytes->count;
    memcpy(piece, other->at + start, length);
    memmove(bytes->at + at + length, bytes->at + at, bytes->count - at);
    memcpy(bytes->at + at, piece, length);
    bytes->count += length;
}

static void repeat_piece(struct bytes *bytes) {
    insert(bytes, bytes);
}

static void insert_of_another(struct bytes *bytes) {
    insert(bytes, &samples[draw(sample_count)].file);
}

static void append_marker(struct bytes *bytes) {
    static const unsigned char marker[BLK_EOF_MARKER_BYTES] = {0x1f, 0x8b, 8,  4, 0, 0, 0, 0, 0, 0xff, 6, 0, 'B', 'C',
                                                               2,    0,    27, 0, 3, 0, 0, 0, 0, 0,    0, 0, 0,   0};
    if (bytes->count + sizeof marker > FILE_ROOM)
        return;
    memcpy(bytes->at + bytes->count, marker, sizeof marker);
    bytes->count += sizeof marker;
}

size_t some_block(const struct bytes *bytes, size_t *block_bytes) {
    size_t at = 0, blocks = draw(8);
    *block_bytes = 0;
    while (at + 18 <= bytes->count && bytes->at[at] == 0x1f && bytes->at[at + 12] == 'B') {
        *block_bytes = (size_t)(bytes->at[at + 16] | bytes->at[at + 17] << 8) + 1;
        if (blocks-- == 0 || at + *block_bytes >= bytes->count)
            break;
        at += *block_bytes;
    }
    return at;
}

/* Damages a field of a block: flags, length of the extra field, its subfields, block size, CRC, data size. */
static void put_in_block(struct bytes *bytes) {
    static const struct {
        int from_end;
        size_t at, width;
    } fields[] = {{0, 2, 1},  {0, 3, 1},  {0, 10, 2}, {0, 12, 2}, {0, 14, 2},
                  {0, 16, 2}, {0, 18, 1}, {1, 8, 4},  {1, 4, 4}};
    size_t block_bytes;
    const size_t at = some_block(bytes, &block_bytes), field = draw(sizeof fields / sizeof fields[0]);
    const size_t place = fields[field].from_end ? at + block_bytes - fields[field].at : at + fields[field].at;
    put(bytes, place, draw(4) == 0 ? block_bytes - 2 + draw(4) : draw_hostile(), fields[field].width);
}

/* A longer extra field with another subfield before BC: a valid header that most writers never make. */
static void widen_extra(struct bytes *bytes) {
    size_t block_bytes;
    const size_t at = some_block(bytes, &block_bytes), length = draw(20), added = 4 + length;
    if (block_bytes == 0 || bytes->count + added > FILE_ROOM || at + 18 > bytes->count)
        return;
    memmove(bytes->at + at + 12 + added, bytes->at + at + 12, bytes->count - at - 12);
    bytes->count += added;
    memcpy(bytes->at + at + 12, "XY", 2);
    put(bytes, at + 14, draw(5) == 0 ? draw_hostile() : length, 2);
    put(bytes, at + 10, draw(5) == 0 ? draw_hostile() : 6 + added, 2);
    put(bytes, at + 16 + added, draw(5) == 0 ? draw_hostile() : block_bytes + added - 1, 2);
}

/* Makes an extra field of random subfields, with or without BC, perhaps incomplete, at or near the end of the bytes. */
static void make_extra(struct bytes *bytes) {
    size_t block_bytes, end;
    const size_t at = some_block(bytes, &block_bytes);
    for (end = at + 12; end + 40 < bytes->count && draw(4) > 0;) {
        const size_t length = draw(3) == 0 ? draw(9) : 2;
        memcpy(bytes->at + end, draw(2) == 0 ? "BC" : "XY", 2);
        put(bytes, end + 2, length, 2);
        put(bytes, end + 4, draw_hostile(), 2);
        end += 4 + length;
    }
    end -= end > at + 12 ? draw(4) : 0;
    put(bytes, at + 10, end - at - 12, 2);
    if (draw(2) == 0 && end < bytes->count)
        bytes->count = end + draw(3);
}

/* Drops some entries, and adjusts the count. */
static void drop_entries(struct bytes *bytes) {
    const size_t entries = bytes->count < 8 ? 0 : (bytes->count - 8) / 16, from = draw(entries);
    const size_t dropped = draw(entries - from + 1);
    memmove(bytes->at + 8 + 16 * from, bytes->at + 8 + 16 * (from + dropped), 16 * (entries - from - dropped));
    bytes->count -= 16 * dropped;
    put(bytes, 0, entries - dropped, 8);
}

static void put_in_index(struct bytes *bytes) {
    put(bytes, draw(3) == 0 ? 0 : 8 * draw(bytes->count / 8 + 1), draw_hostile(), 8);
}

typedef void damage(struct bytes *bytes);

static damage *const file_damages[] = {flip_bit,      put_anywhere, cut_end,      remove_piece,
                                       repeat_piece,  make_extra,   put_in_block, insert_of_another,
                                       append_marker, put_in_block, widen_extra};
static damage *const index_damages[] = {flip_bit,     put_in_index, cut_end,     remove_piece,
                                        repeat_piece, put_in_index, drop_entries};

static void damage_some(struct bytes *bytes, damage *const *damages, size_t count) {
    for (size_t times = draw(5); times > 0; times--)
        damages[draw(count)](bytes);
    if (damages == file_damages && draw(3) == 0)
        append_marker(bytes); /* otherwise the missing marker ends most cases at once */
}

void damage_file(struct bytes *bytes) {
    damage_some(bytes, file_damages, sizeof file_damages / sizeof file_damages[0]);
}

void damage_index(struct bytes *bytes) {
    damage_some(bytes, index_damages, sizeof index_damages / sizeof index_damages[0]);
}
