/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of pricing share which are compiled once. kernel.h has those of the kernels. */
#ifndef SLIPWAY_PRICING_INTERNAL_H
#define SLIPWAY_PRICING_INTERNAL_H

#include "slipway/pricing.h"

/* Formats an error, unless ERROR is NULL. Returns CODE. */
prc_err prc_fail(struct prc_error *error, prc_err code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* --- the factors on which an instrument depends --- */

enum prc_role { PRC_PRICE, PRC_VOLATILITY, PRC_CURVE };

struct prc_use {
    enum prc_role role;
    const char *field; /* of the terms */
    uint32_t index;    /* of the factor or curve */
};

enum { PRC_MAX_USES = 2 * PRC_MAX_ASSETS + 2 };

/* Returns the European option at the start of an instrument's terms, or NULL for a kind without one. */
const struct prc_european *prc_option_of(const struct prc_instrument *instrument);

/* Lists the factors and curves in the terms of an instrument of a known kind, except missing ones (PRC_NONE). Returns
 * their number. */
size_t prc_uses(const struct prc_instrument *instrument, struct prc_use uses[PRC_MAX_USES]);

/* --- dates --- */

/* Two times with at most this difference are one date: a third of a second. */
#define PRC_SAME_DATE 1e-8

/* Returns the number of payments after today that end at MATURITY. */
size_t prc_payments(double maturity, unsigned per_year);

/* Returns the date of payment I of COUNT, counted from 0. */
double prc_payment_date(double maturity, unsigned per_year, size_t count, size_t i);

/* Returns the growth of 1 over some periods at RATE a period. */
double prc_growth(double rate, size_t periods);

/* Returns the level payment, one of PAYMENTS, that pays back BALANCE with interest at RATE a period. GROWTH is
 * prc_growth over PAYMENTS periods. */
double prc_level_payment(double balance, double rate, size_t payments, double growth);

/* The fixings of an Asian or discrete-barrier option. */
struct prc_fixings {
    double first;
    double maturity;
    unsigned count;
};

struct prc_fixings prc_fixings_of(const struct prc_instrument *instrument);

/* Returns the date of fixing I, counted from 0. */
double prc_fixing_date(struct prc_fixings fixings, unsigned i);

/* Counts the fixings before TIME. */
unsigned prc_fixings_before(struct prc_fixings fixings, double time);

/* --- rows that instruments share --- */

enum prc_row_kind {
    PRC_ROW_DISCOUNT,
    PRC_ROW_LOGARITHM,
    PRC_ROW_DISCOUNT_SINGLE,
    PRC_ROW_EXPONENT_SINGLE,
    PRC_ROW_LEVEL_SINGLE,
    PRC_ROW_LOGARITHM_SINGLE,
    PRC_ROW_VOLATILITY_SINGLE,
    PRC_ROW_INVERSE_SINGLE,
    PRC_ROW_KINDS
};

/* The contents of a row: discount factors of a curve over some years, or logarithms of a factor. Rows in single
 * precision are floats. */
struct prc_row_key {
    enum prc_row_kind kind;
    uint32_t index;
    double years;
};

/* Finds or adds the row of KEY. The caller fills an added row. Returns NULL without room. */
double *prc_rows_find(struct prc_rows *rows, struct prc_row_key key, int *is_filled);

/* Forgets all rows if more than half of the room is taken. */
void prc_rows_make_room(struct prc_rows *rows);

/* Returns the number of doubles in a row. */
size_t prc_rows_length(const struct prc_rows *rows);

/* --- kernels --- */

/* Rows of scratch memory hold whole lanes of each level of the processor. */
enum { PRC_LANES = 16 };

/* One call of prc_value: the block, and scratch memory from which rows and numbers are taken one after another. */
struct prc_job {
    const struct prc_block *block;
    double *free; /* scratch memory from here on is free */
    size_t row;   /* doubles in a row */
};

/* Returns the doubles of a row of whole lanes. */
size_t prc_whole_lanes(size_t doubles);

/* Refuses a block that is invalid for an instrument: see prc_value. */
prc_err prc_check_block(const struct prc_instrument *instrument, const struct prc_block *block,
                        struct prc_error *error);

/* Writes the value of an instrument in each scenario to VALUES, a row. */
typedef void prc_kernel(const struct prc_instrument *instrument, struct prc_job *job, double *values);

/* The kernels of each level of the processor, by kind. Kinds without a kernel in single precision have NULL there. */
extern prc_kernel *const prc_kernels_none[PRC_KINDS], *const prc_single_kernels_none[PRC_KINDS];
#ifdef __x86_64__
extern prc_kernel *const prc_kernels_avx2[PRC_KINDS], *const prc_kernels_avx512[PRC_KINDS];
extern prc_kernel *const prc_single_kernels_avx2[PRC_KINDS], *const prc_single_kernels_avx512[PRC_KINDS];
#endif

/* Returns the index of the first of COUNT values that is not finite, or COUNT. */
typedef size_t prc_look(const double *values, size_t count);
prc_look prc_finite_none, prc_finite_avx2, prc_finite_avx512;

/* Returns whether a sorted table of the common paths values the instrument. */
int prc_has_sorted_table(const struct prc_instrument *instrument, const struct prc_block *block);

/* --- the walking of paths (paths.h) --- */

enum {
    PRC_PATHS_AT_ONCE = 64,     /* common paths drawn together */
    PRC_SCENARIOS_AT_ONCE = 128 /* of a walk by fresh paths: their rows fit into the nearest cache */
};

#endif
