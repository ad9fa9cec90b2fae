/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A European option in single precision, by the formula of european.c. The logarithm of the ratio is a difference of
 * numbers that may be close, so it is taken in double before it is rounded.
 */
#include "option.h"

typedef float half_lane_float __attribute__((vector_size(LANE_BYTES / 2)));

/* Stores doubles as floats, half as many as lanes of floats are. */
LANE void store_rounded(float *to, lane_double x) {
    const half_lane_float half = __builtin_convertvector(x, half_lane_float);
    memcpy(to, &half, sizeof half);
}

LANE lane_double load_widened(const float *from) {
    half_lane_float half;
    memcpy(&half, from, sizeof half);
    return __builtin_convertvector(half, lane_double);
}

LANE float *take_float_row(struct prc_job *job) {
    void *row = take_row(job);
    return row;
}

/* Rows of the inputs. */
struct single_rows {
    float *asset, *cash, *log_ratio, *deviation;
};

struct single_lanes {
    lane_float asset, cash, log_ratio, deviation;
};

/* Writes the inputs of the formula. They are written by halves, and a whole is best loaded some time after its halves
 * were stored. */
static void round_inputs(const struct option_rows *rows, size_t row, const struct single_rows *single) {
    for (size_t i = 0; i < row; i += LANE_DOUBLES) {
        const struct option_lanes at = option_at(rows, i);
        store_rounded(single->asset + i, at.asset);
        store_rounded(single->cash + i, at.cash);
        store_rounded(single->log_ratio + i, at.log_ratio);
        store_rounded(single->deviation + i, at.deviation);
    }
}

/* Returns the value, as european_at does. */
LANE lane_float single_european_at(const struct single_lanes *at, float sign) {
    const lane_maskf is_certain = lane_equalf(at->deviation, lane_allf(0));
    const lane_float deviation = lane_selectf(is_certain, lane_allf(1), at->deviation);
    const lane_float d1 = at->log_ratio / deviation + 0.5f * deviation, d2 = d1 - deviation;
    const lane_float x1 = lane_minf(lane_absf(d1), lane_allf(15)), x2 = lane_minf(lane_absf(d2), lane_allf(15));
    const struct lane_fractionf m1 = lane_millsf(x1), m2 = lane_millsf(x2);
    const lane_float density = at->asset * (float)LANE_ROOT_2PI_INVERSE * lane_expf(-0.5f * x1 * x1);
    const lane_float tail1 = density * (m1.top / m1.bottom), tail2 = density * (m2.top / m2.bottom);
    const lane_float gain = lane_selectf(lane_lessf(lane_allf(0), sign * d1), at->asset - tail1, tail1);
    const lane_float cost = lane_selectf(lane_lessf(lane_allf(0), sign * d2), at->cash - tail2, tail2);
    const lane_float certain = lane_maxf(sign * (at->asset - at->cash), lane_allf(0));
    return lane_selectf(is_certain, certain, sign * (gain - cost));
}

void KERNEL(prc_european_single)(const struct prc_instrument *instrument, struct prc_job *job, double *values) {
    const struct option_rows rows = option_rows_of(&instrument->terms.european, job);
    const struct single_rows single = {take_float_row(job), take_float_row(job), take_float_row(job),
                                       take_float_row(job)};
    round_inputs(&rows, job->row, &single);
    float *found = take_float_row(job);
    for (size_t i = 0; i < job->row; i += LANE_FLOATS) {
        const struct single_lanes at = {lane_loadf(single.asset + i), lane_loadf(single.cash + i),
                                        lane_loadf(single.log_ratio + i), lane_loadf(single.deviation + i)};
        lane_storef(found + i, single_european_at(&at, (float)rows.sign));
    }
    for (size_t i = 0; i < job->row; i += LANE_DOUBLES)
        lane_store(values + i, load_widened(found + i));
}
