/* SPDX-License-Identifier: Apache-2.0 */
/* The run of a bank over all ranks: its scenario model, its P&L, its figures and outputs. */
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

/* What is said of the inner paths. */
struct inner {
    size_t with_paths; /* instruments that take paths */
    size_t proxies;    /* how many proxies are used at all horizons together */
    uint64_t outside;  /* values that lay outside of the range of a proxy: by count_inner, on all ranks */
    int64_t *bounds;   /* of the error by proxies, in multiples of the grid: [horizon * (desks + 1) + desk], the bank's
                        * last; NULL: no   proxies */
    /* Variances that the inner paths add to the measures, in units of money, on rank 0: [(horizon * (desks + 1) +
     * desk) * levels + level], the bank's last. NULL where nothing takes paths. */
    struct rmc_inner *noise;
    double *bias; /* by which fresh paths make the VaR too large, the same, in multiples of the grid; else NULL */
};

/*
 * The P&L of this rank's share of the scenarios (sw_split), in multiples of the grid: pnl_row(vectors, horizon,
 * desk)[i]. The last row of each horizon, behind those of all desks, is the bank's.
 */
struct vectors {
    int64_t *pnl;
    int64_t *books; /* the same by book, without the bank: book_row; NULL where no books are asked for */
    size_t horizons;
    size_t desks;
    size_t scenarios; /* of this rank */
    uint64_t first;   /* of them */
    size_t taken;     /* of all ranks: as many as asked, or as few as --interval needs */
    int64_t *today;   /* value today, by desk; the last one is the bank's */
    double *values;   /* of one unit of each instrument today; NAN where nobody holds it */
    int64_t
        *given; /* P&L in the given scenarios, on every rank: given[desk * given_count + i]; the bank's comes last */
    size_t given_count;
    struct rmc_repair repair; /* of the covariance, where it is asked for */
    double *measured;         /* what limits are about, in multiples of the grid: measured[horizon * limits + i], NAN
                               * where limit i is about another horizon; on rank 0, by put_figures */
    struct rmc_measures at[MAX_HORIZONS][MAX_LEVELS];  /* the bank's figures in multiples of the grid, the same */
    struct bank_var checked[MAX_HORIZONS][MAX_LEVELS]; /* its VaR by --check, on rank 0 */
    struct inner inner;
    double width; /* --interval: of the interval of the bank's VaR at the first level and horizon, over that VaR */
};

/* Returns the row of a desk, or with DESK vectors->desks that of the bank. */
int64_t *pnl_row(const struct vectors *vectors, size_t horizon, size_t desk);
/* Returns the row of one of BOOKS books. */
int64_t *book_row(const struct vectors *vectors, size_t horizon, size_t books, size_t book);

/* Fits the proxies of all instruments with paths, of which each rank fits a part, and writes the bounds of their
 * errors. Collective. */
int fit_proxies(MPI_Comm comm, const struct engine *engine, struct inner *inner, struct sw_failure *f);

/* Counts what proxies were used and where they did not hold. Collective. */
int count_inner(MPI_Comm comm, const struct engine *engine, struct inner *inner, struct sw_failure *f);

/* Returns by how much the VaR of COUNT P&L at LEVEL is too large because each has noise of that variance. Units are
 * those of ROW. */
double bias_of_noise(const int64_t *row, size_t count, double level, double variance);

/* Measures the noise of the inner paths at each desk that has some, and of the bank. Collective. */
int measure_noise(MPI_Comm comm, const struct engine *engine, struct vectors *vectors, struct sw_failure *f);

/* Prints the arithmetic unless it is double, how inner paths were taken, and by how much proxies are off; writes the
 * same as rows of the figures. ROW is that of the desk in VECTORS. */
void print_inner(const struct options *options, const struct vectors *vectors);
void put_inner(FILE *out, const struct options *options);
void put_bound(FILE *out, const struct bank *bank, size_t row, const struct options *options,
               const struct vectors *vectors);

/* How many scenarios each rank reports, and its first one, by sw_split. */
struct shares {
    int *counts; /* by rank */
    int *firsts;
};

/* Makes the shares of all ranks of COMM in SCENARIOS. The caller ends them with free_shares. Returns the status of F.
 */
int make_shares(MPI_Comm comm, size_t scenarios, struct shares *shares, struct sw_failure *f);
void free_shares(struct shares *shares);

/* Computes all scenarios, or as many as --interval needs. VECTORS is to be freed also after a failure. */
int compute_bank(MPI_Comm comm, const struct engine *engine, struct vectors *vectors, struct sw_failure *f);
void free_vectors(struct vectors *vectors);

/* P&L by desk in some scenarios: rows[desk * scenarios + i]; the bank's row is behind them. */
struct desk_rows {
    const struct bank *bank;
    int64_t *rows;
    size_t desks; /* the first ones of the bank's: trades may have added some */
    size_t scenarios;
    uint64_t first; /* number of the first scenario */
    bool are_given; /* the given scenarios, which have names */
};

/* Adds the rows of all desks into the bank's. Fails where a sum is too large, by the desk and the scenario. */
int add_desk_rows(const struct desk_rows *desks, struct sw_failure *f);

/* How precise the bank's VaR is in the scenarios that are done. */
struct precision {
    double level; /* of the VaR */
    double width; /* of its interval over the VaR; the same on every rank */
    double *pnl;  /* of the bank: on rank 0, with room for all scenarios */
    size_t done;  /* scenarios of PNL */
};

/* What a rank has of the P&L by desk. */
struct desk_sums {
    const int64_t *sums; /* sums[desk * stride + scenario]; 0 where another rank has the scenario */
    size_t desks, stride;
};

/* Adds the scenarios from precision->done to END - 1 to PRECISION, out of the SUMS of all ranks, and measures its
 * width. Collective. Returns the status of F. */
int measure_precision(MPI_Comm comm, struct precision *precision, struct desk_sums sums, size_t end,
                      struct sw_failure *f);

/* Writes the name of a desk; the bank, SW_NO_NAME, has none. */
void put_desk_name(FILE *out, const struct bank *bank, uint32_t desk);

/* Writes AMOUNT multiples of the grid with all their digits. */
void put_amount(FILE *out, int64_t amount, unsigned decimals);

/* Writes a figure in multiples of the grid: one that is such a multiple, as any quantile is, with all its digits. */
void put_figure(FILE *out, double figure, unsigned decimals);

/* Writes a value and its bounds as three cells, each behind a comma. */
void put_cells(FILE *out, struct rmc_interval interval, unsigned decimals);

/* What a run has come to. */
struct outcome {
    struct vectors with;
    struct vectors without;    /* those without the trades of --add; without desks where there are no trades */
    const struct saved *saved; /* what --save writes beside the vectors */
};

/* What the outputs are made of, on every rank. */
struct reporting {
    MPI_Comm comm;
    const struct options *options;
    const struct bank *bank;
    const struct engine *engine;
    struct vectors *vectors;
    struct outcome *outcome; /* of which VECTORS are those with all trades, or without them */
    int rank, ranks;
    uint64_t first;                  /* scenario of this rank */
    char horizons[MAX_HORIZONS][24]; /* in days, as outputs have them */
};

/* The figures of a run at the first horizon while it goes on, on rank 0 where progress is asked for; elsewhere its
 * functions do nothing. */
struct running {
    const struct options *options;
    double unit; /* multiples of the grid in one unit of money */
    struct progress progress;
    double *pnl; /* a sample of the scenarios that this rank has done; NULL: there are no figures */
    size_t count;
    size_t stride; /* every so many scenarios one comes in */
    size_t pass;   /* scenarios to pass over before the next one */
};
void running_open(struct running *running, const struct options *options, int rank);
/* Takes COUNT scenarios in: the bank's P&L at the first horizon is the sum of SUMS[group * scenarios + i] over all
 * GROUPS. */
void running_add(struct running *running, const int64_t *sums, size_t groups, size_t count);
/* Writes a line of progress when it is time for one, with the figures of the scenarios taken in. */
void running_report(struct running *running, size_t done, bool even_if_early);
void running_close(struct running *running);
/* Writes the last line of a run: AT, by level, are figures at the first horizon in multiples of the grid. */
void running_last(const struct options *options, const struct rmc_measures *at);

/* Each of the following writes this rank's part of an output to OUT. Collective; fails on some ranks or on all. Returns
 * the status of F. */

/* The figures of the bank and of each desk; keeps on rank 0 what limits are about. */
int put_figures(FILE *out, const struct reporting *all, struct sw_failure *f);
/* What desks and factors contribute to the bank's VaR. */
int put_contributions(FILE *out, const struct reporting *all, struct sw_failure *f);
/* The bank's figures after the first 1/64 of the scenarios, 1/32, and so on. */
int put_convergence(FILE *out, const struct reporting *all, struct sw_failure *f);
/* The worst scenarios, made again. */
int put_worst(FILE *out, const struct reporting *all, struct sw_failure *f);

/* Writes the outputs that the options ask for, and then prints the bank's VaR on rank 0. */
int write_bank(MPI_Comm comm, const struct engine *engine, struct outcome *outcome, struct sw_failure *f);

/* Gathers the P&L of all scenarios at a horizon on rank 0 in multiples of the grid: of DESK, or of the bank, which is
 * behind all desks. The caller frees *PNL, which is NULL on other ranks. Collective. Returns the status of F, which may
 * be rank 0's alone. */
int gather_row(const struct reporting *all, size_t horizon, size_t desk, int64_t **pnl, struct sw_failure *f);
/* The same as doubles, which hold each amount exactly. */
int gather_amounts(const struct reporting *all, size_t horizon, size_t desk, double **pnl, struct sw_failure *f);

#endif
