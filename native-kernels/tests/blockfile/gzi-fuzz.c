/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Damaged and hostile indexes beside valid files. With any PATH.gzi, the library returns the true blocks or an error,
 * and allocates within a bound of the file's size.
 *
 *     gzi-fuzz [--cases N] [--seed S]
 *
 * The seed S + i alone decides case i. A build with SLIPWAY_SANITIZE also sees overruns.
 */
#include "slipway/blockfile.h"
#include "support/allocations.h"
#include "support/draw.h"
#include "support/hang.h"
#include "support/samples.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FILES = 5,
    DATA_BYTES = 60000,
    INDEX_ROOM = 1 << 16,
    ENTRY_BYTES = 16,
    UNTOUCHED = 0x5a,
    FIXED_ALLOCATION = 1 << 20 /* for the window, which a reader needs for any file */
};

struct bytes {
    unsigned char at[INDEX_ROOM];
    size_t count;
};

/* A file with the index, and the blocks from a walk over the file. */
struct whole {
    char path[80], index_path[96];
    struct bytes index;
    struct blk_block *blocks;
    size_t block_count;
    uint64_t file_bytes;
};

static char folder[64];
static unsigned char data[DATA_BYTES];
static struct whole files[FILES];
static unsigned long long current_seed;

static void wrong(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void wrong(const char *format, ...) {
    va_list values;
    va_start(values, format);
    fprintf(stderr, "not so: ");
    vfprintf(stderr, format, values);
    fprintf(stderr, "\nagain: gzi-fuzz --cases 1 --seed %llu (the files of the case are in %s)\n", current_seed,
            folder);
    va_end(values);
    _exit(EXIT_FAILURE);
}

static void die(int signal) {
    wrong("signal %d", signal);
}

/* A table of blocks grows by doubling, and a block has at least 26 bytes in the file. */
static size_t allocation_bound(uint64_t file_bytes) {
    return FIXED_ALLOCATION + 1024 * sizeof(struct blk_block) + 4 * (size_t)file_bytes;
}

/* --- files --- */

static void load(const char *name, struct bytes *out) {
    FILE *in = fopen(name, "rb");
    if (in == NULL)
        wrong("%s cannot be read", name);
    out->count = fread(out->at, 1, sizeof out->at, in);
    fclose(in);
}

static void store(const char *name, const struct bytes *bytes) {
    FILE *out = fopen(name, "wb");
    if (out == NULL || fwrite(bytes->at, 1, bytes->count, out) != bytes->count || fclose(out) != 0)
        wrong("%s cannot be written", name);
}

/* Finds the true blocks, without the index. */
static void walk(struct whole *file) {
    struct blk_reader *reader;
    const struct blk_block *blocks = NULL;
    unlink(file->index_path);
    if (blk_open(file->path, &reader, NULL) != BLK_OK || blk_index(reader, &blocks, &file->block_count, NULL) != BLK_OK)
        wrong("%s cannot be walked over", file->path);
    file->file_bytes = blk_reader_file_bytes(reader);
    file->blocks = malloc(file->block_count * sizeof *blocks);
    if (file->blocks == NULL)
        wrong("no memory");
    memcpy(file->blocks, blocks, file->block_count * sizeof *blocks);
    blk_close(reader);
}

static void make_file(struct whole *file, int number, size_t bytes, unsigned block_bytes) {
    const struct blk_write_options options = {block_bytes, 1 + number % 9, 1};
    struct blk_writer *writer;
    snprintf(file->path, sizeof file->path, "%s/%d.gz", folder, number);
    snprintf(file->index_path, sizeof file->index_path, "%s/%d.gz.gzi", folder, number);
    if (blk_create(file->path, &options, &writer, NULL) != BLK_OK || blk_write(writer, data, bytes, NULL) != BLK_OK ||
        blk_finish(writer, NULL) != BLK_OK)
        wrong("a file of %zu bytes cannot be made", bytes);
    load(file->index_path, &file->index);
    walk(file);
}

static void make_files(void) {
    static const struct {
        size_t bytes;
        unsigned block_bytes;
    } kinds[FILES] = {{0, 0}, {1, 0}, {2000, 100}, {30000, 1000}, {DATA_BYTES, 16384}};
    draw_seed(1);
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (unsigned char)(i / 3000 % 2 == 0 ? 'a' + draw(4) : draw(256));
    for (int i = 0; i < FILES; i++)
        make_file(&files[i], i, kinds[i].bytes, kinds[i].block_bytes);
}

/* --- damage --- */

static uint64_t get(const struct bytes *index, size_t at) {
    uint64_t value = 0;
    for (size_t i = 0; i < 8 && at + i < index->count; i++)
        value |= (uint64_t)index->at[at + i] << 8 * i;
    return value;
}

static void put(struct bytes *index, size_t at, uint64_t value) {
    for (size_t i = 0; i < 8 && at + i < index->count; i++)
        index->at[at + i] = (unsigned char)(value >> 8 * i);
}

static size_t entries_of(const struct bytes *index) {
    return index->count < 8 ? 0 : (index->count - 8) / ENTRY_BYTES;
}

static size_t some_entry(const struct bytes *index) {
    return 8 + ENTRY_BYTES * draw(entries_of(index));
}

static uint64_t draw_hostile(void) {
    static const uint64_t values[] = {
        0,       1,          25,         26,         28,        0xffff,         0x10000,
        0x10001, 1ULL << 31, 1ULL << 32, 1ULL << 62, INT64_MAX, UINT64_MAX - 1, UINT64_MAX};
    return draw(3) == 0 ? draw_bits() >> draw(64) : values[draw(sizeof values / sizeof values[0])];
}

static void flip_bit(struct bytes *index) {
    if (index->count > 0)
        index->at[draw(index->count)] ^= (unsigned char)(1 << draw(8));
}

static void put_in_entry(struct bytes *index) {
    put(index, some_entry(index) + 8 * draw(2), draw_hostile());
}

/* Changes an entry a little: such errors are the hardest to notice. */
static void shift_entry(struct bytes *index) {
    const size_t at = some_entry(index) + 8 * draw(2);
    put(index, at, get(index, at) + draw(5) - 2);
}

static void put_count(struct bytes *index) {
    put(index, 0, draw(2) == 0 ? entries_of(index) + draw(3) - 1 : draw_hostile());
}

static void swap_entries(struct bytes *index) {
    const size_t one = some_entry(index), other = some_entry(index);
    for (size_t i = 0; i < ENTRY_BYTES; i += 8) {
        const uint64_t kept = get(index, one + i);
        put(index, one + i, get(index, other + i));
        put(index, other + i, kept);
    }
}

/* Makes the index of a file with larger blocks: drops an entry and adjusts the count, so that two blocks become one. */
static void drop_entry(struct bytes *index) {
    const size_t entries = entries_of(index), at = some_entry(index);
    if (entries == 0)
        return;
    memmove(index->at + at, index->at + at + ENTRY_BYTES, index->count - at - ENTRY_BYTES);
    index->count -= ENTRY_BYTES;
    put(index, 0, entries - draw(2));
}

static void repeat_entry(struct bytes *index) {
    const size_t entries = entries_of(index), at = some_entry(index);
    if (entries == 0 || index->count + ENTRY_BYTES > INDEX_ROOM)
        return;
    memmove(index->at + at + ENTRY_BYTES, index->at + at, index->count - at);
    index->count += ENTRY_BYTES;
    put(index, 0, entries + draw(2));
}

static void cut_end(struct bytes *index) {
    index->count -= draw(index->count < 40 ? index->count + 1 : 40);
}

static void lengthen(struct bytes *index) {
    for (size_t i = draw(40); i > 0 && index->count < INDEX_ROOM; i--)
        index->at[index->count++] = (unsigned char)draw(256);
}

static void take_anothers(struct bytes *index) {
    *index = files[draw(FILES)].index;
}

static void (*const damages[])(struct bytes *) = {flip_bit,     put_in_entry,  shift_entry,  put_count,
                                                  swap_entries, drop_entry,    repeat_entry, cut_end,
                                                  lengthen,     take_anothers, shift_entry};

/* --- checks --- */

static int is_of_index(blk_err code) {
    return code == BLK_ERR_INDEX || code == BLK_ERR_HEADER || code == BLK_ERR_TRUNCATED;
}

static int is_true(const struct whole *file, size_t number, const struct blk_block *stated) {
    if (number >= file->block_count)
        return 0;
    const struct blk_block *found = &file->blocks[number];
    return stated->file_offset == found->file_offset && stated->file_bytes == found->file_bytes &&
           stated->data_bytes == found->data_bytes && stated->data_offset == found->data_offset;
}

/* Returns the block that begins there, or NULL. */
static const struct blk_block *block_at(const struct whole *file, uint64_t file_offset) {
    for (size_t i = 0; i < file->block_count; i++)
        if (file->blocks[i].file_offset == file_offset)
            return &file->blocks[i];
    return NULL;
}

/* Checks a block. Bytes behind the room that the index states must stay unchanged. */
static void check_block(const struct whole *file, struct blk_reader *reader, size_t number,
                        const struct blk_block *stated) {
    static unsigned char out[2 * BLK_MAX_FILE_BLOCK_BYTES];
    struct blk_error error = {BLK_OK, ""};
    size_t got = 0;
    if (stated->data_bytes > BLK_MAX_FILE_BLOCK_BYTES)
        wrong("block %zu is said to have %u bytes", number, (unsigned)stated->data_bytes);
    memset(out + stated->data_bytes, UNTOUCHED, BLK_MAX_FILE_BLOCK_BYTES);
    const blk_err code = blk_read_block(reader, number, out, stated->data_bytes, &got, &error);
    for (size_t i = 0; i < BLK_MAX_FILE_BLOCK_BYTES; i++)
        if (out[stated->data_bytes + i] != UNTOUCHED)
            wrong("block %zu was written behind its room of %u", number, (unsigned)stated->data_bytes);
    if (code != BLK_OK && (!is_of_index(code) || error.code != code || error.text[0] == '\0'))
        wrong("block %zu: %d: %s", number, (int)code, error.text);
    if (code != BLK_OK && is_true(file, number, stated))
        wrong("block %zu is as the index says, and was refused: %s", number, error.text);
    if (code != BLK_OK)
        return;
    const struct blk_block *found = block_at(file, stated->file_offset);
    if (found == NULL || got != found->data_bytes || got != stated->data_bytes ||
        memcmp(out, data + found->data_offset, got) != 0)
        wrong("block %zu was read with other bytes than it has", number);
}

/* Returns non-zero if the table of blocks was accepted, and every block could be read. */
static int use_index(const struct whole *file, struct blk_reader *reader) {
    const struct blk_block *blocks = NULL;
    size_t count = 0, true_blocks = 0;
    struct blk_error error = {BLK_OK, ""};
    const blk_err code = blk_index(reader, &blocks, &count, &error);
    if (code == BLK_ERR_INDEX && strstr(error.text, ".gz") != NULL)
        return 0;
    if (code != BLK_OK)
        wrong("blk_index: %d: %s", (int)code, error.text);
    for (size_t i = 0; i < count; i++) {
        true_blocks += (size_t)is_true(file, i, &blocks[i]);
        check_block(file, reader, i, &blocks[i]);
    }
    return count == file->block_count && true_blocks == count;
}

/* Seeks. Data are right if the whole table is right; otherwise an error is allowed, but no crash. */
static void seek(const struct whole *file, struct blk_reader *reader, int table_is_true) {
    static unsigned char out[DATA_BYTES];
    const struct blk_block *last = &file->blocks[file->block_count - 1];
    const uint64_t data_bytes = last->data_offset + last->data_bytes, offset = draw((size_t)data_bytes + 1);
    size_t got = 0;
    blk_err code = blk_seek(reader, offset, NULL);
    if (code == BLK_OK)
        code = blk_read(reader, out, sizeof out, &got, NULL);
    if (table_is_true && (code != BLK_OK || got != data_bytes - offset || memcmp(out, data + offset, got) != 0))
        wrong("data at %llu were not read, though the index is right", (unsigned long long)offset);
}

static void run_case(unsigned long long seed) {
    static struct bytes index;
    current_seed = seed;
    draw_seed(seed);
    const struct whole *file = &files[draw(FILES)];
    const size_t times = draw(4);
    index = file->index;
    for (size_t i = 0; i < times; i++)
        damages[draw(sizeof damages / sizeof damages[0])](&index);
    store(file->index_path, &index);
    struct blk_reader *reader;
    largest_allocation = 0;
    alarm(HANG_SECONDS);
    if (blk_open(file->path, &reader, NULL) != BLK_OK)
        wrong("the file was not opened for the sake of its index");
    const int is_right = use_index(file, reader);
    if (!is_right && times == 0)
        wrong("the file's own index was refused");
    blk_close(reader);
    if (blk_open(file->path, &reader, NULL) != BLK_OK) /* after a failed call a handle can only be closed */
        wrong("the file cannot be opened twice");
    seek(file, reader, is_right);
    blk_close(reader);
    if (largest_allocation > allocation_bound(file->file_bytes))
        wrong("%zu bytes were allocated at once for a file of %llu", largest_allocation,
              (unsigned long long)file->file_bytes);
}

static void remove_files(void) {
    for (int i = 0; i < FILES; i++) {
        unlink(files[i].path);
        unlink(files[i].index_path);
        free(files[i].blocks);
    }
    rmdir(folder);
}

int main(int argc, char **argv) {
    const struct draw_cases cases = draw_cases(argc, argv, 20000);
    if (folder_make(folder, "gzi-fuzz") != 0)
        return EXIT_FAILURE;
    signal(SIGSEGV, die);
    signal(SIGBUS, die);
    signal(SIGFPE, die);
    signal(SIGALRM, die);
    make_files();
    for (uint64_t i = 0; i < cases.count; i++)
        run_case(cases.seed + i);
    remove_files();
    printf("%" PRIu64 " cases\n", cases.count);
    return EXIT_SUCCESS;
}
