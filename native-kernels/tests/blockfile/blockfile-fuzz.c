/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Damaged and hostile files for the block reader: with any bytes, no call may crash, hang or allocate beyond a bound of
 * the file's size, and if all reads succeed they must agree with each other and with zlib.
 *
 *     blockfile-fuzz [--cases N] [--seed S]
 *
 * The seed S + i alone decides case i. The cases run in a child process; when it dies, the files of the case are kept
 * and named. A build with SLIPWAY_SANITIZE also sees overruns and undefined behaviour.
 */
#include "blockfile-fuzz.h"
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
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

enum {
    FIXED_ALLOCATION = 1 << 20 /* for the window, which a reader needs for any file */
};

char path[80], index_path[96];
static char folder[64];
static unsigned char whole[DATA_ROOM], again[DATA_ROOM];
static volatile unsigned long long *current_seed; /* shared with the parent */

void wrong(const char *format, ...) {
    va_list values;
    va_start(values, format);
    fprintf(stderr, "not so: ");
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    _exit(EXIT_FAILURE);
}

/* A table of blocks is 32 bytes a block, grows by doubling, and a block has at least 26 bytes in the file. */
static size_t allocation_bound(size_t file_bytes) {
    return FIXED_ALLOCATION + 1024 * sizeof(struct blk_block) + 4 * file_bytes;
}

/* --- calls on a file --- */

/* Reads all data from the reader's position on, up to DATA_ROOM. */
static blk_err read_on(struct blk_reader *reader, unsigned char *out, size_t *count) {
    const size_t piece = 1 + draw_size(100000);
    size_t got = 1;
    *count = 0;
    while (got > 0 && *count < DATA_ROOM) {
        const size_t room = DATA_ROOM - *count, want = piece < room ? piece : room;
        struct blk_error error = {BLK_OK, ""};
        const blk_err code = blk_read(reader, out + *count, want, &got, &error);
        if (code != BLK_OK && (error.code != code || error.text[0] == '\0'))
            wrong("a failed read left no error");
        if (code != BLK_OK)
            return code;
        if (got > want)
            wrong("%zu bytes read into %zu", got, want);
        *count += got;
    }
    return BLK_OK;
}

static void check_table(const struct blk_block *blocks, size_t count, uint64_t file_bytes) {
    uint64_t file_offset = 0, data_offset = 0;
    for (size_t i = 0; i < count; i++) {
        if (blocks[i].file_offset != file_offset || blocks[i].data_offset != data_offset)
            wrong("block %zu does not begin where the one before ends", i);
        if (blocks[i].file_bytes == 0 || blocks[i].file_bytes > 65536 || blocks[i].data_bytes > 65536)
            wrong("block %zu has %u bytes, %u of data", i, blocks[i].file_bytes, blocks[i].data_bytes);
        file_offset += blocks[i].file_bytes;
        data_offset += blocks[i].data_bytes;
    }
    if (file_offset != file_bytes)
        wrong("the table covers %llu of %llu bytes", (unsigned long long)file_offset, (unsigned long long)file_bytes);
}

/* Reads each block alone into just enough memory. Returns non-zero if all could be read; AGAIN then holds them. */
static int read_blocks(struct blk_reader *reader, size_t *total) {
    const struct blk_block *blocks;
    size_t count;
    *total = 0;
    if (blk_index(reader, &blocks, &count, NULL) != BLK_OK)
        return 0;
    check_table(blocks, count, blk_reader_file_bytes(reader));
    int all = 1;
    for (size_t i = 0; i < count && *total + 65536 <= DATA_ROOM; i++) {
        const size_t capacity = blocks[i].data_bytes;
        unsigned char *out = malloc(capacity > 0 ? capacity : 1);
        size_t got = 0;
        if (blk_read_block(reader, i, out, capacity, &got, NULL) == BLK_OK) {
            if (got != capacity)
                wrong("block %zu: %zu bytes of %zu", i, got, capacity);
            memcpy(again + *total, out, got);
            *total += got;
        } else
            all = 0;
        if (capacity > 0 && blk_read_block(reader, i, out, capacity - 1, &got, NULL) != BLK_ERR_ARGUMENT)
            wrong("block %zu was read into too little memory", i);
        free(out);
    }
    size_t got;
    if (blk_read_block(reader, count + draw_size(1 << 24), again, sizeof again, &got, NULL) != BLK_ERR_ARGUMENT)
        wrong("a block behind the last was read");
    return all;
}

/* Inflates FILE with zlib, as one gzip stream after another. Returns -1 if zlib refuses the file. */
static long inflate_all(const struct bytes *file, unsigned char *out, size_t room) {
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)file->at, .avail_in = (uInt)file->count};
    int rc = inflateInit2(&stream, 15 + 16);
    stream.next_out = out;
    stream.avail_out = (uInt)room;
    while (rc == Z_OK && stream.avail_in > 0 && stream.avail_out > 0) {
        rc = inflate(&stream, Z_NO_FLUSH);
        if (rc == Z_STREAM_END && stream.avail_in > 0)
            rc = inflateReset(&stream);
    }
    const long total = (long)(room - stream.avail_out);
    inflateEnd(&stream);
    return rc == Z_OK || rc == Z_STREAM_END || rc == Z_BUF_ERROR ? total : -1;
}

static void check_against_zlib(const struct bytes *file, size_t count) {
    static unsigned char out[DATA_ROOM + 1];
    const long total = inflate_all(file, out, sizeof out);
    if (count == DATA_ROOM ? total < (long)count : total != (long)count)
        wrong("%zu bytes were read, zlib finds %ld", count, total);
    if (memcmp(out, whole, count) != 0)
        wrong("zlib finds other bytes");
}

/* Returns non-zero if each block was read as in the table. */
static int check_blocks(struct blk_reader *reader, int whole_read, size_t count) {
    size_t total;
    const int all = read_blocks(reader, &total);
    if (all && whole_read && memcmp(whole, again, total < count ? total : count) != 0)
        wrong("block by block the file holds other bytes");
    if (whole_read && count < DATA_ROOM / 2 && total > count)
        wrong("block by block the file holds %zu bytes, else %zu", total, count);
    return all;
}

/* Decodes blocks as a caller may have read them: cut at random, of any stated size. */
static void decode_at_will(const struct bytes *file) {
    struct blk_decoder *decoder = blk_decoder_new("memory");
    for (int round = 0; round < 3 && file->count > 0; round++) {
        size_t block_bytes;
        const size_t at = draw(3) == 0 ? draw(file->count) : some_block(file, &block_bytes);
        const size_t left = file->count - at, most = left < 65536 ? left : 65536;
        struct blk_block block = {at, 0, (uint32_t)(draw(2) == 0 ? draw_size(most) : most), (uint32_t)draw_size(65536)};
        if (draw(2) == 0 && at + 18 < file->count) {
            const size_t stated = (size_t)(file->at[at + 16] | file->at[at + 17] << 8) + 1;
            block.file_bytes = (uint32_t)(stated < most ? stated : most);
            if (block.file_bytes >= 4 && draw(4) > 0)
                block.data_bytes = file->at[at + block.file_bytes - 4] + 256U * file->at[at + block.file_bytes - 3];
        }
        unsigned char *bytes = malloc(block.file_bytes + (block.file_bytes == 0));
        unsigned char *out = malloc(block.data_bytes + (block.data_bytes == 0));
        memcpy(bytes, file->at + at, block.file_bytes);
        (void)blk_decoder_run(decoder, 0, &block, bytes, out, NULL);
        free(bytes);
        free(out);
    }
    blk_decoder_free(decoder);
}

/* Seeks at random. KNOWN: the data are COUNT bytes in WHOLE, and the table of blocks is right. A .gzi with a wrong
 * block size makes later offsets wrong, which only reading that block shows. */
static void seek_at_will(struct blk_reader *reader, int known, size_t count) {
    size_t at = 0;
    for (int round = 0; round < 3; round++) {
        uint64_t offset = draw(4) == 0 ? draw_hostile() : draw(count + 2);
        size_t got;
        const blk_err code = blk_seek(reader, offset, NULL);
        if (code == BLK_ERR_ARGUMENT && known && offset <= count)
            wrong("an offset in the data was said to be beyond its end");
        if (code == BLK_OK && known && offset > count)
            wrong("an offset beyond the end was sought");
        if (code != BLK_OK && code != BLK_ERR_ARGUMENT)
            return;
        if (code == BLK_ERR_ARGUMENT)
            offset = at; /* the position at which reading goes on */
        if (blk_read(reader, again, 1 + draw_size(70000), &got, NULL) != BLK_OK)
            return;
        if (known && (got > count - offset || memcmp(again, whole + offset, got) != 0))
            wrong("other bytes were read after seeking %llu", (unsigned long long)offset);
        at = (size_t)offset + got;
    }
}

static void use_file(const struct bytes *file) {
    struct blk_reader *reader;
    size_t count = 0;
    struct blk_error error = {BLK_OK, ""};
    blk_err code = blk_open(path, &reader, &error);
    if ((code == BLK_OK) != (reader != NULL) || (code != BLK_OK && error.text[0] == '\0'))
        wrong("blk_open: %d", (int)code);
    if (code != BLK_OK)
        return;
    if (blk_reader_kind(reader) == BLK_PLAIN)
        wrong("a name in .gz was read as a plain file");
    const int whole_read = read_on(reader, whole, &count) == BLK_OK;
    if (whole_read)
        check_against_zlib(file, count);
    const int table_right = blk_reader_kind(reader) != BLK_BGZF || check_blocks(reader, whole_read, count);
    blk_close(reader);
    if (blk_open(path, &reader, NULL) != BLK_OK) /* after a failed read a handle can only be closed */
        wrong("the file cannot be opened twice");
    seek_at_will(reader, whole_read && table_right && count < DATA_ROOM, count);
    blk_close(reader);
}

static void run_case(unsigned long long seed) {
    static struct seed_file changed;
    *current_seed = seed;
    draw_seed(seed);
    const struct seed_file *sample = &samples[draw(sample_count)];
    changed.file.count = sample->file.count;
    memcpy(changed.file.at, sample->file.at, sample->file.count);
    changed.index.count = sample->index.count;
    memcpy(changed.index.at, sample->index.at, sample->index.count);
    const size_t what = draw(4);
    if (what != 0)
        damage_file(&changed.file);
    if (what != 1)
        damage_index(&changed.index);
    store(path, &changed.file);
    if (sample->has_index && draw(3) > 0)
        store(index_path, &changed.index);
    else
        unlink(index_path);
    largest_allocation = 0;
    alarm(HANG_SECONDS);
    use_file(&changed.file);
    if (largest_allocation > allocation_bound(changed.file.count))
        wrong("%zu bytes were allocated at once for a file of %zu", largest_allocation, changed.file.count);
    decode_at_will(&changed.file);
}

static int run_cases_apart(unsigned long long seed, unsigned long long cases) {
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        for (unsigned long long i = 0; i < cases; i++)
            run_case(seed + i);
        _exit(EXIT_SUCCESS);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return -1;
    return status;
}

int main(int argc, char **argv) {
    const struct draw_cases cases = draw_cases(argc, argv, 20000);
    char command[160];
    samples = calloc(MAX_SAMPLES, sizeof *samples);
    current_seed = mmap(NULL, sizeof *current_seed, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (samples == NULL || current_seed == MAP_FAILED || folder_make(folder, "fuzz") != 0)
        return EXIT_FAILURE;
    snprintf(path, sizeof path, "%s/case.gz", folder);
    snprintf(index_path, sizeof index_path, "%s.gzi", path);
    make_samples();
    const int status = run_cases_apart(cases.seed, cases.count);
    free(samples);
    if (status != 0) {
        printf("not ok: %s; input: %s; again: blockfile-fuzz --cases 1 --seed %llu\n",
               WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "a check failed", path, *current_seed);
        return EXIT_FAILURE;
    }
    printf("%" PRIu64 " cases from seed %" PRIu64 "\n", cases.count, cases.seed);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
