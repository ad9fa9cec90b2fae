/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Definitions that the programs of `slipway bench var` share: the same numbers for each, the clock, and the printing of
 * a figure. Each program runs once per round; the script takes medians over rounds.
 */
#ifndef SLIPWAY_BENCH_VAR_CELLS_H
#define SLIPWAY_BENCH_VAR_CELLS_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- numbers --- */

/* Draws a uniform number, the same for each program: splitmix64 (Steele, Lea and Flood, OOPSLA 2014). */
static inline double cell_uniform(uint64_t *state, double low, double high) {
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return low + (high - low) * (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

enum { VALUES = 4096 };

struct numbers {
    double x[VALUES], y[VALUES];
    float xf[VALUES], yf[VALUES];
};

static inline void draw_numbers(struct numbers *numbers, double low, double high) {
    uint64_t state = 1;
    for (size_t i = 0; i < VALUES; i++) {
        numbers->x[i] = cell_uniform(&state, low, high);
        numbers->xf[i] = (float)numbers->x[i];
    }
}

/* --- time --- */

static inline double thread_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Returns nanoseconds of the thread's processor time for each of VALUES that a call of RUN makes: the median of nine
 * spells of 2 ms or more. */
static inline int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline double nanoseconds(void (*run)(void *), void *argument, double values) {
    enum { SPELLS = 9 };
    double spells[SPELLS];
    run(argument);
    for (int s = 0; s < SPELLS; s++) {
        const double start = thread_seconds();
        double calls = 0, spent;
        do {
            run(argument);
            calls++;
            spent = thread_seconds() - start;
        } while (spent < 2e-3);
        spells[s] = 1e9 * spent / calls / values;
    }
    qsort(spells, SPELLS, sizeof spells[0], ascending);
    return spells[SPELLS / 2];
}

/* --- errors --- */

static inline double largest_ulp(const double *y, const double *x, long double (*reference)(long double)) {
    double worst = 0;
    for (size_t i = 0; i < VALUES; i++) {
        const long double wanted = reference(x[i]);
        const double size = fabs((double)wanted);
        worst = fmax(worst, (double)(fabsl(y[i] - wanted) / (nextafter(size, INFINITY) - size)));
    }
    return worst;
}

static inline double largest_ulpf(const float *y, const float *x, long double (*reference)(long double)) {
    double worst = 0;
    for (size_t i = 0; i < VALUES; i++) {
        const long double wanted = reference((long double)x[i]);
        const float size = fabsf((float)wanted);
        worst = fmax(worst, (double)(fabsl(y[i] - wanted) / (nextafterf(size, INFINITY) - size)));
    }
    return worst;
}

static inline long double reference_cdf(long double x) {
    return erfcl(-x * 0.707106781186547524400844362104849039L) / 2;
}

/* Returns the distance of the variance of normals from 1, in standard errors. */
static inline double variance_off(const double *z, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += z[i] * z[i];
    return fabs(sum / (double)n - 1) / sqrt(2 / (double)n);
}

static inline double variance_offf(const float *z, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (double)z[i] * (double)z[i];
    return fabs(sum / (double)n - 1) / sqrt(2 / (double)n);
}

/* Prints a figure: its cell, the program and method, the nanoseconds, the error, and the largest error allowed. */
static inline void print_figure(const char *cell, const char *who, double ns, double error, double allowed) {
    printf("%s %s %.4f %.3g %.3g\n", cell, who, ns, error, allowed);
}

enum { ALLOWED_ULP = 10, ALLOWED_OFF = 5 };

#endif
