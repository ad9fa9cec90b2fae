/* SPDX-License-Identifier: Apache-2.0 */
#include "slipway/blockfile.h"
#include "support/check.h"
#include "support/samples.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DATA_BYTES = 100000 };

static char folder[64];
static unsigned char data[DATA_BYTES], back[DATA_BYTES + 1];

static unsigned long long random_state = 20240229;
static unsigned draw(unsigned below) { /* splitmix64; the seed is fixed, so a failure comes back */
    unsigned long long z = random_state += 0x9E3779B97F4A7C15ULL;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return (unsigned)((z ^ z >> 31) % below);
}

static const char *in_folder(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static const char *fixture(const char *name) {
    static char path[1024];
    snprintf(path, sizeof path, "%s/%s", FIXTURES, name);
    return path;
}

static size_t slurp(const char *path, unsigned char *out, size_t capacity) {
    FILE *in = fopen(path, "rb");
    const size_t n = in != NULL ? fread(out, 1, capacity, in) : 0;
    if (in != NULL)
        fclose(in);
    return n;
}

static void spill(const char *path, const unsigned char *bytes, size_t count) {
    FILE *out = fopen(path, "wb");
    CHECK(out != NULL && fwrite(bytes, 1, count, out) == count, "%s", path);
    if (out != NULL)
        fclose(out);
}

static blk_err write_file(const char *path, size_t bytes, unsigned block_bytes, int index) {
    const struct blk_write_options options = {block_bytes, 0, index};
    struct blk_writer *writer;
    blk_err code = blk_create(path, &options, &writer, NULL);
    for (size_t at = 0; code == BLK_OK && at < bytes;) {
        const size_t piece = 1 + draw(9000) < bytes - at ? 1 + draw(4000) : bytes - at;
        code = blk_write(writer, data + at, piece < bytes - at ? piece : bytes - at, NULL);
        at += piece;
    }
    return code == BLK_OK ? blk_finish(writer, NULL) : code;
}

static blk_err read_all(const char *path, size_t *got, struct blk_error *error) {
    struct blk_reader *reader;
    size_t n = 0;
    *got = 0;
    blk_err code = blk_open(path, &reader, error);
    while (code == BLK_OK) {
        const size_t room = sizeof back - *got, want = 1 + draw(30000) < room ? 1 + draw(20000) : room;
        code = blk_read(reader, back + *got, want < room ? want : room, &n, error);
        *got += n;
        if (n == 0)
            break;
    }
    blk_close(reader);
    return code;
}

static void fill_data(int compressible) {
    for (size_t i = 0; i < DATA_BYTES; i++)
        data[i] = (unsigned char)(compressible ? 'a' + draw(3) : draw(256));
}

static void reads_back_what_it_wrote(void) {
    static const size_t sizes[] = {0, 1, 16383, 16384, 16385, 65280, DATA_BYTES};
    static const unsigned blocks[] = {0, 1000, 16384, BLK_MAX_BLOCK_BYTES};
    for (int compressible = 0; compressible < 2; compressible++) {
        fill_data(compressible);
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
            for (size_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++) {
                struct blk_error error = {BLK_OK, ""};
                size_t got;
                CHECK(write_file(in_folder("a.gz"), sizes[s], blocks[b], 1) == BLK_OK, "%zu", sizes[s]);
                CHECK(read_all(in_folder("a.gz"), &got, &error) == BLK_OK, "%s", error.text);
                CHECK(got == sizes[s] && memcmp(back, data, got) == 0, "%zu of %zu", got, sizes[s]);
            }
    }
}

static void htslib_reads_what_it_wrote(void) {
    char command[700];
    fill_data(1);
    CHECK(write_file(in_folder("b.gz"), DATA_BYTES, 0, 1) == BLK_OK, "write");
    spill(in_folder("b"), data, DATA_BYTES);
    snprintf(command, sizeof command,
             "cd %s && zcat b.gz | cmp - b && { ! command -v bgzip >/dev/null || "
             "{ bgzip -dc b.gz | cmp - b && bgzip -b 20000 -s 100 b.gz | cmp -n 100 - b 0 20000 && "
             "mv b.gz.gzi ours && bgzip -r b.gz && bgzip -b 70000 -s 9 b.gz >/dev/null; }; }",
             folder);
    CHECK(system(command) == 0, "zcat or bgzip do not agree");
}

static void reads_files_of_bgzip(void) {
    static const struct {
        const char *name, *text;
        blk_kind kind;
        size_t blocks;
    } rows[] = {{"hello.csv.gz", "symbol,day,close\nACME,2024-01-02,10.5\n", BLK_BGZF, 2},
                {"empty.csv.gz", "", BLK_BGZF, 1},
                {"hello.csv", "symbol,day,close\nACME,2024-01-02,10.5\n", BLK_PLAIN, 0},
                {"plain-gzip.csv.gz", "symbol,day,close\nACME,2024-01-02,10.5\n", BLK_GZIP, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct blk_error error = {BLK_OK, ""};
        struct blk_reader *reader;
        const struct blk_block *blocks;
        size_t got, count;
        CHECK(read_all(fixture(rows[i].name), &got, &error) == BLK_OK, "%s", error.text);
        CHECK(got == strlen(rows[i].text) && memcmp(back, rows[i].text, got) == 0, "%s", rows[i].name);
        CHECK(blk_open(fixture(rows[i].name), &reader, &error) == BLK_OK, "%s", error.text);
        CHECK(blk_reader_kind(reader) == rows[i].kind, "%s", rows[i].name);
        if (rows[i].kind == BLK_BGZF)
            CHECK(blk_index(reader, &blocks, &count, &error) == BLK_OK && count == rows[i].blocks, "%s", error.text);
        blk_close(reader);
    }
}

static void check_every_block(const char *path) {
    struct blk_error error = {BLK_OK, ""};
    struct blk_reader *reader;
    const struct blk_block *blocks;
    size_t count = 0, total = 0;
    CHECK(blk_open(path, &reader, &error) == BLK_OK, "%s", error.text);
    CHECK(blk_index(reader, &blocks, &count, &error) == BLK_OK, "%s", error.text);
    for (size_t i = count; i-- > 0;) { /* backwards: blocks are independent */
        size_t got;
        CHECK(blk_read_block(reader, i, back, sizeof back, &got, &error) == BLK_OK, "%s", error.text);
        CHECK(memcmp(back, data + blocks[i].data_offset, got) == 0, "block %zu", i);
        total += got;
    }
    CHECK(total == DATA_BYTES, "%zu", total);
    blk_close(reader);
}

static void finds_every_block_with_and_without_an_index(void) {
    fill_data(1);
    CHECK(write_file(in_folder("c.gz"), DATA_BYTES, 5000, 1) == BLK_OK, "write");
    check_every_block(in_folder("c.gz"));
    CHECK(unlink(in_folder("c.gz.gzi")) == 0, "there was no index");
    check_every_block(in_folder("c.gz"));
}

static void refuses_an_index_of_another_file(void) {
    struct blk_error error = {BLK_OK, ""};
    struct blk_reader *reader;
    const struct blk_block *blocks;
    size_t count;
    unsigned char index[4096];
    fill_data(1);
    CHECK(write_file(in_folder("d.gz"), DATA_BYTES, 5000, 1) == BLK_OK, "write");
    const size_t bytes = slurp(in_folder("d.gz.gzi"), index, sizeof index);
    index[8 + 16 * 3 + 1] ^= 0x40;
    spill(in_folder("d.gz.gzi"), index, bytes);
    CHECK(blk_open(in_folder("d.gz"), &reader, &error) == BLK_OK, "%s", error.text);
    blk_err code = blk_index(reader, &blocks, &count, &error);
    size_t got;
    if (code == BLK_OK)
        code = blk_read_block(reader, 3, back, sizeof back, &got, &error);
    CHECK(code == BLK_ERR_INDEX || code == BLK_ERR_HEADER, "%s", blk_strerror(code));
    blk_close(reader);
    spill(in_folder("d.gz.gzi"), index, bytes - 5);
    CHECK(blk_open(in_folder("d.gz"), &reader, &error) == BLK_OK, "%s", error.text);
    CHECK(blk_index(reader, &blocks, &count, &error) == BLK_ERR_INDEX, "%s", error.text);
    blk_close(reader);
}

static void waits_at_no_index_that_is_a_fifo(void) {
    struct blk_error error = {BLK_OK, ""};
    struct blk_reader *reader;
    const struct blk_block *blocks;
    size_t count;
    fill_data(1);
    CHECK(write_file(in_folder("w.gz"), DATA_BYTES, 5000, 0) == BLK_OK, "write");
    CHECK(mkfifo(in_folder("w.gz.gzi"), 0600) == 0, "mkfifo");
    CHECK(blk_open(in_folder("w.gz"), &reader, &error) == BLK_OK, "%s", error.text);
    CHECK(blk_index(reader, &blocks, &count, &error) == BLK_ERR_OPEN, "%s", error.text);
    CHECK(strstr(error.text, "w.gz.gzi: cannot open: not a regular file") != NULL, "%s", error.text);
    blk_close(reader);
}

/* A data offset that is wrong in the middle: all blocks behind it would be looked for in the wrong place. */
static void notices_on_the_way_that_an_index_lies(void) {
    struct blk_error error = {BLK_OK, ""};
    struct blk_reader *reader;
    unsigned char index[4096];
    size_t got;
    fill_data(1);
    CHECK(write_file(in_folder("m.gz"), DATA_BYTES, 5000, 1) == BLK_OK, "write");
    const size_t bytes = slurp(in_folder("m.gz.gzi"), index, sizeof index);
    index[8 + 16 * 3 + 8] ^= 2;
    spill(in_folder("m.gz.gzi"), index, bytes);
    CHECK(blk_open(in_folder("m.gz"), &reader, &error) == BLK_OK, "%s", error.text);
    CHECK(blk_seek(reader, 7000, &error) == BLK_OK, "%s", error.text);
    CHECK(blk_read(reader, back, DATA_BYTES, &got, &error) == BLK_ERR_INDEX, "%s", error.text);
    CHECK(strstr(error.text, "block 3 at offset") != NULL && strstr(error.text, ".gzi") != NULL, "%s", error.text);
    blk_close(reader);
}

static void goes_to_any_offset(void) {
    static const char *const names[] = {"n.csv", "n.gz", "n-stream.gz"};
    char command[300];
    fill_data(1);
    spill(in_folder("n.csv"), data, DATA_BYTES);
    CHECK(write_file(in_folder("n.gz"), DATA_BYTES, 3000, 0) == BLK_OK, "write");
    snprintf(command, sizeof command, "gzip -c %s/n.csv > %s/n-stream.gz", folder, folder);
    CHECK(system(command) == 0, "gzip");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct blk_error error = {BLK_OK, ""};
        struct blk_reader *reader;
        size_t got;
        CHECK(blk_open(in_folder(names[i]), &reader, &error) == BLK_OK, "%s", error.text);
        for (int round = 0; round < 50; round++) {
            const size_t offset = round == 7 ? DATA_BYTES : draw(DATA_BYTES + 1), want = draw(9000);
            const size_t left = DATA_BYTES - offset, wanted = want < left ? want : left;
            CHECK(blk_seek(reader, offset, &error) == BLK_OK, "%s", error.text);
            CHECK(blk_read(reader, back, want, &got, &error) == BLK_OK && got == wanted, "%zu at %zu", got, offset);
            CHECK(memcmp(back, data + offset, wanted) == 0, "%s: %zu bytes at %zu", names[i], wanted, offset);
        }
        blk_close(reader);
    }
}

static void stays_where_it_is_when_told_to_go_beyond_the_end(void) {
    static const char *const names[] = {"q.csv", "q.gz", "q-stream.gz"};
    static const size_t places[] = {0, 1, 5000, 99999, DATA_BYTES};
    char command[300];
    fill_data(1);
    spill(in_folder("q.csv"), data, DATA_BYTES);
    CHECK(write_file(in_folder("q.gz"), DATA_BYTES, 3000, 0) == BLK_OK, "write");
    snprintf(command, sizeof command, "gzip -c %s/q.csv > %s/q-stream.gz", folder, folder);
    CHECK(system(command) == 0, "gzip");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct blk_error error = {BLK_OK, ""};
        struct blk_reader *reader;
        size_t got;
        CHECK(blk_open(in_folder(names[i]), &reader, &error) == BLK_OK, "%s", error.text);
        for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
            const size_t left = DATA_BYTES - places[p], wanted = left < 100 ? left : 100;
            CHECK(blk_seek(reader, places[p], &error) == BLK_OK, "%s", error.text);
            CHECK(blk_seek(reader, DATA_BYTES + 1, &error) == BLK_ERR_ARGUMENT, "%s: beyond the end", names[i]);
            CHECK(strstr(error.text, "offset 100001 is beyond the end of the data at 100000") != NULL, "%s",
                  error.text);
            CHECK(blk_seek(reader, UINT64_MAX, &error) == BLK_ERR_ARGUMENT, "%s: far beyond the end", names[i]);
            CHECK(blk_read(reader, back, 100, &got, &error) == BLK_OK && got == wanted, "%s: %zu at %zu", names[i], got,
                  places[p]);
            CHECK(memcmp(back, data + places[p], got) == 0, "%s: other bytes at %zu", names[i], places[p]);
        }
        blk_close(reader);
    }
}

/* Each block that is read is compared with the table, also one behind the end of a table that is too short. */
static void refuses_a_lent_table_that_is_too_short_or_empty(void) {
    struct blk_error error = {BLK_OK, ""};
    struct blk_reader *reader, *lender;
    const struct blk_block *blocks = NULL;
    struct blk_block *exact;
    size_t count = 0, got;
    fill_data(1);
    CHECK(write_file(in_folder("r.gz"), 20000, 5000, 0) == BLK_OK, "write");
    CHECK(blk_open(in_folder("r.gz"), &lender, NULL) == BLK_OK && blk_index(lender, &blocks, &count, NULL) == BLK_OK,
          "index");
    CHECK(blk_open(in_folder("r.gz"), &reader, &error) == BLK_OK, "%s", error.text);
    CHECK(blk_lend_index(reader, blocks, 0, &error) == BLK_ERR_ARGUMENT, "an empty table was taken");
    CHECK(blk_lend_index(reader, NULL, count, &error) == BLK_ERR_ARGUMENT, "no table was taken");
    exact = malloc(2 * sizeof *exact);
    memcpy(exact, blocks, 2 * sizeof *exact);
    CHECK(blk_lend_index(reader, exact, 2, &error) == BLK_OK, "%s", error.text);
    CHECK(blk_read(reader, back, 20000, &got, &error) == BLK_ERR_INDEX && got == 10000, "%zu: %s", got, error.text);
    CHECK(memcmp(back, data, 10000) == 0, "other bytes before the failure");
    blk_close(reader);
    exact[1].data_offset = 5600; /* 600 bytes behind the end of the block before it */
    CHECK(blk_open(in_folder("r.gz"), &reader, &error) == BLK_OK, "%s", error.text);
    CHECK(blk_lend_index(reader, exact, 2, &error) == BLK_OK, "%s", error.text);
    CHECK(blk_seek(reader, 5300, &error) == BLK_ERR_INDEX, "%s", error.text);
    blk_close(reader);
    free(exact);
    blk_close(lender);
}

static void writes_through_no_symbolic_link(void) {
    const struct blk_write_options options = {0, 0, 1};
    struct blk_error error = {BLK_OK, ""};
    struct blk_writer *writer;
    char target[256];
    unsigned char kept[16];
    spill(in_folder("target"), (const unsigned char *)"kept", 4);
    snprintf(target, sizeof target, "%s", in_folder("target"));
    CHECK(symlink(target, in_folder("s.gz")) == 0 && symlink(target, in_folder("t.gz.gzi")) == 0, "symlink");
    CHECK(blk_create(in_folder("s.gz"), &options, &writer, &error) == BLK_ERR_OPEN && writer == NULL, "a file");
    CHECK(strstr(error.text, "s.gz: cannot create: it is a symbolic link") != NULL, "%s", error.text);
    CHECK(blk_create(in_folder("t.gz"), &options, &writer, &error) == BLK_OK, "%s", error.text);
    CHECK(blk_finish(writer, &error) == BLK_ERR_OPEN, "an index");
    CHECK(strstr(error.text, "t.gz.gzi: cannot create: it is a symbolic link") != NULL, "%s", error.text);
    CHECK(slurp(target, kept, sizeof kept) == 4 && memcmp(kept, "kept", 4) == 0, "what the link leads to was written");
}

static void decodes_a_block_from_memory_or_says_why_not(void) {
    struct blk_error error = {BLK_OK, ""};
    struct blk_reader *reader;
    struct blk_decoder *decoder = blk_decoder_new("o");
    const struct blk_block *blocks = NULL;
    static unsigned char file[DATA_BYTES];
    size_t count;
    fill_data(1);
    CHECK(write_file(in_folder("o.gz"), 9000, 4000, 0) == BLK_OK, "write");
    (void)slurp(in_folder("o.gz"), file, sizeof file);
    CHECK(blk_open(in_folder("o.gz"), &reader, NULL) == BLK_OK && blk_index(reader, &blocks, &count, NULL) == BLK_OK,
          "index");
    const unsigned char *second = file + blocks[1].file_offset;
    CHECK(blk_decoder_run(decoder, 1, &blocks[1], second, back, &error) == BLK_OK, "%s", error.text);
    CHECK(memcmp(back, data + 4000, 4000) == 0, "other bytes");
    const struct blk_block rows[] = {
        {0, 0, 0, 0}, /* the fuzzer's: no bytes at all, of which the last four were read */
        {0, 0, blocks[1].file_bytes - 1, 4000},
        {0, 0, blocks[1].file_bytes, 3999},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned char *exact = malloc(rows[i].file_bytes + 1);
        memcpy(exact + 1, second, rows[i].file_bytes);
        CHECK(blk_decoder_run(decoder, 1, &rows[i], exact + 1, back, &error) == BLK_ERR_HEADER, "row %zu", i);
        free(exact);
    }
    blk_decoder_free(decoder);
    blk_close(reader);
}

static void names_the_block_and_offset_of_damage(void) {
    struct blk_error error = {BLK_OK, ""};
    unsigned char file[DATA_BYTES];
    struct blk_reader *reader;
    const struct blk_block *blocks = NULL;
    size_t count, got;
    char expected[64];
    fill_data(1);
    CHECK(write_file(in_folder("e.gz"), DATA_BYTES, 0, 0) == BLK_OK, "write");
    CHECK(blk_open(in_folder("e.gz"), &reader, NULL) == BLK_OK && blk_index(reader, &blocks, &count, NULL) == BLK_OK,
          "index");
    const size_t third = (size_t)blocks[3].file_offset, end = third + blocks[3].file_bytes;
    blk_close(reader);
    const size_t bytes = slurp(in_folder("e.gz"), file, sizeof file);
    snprintf(expected, sizeof expected, "block 3 at offset %zu", third);
    const struct {
        size_t at;
        blk_err code;
    } rows[] = {{third, BLK_ERR_HEADER}, {end - 8, BLK_ERR_CRC}, {end - 4, BLK_ERR_DEFLATE}};
    for (size_t i = 0; i < 3; i++) {
        file[rows[i].at] ^= 1;
        spill(in_folder("e.gz"), file, bytes);
        CHECK(read_all(in_folder("e.gz"), &got, &error) == rows[i].code, "%s", error.text);
        CHECK(strstr(error.text, expected) != NULL, "%s", error.text);
        file[rows[i].at] ^= 1;
    }
}

/* In the third block of 5000 bytes, or in the middle of a gzip stream. */
static void hands_out_the_data_before_the_damage(void) {
    static unsigned char file[DATA_BYTES];
    static const char *const names[] = {"u.gz", "v.gz"};
    char command[300];
    fill_data(1);
    CHECK(write_file(in_folder("u.gz"), DATA_BYTES, 5000, 0) == BLK_OK, "write");
    spill(in_folder("v"), data, DATA_BYTES);
    snprintf(command, sizeof command, "gzip -f %s/v", folder);
    CHECK(system(command) == 0, "gzip");
    for (size_t i = 0; i < 2; i++) {
        struct blk_error error = {BLK_OK, ""};
        struct blk_reader *reader;
        size_t got;
        size_t bytes = slurp(in_folder(names[i]), file, sizeof file);
        if (i == 0)
            file[bytes / 7] ^= 1;
        else
            bytes /= 2;
        spill(in_folder(names[i]), file, bytes);
        CHECK(blk_open(in_folder(names[i]), &reader, &error) == BLK_OK, "%s", error.text);
        CHECK(blk_read(reader, back, DATA_BYTES, &got, &error) != BLK_OK, "%s was read", names[i]);
        CHECK(got >= 10000 && got < DATA_BYTES && memcmp(back, data, got) == 0, "%s: %zu bytes", names[i], got);
        CHECK(i == 1 || got % 5000 == 0, "a part of a block: %zu", got);
        blk_close(reader);
    }
}

static void knows_every_truncation(void) {
    static unsigned char file[DATA_BYTES];
    fill_data(1);
    CHECK(write_file(in_folder("f.gz"), 40000, 0, 0) == BLK_OK, "write");
    const size_t bytes = slurp(in_folder("f.gz"), file, sizeof file);
    for (size_t cut = 0; cut < bytes; cut += cut < 60 || cut + 60 > bytes ? 1 : 97) {
        struct blk_error error = {BLK_OK, ""};
        size_t got;
        spill(in_folder("f.gz"), file, cut);
        const blk_err code = read_all(in_folder("f.gz"), &got, &error);
        CHECK(code != BLK_OK && error.text[0] != '\0', "cut to %zu of %zu bytes went unseen", cut, bytes);
    }
}

/* Any flip is seen, unless it is in a header byte that carries nothing (time, flags of the packer, system). */
static void survives_and_sees_random_damage(void) {
    static unsigned char file[DATA_BYTES], damaged[DATA_BYTES];
    fill_data(1);
    CHECK(write_file(in_folder("g.gz"), 60000, 3000, 0) == BLK_OK, "write");
    const size_t bytes = slurp(in_folder("g.gz"), file, sizeof file);
    for (int round = 0; round < 400; round++) {
        struct blk_error error = {BLK_OK, ""};
        size_t got;
        memcpy(damaged, file, bytes);
        for (unsigned flips = 1 + draw(4); flips > 0; flips--)
            damaged[draw((unsigned)bytes)] ^= (unsigned char)(1 + draw(255));
        spill(in_folder("g.gz"), damaged, bytes);
        const blk_err code = read_all(in_folder("g.gz"), &got, &error);
        CHECK(code != BLK_OK || (got == 60000 && memcmp(back, data, got) == 0), "round %d gave wrong data", round);
    }
}

static void survives_random_bytes_and_random_indexes(void) {
    unsigned char junk[600];
    for (int round = 0; round < 300; round++) {
        struct blk_reader *reader;
        const struct blk_block *blocks;
        size_t count, got;
        for (size_t i = 0; i < sizeof junk; i++)
            junk[i] = (unsigned char)draw(256);
        memcpy(junk, "\x1f\x8b\x08\x04", 4);
        spill(in_folder("h.gz"), junk, 1 + draw(sizeof junk));
        CHECK(read_all(in_folder("h.gz"), &got, NULL) != BLK_OK, "round %d: junk was read", round);
        CHECK(write_file(in_folder("i.gz"), 20000, 500, 0) == BLK_OK, "write");
        memcpy(junk, "\x05\0\0\0\0\0\0\0", 8);
        spill(in_folder("i.gz.gzi"), junk, 8 + 16 * draw(8));
        if (blk_open(in_folder("i.gz"), &reader, NULL) == BLK_OK &&
            blk_index(reader, &blocks, &count, NULL) == BLK_OK && count > 0)
            (void)blk_read_block(reader, draw((unsigned)count), back, sizeof back, &got, NULL);
        blk_close(reader);
    }
}

static void refuses_what_is_not_there_or_not_as_named(void) {
    struct blk_error error;
    struct blk_reader *reader;
    struct blk_writer *writer;
    const struct blk_write_options big = {BLK_MAX_BLOCK_BYTES + 1, 0, 0};
    CHECK(blk_open(in_folder("none"), &reader, &error) == BLK_ERR_OPEN && reader == NULL, "%s", error.text);
    CHECK(strstr(error.text, "No such file") != NULL, "%s", error.text);
    CHECK(blk_open(folder, &reader, &error) == BLK_ERR_OPEN, "a folder was opened");
    CHECK(access("/proc/self/stat", F_OK) != 0 || blk_open("/proc/self/stat", &reader, &error) == BLK_ERR_OPEN,
          "a file that does not state its size was taken for an empty one");
    spill(in_folder("j.gz"), (const unsigned char *)"a,b\n1,2\n", 8);
    CHECK(blk_open(in_folder("j.gz"), &reader, &error) == BLK_ERR_HEADER, "%s", error.text);
    CHECK(blk_create(in_folder("no/such/k.gz"), NULL, &writer, &error) == BLK_ERR_OPEN, "%s", error.text);
    CHECK(blk_create(in_folder("k.gz"), &big, &writer, &error) == BLK_ERR_ARGUMENT, "%s", error.text);
    blk_close(NULL);
    blk_abandon(NULL);
}

static void an_abandoned_file_is_known_as_incomplete(void) {
    struct blk_writer *writer;
    size_t got;
    fill_data(0);
    CHECK(blk_create(in_folder("l.gz"), NULL, &writer, NULL) == BLK_OK, "create");
    CHECK(blk_write(writer, data, 50000, NULL) == BLK_OK, "write");
    blk_abandon(writer);
    CHECK(read_all(in_folder("l.gz"), &got, NULL) == BLK_ERR_TRUNCATED, "it was read as whole");
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(reads_back_what_it_wrote),
        CASE(htslib_reads_what_it_wrote),
        CASE(reads_files_of_bgzip),
        CASE(finds_every_block_with_and_without_an_index),
        CASE(refuses_an_index_of_another_file),
        CASE(waits_at_no_index_that_is_a_fifo),
        CASE(notices_on_the_way_that_an_index_lies),
        CASE(goes_to_any_offset),
        CASE(stays_where_it_is_when_told_to_go_beyond_the_end),
        CASE(refuses_a_lent_table_that_is_too_short_or_empty),
        CASE(writes_through_no_symbolic_link),
        CASE(decodes_a_block_from_memory_or_says_why_not),
        CASE(names_the_block_and_offset_of_damage),
        CASE(hands_out_the_data_before_the_damage),
        CASE(knows_every_truncation),
        CASE(survives_and_sees_random_damage),
        CASE(survives_random_bytes_and_random_indexes),
        CASE(refuses_what_is_not_there_or_not_as_named),
        CASE(an_abandoned_file_is_known_as_incomplete),
    };
    if (folder_make(folder, "blockfile") != 0)
        return EXIT_FAILURE;
    const int status = run_cases(cases, sizeof cases / sizeof cases[0]);
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? status : EXIT_FAILURE;
}
