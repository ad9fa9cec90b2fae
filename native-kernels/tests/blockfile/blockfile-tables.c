/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of block files: tables of blocks, in a .gzi or lent, that do not match the file. */
#include "blockfile-cases.h"
#include "support/check.h"

#include <sys/stat.h>

void refuses_an_index_of_another_file(void) {
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

void waits_at_no_index_that_is_a_fifo(void) {
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

/* A data offset is wrong in the middle: all later blocks would be searched in the wrong place. */
void notices_on_the_way_that_an_index_lies(void) {
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

/* Each block read is compared with the table, also a block behind the end of a table that is too short. */
void refuses_a_lent_table_that_is_too_short_or_empty(void) {
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
    exact[1].data_offset = 5600; /* 600 bytes behind the end of the previous block */
    CHECK(blk_open(in_folder("r.gz"), &reader, &error) == BLK_OK, "%s", error.text);
    CHECK(blk_lend_index(reader, exact, 2, &error) == BLK_OK, "%s", error.text);
    CHECK(blk_seek(reader, 5300, &error) == BLK_ERR_INDEX, "%s", error.text);
    blk_close(reader);
    free(exact);
    blk_close(lender);
}
