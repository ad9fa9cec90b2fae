/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of block files: damaged, cut and hostile bytes. */
#include "blockfile-cases.h"
#include "support/check.h"
#include "support/draw.h"

void decodes_a_block_from_memory_or_says_why_not(void) {
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

void names_the_block_and_offset_of_damage(void) {
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

/* The damage is in the third block of 5000 bytes, or in the middle of a gzip stream. */
void hands_out_the_data_before_the_damage(void) {
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

void knows_every_truncation(void) {
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

/* Any flip is noticed, except in a header byte without meaning (time, flags of the packer, system). */
void survives_and_sees_random_damage(void) {
    static unsigned char file[DATA_BYTES], damaged[DATA_BYTES];
    fill_data(1);
    CHECK(write_file(in_folder("g.gz"), 60000, 3000, 0) == BLK_OK, "write");
    const size_t bytes = slurp(in_folder("g.gz"), file, sizeof file);
    for (int round = 0; round < 400; round++) {
        struct blk_error error = {BLK_OK, ""};
        size_t got;
        memcpy(damaged, file, bytes);
        for (size_t flips = 1 + draw(4); flips > 0; flips--)
            damaged[draw(bytes)] ^= (unsigned char)(1 + draw(255));
        spill(in_folder("g.gz"), damaged, bytes);
        const blk_err code = read_all(in_folder("g.gz"), &got, &error);
        CHECK(code != BLK_OK || (got == 60000 && memcmp(back, data, got) == 0), "round %d gave wrong data", round);
    }
}

void survives_random_bytes_and_random_indexes(void) {
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
            (void)blk_read_block(reader, draw(count), back, sizeof back, &got, NULL);
        blk_close(reader);
    }
}

void an_abandoned_file_is_known_as_incomplete(void) {
    struct blk_writer *writer;
    size_t got;
    fill_data(0);
    CHECK(blk_create(in_folder("l.gz"), NULL, &writer, NULL) == BLK_OK, "create");
    CHECK(blk_write(writer, data, 50000, NULL) == BLK_OK, "write");
    blk_abandon(writer);
    CHECK(read_all(in_folder("l.gz"), &got, NULL) == BLK_ERR_TRUNCATED, "it was read as whole");
}
