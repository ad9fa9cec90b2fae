/* SPDX-License-Identifier: Apache-2.0 */
#include "inverse.h"
#include "kernels.h"
#include "lanes.h"

/* Writes F of n values to Y, which may be X. The last, incomplete lanes go through a copy. */
LANE void of_doubles(lane_double (*f)(lane_double), size_t n, const double *x, double *y) {
    size_t i = 0;
    for (; i + LANE_DOUBLES <= n; i += LANE_DOUBLES)
        lane_store(y + i, f(lane_load(x + i)));
    if (i < n) {
        double part[LANE_DOUBLES] = {0};
        memcpy(part, x + i, (n - i) * sizeof *x);
        lane_store(part, f(lane_load(part)));
        memcpy(y + i, part, (n - i) * sizeof *y);
    }
}

LANE void of_floats(lane_float (*f)(lane_float), size_t n, const float *x, float *y) {
    size_t i = 0;
    for (; i + LANE_FLOATS <= n; i += LANE_FLOATS)
        lane_storef(y + i, f(lane_loadf(x + i)));
    if (i < n) {
        float part[LANE_FLOATS] = {0};
        memcpy(part, x + i, (n - i) * sizeof *x);
        lane_storef(part, f(lane_loadf(part)));
        memcpy(y + i, part, (n - i) * sizeof *y);
    }
}

static void exps(size_t n, const double *x, double *y) {
    of_doubles(lane_exp, n, x, y);
}

static void logs(size_t n, const double *x, double *y) {
    of_doubles(lane_log, n, x, y);
}

static void normal_cdfs(size_t n, const double *x, double *y) {
    of_doubles(lane_normal_cdf, n, x, y);
}

static void normal_inverses(size_t n, const double *p, double *x) {
    of_doubles(lane_normal_inverse, n, p, x);
}

static void expfs(size_t n, const float *x, float *y) {
    of_floats(lane_expf, n, x, y);
}

static void logfs(size_t n, const float *x, float *y) {
    of_floats(lane_logf, n, x, y);
}

static void normal_cdffs(size_t n, const float *x, float *y) {
    of_floats(lane_normal_cdff, n, x, y);
}

static void normal_inversefs(size_t n, const float *p, float *x) {
    of_floats(lane_normal_inversef, n, p, x);
}

const struct vm_elementary KERNEL(vm_elementary) = {exps,  logs,  normal_cdfs,  normal_inverses,
                                                    expfs, logfs, normal_cdffs, normal_inversefs};
