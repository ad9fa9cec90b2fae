/* SPDX-License-Identifier: Apache-2.0 */
#include "parameter.h"

#include <math.h>

/* The decimal exponent of the largest factor of the filter power. Doubles reach 308: the rest is left to the values of
 * the array and to the sums of their transforms. */
static const double most_exponent = 200;

static const char *name_of(int filter) {
    static const char *const names[OOC_FILTERS] = {"none", "poisson", "low", "high", "gauss", "power"};
    return names[filter];
}

int parameter_check(const struct options *options, struct sw_failure *f) {
    const bool takes = options->filter > OOC_FILTER_POISSON, wave = takes && options->filter != OOC_FILTER_POWER;
    const bool is_the_sets = options->resume != NULL && options->filter == 0; /* compared with the set's own later */
    if (options->parameter_given && !takes && !is_the_sets)
        return sw_fail(f, STATUS_USAGE, "leave --parameter out, or name a filter: low, high, gauss or power",
                       "--parameter %g: %s takes no parameter", options->parameter,
                       options->filter == OOC_FILTER_POISSON ? "the filter poisson" : "a run without --filter");
    if (wave && options->parameter <= 0)
        return sw_fail(f, STATUS_USAGE, "give a wave number above 0, such as --parameter 10",
                       "--parameter %g: the filter %s takes a number above 0", options->parameter,
                       name_of(options->filter));
    return f->status;
}

int parameter_check_size(const struct options *options, const int64_t size[3], struct sw_failure *f) {
    int64_t square = 0; /* of the largest wave number */
    if (options->filter != OOC_FILTER_POWER)
        return f->status;
    for (int i = 0; i < 3; i++)
        square += (size[i] / 2) * (size[i] / 2);
    const double most = square > 1 ? floor(20 * most_exponent / log10((double)square)) / 10 : HUGE_VAL;
    if (fabs(options->parameter) > most)
        return sw_fail(f, STATUS_USAGE, "give an exponent within this range",
                       "--parameter %g: the filter power takes -%.1f to %.1f for an array of %lldx%lldx%lld",
                       options->parameter, most, most, (long long)size[0], (long long)size[1], (long long)size[2]);
    return f->status;
}
