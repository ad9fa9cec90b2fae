/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Levels of a factor between today and the time of the block.
 *
 * Halving the time builds the bridge (Levy; Glasserman, Monte Carlo Methods in Financial Engineering, 2004, section
 * 3.1): the middle of an interval is the mean of its ends plus a normal of variance length / 4. After HALVINGS steps
 * the interval is shorter than a day for any horizon of months, and a last normal is drawn for the date in it. Each
 * normal is keyed by scenario, factor and interval, so two dates are on one path.
 */
#include "kernel.h"

#include "slipway/vecmath.h"

enum { HALVINGS = 8 };

/* An interval of the horizon of length 1, with the bridge at both ends. */
struct interval {
    double start, length;
    uint32_t node; /* 1: the whole; the halves of n are 2 n and 2 n + 1 */
    double *left, *right;
};

struct normals {
    struct vm_key key;
    uint32_t factor;
    double *first, *second; /* rows; the second normal of each pair is not used */
};

static void draw(const struct prc_block *block, const struct normals *normals, uint32_t node) {
    const uint32_t counter[4] = {block->first, normals->factor, node, 0};
    vm_normal_pairs(normals->key, counter, 0, block->scenarios, normals->first, normals->second);
}

/* Writes the bridge at a share of the interval to OUT, which may be a row of either end. */
static void draw_inside(const struct prc_job *job, const struct normals *normals, struct interval interval,
                        double share, double *out) {
    draw(job->block, normals, interval.node);
    const double deviation = sqrt(share * (1 - share) * interval.length);
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES) {
        const lane_double left = lane_load(interval.left + i), right = lane_load(interval.right + i);
        const lane_double mean = lane_fma(right - left, lane_all(share), left);
        lane_store(out + i, lane_fma(lane_load(normals->first + i), lane_all(deviation), mean));
    }
}

/* Writes a standard bridge over a time of 1, at TIME, to OUT. */
static void bridge(struct prc_job *job, uint32_t factor, double time, double *out) {
    const struct vm_key key = vm_key_of(job->block->seed, PRC_FOR_BRIDGES);
    const struct normals normals = {key, factor, take_row(job), take_row(job)};
    struct interval interval = {0, 1, 1, take_row(job), take_row(job)};
    double *middle = take_row(job);
    fill_row(normals.first, job->row, 0);
    fill_row(interval.left, job->row, 0);
    fill_row(interval.right, job->row, 0);
    for (int i = 0; i < HALVINGS; i++) {
        draw_inside(job, &normals, interval, 0.5, middle);
        interval.length /= 2;
        double **end = time < interval.start + interval.length ? &interval.right : &interval.left;
        double *freed = *end;
        *end = middle;
        middle = freed;
        interval.node = 2 * interval.node + (end == &interval.left);
        interval.start += end == &interval.left ? interval.length : 0;
    }
    draw_inside(job, &normals, interval, (time - interval.start) / interval.length, out);
}

void KERNEL(prc_passed_level)(struct prc_job *job, uint32_t factor, uint32_t volatility, double date, double *levels) {
    const struct prc_block *block = job->block;
    double *before = job->free;
    double *wander = take_row(job);
    const double share = date / block->years, today = block->market->today[factor];
    double deviation = 0;
    fill_row(wander, job->row, 0);
    if (volatility != PRC_NONE && share > 0 && share < 1) {
        deviation = block->market->today[volatility] * sqrt(block->years);
        bridge(job, factor, share, wander);
    }
    const lane_double start = lane_log(lane_all(today));
    const double *last = level_row(block, factor);
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES) {
        const lane_double move = lane_log(load(last, i, block->scenarios)) - start;
        const lane_double mean = lane_fma(move, lane_all(share), start);
        lane_store(levels + i, lane_exp(lane_fma(lane_load(wander + i), lane_all(deviation), mean)));
    }
    job->free = before;
}
