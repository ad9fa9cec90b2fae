/* SPDX-License-Identifier: Apache-2.0 */
/*
 * var-mc without its main: options, inputs, the run over ranks, outputs. All functions with a communicator are
 * collective and fail on all ranks alike, with the same `struct sw_failure` everywhere.
 */
#ifndef SLIPWAY_VARMC_H
#define SLIPWAY_VARMC_H

#include "base/failure.h"
#include "base/names.h"
#include "base/split.h"
#include "slipway/progress.h"
#include "slipway/riskmc_bank.h"
#include "slipway/riskmc_models.h"
#include "table/table.h"

#include <stdbool.h>
#include <stdio.h>

/* Makes every rank return the failure of the lowest rank with a failure. Collective. Returns the agreed status. */
int agree(MPI_Comm comm, struct sw_failure *f);

/* Confidence levels, or horizons, of a run: numbers that an option lists. */
enum { MAX_LEVELS = 8, MAX_HORIZONS = MAX_LEVELS };
struct numbers {
    double values[MAX_LEVELS];
    size_t count;
};

/* The estimates of a covariance: values of options.estimate. */
enum { ESTIMATE_SAMPLE, ESTIMATE_SHRUNK, ESTIMATE_EWMA };

/* The growth of factors in scenarios: values of options.drift. */
enum { DRIFT_ZERO, DRIFT_RISK_FREE, DRIFT_GIVEN };

/* A cross-check of the bank's VaR: values of options.check. */
enum { CHECK_NONE, CHECK_DELTA_GAMMA };

/* The outputs. Every run has the first two; the others belong to a bank. */
enum {
    OUTPUT_PNL,
    OUTPUT_FIGURES,
    OUTPUT_DESKS,
    OUTPUT_VALUES,
    OUTPUT_STRESS,
    OUTPUT_LIMITS, /* after the figures, to which the limits apply */
    OUTPUT_CONTRIBUTIONS,
    OUTPUT_CONVERGENCE,
    OUTPUT_WORST,
    OUTPUT_BOOKS,
    OUTPUT_WITHOUT, /* the figures without the trades of --add */
    OUTPUT_SAVE,    /* the run, for --onto */
    OUTPUTS
};

/* The ways of taking inner paths: values of options.inner. */
enum { INNER_COMMON, INNER_FRESH, INNER_PROXY };
extern const char *const inner_names[]; /* their names, followed by NULL */

struct options {
    const char *positions, *prices, *curve; /* NULL for inputs of a bank */
    const char *inputs;                     /* the list of a bank's files, or NULL */
    const char *outputs[OUTPUTS];           /* the paths; NULL for an output that is not requested */
    const char *onto, *add;                 /* a saved run, and trades; both are given or NULL */
    const char *interval_text;              /* NULL: the requested number of scenarios */
    double interval;                        /* from the text: width of the interval over the VaR */
    uint64_t scenarios;                     /* 0, for a historical simulation only: one scenario for each day */
    uint64_t paths, seed, decimals, worst_count;
    double degrees;
    int law, estimate, drift, check; /* rmc_law; as above */
    int inner;                       /* as above */
    int arithmetic;                  /* prc_arithmetic */
    int simd;                        /* 0: the best level; else 1 + vm_simd */
    const char *levels_text, *horizons_text;
    struct numbers levels, horizons; /* horizons: trading days, ascending; a run on prices has one */
    bool covariance_asked;           /* on the command line */
    bool repair, inner_error, help;
};

/*
 * Parses the options. KEPT is NULL, or a copy of the description of a saved run: its lines that begin with "--" give
 * the options that ARGV does not give. The function writes to KEPT, which must live as long as the options.
 */
int parse_options(int argc, char **argv, char *kept, struct options *options, struct sw_failure *f);

/* The contents of a command line. */
struct arguments {
    int argc;
    char **argv;
    bool saved_is_read; /* options that come from a saved run are known */
};
bool is_given(const struct arguments *arguments, const char *option);

/* The parts of parse_options that check several options together. Each returns the status of F. They refuse missing
 * inputs, options without effect in the run, and two outputs of which one would overwrite the other. */
int check_inputs(const struct options *options, struct sw_failure *f);
int check_uses(const struct options *options, const struct arguments *arguments, struct sw_failure *f);
int check_outputs(const struct options *options, struct sw_failure *f);

/* Writes the options on which the P&L of a bank depends, a line each, as on a command line. */
void put_kept_options(const struct options *options, FILE *out);
void print_help(FILE *out);

/* A place in the inputs. */
struct input_place {
    const char *path;
    unsigned long line;
};

struct market {
    struct sw_names symbols; /* in file order */
    double *close;           /* days x symbols: the days with prices of all symbols */
    size_t days;
    uint32_t *gaps;        /* trading days (with a price of some symbol) from each to the next */
    size_t days_dropped;   /* trading days without a price of some symbol */
    size_t returns_scaled; /* returns over several trading days */
    double *tenor, *rate;
    size_t curve_points;
};

struct inputs {
    struct market market;
    struct rmc_position *positions;
    size_t position_count;
};

int read_inputs(MPI_Comm comm, const struct options *options, struct inputs *inputs, struct sw_failure *f);
void free_inputs(struct inputs *inputs);

/* The three parts of read_inputs. */
int read_prices(MPI_Comm comm, const char *path, struct market *market, struct sw_failure *f);
int read_curve(MPI_Comm comm, const char *path, struct market *market, struct sw_failure *f);
int read_positions(MPI_Comm comm, const char *path, struct inputs *inputs, struct sw_failure *f);

/* Gives *ARRAY room for at least COUNT elements of SIZE, and writes that room to *ROOM. Returns the status of F. */
int make_room(void **array, size_t *room, size_t count, size_t size, struct sw_failure *f);

/* The confidences of the figures: 95 and 99 %. */
enum { AT_95, AT_99, LEVELS };

struct figures {
    double today_value;
    struct rmc_measures at[LEVELS];
    struct rmc_inner inner[LEVELS]; /* variances that the inner paths add; included in the intervals */
    size_t returns_scaled;          /* of the market */
    struct rmc_repair repair;       /* of the covariance, if requested */
};

/*
 * Computes all scenarios. Fills *pnl on every rank with the values of the rank's scenarios (a part by sw_split), and on
 * rank 0 with the values of all; the caller frees *pnl. Fills *figures on rank 0.
 */
int run_scenarios(MPI_Comm comm, const struct options *options, const struct inputs *inputs, double **pnl,
                  struct figures *figures, struct sw_failure *f);

/* Measures the P&L of all scenarios on rank 0, which has PNL and FIGURES, with the error of the inner paths, which all
 * ranks work out together. */
int measure_run(MPI_Comm comm, const struct rmc_portfolio *portfolio, const double *pnl, size_t scenarios,
                struct figures *figures, struct sw_failure *f);

/* Fills F with a failure of riskmc. Returns the status of F. */
int risk_failed(const struct rmc_error *error, struct sw_failure *f);

/* Returns the part of RANK when COUNT things are divided among SIZE ranks. */
struct sw_range share_of(size_t count, int rank, int size);

/* A figure of a line: "var_mean_99" and its bounds, for measure var_mean at level 0.99. */
struct told {
    const char *measure;
    double level;
    struct rmc_interval figure; /* a value or bound that is not a number is left out */
};
/* Writes a line of rank 0 with COUNT figures, at most 2 * MAX_LEVELS, of the scenarios done so far. */
void progress_line(struct slipway_progress *progress, size_t done, size_t of, const struct told *told, size_t count);
/* Writes the last line of a run, with the figures of the whole run. Earlier lines have figures of some scenarios,
 * without the error of the inner paths. */
void progress_last(size_t scenarios, const struct told *told, size_t count);

/* A file that all ranks write. */
struct output {
    const char *path; /* NULL: not requested */
    char *text;       /* this rank's part, which write_files frees */
    size_t bytes;
    struct tp_writer *writer; /* NULL at first */
};

/*
 * Writes COUNT files by all ranks under temporary names, and renames all of them once all are whole. Collective. A
 * failure leaves no file. Writes no file if F holds a failure already. Returns the status of F.
 */
int write_files(MPI_Comm comm, struct output *outputs, size_t count, struct sw_failure *f);

/*
 * Writes both files by all ranks under temporary names, and renames them once both are whole. PNL and FIGURES come from
 * run_scenarios. Memory of a rank: the text of its own scenarios.
 */
int write_outputs(MPI_Comm comm, const struct options *options, const double *pnl, const struct figures *figures,
                  struct sw_failure *f);

#endif
