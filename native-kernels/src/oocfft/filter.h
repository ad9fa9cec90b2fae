/* SPDX-License-Identifier: Apache-2.0 */
/* The factors of filters. They depend on the square of the wave number, which is a whole number. */
#ifndef SLIPWAY_OOCFFT_FILTER_H
#define SLIPWAY_OOCFFT_FILTER_H

#include "internal.h"

struct ooc_factors {
    struct ooc_filter filter;
    int64_t count; /* entries in the table; 0: there is no table, and each factor is computed */
    double *table;
};

/* Fills FACTORS with the factors of FILTER for arrays of SIZE, which must be equal in all calls. Makes no table if
 * there is no memory or if the table would be large. FACTORS is all zero before the first call, and ends with
 * ooc_factors_free. */
void ooc_factors_take(struct ooc_factors *factors, const struct ooc_filter *filter, const int64_t size[3]);
void ooc_factors_free(struct ooc_factors *factors);

/* Returns the factor of FILTER at the wave number with the square SQUARE. */
double ooc_filter_factor(const struct ooc_filter *filter, double square);

static inline double ooc_factors_at(const struct ooc_factors *factors, double square) {
    const int64_t place = (int64_t)square;
    return place < factors->count ? factors->table[place] : ooc_filter_factor(&factors->filter, square);
}

#endif
