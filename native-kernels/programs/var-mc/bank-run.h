/* SPDX-License-Identifier: Apache-2.0 */
/* The run of a bank over all ranks: scenario model, P&L, figures and outputs. */
#ifndef SLIPWAY_VARMC_BANK_RUN_H
#define SLIPWAY_VARMC_BANK_RUN_H

#include "bank-engine.h"

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

/* The data about inner paths for messages. */
struct inner {
    size_t with_paths; /* instruments that take paths */
    size_t proxies;    /* number of proxies in use at all horizons together */
    uint64_t outside;  /* values outside of the range of a proxy: by count_inner, on all ranks */
    int64_t *bounds; /* of the error of proxies, in multiples of the grid: [horizon * (desks + 1) + desk], with the bank
                        last; NULL: no proxies */
    /* The variances that the inner paths add to the measures, in units of money, on rank 0: [(horizon * (desks + 1) +
     * desk) * levels + level], with the bank last. NULL if no instrument takes paths. */
    struct rmc_inner *noise;
    double *bias; /* the bias by which fresh paths make the VaR too large, in the same order, in multiples of the grid;
                     else NULL */
};

/*
 * The P&L of this rank's share of the scenarios (sw_split), in multiples of the grid: pnl_row(vectors, horizon,
 * desk)[i]. The last row of each horizon, after all desks, belongs to the bank.
 */
struct vectors {
    int64_t *pnl;
    int64_t *books; /* likewise by book, without the bank: book_row; NULL if no books are requested */
    size_t horizons;
    size_t desks;
    size_t scenarios; /* of this rank */
    uint64_t first;   /* of them */
    size_t taken;     /* of all ranks: the requested number, or the number that --interval needs */
    int64_t *today;   /* value today, by desk; the bank is last */
    double *values;   /* of one unit of each instrument today; NAN for an instrument without a position */
    int64_t *given;   /* P&L in the given scenarios, on every rank: given[desk * given_count + i]; the bank is last */
    size_t given_count;
    struct rmc_repair repair; /* of the covariance, if requested */
    double *measured; /* figures for limits, in multiples of the grid: measured[horizon * limits + i], NAN if limit i
                         belongs to another horizon; on rank 0, by put_figures */
    struct rmc_measures at[MAX_HORIZONS][MAX_LEVELS];  /* the bank's figures, likewise in multiples of the grid */
    struct bank_var checked[MAX_HORIZONS][MAX_LEVELS]; /* the VaR by --check, on rank 0 */
    struct inner inner;
    double
        width; /* --interval: width of the interval of the bank's VaR at the first level and horizon, over that VaR */
};

/* Returns the row of a desk, or with DESK = vectors->desks the row of the bank. */
int64_t *pnl_row(const struct vectors *vectors, size_t horizon, size_t desk);
/* Returns the row of one of BOOKS books. */
int64_t *book_row(const struct vectors *vectors, size_t horizon, size_t books, size_t book);

/* Fits the proxies of all instruments with paths, shared among the ranks, and writes the bounds of their errors.
 * Collective. */
int fit_proxies(MPI_Comm comm, const struct engine *engine, struct inner *inner, struct sw_failure *f);

/* Counts the proxies used, and the values outside of their ranges. Collective. */
int count_inner(MPI_Comm comm, const struct engine *engine, struct inner *inner, struct sw_failure *f);

/* Returns the amount by which the VaR of COUNT P&L at LEVEL is too large if each P&L has noise of that variance. Units
 * are those of ROW. */
double bias_of_noise(const int64_t *row, size_t count, double level, double variance);

/* Measures the noise of the inner paths at each desk that has some, and of the bank. Collective. */
int measure_noise(MPI_Comm comm, const struct engine *engine, struct vectors *vectors, struct sw_failure *f);

/* Print the arithmetic unless it is double, the way of taking inner paths, and the errors of proxies; and write the
 * same as rows of the figures. ROW is the row of the desk in VECTORS. */
void print_inner(const struct options *options, const struct vectors *vectors);
void put_inner(FILE *out, const struct options *options);
void put_bound(FILE *out, const struct bank *bank, size_t row, const struct options *options,
               const struct vectors *vectors);

/* The number of scenarios that each rank reports, and the first of them, by sw_split. */
struct shares {
    int *counts; /* by rank */
    int *firsts;
};

/* Makes the shares of all ranks of COMM in SCENARIOS. The caller ends them with free_shares. Returns the status of F.
 */
int make_shares(MPI_Comm comm, size_t scenarios, struct shares *shares, struct sw_failure *f);
void free_shares(struct shares *shares);

/* Computes all scenarios, or the number that --interval needs. The caller frees VECTORS, also after a failure. */
int compute_bank(MPI_Comm comm, const struct engine *engine, struct vectors *vectors, struct sw_failure *f);
void free_vectors(struct vectors *vectors);

/* P&L by desk in some scenarios: rows[desk * scenarios + i]; the bank's row comes last. */
struct desk_rows {
    const struct bank *bank;
    int64_t *rows;
    size_t desks; /* the first desks of the bank: trades may have added more */
    size_t scenarios;
    uint64_t first; /* number of the first scenario */
    bool are_given; /* the given scenarios, which have names */
};

/* Adds the rows of all desks into the bank's row. Fails if a sum is too large, naming the desk and the scenario. */
int add_desk_rows(const struct desk_rows *desks, struct sw_failure *f);

/* The precision of the bank's VaR in the scenarios so far. */
struct precision {
    double level; /* of the VaR */
    double width; /* width of the interval over the VaR; the same on every rank */
    double *pnl;  /* of the bank: on rank 0, with room for all scenarios */
    size_t done;  /* scenarios of PNL */
};

/* The part of a rank in the P&L by desk. */
struct desk_sums {
    const int64_t *sums; /* sums[desk * stride + scenario]; 0 if another rank has the scenario */
    size_t desks, stride;
};

/* Adds the scenarios from precision->done to END - 1 to PRECISION, from the SUMS of all ranks, and measures the width.
 * Collective. Returns the status of F. */
int measure_precision(MPI_Comm comm, struct precision *precision, struct desk_sums sums, size_t end,
                      struct sw_failure *f);

/* Writes the name of a desk; the bank, SW_NO_NAME, has no name. */
void put_desk_name(FILE *out, const struct bank *bank, uint32_t desk);

/* Writes AMOUNT multiples of the grid with all their digits. */
void put_amount(FILE *out, int64_t amount, unsigned decimals);

/*
 * Writes a figure in multiples of the grid. A figure that is such a multiple, like any quantile, gets all its digits.
 */
void put_figure(FILE *out, double figure, unsigned decimals);

/* Writes a value and its bounds as three cells, each after a comma. */
void put_cells(FILE *out, struct rmc_interval interval, unsigned decimals);

/* The result of a run. */
struct outcome {
    struct vectors with;
    struct vectors without;    /* without the trades of --add; has no desks without trades */
    const struct saved *saved; /* the data that --save writes beside the vectors */
};

/* The data of the outputs, on every rank. */
struct reporting {
    MPI_Comm comm;
    const struct options *options;
    const struct bank *bank;
    const struct engine *engine;
    struct vectors *vectors;
    struct outcome *outcome; /* VECTORS are its vectors with all trades, or without them */
    int rank, ranks;
    uint64_t first;                  /* scenario of this rank */
    char horizons[MAX_HORIZONS][24]; /* in days, as in the outputs */
};

/* The figures of a run in progress at the first horizon, on rank 0 if progress is requested; otherwise the functions
 * have no effect. */
struct running {
    const struct options *options;
    double unit; /* multiples of the grid in one unit of money */
    struct slipway_progress progress;
    double *pnl; /* a sample of the scenarios done by this rank; NULL: no figures */
    size_t count;
    size_t stride; /* one of this number of scenarios is taken */
    size_t pass;   /* scenarios to skip before the next one */
};
void running_open(struct running *running, const struct options *options, int rank);
/*
 * Takes COUNT scenarios: the bank's P&L at the first horizon is the sum of SUMS[group * scenarios + i] over all GROUPS.
 */
void running_add(struct running *running, const int64_t *sums, size_t groups, size_t count);
/* Writes a line of progress when due, with the figures of the scenarios so far. */
void running_report(struct running *running, size_t done, bool even_if_early);
void running_close(struct running *running);
/* Writes the last line of a run: AT, by level, are figures at the first horizon in multiples of the grid. */
void running_last(const struct options *options, const struct rmc_measures *at);

/* Each of the following functions writes this rank's part of an output to OUT. Collective; fails on some ranks or on
 * all. Returns the status of F. */

/* Writes the figures of the bank and of each desk, and keeps the figures for limits on rank 0. */
int put_figures(FILE *out, const struct reporting *all, struct sw_failure *f);
/* Writes the contributions of desks and factors to the bank's VaR. */
int put_contributions(FILE *out, const struct reporting *all, struct sw_failure *f);
/* Writes the bank's figures after the first 1/64 of the scenarios, 1/32, and so on. */
int put_convergence(FILE *out, const struct reporting *all, struct sw_failure *f);
/* Writes the worst scenarios, made again. */
int put_worst(FILE *out, const struct reporting *all, struct sw_failure *f);

/* Writes the requested outputs, and then prints the bank's VaR on rank 0. */
int write_bank(MPI_Comm comm, const struct engine *engine, struct outcome *outcome, struct sw_failure *f);

/* Gathers the P&L of all scenarios at a horizon on rank 0 in multiples of the grid: of DESK, or of the bank, which
 * comes after all desks. The caller frees *PNL, which is NULL on other ranks. Collective. Returns the status of F; the
 * failure may be rank 0's only. */
int gather_row(const struct reporting *all, size_t horizon, size_t desk, int64_t **pnl, struct sw_failure *f);
/* Gathers the amounts as doubles, which hold each amount exactly. */
int gather_amounts(const struct reporting *all, size_t horizon, size_t desk, double **pnl, struct sw_failure *f);

#endif
