/* SPDX-License-Identifier: Apache-2.0 */
/* Values an instrument by the kernel of the kind. */
#include "internal.h"
#include "vecmath/choose.h"

#include <float.h>
#include <string.h>

/* Rows that a kernel uses beside those of its steps and draws, including the row of values. */
enum { ROWS = 24 };

size_t prc_whole_lanes(size_t doubles) {
    return (doubles + PRC_LANES - 1) / PRC_LANES * PRC_LANES;
}

int prc_has_sorted_table(const struct prc_instrument *instrument, const struct prc_block *block) {
    const unsigned char *moves = block->market->moves;
    if (instrument->kind != PRC_ASIAN || block->inner != PRC_COMMON || moves == NULL)
        return 0;
    struct prc_use uses[PRC_MAX_USES];
    const size_t count = prc_uses(instrument, uses);
    for (size_t i = 0; i < count; i++) {
        if (uses[i].role == PRC_VOLATILITY && moves[uses[i].index])
            return 0;
        const struct prc_curve *curve = uses[i].role == PRC_CURVE ? &block->market->curves[uses[i].index] : NULL;
        for (size_t p = 0; curve != NULL && p < curve->points; p++)
            if (moves[curve->factors[p]])
                return 0;
    }
    return 1;
}

/* Returns the steps of a path. */
static size_t steps_of(const struct prc_instrument *instrument) {
    return instrument->kind == PRC_BASKET ? instrument->terms.basket.assets : prc_fixings_of(instrument).count;
}

/* Returns the doubles that paths take: by step a base, a volatility or rebate, own and kept, and the draws of some
 * paths; and a sorted table. */
static size_t doubles_of_paths(const struct prc_instrument *instrument, const struct prc_block *block, size_t row) {
    const size_t steps = steps_of(instrument), table = prc_has_sorted_table(instrument, block) ? block->paths + 1 : 0;
    const size_t in_double = 2 * steps * row + 4 * prc_whole_lanes(steps + 1) + steps * PRC_PATHS_AT_ONCE +
                             6 * PRC_SCENARIOS_AT_ONCE + 3 * prc_whole_lanes(table);
    return block->arithmetic == PRC_SINGLE ? 2 * in_double : in_double;
}

size_t prc_scratch_bytes(const struct prc_instrument *instrument, const struct prc_block *block) {
    const size_t row = prc_whole_lanes(block->scenarios);
    const size_t paths = prc_takes_paths(instrument) ? doubles_of_paths(instrument, block, row) : 0;
    return (ROWS * row + paths) * sizeof(double);
}

prc_err prc_check_block(const struct prc_instrument *instrument, const struct prc_block *block,
                        struct prc_error *error) {
    if (block->scenarios == 0 || block->stride < block->scenarios)
        return prc_fail(error, PRC_ERR_ARGUMENT,
                        "block: %zu scenarios with a stride of %zu; there must be at least 1, "
                        "and a stride of as many",
                        block->scenarios, block->stride);
    if (!(block->years >= 0 && block->years <= DBL_MAX))
        return prc_fail(error, PRC_ERR_ARGUMENT, "block: years is %g; it must be 0 or more", block->years);
    if (block->rows != NULL && prc_rows_length(block->rows) < block->scenarios)
        return prc_fail(error, PRC_ERR_ARGUMENT, "block: its shared rows have room for %zu scenarios, not for %zu",
                        prc_rows_length(block->rows), block->scenarios);
    if (block->arithmetic != PRC_DOUBLE && block->arithmetic != PRC_SINGLE)
        return prc_fail(error, PRC_ERR_ARGUMENT, "block: arithmetic is %d; it must be PRC_DOUBLE or PRC_SINGLE",
                        (int)block->arithmetic);
    if (!prc_takes_paths(instrument))
        return PRC_OK;
    if (block->paths == 0 || block->paths > PRC_MAX_PATHS || block->first_path > PRC_MAX_PATHS - block->paths)
        return prc_fail(error, PRC_ERR_ARGUMENT, "block: paths is %zu from %zu on; it must be from 1 to %d",
                        block->paths, block->first_path, PRC_MAX_PATHS);
    if (block->inner != PRC_COMMON && block->inner != PRC_FRESH)
        return prc_fail(error, PRC_ERR_ARGUMENT, "block: inner is %d; it must be PRC_COMMON or PRC_FRESH",
                        (int)block->inner);
    return PRC_OK;
}

prc_err prc_value(const struct prc_instrument *instrument, const struct prc_block *block, void *scratch, double *values,
                  struct prc_error *error) {
    const prc_err code = prc_check_block(instrument, block, error);
    if (code != PRC_OK)
        return code;
    const size_t row = prc_whole_lanes(block->scenarios);
    /* Kernels write whole lanes: if the caller's row may end earlier, they write to a row of scratch. */
    double *found = row == block->scenarios ? values : scratch;
    struct prc_job job = {block, (double *)scratch + row, row};
    if (block->rows != NULL)
        prc_rows_make_room(block->rows);
    prc_kernel *single = block->arithmetic == PRC_SINGLE ? VM_CHOOSE(prc_single_kernels)[instrument->kind] : NULL;
    (single != NULL ? single : VM_CHOOSE(prc_kernels)[instrument->kind])(instrument, &job, found);
    if (found != values)
        memcpy(values, found, block->scenarios * sizeof *values);
    const size_t finite = VM_CHOOSE(prc_finite)(values, block->scenarios);
    if (finite < block->scenarios)
        return prc_fail(error, PRC_ERR_NOT_FINITE, "%s: the value in scenario %lu is not finite",
                        prc_kind_name(instrument->kind), (unsigned long)block->first + (unsigned long)finite);
    return PRC_OK;
}
