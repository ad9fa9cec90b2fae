/* SPDX-License-Identifier: Apache-2.0 */
/* The errors that vecmath.h states, in ulp, on numbers drawn from ranges, and the limits. */
#include "support/draw.h"
#include "vecmath-cases.h"

#include <float.h>

enum { POINTS = 4096 };

/* Arguments that are uniform over a range, or whose logarithms are. */
struct range {
    double low, high;
    int logarithms;
};

static double argument(const struct range *range) {
    const double x = range->low + (range->high - range->low) * (double)(draw_bits() >> 11) * 0x1p-53;
    return range->logarithms ? exp(x) : x;
}

/* Returns the error of GOT in units of the last place, or infinity if GOT is not a number. */
static double error_in_ulp(double got, long double wanted) {
    const long double size = fabsl(wanted);
    double low = (double)size;
    if (low > size)
        low = nextafter(low, 0);
    const long double unit = nextafter(low, INFINITY) - low, error = fabsl(got - wanted) / unit;
    return error >= 0 ? (double)error : INFINITY;
}

static double error_in_ulpf(float got, long double wanted) {
    const long double size = fabsl(wanted);
    float low = (float)size;
    if (low > size)
        low = nextafterf(low, 0);
    const long double unit = nextafterf(low, INFINITY) - low, error = fabsl(got - wanted) / unit;
    return error >= 0 ? (double)error : INFINITY;
}

static const struct {
    const char *name;
    array_function *function;
    array_functionf *functionf;
    long double (*reference)(double x);
    double bound, boundf; /* vecmath.h states them */
    struct range ranges[4], rangesf[4];
} rows[] = {
    {"exp",
     vm_exp,
     vm_expf,
     reference_exp,
     1.1,
     1.1,
     {{-745.1, 709.78, 0}, {-1, 1, 0}, {-745.1, -708, 0}, {-1e-10, 1e-10, 0}},
     {{-103.9, 88.7, 0}, {-1, 1, 0}, {-103.9, -87, 0}, {-1e-5, 1e-5, 0}}},
    {"log",
     vm_log,
     vm_logf,
     reference_log,
     1,
     1,
     {{-744, 709.7, 1}, {-1, 1, 1}, {-744, -708, 1}, {0.999, 1.001, 0}},
     {{-103, 88.7, 1}, {-1, 1, 1}, {-103, -87, 1}, {0.999, 1.001, 0}}},
    {"normal_cdf",
     vm_normal_cdf,
     vm_normal_cdff,
     reference_cdf,
     12,
     7,
     {{-38.4, 9, 0}, {-3, 3, 0}, {-38.4, -37, 0}, {-1e-3, 1e-3, 0}},
     {{-14, 6, 0}, {-3, 3, 0}, {-14, -13, 0}, {-1e-3, 1e-3, 0}}},
    {"normal_inverse",
     vm_normal_inverse,
     vm_normal_inversef,
     reference_inverse,
     8,
     5,
     {{0, 1, 0}, {-740, 0, 1}, {0.07, 0.08, 0}, {0.49, 0.51, 0}},
     {{0, 1, 0}, {-102, 0, 1}, {0.07, 0.08, 0}, {0.49, 0.51, 0}}},
};

static int have_a_reference(void) {
    if (LDBL_MANT_DIG < 64)
        printf("   errors are not measured here: long double has %d bits\n", LDBL_MANT_DIG);
    return LDBL_MANT_DIG >= 64;
}

static void measure(size_t row, const struct range *range) {
    double x[POINTS], y[POINTS], worst = 0, at = 0;
    for (size_t i = 0; i < POINTS; i++)
        x[i] = argument(range);
    rows[row].function(POINTS, x, y);
    for (size_t i = 0; i < POINTS; i++) {
        const double error = error_in_ulp(y[i], rows[row].reference(x[i]));
        if (error > worst) {
            worst = error;
            at = x[i];
        }
    }
    CHECK(worst <= rows[row].bound, "%s(%.17g): %.2f ulp", rows[row].name, at, worst);
    CHECK(worst > 0.4, "%s: an error of only %.2f ulp cannot be", rows[row].name, worst);
}

static void measuref(size_t row, const struct range *range) {
    float x[POINTS], y[POINTS];
    double worst = 0, at = 0;
    for (size_t i = 0; i < POINTS; i++)
        x[i] = (float)argument(range);
    rows[row].functionf(POINTS, x, y);
    for (size_t i = 0; i < POINTS; i++) {
        if (x[i] == 0 && rows[row].functionf == vm_normal_inversef)
            continue;
        const double error = error_in_ulpf(y[i], rows[row].reference(x[i]));
        if (error > worst) {
            worst = error;
            at = x[i];
        }
    }
    CHECK(worst <= rows[row].boundf, "%sf(%.9g): %.2f ulp", rows[row].name, at, worst);
    CHECK(worst > 0.4, "%sf: an error of only %.2f ulp cannot be", rows[row].name, worst);
}

void doubles_are_within_the_stated_error(void) {
    draw_seed(19);
    for (size_t row = 0; have_a_reference() && row < sizeof rows / sizeof rows[0]; row++)
        for (size_t k = 0; k < 4; k++)
            measure(row, &rows[row].ranges[k]);
}

void floats_are_within_the_stated_error(void) {
    draw_seed(20);
    for (size_t row = 0; have_a_reference() && row < sizeof rows / sizeof rows[0]; row++)
        for (size_t k = 0; k < 4; k++)
            measuref(row, &rows[row].rangesf[k]);
}

/* Equal, or both NaN. */
static int agree(double got, double wanted) {
    return got == wanted || (isnan(got) && isnan(wanted));
}

static void keep_to_the_limits(vm_simd level) {
    static const struct {
        array_function *function;
        array_functionf *functionf;
        double x, y;
    } limits[] = {
        {vm_exp, vm_expf, 0, 1},
        {vm_exp, vm_expf, 710, INFINITY},
        {vm_exp, vm_expf, INFINITY, INFINITY},
        {vm_exp, vm_expf, -746, 0},
        {vm_exp, vm_expf, -INFINITY, 0},
        {vm_exp, vm_expf, NAN, NAN},
        {vm_log, vm_logf, 1, 0},
        {vm_log, vm_logf, 0, -INFINITY},
        {vm_log, vm_logf, -0.0, -INFINITY},
        {vm_log, vm_logf, INFINITY, INFINITY},
        {vm_log, vm_logf, -1, NAN},
        {vm_log, vm_logf, -INFINITY, NAN},
        {vm_log, vm_logf, NAN, NAN},
        {vm_normal_cdf, vm_normal_cdff, 0, 0.5},
        {vm_normal_cdf, vm_normal_cdff, -INFINITY, 0},
        {vm_normal_cdf, vm_normal_cdff, INFINITY, 1},
        {vm_normal_cdf, vm_normal_cdff, -50, 0},
        {vm_normal_cdf, vm_normal_cdff, 50, 1},
        {vm_normal_cdf, vm_normal_cdff, NAN, NAN},
        {vm_normal_inverse, vm_normal_inversef, 0, -INFINITY},
        {vm_normal_inverse, vm_normal_inversef, 0.5, 0},
        {vm_normal_inverse, vm_normal_inversef, 1, INFINITY},
        {vm_normal_inverse, vm_normal_inversef, -0.25, NAN},
        {vm_normal_inverse, vm_normal_inversef, 1.25, NAN},
        {vm_normal_inverse, vm_normal_inversef, -INFINITY, NAN},
        {vm_normal_inverse, vm_normal_inversef, INFINITY, NAN},
        {vm_normal_inverse, vm_normal_inversef, NAN, NAN},
    };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const float xf = (float)limits[i].x;
        double y;
        float yf;
        limits[i].function(1, &limits[i].x, &y);
        limits[i].functionf(1, &xf, &yf);
        CHECK(agree(y, limits[i].y), "row %zu, %s: %g gives %g", i, vm_simd_name(level), limits[i].x, y);
        CHECK(agree(yf, limits[i].y), "row %zu, %s: float %g gives %g", i, vm_simd_name(level), xf, yf);
    }
}

void functions_keep_to_the_limits(void) {
    at_each_level(keep_to_the_limits);
}
