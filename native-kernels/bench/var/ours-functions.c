/* SPDX-License-Identifier: Apache-2.0 */
/* The figures of vecmath for `slipway bench var`. */
#include "cells.h"
#include "slipway/vecmath.h"

static struct numbers numbers;
static float quads[4][VALUES / 4];

static void run_exp(void *unused) {
    (void)unused;
    vm_exp(VALUES, numbers.x, numbers.y);
}

static void run_expf(void *unused) {
    (void)unused;
    vm_expf(VALUES, numbers.xf, numbers.yf);
}

static void run_log(void *unused) {
    (void)unused;
    vm_log(VALUES, numbers.x, numbers.y);
}

static void run_logf(void *unused) {
    (void)unused;
    vm_logf(VALUES, numbers.xf, numbers.yf);
}

static void run_cdf(void *unused) {
    (void)unused;
    vm_normal_cdf(VALUES, numbers.x, numbers.y);
}

static void run_cdff(void *unused) {
    (void)unused;
    vm_normal_cdff(VALUES, numbers.xf, numbers.yf);
}

/* Each call draws different numbers, as a stream does. */
static void run_normals(void *counter) {
    ((uint32_t *)counter)[1]++;
    vm_normal_pairs(vm_key_of(1, 1), counter, 0, VALUES / 2, numbers.y, numbers.y + VALUES / 2);
}

static void run_normalsf(void *counter) {
    float *const z[4] = {quads[0], quads[1], quads[2], quads[3]};
    ((uint32_t *)counter)[1]++;
    vm_normal_quads(vm_key_of(1, 1), counter, 0, VALUES / 4, z);
}

static const struct {
    const char *cell, *cellf;
    void (*run)(void *), (*runf)(void *);
    long double (*reference)(long double);
    double low, high;
} functions[] = {
    {"exp_f64", "exp_f32", run_exp, run_expf, expl, -10, 10},
    {"log_f64", "log_f32", run_log, run_logf, logl, 1e-3, 1e3},
    {"cdf_f64", "cdf_f32", run_cdf, run_cdff, reference_cdf, -6, 6},
};

int main(void) {
    uint32_t counter[4] = {0};
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        draw_numbers(&numbers, functions[i].low, functions[i].high);
        const double ns = nanoseconds(functions[i].run, NULL, VALUES),
                     nsf = nanoseconds(functions[i].runf, NULL, VALUES);
        print_figure(functions[i].cell, "ours", ns, largest_ulp(numbers.y, numbers.x, functions[i].reference),
                     ALLOWED_ULP);
        print_figure(functions[i].cellf, "ours", nsf, largest_ulpf(numbers.yf, numbers.xf, functions[i].reference),
                     ALLOWED_ULP);
    }
    const double ns = nanoseconds(run_normals, counter, VALUES), nsf = nanoseconds(run_normalsf, counter, VALUES);
    print_figure("normal_f64", "ours", ns, variance_off(numbers.y, VALUES), ALLOWED_OFF);
    print_figure("normal_f32", "ours", nsf, variance_offf(quads[0], VALUES), ALLOWED_OFF);
    return EXIT_SUCCESS;
}
