/* SPDX-License-Identifier: Apache-2.0 */
#include "filter.h"

#include <math.h>
#include <stdlib.h>

double ooc_filter_factor(const struct ooc_filter *filter, double square) {
    const double p = filter->parameter;
    switch (filter->kind) {
    case OOC_FILTER_POISSON:
        return square > 0 ? -1 / square : 0;
    case OOC_FILTER_LOW:
        return square <= p * p ? 1 : 0;
    case OOC_FILTER_HIGH:
        return square > p * p ? 1 : 0;
    case OOC_FILTER_GAUSS:
        return square > 0 ? exp(-square / (2 * p * p)) : 1; /* also where p * p is 0 */
    case OOC_FILTER_POWER:
        return square > 0 ? pow(square, p / 2) : 0;
    case OOC_FILTER_NONE:
    case OOC_FILTERS:
        break;
    }
    return 1;
}

enum { MOST_FACTORS = 1 << 20 };

void ooc_factors_take(struct ooc_factors *factors, const struct ooc_filter *filter, const int64_t size[3]) {
    int64_t count = 1;
    if (factors->table != NULL && factors->filter.kind == filter->kind &&
        factors->filter.parameter == filter->parameter)
        return;
    for (int i = 0; i < 3; i++)
        count += (size[i] / 2) * (size[i] / 2);
    ooc_factors_free(factors);
    factors->filter = *filter;
    if (count > MOST_FACTORS || (factors->table = malloc((size_t)count * sizeof *factors->table)) == NULL)
        return;
    factors->count = count;
    for (int64_t i = 0; i < count; i++)
        factors->table[i] = ooc_filter_factor(filter, (double)i);
}

void ooc_factors_free(struct ooc_factors *factors) {
    free(factors->table);
    *factors = (struct ooc_factors){.count = 0};
}
