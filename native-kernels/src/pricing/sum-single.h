/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Options on a sum of prices in single precision, by the paths of paths.h: the value is the mean of max(sign (sum of
 * share[k] exp(x[k]) + known), 0) over paths. x is a logarithm less that of today's level, and shares are in units of
 * the strike, so that all numbers are about 1 and keep their digits when rounded. Common paths are those of double
 * precision, rounded. Fresh paths are drawn in single precision, four at a time. Sums over more than some paths are
 * kept in double.
 */
#ifndef SLIPWAY_PRICING_SUM_SINGLE_H
#define SLIPWAY_PRICING_SUM_SINGLE_H

#include "paths.h"

typedef float half_lane_float __attribute__((vector_size(LANE_BYTES / 2)));

/* Writes a row of doubles as floats. */
LANE void round_row(const double *from, size_t row, float *to) {
    for (size_t i = 0; i < row; i += LANE_DOUBLES) {
        const half_lane_float half = __builtin_convertvector(lane_load(from + i), half_lane_float);
        memcpy(to + i, &half, sizeof half);
    }
}

LANE float *take_floats(struct prc_job *job, size_t count) {
    void *taken = take_doubles(job, (count + 1) / 2);
    return taken;
}

/* The walk in floats. Rows have as many floats as those of the walk have doubles. */
struct sum_single {
    size_t steps, row;
    const double *own, *kept;
    float *bases;        /* a row for each step */
    float *volatilities; /* a row for all steps, or one for each */
    float *shares;       /* the same */
    float *known;        /* a row, in units of the strike */
    size_t volatility_stride, share_stride;
    float sign;
    double *sums; /* a row: the payoffs so far */
    float *part;  /* a row: the payoffs of the last paths */
};

/* Rounds a walk with bases that lack the logarithms of the levels. The caller fills shares and known. */
LANE struct sum_single sum_of_walk(const struct walk *walk, struct prc_job *job, size_t shares, double *sums) {
    struct sum_single sum = {.steps = walk->steps, .row = job->row, .own = walk->own, .kept = walk->kept, .sums = sums};
    const size_t volatilities = walk->volatility_stride == 0 ? 1 : walk->steps;
    sum.volatility_stride = walk->volatility_stride;
    sum.share_stride = shares > 1 ? job->row : 0;
    sum.bases = take_floats(job, walk->steps * job->row);
    sum.volatilities = take_floats(job, volatilities * job->row);
    sum.shares = take_floats(job, shares * job->row);
    sum.known = take_floats(job, job->row);
    sum.part = take_floats(job, job->row);
    round_row(walk->bases, walk->steps * job->row, sum.bases);
    round_row(walk->volatilities, volatilities * job->row, sum.volatilities);
    fill_row(sums, job->row, 0);
    return sum;
}

LANE void clear_part(const struct sum_single *sum) {
    for (size_t i = 0; i < sum->row; i++)
        sum->part[i] = 0;
}

LANE void add_part(const struct sum_single *sum) {
    for (size_t i = 0; i < sum->row; i++)
        sum->sums[i] += (double)sum->part[i];
    clear_part(sum);
}

/* Returns the sum after step K with the given z. */
LANE lane_float step_single(const struct sum_single *sum, size_t k, lane_float z, lane_float total, size_t i) {
    const lane_float volatility = lane_loadf(sum->volatilities + k * sum->volatility_stride + i);
    const lane_float x = lane_fmaf(volatility, z, lane_loadf(sum->bases + k * sum->row + i));
    return lane_fmaf(lane_expf(x), lane_loadf(sum->shares + k * sum->share_stride + i), total);
}

LANE void pay_single(const struct sum_single *sum, lane_float total, size_t i) {
    const lane_float gain = lane_maxf(sum->sign * (total + lane_loadf(sum->known + i)), lane_allf(0));
    lane_storef(sum->part + i, lane_loadf(sum->part + i) + gain);
}

/* --- common paths --- */

LANE void walk_common_single(const struct sum_single *sum, const float *z, size_t paths) {
    for (size_t i = 0; i < sum->row; i += LANE_FLOATS)
        for (size_t p = 0; p < paths; p++) {
            lane_float total = lane_allf(0);
            for (size_t k = 0; k < sum->steps; k++)
                total = step_single(sum, k, lane_allf(z[k * PRC_PATHS_AT_ONCE + p]), total, i);
            pay_single(sum, total, i);
        }
    add_part(sum);
}

LANE void sum_common_single(const struct walk *walk, const struct sum_single *sum, struct prc_job *job, uint64_t id) {
    const struct draws draws = draws_of(job, walk->steps);
    float *z = take_floats(job, walk->steps * PRC_PATHS_AT_ONCE);
    for (size_t from = 0; from < job->block->paths; from += PRC_PATHS_AT_ONCE) {
        const size_t left = job->block->paths - from, count = left < PRC_PATHS_AT_ONCE ? left : PRC_PATHS_AT_ONCE;
        draw_common(walk, job->block, id, draws, job->block->first_path + from, count);
        for (size_t k = 0; k < walk->steps; k++)
            for (size_t p = 0; p < count; p++)
                z[k * PRC_PATHS_AT_ONCE + p] = (float)draws.z[k * PRC_PATHS_AT_ONCE + p];
        walk_common_single(sum, z, count);
    }
}

/* --- fresh paths --- */

enum { QUAD = 4 };

/* One path in some scenarios at once. */
struct front_single {
    size_t from, length;
    float *w, *total;     /* by scenario */
    float *normals[QUAD]; /* of four steps, by scenario */
};

/* Takes up to four steps by the normals drawn. */
LANE void steps_fresh_single(const struct sum_single *sum, const struct front_single *front, size_t k) {
    const size_t some = sum->steps - k < QUAD ? sum->steps - k : QUAD;
    for (size_t i = 0; i < front->length; i += LANE_FLOATS) {
        lane_float w = lane_loadf(front->w + i), total = lane_loadf(front->total + i);
        for (size_t q = 0; q < some; q++) {
            const lane_float e = lane_loadf(front->normals[q] + i);
            total = step_single(sum, k + q, w + (float)sum->own[k + q] * e, total, front->from + i);
            w += (float)sum->kept[k + q] * e;
        }
        lane_storef(front->w + i, w);
        lane_storef(front->total + i, total);
    }
}

LANE void walk_fresh_single(const struct sum_single *sum, const struct prc_block *block, uint64_t id,
                            const struct front_single *front, size_t path) {
    const struct vm_key key = key_of_paths(block);
    const size_t left = block->scenarios - front->from, count = left < front->length ? left : front->length;
    for (size_t i = 0; i < front->length; i++)
        front->w[i] = front->total[i] = 0;
    for (size_t k = 0; k < sum->steps; k += QUAD) {
        const uint32_t counter[4] = {block->first + (uint32_t)front->from, (uint32_t)id, (uint32_t)(id >> 32),
                                     (uint32_t)(path << 12 | k / QUAD)};
        vm_normal_quads(key, counter, 0, count, front->normals);
        steps_fresh_single(sum, front, k);
    }
    for (size_t i = 0; i < front->length; i += LANE_FLOATS)
        pay_single(sum, lane_loadf(front->total + i), front->from + i);
}

LANE void sum_fresh_single(const struct sum_single *sum, struct prc_job *job, uint64_t id) {
    struct front_single front = {0};
    float **const rows[] = {&front.w,          &front.total,      &front.normals[0],
                            &front.normals[1], &front.normals[2], &front.normals[3]};
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        *rows[r] = take_floats(job, PRC_SCENARIOS_AT_ONCE);
        for (size_t i = 0; i < PRC_SCENARIOS_AT_ONCE; i++)
            (*rows[r])[i] = 0;
    }
    for (size_t path = 0; path < job->block->paths; path++) {
        for (front.from = 0; front.from < job->row; front.from += PRC_SCENARIOS_AT_ONCE) {
            const size_t left = job->row - front.from;
            front.length = left < PRC_SCENARIOS_AT_ONCE ? left : PRC_SCENARIOS_AT_ONCE;
            walk_fresh_single(sum, job->block, id, &front, job->block->first_path + path);
        }
        if (path % PRC_PATHS_AT_ONCE == PRC_PATHS_AT_ONCE - 1)
            add_part(sum);
    }
    add_part(sum);
}

/* Writes the mean payoff of the paths, in units of the strike. */
LANE void value_single(const struct walk *walk, struct sum_single *sum, struct prc_job *job, uint64_t id) {
    clear_part(sum);
    if (job->block->inner == PRC_FRESH)
        sum_fresh_single(sum, job, id);
    else
        sum_common_single(walk, sum, job, id);
    for (size_t i = 0; i < job->row; i++)
        sum->sums[i] /= (double)job->block->paths;
}

#endif
