/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a proxy, and the rest of an instrument after the horizon. */
#include "proxy.h"

#include <math.h>

/* A barrier makes the value steep in one place, which needs a higher degree. */
struct prc_shape prc_shape_of(const struct prc_instrument *instrument) {
    switch ((int)instrument->kind) {
    case PRC_ASIAN:
        return (struct prc_shape){11, 16, 1};
    case PRC_DISCRETE_BARRIER:
        return (struct prc_shape){23, 32, 1};
    case PRC_BASKET:
        return (struct prc_shape){11, 16, 2 * instrument->terms.basket.assets};
    default:
        return (struct prc_shape){0, 0, 0};
    }
}

/* Doubles before the ranges. */
enum { HEAD = 2 };

static size_t doubles_of_p(struct prc_shape shape) {
    return (size_t)(shape.u_degree + 1) * (PRC_V_DEGREE + 1);
}

size_t prc_proxy_doubles(const struct prc_instrument *instrument) {
    const struct prc_shape shape = prc_shape_of(instrument);
    const size_t ranges = (2 + shape.further) * (sizeof(struct prc_range) / sizeof(double));
    return prc_takes_paths(instrument) ? HEAD + ranges + doubles_of_p(shape) + shape.further * (PRC_FURTHER_DEGREE + 1)
                                       : 0;
}

struct prc_proxy_parts prc_parts_of(const struct prc_instrument *instrument, const double *proxy) {
    const struct prc_shape shape = prc_shape_of(instrument);
    double *at = (double *)(uintptr_t)proxy;
    struct prc_proxy_parts parts = {shape, at, at + 1, (struct prc_range *)(void *)(at + HEAD), NULL, NULL};
    parts.coefficients = (double *)(parts.ranges + 2 + shape.further);
    parts.further = parts.coefficients + doubles_of_p(shape);
    return parts;
}

int prc_proxy_is_used(const double *proxy) {
    return proxy[0] != 0;
}

/* --- the rest of an instrument --- */

/* Writes the fixings after YEARS. */
static void take_rest(struct prc_fixings fixings, double years, double *first, unsigned *count) {
    const unsigned fixed = prc_fixings_before(fixings, years + 2 * PRC_SAME_DATE);
    *first = prc_fixing_date(fixings, fixed) - years;
    *count = fixings.count - fixed;
}

int prc_rest_of(const struct prc_instrument *instrument, double years, double strike, struct prc_instrument *rest) {
    const int is_basket = instrument->kind == PRC_BASKET;
    const struct prc_fixings fixings =
        is_basket ? (struct prc_fixings){0, instrument->terms.basket.maturity, 1} : prc_fixings_of(instrument);
    const double maturity = fixings.maturity;
    if (!(maturity - years > 2 * PRC_SAME_DATE))
        return 0;
    *rest = *instrument;
    if (is_basket) {
        rest->terms.basket.maturity = maturity - years;
    } else if (instrument->kind == PRC_ASIAN) {
        struct prc_asian *asian = &rest->terms.asian;
        take_rest(fixings, years, &asian->first_fixing, &asian->fixings);
        asian->option.maturity = maturity - years;
        asian->option.strike = strike;
    } else {
        struct prc_discrete_barrier *barrier = &rest->terms.discrete_barrier;
        take_rest(fixings, years, &barrier->first_fixing, &barrier->fixings);
        barrier->barrier.option.maturity = maturity - years;
    }
    return 1;
}

/* --- nodes --- */

/* Returns cos(pi k / 2^halvings). The cosine of half an angle is the root of (1 + cos) / 2: IEEE operations only. */
static double cosine(unsigned k, unsigned halvings) {
    const unsigned whole = 1u << halvings;
    if (2 * k > whole)
        return -cosine(whole - k, halvings);
    if (2 * k == whole)
        return 0;
    return k == 0 ? 1 : sqrt((1 + cosine(k, halvings - 1)) / 2);
}

double prc_node(unsigned k, unsigned nodes) {
    unsigned halvings = 1;
    while (1u << (halvings - 1) < nodes)
        halvings++;
    return cosine(2 * k + 1, halvings);
}
