/* SPDX-License-Identifier: Apache-2.0 */
/* The cases of blockfile-test, and their shared parts: a folder, the written data, and the data read back. */
#ifndef SLIPWAY_TESTS_BLOCKFILE_CASES_H
#define SLIPWAY_TESTS_BLOCKFILE_CASES_H

#include "slipway/blockfile.h"

#include <stddef.h>

enum { DATA_BYTES = 100000 };

extern char folder[64];
extern unsigned char data[DATA_BYTES], back[DATA_BYTES + 1];

/* Returns the path of the file NAME in the folder. The next call overwrites the path. */
const char *in_folder(const char *name);

/* Reads at most CAPACITY bytes of a file, as they are on disk. Returns their number. */
size_t slurp(const char *path, unsigned char *out, size_t capacity);

/* Writes a file with exactly these bytes. */
void spill(const char *path, const unsigned char *bytes, size_t count);

/* Draws new data: compressible letters, or incompressible bytes. */
void fill_data(int compressible);

/* Writes the first BYTES of the data as a block file, in pieces of drawn sizes. */
blk_err write_file(const char *path, size_t bytes, unsigned block_bytes, int index);

/* Reads a whole file into BACK, in pieces of drawn sizes. */
blk_err read_all(const char *path, size_t *got, struct blk_error *error);

/* blockfile-whole.c */
void reads_back_what_it_wrote(void);
void htslib_reads_what_it_wrote(void);
void reads_files_of_bgzip(void);
void finds_every_block_with_and_without_an_index(void);
void goes_to_any_offset(void);
void stays_where_it_is_when_told_to_go_beyond_the_end(void);
void writes_through_no_symbolic_link(void);
void keeps_file_and_index_where_it_refuses_to_create(void);
void leaves_no_old_index_beside_a_new_file(void);
void refuses_what_is_not_there_or_not_as_named(void);

/* blockfile-tables.c */
void refuses_an_index_of_another_file(void);
void waits_at_no_index_that_is_a_fifo(void);
void notices_on_the_way_that_an_index_lies(void);
void refuses_a_lent_table_that_is_too_short_or_empty(void);

/* blockfile-damage.c */
void decodes_a_block_from_memory_or_says_why_not(void);
void names_the_block_and_offset_of_damage(void);
void hands_out_the_data_before_the_damage(void);
void knows_every_truncation(void);
void survives_and_sees_random_damage(void);
void survives_random_bytes_and_random_indexes(void);
void an_abandoned_file_is_known_as_incomplete(void);

#endif
