/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make-lines PATH BYTES CHANGES: a CSV file of 256-byte lines (LF included), about BYTES long, from a fixed seed, and
 * as BGZF PATH.gz with its index. CHANGES of 1,000 fields differ from the line before, which decides the compression:
 * 310 give about 5 to 1.
 */
#include "slipway/blockfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 256, CHUNK_LINES = 4096, FIELD_BYTES = 8 };

static unsigned long long state = 2005;
static unsigned draw(void) {
    unsigned long long z = state += 0x9E3779B97F4A7C15ULL;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return (unsigned)(z >> 32 ^ z);
}

/*
 * Makes a row of sensitivities: each field keeps the value of the row before, or changes. Kept fields compress as in
 * real extracts, by many short matches, not by long runs.
 */
static void make_line(char *line, unsigned long long number, unsigned changes_in_1000) {
    static char fields[LINE_BYTES];
    int at = snprintf(line, LINE_BYTES, "%08llu,desk-%02llu,EUR", number, number / 1000 % 100);
    while (at < LINE_BYTES - 1) {
        const int from = at, end = at + 1 + FIELD_BYTES < LINE_BYTES - 1 ? at + 1 + FIELD_BYTES : LINE_BYTES - 1;
        if (number == 0 || draw() % 1000 < changes_in_1000)
            for (int i = from; i < end; i++)
                fields[i] = i == from                     ? ','
                            : i == from + 1 && draw() % 2 ? '-'
                            : i == from + 5               ? '.'
                                                          : (char)('0' + draw() % 10);
        memcpy(line + from, fields + from, (size_t)(end - from));
        at = end;
    }
    line[LINE_BYTES - 1] = '\n';
}

static int make(FILE *plain, struct blk_writer *blocks, unsigned long long lines, unsigned changes,
                struct blk_error *error) {
    static char chunk[CHUNK_LINES * LINE_BYTES];
    for (unsigned long long number = 0; number < lines;) {
        size_t filled = 0;
        while (filled < sizeof chunk && number < lines) {
            make_line(chunk + filled, number++, changes);
            filled += LINE_BYTES;
        }
        if (fwrite(chunk, 1, filled, plain) != filled) {
            snprintf(error->text, sizeof error->text, "a write failed");
            return 1;
        }
        if (blk_write(blocks, chunk, filled, error) != BLK_OK)
            return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    const struct blk_write_options options = {0, 0, 1};
    struct blk_writer *blocks;
    struct blk_error error = {BLK_OK, ""};
    char compressed[4096];
    if (argc != 4) {
        fprintf(stderr, "usage: make-lines PATH BYTES CHANGES\n");
        return 2;
    }
    snprintf(compressed, sizeof compressed, "%s.gz", argv[1]);
    FILE *plain = fopen(argv[1], "w");
    if (plain == NULL) {
        perror(argv[1]);
        return 1;
    }
    int failed = blk_create(compressed, &options, &blocks, &error) != BLK_OK;
    failed = failed || make(plain, blocks, strtoull(argv[2], NULL, 10) / LINE_BYTES, (unsigned)atoi(argv[3]), &error);
    failed = failed || blk_finish(blocks, &error) != BLK_OK;
    failed |= fclose(plain) != 0;
    if (failed)
        fprintf(stderr, "make-lines: %s: %s\n", argv[1], error.text);
    return failed;
}
