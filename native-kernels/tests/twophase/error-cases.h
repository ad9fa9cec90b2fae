/* SPDX-License-Identifier: Apache-2.0 */
/* The cases of twophase-error-test, and their shared parts: the ways to read, a folder, files and the ranks. */
#ifndef SLIPWAY_TESTS_ERROR_CASES_H
#define SLIPWAY_TESTS_ERROR_CASES_H

#include "slipway/twophase.h"
#include "support/samples.h"

enum {
    WAYS = 7,
    LARGE_BYTES = 8 << 20,
    BLOCKS_OF_1000 = 3 /* a seed that container_write turns into blocks of 1000 bytes */
};

extern char folder[64];
extern int rank, ranks;

/* Returns the path of the file NAME in the folder. The next call overwrites the path. */
const char *in_folder(const char *name);

/* Returns one of the WAYS to read. */
struct tp_options way(size_t number);

/* Returns CODE. Every rank must be here with the same code and text. */
tp_err agreed(tp_err code, const struct tp_error *error);

/* Returns the sum over all ranks of the calls that the ordered fault met. */
int hits_anywhere(void);

/* Returns TP_OK if the next bytes of FILE, to the end of the data, are WANTED; otherwise the code of the failure. */
tp_err read_rest(struct tp_file *file, const char *wanted, size_t count, size_t piece, struct tp_error *error);

/* Opens, reads to the end and closes the file NAME, which must hold SAMPLE. Returns the code on which all ranks agree.
 */
tp_err read_file(const char *name, const struct tp_options *options, const struct sample *sample,
                 struct tp_error *error);

/* Does the same as read_file, but each rank reads the lines of its share. */
tp_err read_share(const char *name, const struct tp_options *options, struct tp_error *error);

/* Write the file NAME by rank 0 for all: plain bytes without an index, bytes that leave an existing index, or a sample
 * in a container. */
void spill(const char *name, const char *bytes, size_t count);
void overwrite(const char *name, const char *bytes, size_t count);
void store(const char *name, enum container container, const struct sample *sample, size_t seed);

/* Returns the bytes of a file as they lie on disk; the caller frees them. */
char *on_disk(const char *name, size_t *count);

/* Returns lines of 60 drawn letters, COUNT bytes in all. */
struct sample lines_sample(size_t count);

/* Finds the beginnings of the blocks of a BGZF file, and returns their number; OFFSETS[number] is the file's size. */
size_t find_blocks(const char *bytes, size_t count, size_t offsets[64]);

/* error-files.c */
void all_say_that_a_file_is_missing(void);
void all_see_every_truncation(void);
void all_name_the_block_that_is_damaged(void);
void all_give_right_data_or_an_error_for_flipped_bits(void);
void all_notice_an_index_of_another_file(void);
void all_notice_a_file_that_is_cut_while_they_read(void);
void all_fail_when_one_share_is_damaged(void);
void all_notice_another_file_of_the_same_size(void);
void all_notice_that_one_rank_has_another_file(void);

/* error-ranks.c */
void all_say_what_one_rank_cannot_open(void);
void all_say_what_one_rank_cannot_read(void);
void short_and_interrupted_reads_change_nothing(void);
void nobody_waits_for_a_leader_whose_mpi_fails_in_a_seek(void);
void nobody_writes_where_a_reduction_is_pending(void);
void a_leader_that_waits_leaves_its_core_to_others(void);
void access_ranks_read_large_parts_in_turn(void);
void a_large_unit_of_the_file_system_makes_parts_few(void);
void all_say_what_one_rank_cannot_read_at_an_offset(void);

/* error-calls.c */
void all_refuse_options_out_of_range(void);
void a_share_cannot_be_sought(void);
void read_at_refuses_what_it_cannot_do(void);
void nothing_stays_open_and_the_communicator_works(void);

/* error-writes.c */
void all_fail_to_write_together_and_the_old_file_stays(void);
void all_refuse_a_file_that_is_another_on_one_rank(void);
void all_refuse_write_options_out_of_range(void);

#endif
