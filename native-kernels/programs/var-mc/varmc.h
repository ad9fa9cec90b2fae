/* SPDX-License-Identifier: Apache-2.0 */
/*
 * var-mc, without its main: options, inputs, the run over ranks, outputs. All functions with a communicator are
 * collective over it and fail on all ranks alike, with a `struct sw_failure` that is the same everywhere.
 */
#ifndef SLIPWAY_VARMC_H
#define SLIPWAY_VARMC_H

#include "base/failure.h"
#include "base/names.h"
#include "base/split.h"
#include "slipway/riskmc_bank.h"
#include "slipway/riskmc_models.h"
#include "table/table.h"

#include <stdbool.h>
#include <stdio.h>

/* Gives every rank the failure of the lowest rank that has one. Collective. Returns the agreed status. */
int agree(MPI_Comm comm, struct sw_failure *f);

/* Confidence levels, or horizons, of a run: numbers that an option lists. */
enum { MAX_LEVELS = 8, MAX_HORIZONS = MAX_LEVELS };
struct numbers {
    double values[MAX_LEVELS];
    size_t count;
};

/* How a covariance is estimated: values of options.estimate. */
enum { ESTIMATE_SAMPLE, ESTIMATE_SHRUNK, ESTIMATE_EWMA };

/* How factors grow in scenarios: values of options.drift. */
enum { DRIFT_ZERO, DRIFT_RISK_FREE, DRIFT_GIVEN };

/* A cross-check of the bank's VaR: values of options.check. */
enum { CHECK_NONE, CHECK_DELTA_GAMMA };

/* The outputs. Every run has the first two; the others are of a bank. */
enum {
    OUTPUT_PNL,
    OUTPUT_FIGURES,
    OUTPUT_DESKS,
    OUTPUT_VALUES,
    OUTPUT_STRESS,
    OUTPUT_LIMITS, /* after the figures, which the limits are about */
    OUTPUT_CONTRIBUTIONS,
    OUTPUT_CONVERGENCE,
    OUTPUT_WORST,
    OUTPUT_BOOKS,
    OUTPUT_WITHOUT, /* the figures without the trades of --add */
    OUTPUT_SAVE,    /* the run itself, for --onto */
    OUTPUTS
};

/* How inner paths are taken: values of options.inner. */
enum { INNER_COMMON, INNER_FRESH, INNER_PROXY };
extern const char *const inner_names[]; /* their names, and NULL behind them */

struct options {
    const char *positions, *prices, *curve; /* NULL where there are inputs of a bank */
    const char *inputs;                     /* the list of a bank's files, or NULL */
    const char *outputs[OUTPUTS];           /* their paths; NULL where one is not asked for */
    const char *onto, *add;                 /* a saved run, and trades; both are given or NULL */
    const char *interval_text;              /* NULL: as many scenarios as asked */
    double interval;                        /* of the text: width of the interval over the VaR */
    uint64_t scenarios;                     /* 0, for a historical simulation alone: as many as its days have */
    uint64_t paths, seed, decimals, worst_count;
    double degrees;
    int law, estimate, drift, check; /* rmc_law; as above */
    int inner;                       /* as above */
    int arithmetic;                  /* prc_arithmetic */
    int simd;                        /* 0: the best level; else 1 + vm_simd */
    const char *levels_text, *horizons_text;
    struct numbers levels, horizons; /* horizons: trading days, ascending; of prices there is one */
    bool covariance_asked;           /* by the command line */
    bool repair, inner_error, help;
};

/*
 * Parses the options. KEPT is NULL, or a copy of the description of a saved run: what its lines that begin with "--"
 * say stands for options that ARGV does not give. KEPT is written to, and must live as long as the options.
 */
int parse_options(int argc, char **argv, char *kept, struct options *options, struct sw_failure *f);

/* What a command line gives. */
struct arguments {
    int argc;
    char **argv;
    bool saved_is_read; /* options that come from a saved run are known */
};
bool is_given(const struct arguments *arguments, const char *option);

/* The parts of parse_options that look at several options. Each returns the status of F. They refuse inputs that are
 * missing, options that do nothing in the run, and two outputs of which one would overwrite the other. */
int check_inputs(const struct options *options, struct sw_failure *f);
int check_uses(const struct options *options, const struct arguments *arguments, struct sw_failure *f);
int check_outputs(const struct options *options, struct sw_failure *f);

/* Writes the options on which the P&L of a bank hangs, a line each, as a command line has them. */
void put_kept_options(const struct options *options, FILE *out);
void print_help(FILE *out);

/* Where something stands in the inputs. */
struct input_place {
    const char *path;
    unsigned long line;
};

struct market {
    struct sw_names symbols; /* in file order */
    double *close;           /* days x symbols: the days that all symbols have */
    size_t days;
    uint32_t *gaps;        /* trading days from each of them to the next: days that some symbol has */
    size_t days_dropped;   /* trading days that some symbol lacks */
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

/* Gives *ARRAY room for COUNT elements of SIZE at least, and writes that room to *ROOM. Returns the status of F. */
int make_room(void **array, size_t *room, size_t count, size_t size, struct sw_failure *f);

/* The confidences of the figures: 95 and 99 %. */
enum { AT_95, AT_99, LEVELS };

struct figures {
    double today_value;
    struct rmc_measures at[LEVELS];
    struct rmc_inner inner[LEVELS]; /* variances that the inner paths add; the intervals have them */
    size_t returns_scaled;          /* of the market */
    struct rmc_repair repair;       /* of the covariance, where it is asked for */
};

/*
 * Computes all scenarios. Fills *pnl on every rank, with the values of its scenarios (its part by sw_split), on rank 0
 * with those of all; the caller frees it. Fills *figures on rank 0.
 */
int run_scenarios(MPI_Comm comm, const struct options *options, const struct inputs *inputs, double **pnl,
                  struct figures *figures, struct sw_failure *f);

/* Measures the P&L of all scenarios on rank 0, where PNL and FIGURES are, with the error of the inner paths, which all
 * ranks work out together. */
int measure_run(MPI_Comm comm, const struct rmc_portfolio *portfolio, const double *pnl, size_t scenarios,
                struct figures *figures, struct sw_failure *f);

/* Fills F with a failure of riskmc. Returns the status of F. */
int risk_failed(const struct rmc_error *error, struct sw_failure *f);

/* Returns the part of RANK when COUNT things are shared out over SIZE ranks. */
struct sw_range share_of(size_t count, int rank, int size);

/* Writes the progress lines of rank 0, at most four a second, to the file that SLIPWAY_PROGRESS names. */
struct progress {
    int fd; /* -1: nobody asked */
    double last;
};
void progress_open(struct progress *progress);
/* Returns true when it is time for another line. */
bool progress_due(const struct progress *progress);
/* A figure of a line: "var_mean_99" and its bounds, for measure var_mean at level 0.99. */
struct told {
    const char *measure;
    double level;
    struct rmc_interval figure; /* a value or bound that is no number is left out */
};
/* Writes a line with COUNT figures, at most 2 * MAX_LEVELS, of the scenarios that are done. */
void progress_line(struct progress *progress, size_t done, size_t of, const struct told *told, size_t count);
void progress_close(struct progress *progress);
/* Writes the last line of a run, which has the figures of the run itself; those before it are of some scenarios, and
 * without the error of the inner paths. */
void progress_last(size_t scenarios, const struct told *told, size_t count);

/* A file that all ranks write. */
struct output {
    const char *path; /* NULL: it is not asked for */
    char *text;       /* this rank's part, which write_files frees */
    size_t bytes;
    struct tp_writer *writer; /* NULL at first */
};

/*
 * Writes COUNT files by all ranks under temporary names, and gives them their names when all are whole. Collective.
 * After a failure none of them is left. Writes nothing where F holds a failure already. Returns the status of F.
 */
int write_files(MPI_Comm comm, struct output *outputs, size_t count, struct sw_failure *f);

/*
 * Writes both files by all ranks under temporary names, and gives them their names when both are whole. PNL and FIGURES
 * are what run_scenarios has filled. Memory of a rank: the text of its own scenarios.
 */
int write_outputs(MPI_Comm comm, const struct options *options, const double *pnl, const struct figures *figures,
                  struct sw_failure *f);

#endif
