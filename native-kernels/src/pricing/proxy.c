/* SPDX-License-Identifier: Apache-2.0 */
/* Values an instrument by its proxy, and in full outside of the range of the proxy. */
#include "proxy.h"
#include "vecmath/choose.h"

#include <float.h>
#include <math.h>

/* Rows of scratch memory for values and for the flags of scenarios outside; prc_value uses the memory behind them. */
enum { OWN_ROWS = 2, COORDINATES = 4 };

struct prc_coordinates prc_take_coordinates(struct prc_job *job, struct prc_shape shape) {
    double *at = job->free;
    job->free += (COORDINATES + shape.further) * job->row;
    return (struct prc_coordinates){at, at + job->row, at + 2 * job->row, at + 3 * job->row, at + 4 * job->row};
}

size_t prc_proxy_scratch_bytes(const struct prc_instrument *instrument, const struct prc_block *block) {
    const size_t row = prc_whole_lanes(block->scenarios), more = COORDINATES + prc_shape_of(instrument).further;
    return prc_scratch_bytes(instrument, block) + (OWN_ROWS + more) * row * sizeof(double);
}

/* Values the scenarios outside of the range, each as a separate block. */
static prc_err value_outside(const struct prc_instrument *instrument, const struct prc_block *block,
                             const double *outside, struct prc_proxied *out, struct prc_error *error) {
    double *scratch = (double *)out->scratch + OWN_ROWS * prc_whole_lanes(block->scenarios);
    for (size_t i = 0; i < block->scenarios; i++) {
        if (outside[i] == 0)
            continue;
        struct prc_block one = *block;
        one.scenarios = 1;
        one.levels += i;
        one.first += (uint32_t)i;
        one.rows = NULL;
        const prc_err code = prc_value(instrument, &one, scratch, out->values + i, error);
        if (code != PRC_OK)
            return code;
        out->outside++;
    }
    return PRC_OK;
}

prc_err prc_proxy_value(const struct prc_instrument *instrument, const struct prc_block *block, const double *proxy,
                        struct prc_proxied *out, struct prc_error *error) {
    const prc_err code = prc_check_block(instrument, block, error);
    if (code != PRC_OK)
        return code;
    out->outside = 0;
    const struct prc_proxy_parts parts = prc_parts_of(instrument, proxy);
    if (*parts.is_used == 0 || *parts.years != block->years)
        return prc_value(instrument, block, out->scratch, out->values, error);
    const size_t row = prc_whole_lanes(block->scenarios);
    double *found = out->scratch, *outside = found + row;
    struct prc_job job = {block, found + OWN_ROWS * row, row};
    if (block->rows != NULL)
        prc_rows_make_room(block->rows);
    const struct prc_proxy_kernels *kernels = &VM_CHOOSE(prc_proxy_kernels);
    const struct prc_coordinates coordinates = prc_take_coordinates(&job, parts.shape);
    kernels->locate[instrument->kind](instrument, &job, &coordinates);
    kernels->evaluate(&parts, &coordinates, row, found, outside);
    for (size_t i = 0; i < block->scenarios; i++)
        out->values[i] = found[i];
    return value_outside(instrument, block, outside, out, error);
}
