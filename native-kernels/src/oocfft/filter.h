/* SPDX-License-Identifier: Apache-2.0 */
/* What a filter multiplies by: factors of the square of the wave number, which is a whole number. */
#ifndef SLIPWAY_OOCFFT_FILTER_H
#define SLIPWAY_OOCFFT_FILTER_H

#include "internal.h"

struct ooc_factors {
    struct ooc_filter filter;
    int64_t count; /* of the table; 0: there is none, each factor is worked out */
    double *table;
};

/* Makes FACTORS those of FILTER for an array of SIZE, which is always the same. Where there is no memory for a table,
 * or it would be large, there is none. FACTORS that are all zero, and ended by ooc_factors_free. */
void ooc_factors_take(struct ooc_factors *factors, const struct ooc_filter *filter, const int64_t size[3]);
void ooc_factors_free(struct ooc_factors *factors);

/* Returns the factor at a wave number whose SQUARE is given. */
double ooc_filter_factor(const struct ooc_filter *filter, double square);

static inline double ooc_factors_at(const struct ooc_factors *factors, double square) {
    const int64_t place = (int64_t)square;
    return place < factors->count ? factors->table[place] : ooc_filter_factor(&factors->filter, square);
}

#endif
