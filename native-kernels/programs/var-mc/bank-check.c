/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Delta-gamma-normal value-at-risk of the bank, without scenarios: a cross-check of the simulation. The P&L at the
 * horizon is approximated by a quadratic in the normal moves of the factors about their means. First and second
 * derivatives are central differences of each instrument's P&L, in the factors on which the instrument depends.
 * Differences are added as integers, so the ranks share the instruments and the sums have the same bits on any number
 * of ranks.
 */
#include "bank-run.h"

#include <math.h>
#include <stdlib.h>

/* In standard deviations of a factor's move over the horizon: small enough for derivatives, and large compared with the
 * rounding of amounts and the kinks of inner paths. */
static const double BUMP = 0.5;

/* The level of a factor: at the mean of its move, or a bump up or down. */
enum { MIDDLE, UP, DOWN, PLACES };

struct checking {
    const struct check *of;
    size_t factors;
    double *quantity; /* by instrument, over all positions in the instrument */
    double *bump;     /* by factor; 0 for a constant factor */
    double *places;   /* factors x PLACES: levels */
    double *levels;   /* by factor: MIDDLE except while a value is taken */
    uint32_t *drivers;
    struct rmc_bank *one; /* the instrument at hand */
    int64_t *middle;      /* sum over instruments of P&L with all factors in the middle */
    int64_t *slopes;      /* by factor: sum of P&L up less P&L down */
    int64_t *bends;       /* factors x factors, i <= j: sums of second differences */
};

/* Writes the P&L of the current instrument with factors I and J, which may be equal, at places A and B. */
static int pnl_at(struct checking *all, const uint32_t factors[2], const int places[2], int64_t *pnl,
                  struct sw_failure *f) {
    const struct rmc_scenarios scenarios = {all->levels, 1, 1, 0, all->of->days / RMC_DAYS_PER_YEAR};
    struct rmc_error error;
    for (int k = 0; k < 2; k++)
        all->levels[factors[k]] = all->places[factors[k] * PLACES + (size_t)places[k]];
    *pnl = 0;
    if (rmc_bank_pnl(all->one, &scenarios, pnl, 1, &error) != RMC_OK)
        risk_failed(&error, f);
    for (int k = 0; k < 2; k++)
        all->levels[factors[k]] = all->places[factors[k] * PLACES + MIDDLE];
    return f->status;
}

static int bump_one(struct checking *all, uint32_t factor, int64_t middle, struct sw_failure *f) {
    const uint32_t both[2] = {factor, factor};
    int64_t up, down;
    if (pnl_at(all, both, (const int[2]){UP, UP}, &up, f) != STATUS_OK ||
        pnl_at(all, both, (const int[2]){DOWN, DOWN}, &down, f) != STATUS_OK)
        return f->status;
    all->slopes[factor] += up - down;
    all->bends[factor * all->factors + factor] += (up - middle) + (down - middle);
    return STATUS_OK;
}

static int bump_two(struct checking *all, uint32_t one, uint32_t other, struct sw_failure *f) {
    static const int corners[4][2] = {{UP, UP}, {DOWN, DOWN}, {UP, DOWN}, {DOWN, UP}};
    const uint32_t both[2] = {one, other};
    int64_t pnl[4];
    for (int k = 0; k < 4; k++)
        if (pnl_at(all, both, corners[k], &pnl[k], f) != STATUS_OK)
            return f->status;
    const size_t row = one < other ? one : other, column = one < other ? other : one;
    all->bends[row * all->factors + column] += (pnl[0] - pnl[2]) + (pnl[1] - pnl[3]);
    return STATUS_OK;
}

/* Writes the factors that move and on which the value of INSTRUMENT in the reporting currency depends, each once. */
static size_t find_drivers(struct checking *all, uint32_t instrument) {
    const uint32_t exchange = all->of->setup->exchange[instrument];
    bool has_exchange = exchange == PRC_NONE;
    size_t found = prc_drivers(&all->of->setup->instruments[instrument], all->of->setup->market, all->drivers,
                               all->factors),
           count = 0;
    for (size_t i = 0; i < found; i++)
        has_exchange = has_exchange || all->drivers[i] == exchange;
    if (!has_exchange)
        all->drivers[found++] = exchange;
    for (size_t i = 0; i < found; i++)
        if (all->bump[all->drivers[i]] > 0)
            all->drivers[count++] = all->drivers[i];
    return count;
}

/* Makes the bank that holds one instrument. */
static int hold_one(struct checking *all, uint32_t instrument, struct sw_failure *f) {
    const struct rmc_holding holding = {0, 0, all->quantity[instrument]};
    struct rmc_bank_setup setup = *all->of->setup;
    struct rmc_error error;
    setup.instruments += instrument;
    setup.exchange += instrument;
    setup.names += instrument;
    setup.holdings = &holding;
    setup.instrument_count = setup.holding_count = setup.groups = 1;
    return rmc_bank_new(&setup, &all->one, &error) == RMC_OK ? STATUS_OK : risk_failed(&error, f);
}

static int bump_instrument(struct checking *all, uint32_t instrument, struct sw_failure *f) {
    const uint32_t none[2] = {0, 0};
    const size_t count = find_drivers(all, instrument);
    int64_t middle = 0;
    if (hold_one(all, instrument, f) == STATUS_OK &&
        pnl_at(all, none, (const int[2]){MIDDLE, MIDDLE}, &middle, f) == STATUS_OK)
        *all->middle += middle;
    for (size_t i = 0; i < count && f->status == STATUS_OK; i++) {
        bump_one(all, all->drivers[i], middle, f);
        for (size_t j = 0; j < i && f->status == STATUS_OK; j++)
            bump_two(all, all->drivers[i], all->drivers[j], f);
    }
    rmc_bank_free(all->one);
    return f->status;
}

/* Places the factors about the mean of their moves over the horizon. */
static void place_factors(struct checking *all) {
    const struct bank *bank = all->of->bank;
    const struct bank_model *model = all->of->model;
    const double days = all->of->days;
    const size_t n = all->factors;
    for (size_t j = 0; j < n; j++) {
        const rmc_move move = bank->factors.is_rate[j] ? RMC_MOVE_ADD : RMC_MOVE_LOG;
        const double variance = model->covariance[j * n + j], growth = model->drift != NULL ? model->drift[j] : 0;
        const double mean = days * (move == RMC_MOVE_LOG ? growth - 0.5 * variance : growth);
        all->bump[j] = BUMP * sqrt(days * variance);
        const double moves[PLACES] = {[MIDDLE] = mean, [UP] = mean + all->bump[j], [DOWN] = mean - all->bump[j]};
        rmc_levels(move, bank->factors.today[j], moves, PLACES, all->places + j * PLACES);
        all->levels[j] = all->places[j * PLACES + MIDDLE];
    }
}

static int allocate(struct checking *all, struct sw_failure *f) {
    const size_t n = all->factors;
    all->quantity = calloc(all->of->setup->instrument_count, sizeof *all->quantity);
    all->bump = calloc(n, sizeof *all->bump);
    all->places = calloc(n, PLACES * sizeof *all->places);
    all->levels = calloc(n, sizeof *all->levels);
    all->drivers = calloc(n + 1, sizeof *all->drivers);
    all->middle = calloc(1 + n + n * n, sizeof *all->middle);
    if (all->quantity == NULL || all->bump == NULL || all->places == NULL || all->levels == NULL ||
        all->drivers == NULL || all->middle == NULL)
        return sw_fail(f, STATUS_COMPUTE, "leave --check out", "not enough memory for derivatives in %zu factors", n);
    all->slopes = all->middle + 1;
    all->bends = all->slopes + n;
    return STATUS_OK;
}

/* Adds up the differences of all instruments on rank 0. */
static int bump_all(MPI_Comm comm, struct checking *all, struct sw_failure *f) {
    const int count = (int)(1 + all->factors + all->factors * all->factors);
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    const struct rmc_bank_setup *setup = all->of->setup;
    for (size_t h = 0; h < setup->holding_count; h++)
        all->quantity[setup->holdings[h].instrument] += setup->holdings[h].quantity;
    for (size_t i = (size_t)rank; i < setup->instrument_count && f->status == STATUS_OK; i += (size_t)ranks)
        if (all->quantity[i] != 0)
            bump_instrument(all, (uint32_t)i, f);
    if (agree(comm, f) != STATUS_OK)
        return f->status;
    if (MPI_Reduce(rank == 0 ? MPI_IN_PLACE : all->middle, all->middle, count, MPI_INT64_T, MPI_SUM, 0, comm) !=
        MPI_SUCCESS)
        return sw_fail(f, STATUS_MPI, NULL, "MPI_Reduce of the derivatives failed");
    return STATUS_OK;
}

/* Writes deltas and gammas, in multiples of the grid, to GREEKS: by factor, and then factors x factors. */
static void take_greeks(const struct checking *all, double *greeks) {
    const size_t n = all->factors;
    double *gamma = greeks + n;
    for (size_t i = 0; i < n; i++) {
        greeks[i] = all->bump[i] > 0 ? (double)all->slopes[i] / (2 * all->bump[i]) : 0;
        for (size_t j = i; j < n; j++) {
            const double area = (i == j ? 1 : 4) * all->bump[i] * all->bump[j];
            gamma[i * n + j] = gamma[j * n + i] = area > 0 ? (double)all->bends[i * n + j] / area : 0;
        }
    }
}

/*
 * Takes the quantiles of the quadratic. The mean of the second-order part is half the trace of gamma times covariance.
 */
static int take_quantiles(const struct checking *all, struct bank_var *checked, struct sw_failure *f) {
    const struct options *options = all->of->options;
    const struct bank_model *model = all->of->model;
    const double days = all->of->days;
    const size_t n = all->factors;
    double *greeks = calloc(2 * n + 1, n * sizeof *greeks), *root = greeks != NULL ? greeks + n + n * n : NULL;
    double tails[MAX_LEVELS], quantiles[MAX_LEVELS], mean = (double)*all->middle;
    struct rmc_error error;
    if (greeks == NULL)
        return sw_fail(f, STATUS_COMPUTE, "leave --check out", "not enough memory for derivatives in %zu factors", n);
    take_greeks(all, greeks);
    for (size_t i = 0; i < n * n; i++) {
        mean += 0.5 * days * greeks[n + i] * model->covariance[i];
        root[i] = sqrt(days) * model->root[i];
    }
    for (size_t l = 0; l < options->levels.count; l++)
        tails[l] = 1 - options->levels.values[l];
    const struct rmc_quadratic quadratic = {(double)*all->middle, greeks, greeks + n, n};
    if (rmc_delta_gamma(&quadratic, root, tails, options->levels.count, quantiles, &error) != RMC_OK)
        risk_failed(&error, f);
    for (size_t l = 0; l < options->levels.count && f->status == STATUS_OK; l++)
        checked[l] = (struct bank_var){mean - quantiles[l], -quantiles[l]};
    free(greeks);
    return f->status;
}

int check_by_delta_gamma(MPI_Comm comm, const struct check *check, struct bank_var checked[MAX_LEVELS],
                         struct sw_failure *f) {
    struct checking all = {.of = check, .factors = check->bank->factors.names.count};
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (allocate(&all, f) == STATUS_OK)
        place_factors(&all);
    if (agree(comm, f) == STATUS_OK && bump_all(comm, &all, f) == STATUS_OK && rank == 0)
        take_quantiles(&all, checked, f);
    free(all.quantity);
    free(all.bump);
    free(all.places);
    free(all.levels);
    free(all.drivers);
    free(all.middle);
    return agree(comm, f);
}
