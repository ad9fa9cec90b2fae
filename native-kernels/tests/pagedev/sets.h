/* SPDX-License-Identifier: Apache-2.0 */
/* Small data sets for tests. The value at each place in a set follows from the place. */
#ifndef SLIPWAY_TESTS_PAGEDEV_SETS_H
#define SLIPWAY_TESTS_PAGEDEV_SETS_H

#include "slipway/pagedev.h"
#include "support/check.h"

#include <stdbool.h>

/* A check of a condition, without a further text. */
#define HOLDS(condition) CHECK(condition, "%s", "")

/* The folder for the files of the program. folder_begin makes the folder, or ends the program. */
extern char folder[64];
void folder_begin(const char *name);
void folder_end(void);

/* Returns the path of NAME in the folder, in one of four buffers that are used in turn. */
const char *in_folder(const char *name);

/* Domain and page shape of most sets here: 12x8x10 in pages of 3x4x5, 4x2x2 of them. No page is a multiple of 4096
 * bytes. */
struct pgd_options small_options(void);

/* 4x4x4 pages of 4x8x16, 8192 bytes each, on three disks. */
struct pgd_options whole_options(void);

/* Makes a set NAME, and removes an existing one first. Ends the program after a failure. */
struct pgd_set *new_set(const char *name, const struct pgd_options *options, const struct pgd_use *use);
struct pgd_set *open_set(const char *name, const struct pgd_use *use);
void close_set(struct pgd_set *set);

/* Writes the value at the place (i1, i2, i3) in GENERATION: real and imaginary part. */
void value_at(const int64_t index[3], uint32_t generation, double value[2]);

/* Fill VALUES with the values of a box in ORDER, or count the wrong values. */
void fill_box(const struct pgd_box *box, pgd_order order, uint32_t generation, double *values);
size_t wrong_in_box(const struct pgd_box *box, pgd_order order, uint32_t generation, const double *values);

struct pgd_box whole_box(const struct pgd_set *set);

/* Write a whole set, or check a whole set. */
void fill_set(struct pgd_set *set, uint32_t generation);
void check_set(struct pgd_set *set, uint32_t generation);

/* Returns the values of one page, in memory of pgd_buffer_new, which the caller frees. */
double *page_values(struct pgd_set *set, const struct pgd_page *page, uint32_t generation);

/* Write, read and commit one page. */
pgd_err write_page(struct pgd_set *set, struct pgd_page page, uint32_t generation, struct pgd_error *error);
pgd_err check_page(struct pgd_set *set, struct pgd_page page, uint32_t generation, struct pgd_error *error);
pgd_err commit_page(struct pgd_set *set, struct pgd_page page, uint32_t generation, struct pgd_error *error);

/* Checks that CODE is WANTED, and that the text of ERROR has each of PARTS, which end with NULL. */
void check_refusal(pgd_err code, pgd_err wanted, const struct pgd_error *error, const char *const *parts);
#define REFUSED(code, wanted, ...) check_refusal(code, wanted, &error, (const char *const[]){__VA_ARGS__, NULL})

/* Overwrites COUNT bytes of a file at OFFSET. A negative OFFSET counts from the end of the file. */
void overwrite(const char *path, int64_t offset, const void *bytes, size_t count);
int64_t file_bytes(const char *path);

/* Changes one byte of a file to another value. */
void flip_byte(const char *path, int64_t offset);

#endif
