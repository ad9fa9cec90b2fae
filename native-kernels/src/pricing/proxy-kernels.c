/* SPDX-License-Identifier: Apache-2.0 */
/* The polynomial of a proxy in the lanes, by the recurrence of Clenshaw ("A note on the summation of Chebyshev series",
 * Mathematical Tables and Other Aids to Computation 9, 1955). */
#include "kernel.h"

LANE lane_double within(struct prc_range range, lane_double x) {
    return (x - range.middle) * range.inverse;
}

/* Returns the lanes outside of -1 to 1, including lanes that are not a number. */
LANE lane_mask beyond(lane_double x) {
    const lane_double size = lane_abs(x), one = lane_all(1);
    return lane_not(lane_either(lane_less(size, one), lane_equal(size, one)));
}

/* Returns the sum of c[i] T_i(x) over all i up to DEGREE. */
LANE lane_double chebyshev(const double *c, unsigned degree, lane_double x) {
    lane_double next = lane_all(0), after = lane_all(0);
    for (unsigned i = degree; i > 0; i--) {
        const lane_double now = lane_fma(2.0 * x, next, lane_all(c[i]) - after);
        after = next;
        next = now;
    }
    return lane_fma(x, next, lane_all(c[0]) - after);
}

/* Returns the sum in which c[i] is a polynomial in v, with the given T_j of v. */
LANE lane_double tensor(const struct prc_proxy_parts *proxy, lane_double u, const lane_double t[PRC_V_DEGREE + 1]) {
    lane_double next = lane_all(0), after = lane_all(0), sum = lane_all(0);
    for (unsigned i = proxy->shape.u_degree + 1; i-- > 0;) {
        const double *c = proxy->coefficients + (size_t)i * (PRC_V_DEGREE + 1);
        sum = lane_all(c[0]);
        for (int j = 1; j <= PRC_V_DEGREE; j++)
            sum = lane_fma(t[j], lane_all(c[j]), sum);
        if (i == 0)
            break;
        const lane_double now = lane_fma(2.0 * u, next, sum - after);
        after = next;
        next = now;
    }
    return lane_fma(u, next, sum - after);
}

static void evaluate(const struct prc_proxy_parts *proxy, const struct prc_coordinates *coordinates, size_t row,
                     double *values, double *outside) {
    for (size_t i = 0; i < row; i += LANE_DOUBLES) {
        const lane_double u = within(proxy->ranges[0], lane_load(coordinates->u + i));
        const lane_double v = within(proxy->ranges[1], lane_load(coordinates->v + i));
        lane_double t[PRC_V_DEGREE + 1] = {lane_all(1), v};
        for (int j = 2; j <= PRC_V_DEGREE; j++)
            t[j] = lane_fma(2.0 * v, t[j - 1], -t[j - 2]);
        lane_double sum = tensor(proxy, u, t);
        lane_mask is_outside = lane_either(beyond(u), beyond(v));
        for (size_t z = 0; z < proxy->shape.further; z++) {
            const lane_double at = within(proxy->ranges[2 + z], lane_load(coordinates->further + z * row + i));
            sum = lane_fma(at, chebyshev(proxy->further + z * (PRC_FURTHER_DEGREE + 1), PRC_FURTHER_DEGREE, u), sum);
            is_outside = lane_either(is_outside, beyond(at));
        }
        /* the payoff of an option is never below zero */
        const lane_double rest = lane_load(coordinates->scale + i) * lane_max(sum, lane_all(0));
        lane_store(values + i, rest + lane_load(coordinates->paid + i));
        lane_store(outside + i, lane_select(is_outside, lane_all(1), lane_all(0)));
    }
}

const struct prc_proxy_kernels KERNEL(prc_proxy_kernels) = {
    {[PRC_ASIAN] = KERNEL(prc_locate_asian),
     [PRC_DISCRETE_BARRIER] = KERNEL(prc_locate_discrete_barrier),
     [PRC_BASKET] = KERNEL(prc_locate_basket)},
    evaluate,
};
