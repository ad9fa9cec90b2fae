/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of block files: whole files are written, read, sought in, and refused by their names. */
#include "blockfile-cases.h"
#include "support/check.h"
#include "support/draw.h"

#include <sys/stat.h>
#include <unistd.h>

static const char *fixture(const char *name) {
    static char path[1024];
    snprintf(path, sizeof path, "%s/%s", FIXTURES, name);
    return path;
}

void reads_back_what_it_wrote(void) {
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

void htslib_reads_what_it_wrote(void) {
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

void reads_files_of_bgzip(void) {
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

void finds_every_block_with_and_without_an_index(void) {
    fill_data(1);
    CHECK(write_file(in_folder("c.gz"), DATA_BYTES, 5000, 1) == BLK_OK, "write");
    check_every_block(in_folder("c.gz"));
    CHECK(unlink(in_folder("c.gz.gzi")) == 0, "there was no index");
    check_every_block(in_folder("c.gz"));
}

void goes_to_any_offset(void) {
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

void stays_where_it_is_when_told_to_go_beyond_the_end(void) {
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

void writes_through_no_symbolic_link(void) {
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
    CHECK(blk_create(in_folder("t.gz"), &options, &writer, &error) == BLK_ERR_OPEN && writer == NULL, "an index");
    CHECK(strstr(error.text, "t.gz.gzi: cannot create: it is a symbolic link") != NULL, "%s", error.text);
    CHECK(access(in_folder("t.gz"), F_OK) != 0, "a file was created for which no index can be written");
    CHECK(slurp(target, kept, sizeof kept) == 4 && memcmp(kept, "kept", 4) == 0, "what the link leads to was written");
}

void refuses_what_is_not_there_or_not_as_named(void) {
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

static void check_kept(const char *path) {
    unsigned char kept[16];
    CHECK(slurp(path, kept, sizeof kept) == 4 && memcmp(kept, "kept", 4) == 0, "%s is gone or was changed", path);
}

void keeps_file_and_index_where_it_refuses_to_create(void) {
    struct blk_error error = {BLK_OK, ""};
    struct blk_writer *writer;
    spill(in_folder("link.gz.gzi"), (const unsigned char *)"kept", 4);
    spill(in_folder("folder.gz.gzi"), (const unsigned char *)"kept", 4);
    spill(in_folder("file.gz"), (const unsigned char *)"kept", 4);
    CHECK(symlink("nowhere", in_folder("link.gz")) == 0 && mkdir(in_folder("folder.gz"), 0700) == 0, "in the way");
    CHECK(mkdir(in_folder("file.gz.gzi"), 0700) == 0, "in the way of an index");
    for (int index = 0; index < 2; index++) {
        const struct blk_write_options options = {0, 0, index};
        CHECK(blk_create(in_folder("link.gz"), &options, &writer, &error) == BLK_ERR_OPEN, "%s", error.text);
        check_kept(in_folder("link.gz.gzi"));
        CHECK(blk_create(in_folder("folder.gz"), &options, &writer, &error) == BLK_ERR_OPEN, "%s", error.text);
        check_kept(in_folder("folder.gz.gzi"));
        CHECK(blk_create(in_folder("file.gz"), &options, &writer, &error) == BLK_ERR_OPEN, "%s", error.text);
        CHECK(strstr(error.text, "file.gz.gzi: cannot create: Is a directory") != NULL, "%s", error.text);
        check_kept(in_folder("file.gz"));
    }
}

void leaves_no_old_index_beside_a_new_file(void) {
    struct blk_error error = {BLK_OK, ""};
    struct blk_reader *reader;
    const struct blk_block *blocks;
    size_t count = 0;
    fill_data(1);
    CHECK(write_file(in_folder("n.gz"), 20000, 5000, 1) == BLK_OK && access(in_folder("n.gz.gzi"), F_OK) == 0, "write");
    CHECK(write_file(in_folder("n.gz"), 9000, 4000, 0) == BLK_OK, "write again");
    CHECK(access(in_folder("n.gz.gzi"), F_OK) != 0, "the old index is left");
    CHECK(blk_open(in_folder("n.gz"), &reader, &error) == BLK_OK, "%s", error.text);
    CHECK(blk_index(reader, &blocks, &count, &error) == BLK_OK && count == 4, "%zu blocks: %s", count, error.text);
    blk_close(reader);
}
