/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the cases of block files, which blockfile-cases.h lists by subject, and holds their shared parts. */
#include "blockfile-cases.h"
#include "support/check.h"
#include "support/draw.h"
#include "support/samples.h"

char folder[64];
unsigned char data[DATA_BYTES], back[DATA_BYTES + 1];

const char *in_folder(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

size_t slurp(const char *path, unsigned char *out, size_t capacity) {
    FILE *in = fopen(path, "rb");
    const size_t n = in != NULL ? fread(out, 1, capacity, in) : 0;
    if (in != NULL)
        fclose(in);
    return n;
}

void spill(const char *path, const unsigned char *bytes, size_t count) {
    FILE *out = fopen(path, "wb");
    CHECK(out != NULL && fwrite(bytes, 1, count, out) == count, "%s", path);
    if (out != NULL)
        fclose(out);
}

blk_err write_file(const char *path, size_t bytes, unsigned block_bytes, int index) {
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

blk_err read_all(const char *path, size_t *got, struct blk_error *error) {
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

void fill_data(int compressible) {
    for (size_t i = 0; i < DATA_BYTES; i++)
        data[i] = (unsigned char)(compressible ? 'a' + draw(3) : draw(256));
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
        CASE(keeps_file_and_index_where_it_refuses_to_create),
        CASE(leaves_no_old_index_beside_a_new_file),
        CASE(decodes_a_block_from_memory_or_says_why_not),
        CASE(names_the_block_and_offset_of_damage),
        CASE(hands_out_the_data_before_the_damage),
        CASE(knows_every_truncation),
        CASE(survives_and_sees_random_damage),
        CASE(survives_random_bytes_and_random_indexes),
        CASE(refuses_what_is_not_there_or_not_as_named),
        CASE(an_abandoned_file_is_known_as_incomplete),
    };
    draw_seed(20240229); /* fixed, so that a failure comes back */
    if (folder_make(folder, "blockfile") != 0)
        return EXIT_FAILURE;
    const int status = run_cases(cases, sizeof cases / sizeof cases[0]);
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? status : EXIT_FAILURE;
}
