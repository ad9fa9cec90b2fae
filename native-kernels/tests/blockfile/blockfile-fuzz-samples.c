/* SPDX-License-Identifier: Apache-2.0 */
/* The samples of blockfile-fuzz: the fixtures, and newly made files. */
#include "blockfile-fuzz.h"
#include "slipway/blockfile.h"
#include "support/draw.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

struct seed_file *samples;
size_t sample_count;
static unsigned char content[DATA_ROOM];

static int load(const char *name, struct bytes *out) {
    FILE *in = fopen(name, "rb");
    if (in == NULL)
        return -1;
    out->count = fread(out->at, 1, sizeof out->at, in);
    fclose(in);
    return 0;
}

void store(const char *name, const struct bytes *bytes) {
    FILE *out = fopen(name, "wb");
    if (out == NULL || fwrite(bytes->at, 1, bytes->count, out) != bytes->count || fclose(out) != 0)
        wrong("%s: cannot be written: %s", name, strerror(errno));
}

static struct seed_file *next_sample(void) {
    if (sample_count == MAX_SAMPLES)
        wrong("more than %d samples", MAX_SAMPLES);
    return &samples[sample_count++];
}

static void load_fixtures(void) {
    DIR *fixtures = opendir(FIXTURES);
    const struct dirent *entry;
    char name[1024];
    while (fixtures != NULL && (entry = readdir(fixtures)) != NULL) {
        const size_t length = strlen(entry->d_name);
        if (length < 4 || strcmp(entry->d_name + length - 3, ".gz") != 0)
            continue;
        struct seed_file *sample = next_sample();
        snprintf(name, sizeof name, "%s/%s", FIXTURES, entry->d_name);
        if (load(name, &sample->file) != 0)
            wrong("%s cannot be read", name);
        snprintf(name, sizeof name, "%s/%s.gzi", FIXTURES, entry->d_name);
        sample->has_index = load(name, &sample->index) == 0;
    }
    if (fixtures == NULL || sample_count == 0)
        wrong("%s holds no .gz", FIXTURES);
    closedir(fixtures);
}

static void make_blocks(size_t bytes, unsigned block_bytes, int level) {
    const struct blk_write_options options = {block_bytes, level, 1};
    struct seed_file *sample = next_sample();
    struct blk_writer *writer;
    if (blk_create(path, &options, &writer, NULL) != BLK_OK || blk_write(writer, content, bytes, NULL) != BLK_OK ||
        blk_finish(writer, NULL) != BLK_OK || load(path, &sample->file) != 0 || load(index_path, &sample->index) != 0)
        wrong("a sample of %zu bytes cannot be made", bytes);
    sample->has_index = 1;
}

static void make_gzip(size_t bytes) {
    struct seed_file *sample = next_sample();
    gzFile out = gzopen(path, "wb");
    if (out == NULL || gzwrite(out, content, (unsigned)bytes) != (int)bytes || gzclose(out) != Z_OK ||
        load(path, &sample->file) != 0)
        wrong("a gzip sample cannot be made");
}

/* Two files one after another: an EOF marker in the middle. */
static void join(size_t first, size_t second) {
    struct seed_file *sample = next_sample();
    const struct bytes *left = &samples[first].file, *right = &samples[second].file;
    memcpy(sample->file.at, left->at, left->count);
    memcpy(sample->file.at + left->count, right->at, right->count);
    sample->file.count = left->count + right->count;
}

void make_samples(void) {
    draw_seed(1);
    for (size_t i = 0; i < sizeof content; i++)
        content[i] = (unsigned char)(i / 3000 % 2 == 0 ? 'a' + draw(4) : draw(256));
    load_fixtures();
    const size_t first = sample_count;
    make_blocks(0, 0, 6);
    make_blocks(300, 0, 6);
    make_blocks(300, 7, 1);
    make_blocks(5000, 900, 9);
    make_blocks(20000, 1000, 1);
    make_blocks(60000, BLK_MAX_BLOCK_BYTES, 6);
    make_blocks(100000, 0, 6);
    make_gzip(10);
    make_gzip(9000);
    join(first + 1, first + 3);
    join(first + 3, first + 1);
}
