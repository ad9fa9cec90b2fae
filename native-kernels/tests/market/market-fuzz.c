/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hostile stores: damaged stores, with and without fingerprints that fit the damage. With any bytes, reading must not
 * crash, hang or read out of bounds (the build with SLIPWAY_SANITIZE sees that), and each message read must be possible
 * in its layout.
 *
 *     market-fuzz [--cases N] [--seed S]
 *
 * The seed S + i alone decides case i.
 */
#include "market-cases.h"

#include "market/store-format.h"
#include "support/draw.h"
#include "support/hang.h"
#include "support/samples.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t current_seed;

static void wrong(const char *what) {
    fprintf(stderr, "not so: %s; again: market-fuzz --cases 1 --seed %" PRIu64 "\n", what, current_seed);
    exit(EXIT_FAILURE);
}

static void damage(unsigned char *bytes, size_t count) {
    for (size_t i = draw_size(20); i > 0; i--)
        bytes[draw(count)] = (unsigned char)draw(256);
}

/* Gives a damaged block the fitting fingerprint, so that the reader takes its messages. */
static void seal_blocks(unsigned char *bytes, size_t count) {
    struct store_block block;
    for (size_t at = STORE_HEADER_BYTES; at + STORE_BLOCK_HEADER_BYTES <= count;) {
        if (!store_get_block(bytes + at, &block) || at + STORE_BLOCK_HEADER_BYTES + block.bytes > count)
            return;
        store_put_block(&block, bytes + at + STORE_BLOCK_HEADER_BYTES, bytes + at);
        at += STORE_BLOCK_HEADER_BYTES + block.bytes;
    }
}

static void read_store(const char *path) {
    struct sw_failure f = {.status = STATUS_OK};
    struct mkt_reader *reader = mkt_reader_open(path, &f);
    struct mkt_message message;
    unsigned char bytes[MKT_LONGEST];
    mkt_read found = MKT_BROKEN;
    if (reader != NULL)
        while ((found = mkt_reader_next(reader, &message, &f)) == MKT_READ)
            if (mkt_encode(mkt_reader_market(reader)->layout, &message, bytes) == 0 ||
                message.instrument >= mkt_reader_market(reader)->instruments)
                wrong("a message came out that no layout can say");
    if (found == MKT_BROKEN && (f.status == STATUS_OK || f.text[0] == '\0' || strchr(f.text, '\n') != NULL))
        wrong("a broken store has no text of one line");
    mkt_reader_free(reader);
}

static void run_case(uint64_t seed, const char *path, const char *whole, size_t count) {
    current_seed = seed;
    draw_seed(seed);
    unsigned char *bytes = malloc(count);
    memcpy(bytes, whole, count);
    const size_t kept = draw(3) == 0 ? draw(count) : count;
    if (kept > 0)
        damage(bytes, kept);
    if (draw(2) == 0)
        seal_blocks(bytes, kept);
    FILE *out = fopen(path, "wb");
    if (out == NULL || fwrite(bytes, 1, kept, out) != kept || fclose(out) != 0)
        wrong("the sample cannot be written");
    free(bytes);
    alarm(HANG_SECONDS);
    read_store(path);
}

int main(int argc, char **argv) {
    uint64_t cases = 2000, seed = 1;
    char folder[64], path[96], *whole[2];
    size_t count[2];
    for (int i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], "--cases") == 0)
            cases = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0)
            seed = strtoull(argv[i + 1], NULL, 10);
    if (folder_make(folder, "market-fuzz") != 0)
        return EXIT_FAILURE;
    snprintf(path, sizeof path, "%s/store", folder);
    for (int l = 0; l < 2; l++) {
        struct sw_failure f = {.status = STATUS_OK};
        struct sample_market sample = sample_market_of(l == 0 ? &mkt_wide : &mkt_packed, 2, 1500, 1);
        if (sample_market_store(&sample, path, SIZE_MAX, &f) != STATUS_OK)
            wrong(f.text);
        whole[l] = read_whole(path, &count[l]);
        sample_market_free(&sample);
        unlink(path);
    }
    for (uint64_t i = 0; i < cases; i++)
        run_case(seed + i, path, whole[(seed + i) % 2], count[(seed + i) % 2]);
    free(whole[0]);
    free(whole[1]);
    unlink(path);
    rmdir(folder);
    printf("%" PRIu64 " cases from seed %" PRIu64 "\n", cases, seed);
    return EXIT_SUCCESS;
}
