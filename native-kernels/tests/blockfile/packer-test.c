/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that blocks packed one by one equal the blocks of a file by blk_write. */
#include "slipway/blockfile.h"
#include "support/check.h"
#include "support/draw.h"
#include "support/samples.h"

#include <unistd.h>

enum { DATA_BYTES = 200000, FILE_ROOM = 1 << 20 };

static char data[DATA_BYTES];

/* One half shrinks, the other does not. */
static void fill_data(void) {
    draw_seed(3);
    for (size_t i = 0; i < DATA_BYTES; i++)
        data[i] = (char)(i < DATA_BYTES / 2 ? 'a' + draw(4) : draw(256));
}

static size_t pack_all(int level, size_t block_bytes, unsigned char *out) {
    struct blk_packer *packer = blk_packer_new(level);
    size_t used = 0;
    CHECK(packer != NULL, "level %d", level);
    for (size_t at = 0; packer != NULL && at < DATA_BYTES; at += block_bytes) {
        const size_t bytes = DATA_BYTES - at < block_bytes ? DATA_BYTES - at : block_bytes;
        const size_t packed = blk_packer_run(packer, data + at, bytes, out + used);
        CHECK(packed > 0 && packed <= BLK_MAX_FILE_BLOCK_BYTES, "%zu bytes", packed);
        used += packed;
    }
    used += blk_packer_run(packer, NULL, 0, out + used);
    blk_packer_free(packer);
    return used;
}

static void gives_the_bytes_of_a_file(void) {
    static const uint32_t sizes[] = {1000, 0, BLK_MAX_BLOCK_BYTES};
    unsigned char *packed = malloc(FILE_ROOM), *written = malloc(FILE_ROOM);
    char folder[64], path[80];
    CHECK(folder_make(folder, "packer") == 0, "no folder");
    snprintf(path, sizeof path, "%s/data.gz", folder);
    for (int i = 0; i < 9; i++) {
        const struct blk_write_options options = {sizes[i % 3], i, 0};
        struct blk_writer *writer;
        CHECK(blk_create(path, &options, &writer, NULL) == BLK_OK, "%s", path);
        CHECK(blk_write(writer, data, DATA_BYTES, NULL) == BLK_OK && blk_finish(writer, NULL) == BLK_OK, "%s", path);
        FILE *in = fopen(path, "rb");
        const size_t count = in != NULL ? fread(written, 1, FILE_ROOM, in) : 0;
        if (in != NULL)
            fclose(in);
        const size_t used = pack_all(i, sizes[i % 3] != 0 ? sizes[i % 3] : BLK_DEFAULT_BLOCK_BYTES, packed);
        CHECK(used == count && memcmp(packed, written, count) == 0, "level %d: %zu bytes, %zu in the file", i, used,
              count);
    }
    unlink(path);
    rmdir(folder);
    free(packed);
    free(written);
}

static void refuses_what_does_not_fit(void) {
    unsigned char out[BLK_MAX_FILE_BLOCK_BYTES];
    struct blk_packer *packer = blk_packer_new(0);
    CHECK(blk_packer_new(10) == NULL && blk_packer_new(-1) == NULL, "a level that is none");
    CHECK(blk_packer_run(packer, data, BLK_MAX_BLOCK_BYTES + 1, out) == 0, "too many bytes");
    CHECK(blk_packer_run(packer, NULL, 0, out) == BLK_EOF_MARKER_BYTES, "the marker");
    blk_packer_free(packer);
    blk_packer_free(NULL);
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(gives_the_bytes_of_a_file),
        CASE(refuses_what_does_not_fit),
    };
    fill_data();
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
