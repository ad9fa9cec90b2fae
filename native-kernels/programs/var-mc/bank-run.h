/* SPDX-License-Identifier: Apache-2.0 */
/* The run of a bank over all ranks: its scenario model, its P&L, its figures and outputs. */
#ifndef SLIPWAY_VARMC_BANK_RUN_H
#define SLIPWAY_VARMC_BANK_RUN_H

#include "bank.h"
#include "slipway/riskmc_models.h"

/* A scenario model with what it was made of. */
struct bank_model {
    struct rmc_model *moves;
    double *covariance;       /* of a day; NULL for a law that is drawn without one */
    double *root;             /* of the covariance */
    double *drift;            /* growth a day by factor; NULL: none */
    struct rmc_repair repair; /* of the covariance, where it is asked for */
};

/* Makes the model that OPTIONS ask for out of the history or the covariance of BANK; all of MODEL is zero before. Every
 * rank makes the same model. MODEL is to be freed also after a failure. */
int make_model(const struct options *options, const struct bank *bank, struct bank_model *model, struct sw_failure *f);
void free_model(struct bank_model *model);

/* Gives a historical simulation as many scenarios as its history has days with a return, or refuses another number. */
int take_days_as_scenarios(const struct bank *bank, struct options *options, struct sw_failure *f);

/*
 * Makes the growth a day of each factor that OPTIONS ask for; *DRIFT is NULL where they ask for none. The caller frees
 * *DRIFT, also after a failure. Risk-free, with all rates those of today: a price (stock, index, commodity) grows at
 * the rate of its own currency, an exchange rate at the reporting currency's rate less its own, and no other factor
 * does, so that no asset is expected to earn more than its currency does. The rate of a currency is the first point of
 * its government curve: the one curve of which all points are government rates in it.
 */
int make_drift(const struct options *options, const struct bank *bank, double **drift, struct sw_failure *f);

/* A cross-check of the bank's VaR at one horizon. */
struct check {
    const struct options *options;
    const struct bank *bank;
    const struct rmc_bank_setup *setup; /* of all positions */
    const struct bank_model *model;     /* has a covariance */
    double days;                        /* the horizon */
};

/* VaR to the mean and to today's value, in multiples of the grid. */
struct bank_var {
    double mean, today;
};

/* Writes the delta-gamma-normal VaR of the bank at each level to CHECKED on rank 0. Collective. */
int check_by_delta_gamma(MPI_Comm comm, const struct check *check, struct bank_var checked[MAX_LEVELS],
                         struct sw_failure *f);

/*
 * The P&L of this rank's share of the scenarios (sw_split), in multiples of the grid: pnl_row(vectors, horizon,
 * desk)[i]. The last row of each horizon, behind those of all desks, is the bank's.
 */
struct vectors {
    int64_t *pnl;
    size_t horizons;
    size_t desks;
    size_t scenarios; /* of this rank */
    int64_t *today;   /* value today, by desk; the last one is the bank's */
    double *values;   /* of one unit of each instrument today; NAN where nobody holds it */
    int64_t
        *given; /* P&L in the given scenarios, on every rank: given[desk * given_count + i]; the bank's comes last */
    size_t given_count;
    struct rmc_repair repair; /* of the covariance, where it is asked for */
    double *measured;         /* what limits are about, in multiples of the grid: measured[horizon * limits + i], NAN
                               * where limit i is about another horizon; on rank 0, by put_figures */
    struct bank_var var[MAX_HORIZONS][MAX_LEVELS];     /* of the bank, on rank 0, by put_figures */
    struct bank_var checked[MAX_HORIZONS][MAX_LEVELS]; /* the same by --check, on rank 0 */
};

/* Returns the row of a desk, or with DESK vectors->desks that of the bank. */
int64_t *pnl_row(const struct vectors *vectors, size_t horizon, size_t desk);

/* How many scenarios each rank reports, and its first one, by sw_split. */
struct shares {
    int *counts; /* by rank */
    int *firsts;
};

/* Makes the shares of all ranks of COMM in SCENARIOS. The caller ends them with free_shares. Returns the status of F.
 */
int make_shares(MPI_Comm comm, size_t scenarios, struct shares *shares, struct sw_failure *f);
void free_shares(struct shares *shares);

/* Computes all scenarios. VECTORS is to be freed also after a failure. */
int compute_bank(MPI_Comm comm, const struct options *options, const struct bank *bank, struct vectors *vectors,
                 struct sw_failure *f);
void free_vectors(struct vectors *vectors);

/* Writes AMOUNT multiples of the grid with all their digits. */
void put_amount(FILE *out, int64_t amount, unsigned decimals);

/* Writes a figure in multiples of the grid: one that is such a multiple, as any quantile is, with all its digits. */
void put_figure(FILE *out, double figure, unsigned decimals);

/* Writes the figures of the bank and of each desk to OUT on rank 0, and keeps there what limits are about. Collective.
 */
int put_figures(MPI_Comm comm, const struct options *options, const struct bank *bank, struct vectors *vectors,
                FILE *out, struct sw_failure *f);

/* Writes the outputs that OPTIONS ask for, and then prints the bank's VaR on rank 0. */
int write_bank(MPI_Comm comm, const struct options *options, const struct bank *bank, struct vectors *vectors,
               struct sw_failure *f);

/* Fills F with a failure of riskmc. Returns the status of F. */
int risk_failed(const struct rmc_error *error, struct sw_failure *f);

#endif
