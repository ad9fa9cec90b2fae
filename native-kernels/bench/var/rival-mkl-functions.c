/* SPDX-License-Identifier: Apache-2.0 */
/* The figures of MKL for `slipway bench var`, each in MKL's modes and methods; the script takes the fastest correct
 * one. */
#include "cells.h"

#include <mkl.h>

static struct numbers numbers;
static VSLStreamStatePtr stream;

enum { MODES = 2 };
static const struct {
    const char *name;
    MKL_INT64 mode;
} modes[MODES] = {{"mkl-HA", VML_HA}, {"mkl-LA", VML_LA}};

struct way {
    MKL_INT64 mode;
    int method;
    void (*function)(const MKL_INT, const double *, double *, MKL_INT64);
    void (*functionf)(const MKL_INT, const float *, float *, MKL_INT64);
};

static void run(void *way) {
    const struct way *at = way;
    at->function(VALUES, numbers.x, numbers.y, at->mode | VML_ERRMODE_IGNORE);
}

static void runf(void *way) {
    const struct way *at = way;
    at->functionf(VALUES, numbers.xf, numbers.yf, at->mode | VML_ERRMODE_IGNORE);
}

static void run_normals(void *way) {
    vdRngGaussian(((const struct way *)way)->method, stream, VALUES, numbers.y, 0, 1);
}

static void run_normalsf(void *way) {
    vsRngGaussian(((const struct way *)way)->method, stream, VALUES, numbers.yf, 0, 1);
}

static void measure_functions(void) {
    static const struct {
        const char *cell, *cellf;
        struct way way;
        long double (*reference)(long double);
        double low, high;
    } rows[] = {
        {"exp_f64", "exp_f32", {0, 0, vmdExp, vmsExp}, expl, -10, 10},
        {"log_f64", "log_f32", {0, 0, vmdLn, vmsLn}, logl, 1e-3, 1e3},
        {"cdf_f64", "cdf_f32", {0, 0, vmdCdfNorm, vmsCdfNorm}, reference_cdf, -6, 6},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int m = 0; m < MODES; m++) {
            struct way way = rows[i].way;
            way.mode = modes[m].mode;
            draw_numbers(&numbers, rows[i].low, rows[i].high);
            const double ns = nanoseconds(run, &way, VALUES), nsf = nanoseconds(runf, &way, VALUES);
            print_figure(rows[i].cell, modes[m].name, ns, largest_ulp(numbers.y, numbers.x, rows[i].reference),
                         ALLOWED_ULP);
            print_figure(rows[i].cellf, modes[m].name, nsf, largest_ulpf(numbers.yf, numbers.xf, rows[i].reference),
                         ALLOWED_ULP);
        }
}

static void measure_normals(void) {
    static const struct {
        const char *name;
        int method;
    } methods[] = {{"mkl-icdf", VSL_RNG_METHOD_GAUSSIAN_ICDF}, {"mkl-boxmuller2", VSL_RNG_METHOD_GAUSSIAN_BOXMULLER2}};
    vslNewStream(&stream, VSL_BRNG_PHILOX4X32X10, 1);
    for (int m = 0; m < 2; m++) {
        struct way way = {0, methods[m].method, NULL, NULL};
        const double ns = nanoseconds(run_normals, &way, VALUES), nsf = nanoseconds(run_normalsf, &way, VALUES);
        print_figure("normal_f64", methods[m].name, ns, variance_off(numbers.y, VALUES), ALLOWED_OFF);
        print_figure("normal_f32", methods[m].name, nsf, variance_offf(numbers.yf, VALUES), ALLOWED_OFF);
    }
    vslDeleteStream(&stream);
}

int main(void) {
    mkl_set_num_threads(1);
    measure_functions();
    measure_normals();
    return EXIT_SUCCESS;
}
