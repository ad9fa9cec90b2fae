/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes instruments from positions: positions in one instrument become one instrument with the sum of their quantities.
 */
#include "positions.h"

#include <math.h>
#include <stdlib.h>

/* A row of the array that is sorted. */
struct row {
    const struct rmc_position *position;
};

static int by_instrument_and_place(const void *a, const void *b) {
    const struct rmc_position *x = ((const struct row *)a)->position, *y = ((const struct row *)b)->position;
    if (x->instrument != y->instrument)
        return x->instrument > y->instrument ? 1 : -1;
    return (x > y) - (x < y);
}

static int same_terms(const struct rmc_position *a, const struct rmc_position *b) {
    if (a->kind != b->kind || a->factor != b->factor)
        return 0;
    if (a->kind == RMC_STOCK)
        return 1;
    if (a->option != b->option || a->strike != b->strike || a->years != b->years)
        return 0;
    return a->kind != RMC_ASIAN ||
           (a->schedule.first == b->schedule.first && a->schedule.fixings == b->schedule.fixings &&
            a->schedule.passed == b->schedule.passed && a->schedule.realised == b->schedule.realised);
}

/* Gives the first position with a quantity in an instrument the sum of all quantities, and the other positions 0. */
static rmc_err net_instrument(const struct row *same, size_t count, struct netted *netted, struct rmc_error *error) {
    const struct rmc_position *all = netted->positions;
    double sum = 0;
    const struct rmc_position *leader = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!same_terms(same[0].position, same[i].position))
            return rmc_fail(error, RMC_ERR_ARGUMENT, "positions %zu and %zu name one instrument, but with other terms",
                            (size_t)(same[0].position - all), (size_t)(same[i].position - all));
        if (leader == NULL && same[i].position->quantity != 0)
            leader = same[i].position;
        sum += same[i].position->quantity;
    }
    if (leader == NULL)
        return RMC_OK;
    netted->quantity[leader - all] = sum;
    netted->count++;
    netted->asians += leader->kind == RMC_ASIAN;
    return RMC_OK;
}

rmc_err rmc_net_positions(const struct rmc_setup *setup, struct netted *netted, struct rmc_error *error) {
    const size_t count = setup->position_count;
    struct row *order = malloc(count * sizeof *order);
    *netted = (struct netted){.positions = setup->positions, .quantity = malloc(count * sizeof *netted->quantity)};
    rmc_err code = RMC_OK;
    if (order == NULL || netted->quantity == NULL)
        code = rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for %zu positions", count);
    for (size_t i = 0; i < count && code == RMC_OK; i++) {
        order[i].position = &setup->positions[i];
        netted->quantity[i] = NAN;
    }
    if (code == RMC_OK)
        qsort(order, count, sizeof *order, by_instrument_and_place);
    for (size_t first = 0, end; first < count && code == RMC_OK; first = end) {
        for (end = first + 1; end < count && order[end].position->instrument == order[first].position->instrument;)
            end++;
        code = net_instrument(order + first, end - first, netted, error);
    }
    free(order);
    return code;
}
