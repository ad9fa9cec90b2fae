/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the sources of blockfile-fuzz share: the samples, their damage, and the files of a case. */
#ifndef SLIPWAY_TESTS_BLOCKFILE_FUZZ_H
#define SLIPWAY_TESTS_BLOCKFILE_FUZZ_H

#include <stddef.h>
#include <stdint.h>

enum {
    MAX_SAMPLES = 64,
    FILE_ROOM = 1 << 17,
    DATA_ROOM = 1 << 20 /* at most this much data of each case is read */
};

struct bytes {
    unsigned char at[FILE_ROOM];
    size_t count;
};

struct seed_file {
    struct bytes file, index;
    int has_index;
};

extern char path[80], index_path[96]; /* of the file of a case */

/* Reports a failed check, and ends the process. */
void wrong(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* blockfile-fuzz-samples.c */
extern struct seed_file *samples;
extern size_t sample_count;

/* Fills the samples, for which the caller has made room: the fixtures, and files made at PATH. */
void make_samples(void);

/* Writes a file, or ends the process. */
void store(const char *name, const struct bytes *bytes);

/* blockfile-fuzz-damage.c */
/* Damage a block file, or the index of a block file, in some fitting ways, or not at all. */
void damage_file(struct bytes *bytes);
void damage_index(struct bytes *bytes);

/* Returns a number that may trip a careless reader. */
uint64_t draw_hostile(void);

/* Returns the start of some block, and writes the size from the block's header to *block_bytes: 0 without a block. */
size_t some_block(const struct bytes *bytes, size_t *block_bytes);

#endif
