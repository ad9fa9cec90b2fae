/* SPDX-License-Identifier: Apache-2.0 */
/* Stages of Stockham's algorithm. Each stage reads elements that are length / radix apart, transforms them, multiplies
 * them by their turns, and writes them so that all elements are in order after the last stage. Stages go from one room
 * to another, so no stage overwrites an element that it still reads. */
#include "column-kernels.h"

#include "butterflies.h"

enum { PAIR = 2 * LANE_DOUBLES }; /* doubles of an element of all lanes */

LANE struct lane_complex get(const double *lanes, int64_t k) {
    const double *at = lanes + k * PAIR;
    return (struct lane_complex){lane_load(at), lane_load(at + LANE_DOUBLES)};
}

LANE void put(double *lanes, int64_t k, struct lane_complex x) {
    double *at = lanes + k * PAIR;
    lane_store(at, x.re);
    lane_store(at + LANE_DOUBLES, x.im);
}

/* Callers inline this function with a constant RADIX. */
LANE void do_stage(const struct ooc_stage *stage, int radix, const double *from, double *to) {
    const int64_t before = stage->before, parts = stage->parts;
    const double *turns = stage->turns;
    for (int64_t p = 0; p < parts; p++, turns += 2 * (radix - 1))
        for (int64_t q = 0; q < before; q++) {
            struct lane_complex a[16];
            LANE_UNROLL
            for (int j = 0; j < radix; j++)
                a[j] = get(from, q + before * (p + parts * j));
            butterfly(a, radix);
            put(to, q + before * radix * p, a[0]);
            LANE_UNROLL
            for (int k = 1; k < radix; k++)
                put(to, q + before * (radix * p + k), p > 0 ? turn(a[k], turns[2 * k - 2], turns[2 * k - 1]) : a[k]);
        }
}

static void go(const struct ooc_stage *stage, const double *from, double *to) {
    switch (stage->radix) {
    case 2:
        do_stage(stage, 2, from, to);
        break;
    case 3:
        do_stage(stage, 3, from, to);
        break;
    case 4:
        do_stage(stage, 4, from, to);
        break;
    case 5:
        do_stage(stage, 5, from, to);
        break;
    case 7:
        do_stage(stage, 7, from, to);
        break;
    case 8:
        do_stage(stage, 8, from, to);
        break;
    case 16:
        do_stage(stage, 16, from, to);
        break;
    default:
        do_stage(stage, 1, from, to);
        break;
    }
}

/* A transform of a single stage reads all elements before it writes, and can therefore work in place. */
static void transform(const struct ooc_columns *columns, double *lanes, double *const rooms[2]) {
    const double *from = lanes;
    for (int s = 0; s < columns->count; s++) {
        double *to = s + 1 == columns->count ? lanes : rooms[s % 2];
        go(&columns->stages[s], from, to);
        from = to;
    }
}

enum { AHEAD = 8, LINE = 8 }; /* AHEAD: rows that are prefetched; LINE: doubles in a cache line */

LANE void ask_for(const double *row, int64_t doubles) {
    for (int64_t i = 0; i < doubles; i += LINE)
        __builtin_prefetch(row + i);
}

static void gather(const struct ooc_rows *rows, double *lanes) {
    const int64_t length = rows->length, wide = rows->groups * PAIR;
    for (int64_t k = 0; k < length; k++) {
        const double *row = rows->rows[k];
        if (k + AHEAD < length)
            ask_for(rows->rows[k + AHEAD], wide);
        for (int64_t g = 0; g < rows->groups; g++, row += PAIR)
            put(lanes + g * length * PAIR, k, lane_unzip(lane_load(row), lane_load(row + LANE_DOUBLES)));
    }
}

static void scatter(const struct ooc_rows *rows, const double *lanes, double scale) {
    const int64_t length = rows->length, wide = rows->groups * PAIR;
    for (int64_t k = 0; k < length; k++) {
        double *row = rows->rows[k];
        if (k + AHEAD < length)
            ask_for(rows->rows[k + AHEAD], wide);
        for (int64_t g = 0; g < rows->groups; g++, row += PAIR) {
            lane_double first, second;
            lane_zip(times(scale, get(lanes + g * length * PAIR, k)), &first, &second);
            lane_store(row, first);
            lane_store(row + LANE_DOUBLES, second);
        }
    }
}

/* Returns the place of element K of a strip in lanes. */
LANE int64_t place_of(const struct ooc_columns *columns, const struct ooc_strip *strip, int64_t k) {
    const int64_t at = strip->first + k;
    return (strip->turned && at > 0 ? columns->length - at : at) * PAIR;
}

enum { FEW = LANE_DOUBLES / 2 }; /* complex numbers in a vector */

static void take(const struct ooc_columns *columns, const struct ooc_strip *strip, double *lanes) {
    const double *lines = strip->lines;
    int64_t k = 0;
    for (; k + FEW <= strip->count; k += FEW) {
        lane_double x[LANE_DOUBLES];
        LANE_UNROLL
        for (int j = 0; j < LANE_DOUBLES; j++)
            x[j] = lane_load(lines + 2 * (j * strip->pitch + k));
        lane_transpose(x);
        LANE_UNROLL
        for (int i = 0; i < FEW; i++) {
            double *to = lanes + place_of(columns, strip, k + i);
            lane_store(to, x[2 * i]);
            lane_store(to + LANE_DOUBLES, x[2 * i + 1]);
        }
    }
    for (; k < strip->count; k++)
        for (int j = 0; j < LANE_DOUBLES; j++) {
            double *to = lanes + place_of(columns, strip, k) + j;
            to[0] = lines[2 * (j * strip->pitch + k)];
            to[LANE_DOUBLES] = lines[2 * (j * strip->pitch + k) + 1];
        }
}

static void give(const struct ooc_columns *columns, const struct ooc_strip *strip, const double *lanes) {
    double *lines = strip->lines;
    int64_t k = 0;
    for (; k + FEW <= strip->count; k += FEW) {
        lane_double x[LANE_DOUBLES];
        LANE_UNROLL
        for (int i = 0; i < FEW; i++) {
            const double *from = lanes + place_of(columns, strip, k + i);
            x[2 * i] = lane_load(from);
            x[2 * i + 1] = lane_load(from + LANE_DOUBLES);
        }
        lane_transpose(x);
        LANE_UNROLL
        for (int j = 0; j < LANE_DOUBLES; j++)
            lane_store(lines + 2 * (j * strip->pitch + k), x[j]);
    }
    for (; k < strip->count; k++)
        for (int j = 0; j < LANE_DOUBLES; j++) {
            const double *from = lanes + place_of(columns, strip, k) + j;
            lines[2 * (j * strip->pitch + k)] = from[0];
            lines[2 * (j * strip->pitch + k) + 1] = from[LANE_DOUBLES];
        }
}

const struct ooc_column_kernels KERNEL(ooc_column_kernels) = {LANE_DOUBLES, transform, gather, scatter, take, give};
