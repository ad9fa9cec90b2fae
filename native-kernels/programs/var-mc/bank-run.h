/* SPDX-License-Identifier: Apache-2.0 */
/* The run of a bank over all ranks: its scenario model, its P&L, its figures and outputs. */
#ifndef SLIPWAY_VARMC_BANK_RUN_H
#define SLIPWAY_VARMC_BANK_RUN_H

#include "bank-engine.h"

/*
 * The P&L of this rank's share of the scenarios (sw_split), in multiples of the grid: pnl[desk * scenarios + i]. The
 * last row, behind those of all desks, is the bank's.
 */
struct vectors {
    int64_t *pnl;
    int64_t *books; /* the same by book, without the bank; NULL where no books are asked for */
    size_t desks;
    size_t scenarios; /* of this rank */
    int64_t *today;   /* value today, by desk; the last one is the bank's */
    double *values;   /* of one unit of each instrument today; NAN where nobody holds it */
    int64_t
        *given; /* P&L in the given scenarios, on every rank: given[desk * given_count + i]; the bank's comes last */
    size_t given_count;
    double *measured; /* what each limit is about, in multiples of the grid: on rank 0, by put_figures */
    struct rmc_measures at[MAX_LEVELS]; /* the bank's figures in multiples of the grid, the same */
};

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
int compute_bank(MPI_Comm comm, const struct engine *engine, struct vectors *vectors, struct sw_failure *f);
void free_vectors(struct vectors *vectors);

/* Writes AMOUNT multiples of the grid with all their digits. */
void put_amount(FILE *out, int64_t amount, unsigned decimals);

/* Writes a figure in multiples of the grid: one that is such a multiple, as any quantile is, with all its digits. */
void put_figure(FILE *out, double figure, unsigned decimals);

/* Writes a value and its bounds as three cells, each behind a comma. */
void put_cells(FILE *out, struct rmc_interval interval, unsigned decimals);

/* What the outputs are made of, on every rank. */
struct reporting {
    MPI_Comm comm;
    const struct options *options;
    const struct bank *bank;
    const struct engine *engine;
    struct vectors *vectors;
    int rank, ranks;
    uint64_t first; /* scenario of this rank */
};

/* The figures of a run while it goes on, on rank 0 where progress is asked for; elsewhere its functions do nothing. */
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
/* Takes COUNT scenarios in: the bank's P&L is the sum of SUMS[group * scenarios + i] over all GROUPS. */
void running_add(struct running *running, const int64_t *sums, size_t groups, size_t count);
/* Writes a line of progress when it is time for one, with the figures of the scenarios taken in. */
void running_report(struct running *running, size_t done, bool even_if_early);
void running_close(struct running *running);
/* Writes the last line of a run: AT, by level, is in multiples of the grid. */
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
int write_bank(MPI_Comm comm, const struct engine *engine, struct vectors *vectors, struct sw_failure *f);

/* Gathers the P&L of all scenarios on rank 0 in multiples of the grid: of desk ROW, or of the bank, whose row is the
 * last one. The caller frees *PNL, which is NULL on other ranks. Collective. Returns the status of F, which may be rank
 * 0's alone. */
int gather_row(const struct reporting *all, size_t row, int64_t **pnl, struct sw_failure *f);
/* The same as doubles, which hold each amount exactly. */
int gather_amounts(const struct reporting *all, size_t row, double **pnl, struct sw_failure *f);

#endif
