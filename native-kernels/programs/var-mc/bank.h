/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The inputs of a bank: the files that a list names, read by all ranks into the terms of pricing.h and riskmc.h. All
 * functions with a communicator are collective and fail on all ranks alike, as varmc.h says.
 */
#ifndef SLIPWAY_VARMC_BANK_H
#define SLIPWAY_VARMC_BANK_H

#include "base/names.h"
#include "slipway/riskmc_bank.h"
#include "varmc.h"

/* What a file of the list holds. The kinds of instruments follow: LIST_INSTRUMENTS + PRC_STOCK and so on. */
enum {
    LIST_PARAMETERS,
    LIST_FACTORS,
    LIST_HISTORY,
    LIST_COVARIANCE,
    LIST_DRIFTS,
    LIST_CURVES,
    LIST_HOLDINGS,
    LIST_LIMITS,
    LIST_SCENARIOS,
    LIST_INSTRUMENTS,
    LIST_KINDS = LIST_INSTRUMENTS + PRC_KINDS
};

struct listed_file {
    int kind;
    char *path; /* from where the program runs */
};

struct list {
    struct listed_file *files;
    size_t count, room;
};

/* The file PATH with the columns kind,file; the files' paths are relative to its folder. */
int read_list(MPI_Comm comm, const char *path, struct list *list, struct sw_failure *f);
void free_list(struct list *list);

/* Returns the word of the list for a kind. */
const char *listed_kind_name(int kind);

/* Returns how many files of KIND the list has. */
size_t count_listed(const struct list *list, int kind);

/* Classes of factors, in the order of their names in bank-market.c. */
enum {
    CLASS_STOCK,
    CLASS_INDEX,
    CLASS_GOVERNMENT,
    CLASS_SWAP,
    CLASS_MONEY,
    CLASS_FX,
    CLASS_COMMODITY,
    CLASS_VOLATILITY,
    CLASS_ECONOMIC
};

/* Factors, with what they are today and have been. */
struct factors {
    struct sw_names names;
    double *today;
    bool *is_rate;         /* moves by addition; all others by their logarithm */
    int *class;            /* as above */
    struct sw_names money; /* all currencies that factors name */
    uint32_t *currency;    /* of each factor: its number in MONEY, or SW_NO_NAME */
    size_t today_room, rate_room, class_room, currency_room;
    struct sw_names currencies; /* those that have an exchange rate */
    uint32_t *exchange;         /* of each: its factor */
    size_t exchange_room;
};

/* The history: a level for each day and factor, NAN where there is none. */
struct history {
    const char *path; /* as the list has it */
    double *level;    /* days x factors, oldest day first */
    size_t days;
};

struct curves {
    struct sw_names names;
    struct prc_curve *curves; /* their points are in YEARS and FACTORS */
    double *years;
    uint32_t *factors;
    size_t *starts; /* the first point of each curve */
    size_t points, curve_room, year_room, factor_room, start_room;
};

struct instruments {
    struct sw_names names;
    struct prc_instrument *instruments;
    uint32_t *exchange; /* the exchange rate of each one's currency, or PRC_NONE */
    size_t instrument_room, exchange_room;
    struct sw_names wanted; /* where there are any, all others are left out */
    void **lists;           /* the arrays of baskets */
    size_t list_count, list_room;
};

/* A file of holdings. */
struct holdings_file {
    const char *path;
    size_t first; /* position */
};

struct holdings {
    struct sw_names positions, desks;
    struct sw_names books;        /* each by its desk's number, a comma and its name */
    uint32_t *desks_of_books;     /* by book */
    uint32_t *books_of_positions; /* by position */
    uint32_t *lines;              /* by position: where it stands in its file */
    struct holdings_file *files;  /* in the order in which they were read */
    struct rmc_holding *holdings; /* by position, in groups of desks */
    size_t count, room, book_room, desk_room, line_room, file_count, file_room;
};

/* The figures at a level. */
enum { VAR_MEAN, VAR_TODAY, ES_MEAN, MEASURES };
extern const char *const measure_names[MEASURES + 1]; /* as files name them; ends with NULL */

/* A bound of a figure that a desk, or the bank, must not pass. */
struct limit {
    uint32_t desk; /* SW_NO_NAME: the bank */
    int measure;   /* VAR_MEAN and so on */
    double level;
    double most;    /* in the reporting currency */
    double horizon; /* trading days; 0: every horizon of the run */
};

/* Scenarios that are given and not drawn: stress tests. */
struct given {
    struct sw_names names;
    double *moves; /* by scenario, then factor; 0 where none is given */
    size_t room;
};

struct bank {
    long as_of; /* the day of valuation, in days since 1970-01-01 */
    char currency[32];
    struct factors factors;
    struct history history;
    double *covariance; /* of a day, where the list gives it; else NULL */
    const char *covariance_path;
    struct input_place *variance_places; /* by factor, where the list gives the covariance */
    double *drifts; /* growth a year by factor, NAN where it is not given; NULL where no file of the list gives any */
    struct curves curves;
    struct prc_market market;
    struct instruments instruments;
    struct holdings holdings;
    struct limit *limits;
    size_t limit_count, limit_room;
    struct given given;
};

/* Reads all files of LIST into BANK, which is all zero, in the order in which they build on each other. LIST must
 * outlive the bank. */
int read_bank(MPI_Comm comm, const struct list *list, struct bank *bank, struct sw_failure *f);
void free_bank(struct bank *bank);

/* Fails as risk_failed does, but names the position at fault, its file and line where an amount leaves the grid of the
 * sums. */
int position_failed(const struct holdings *holdings, const struct rmc_error *error, struct sw_failure *f);

/* Reads what a market is today, without its past: parameters, factors, curves. */
int read_market(MPI_Comm comm, const struct list *list, struct bank *bank, struct sw_failure *f);

/* Reads the files of the kinds from FIRST to LAST. */
int read_kinds(MPI_Comm comm, const struct list *list, int first, int last, struct bank *bank, struct sw_failure *f);

/* The parts of read_bank, each for one file. */
int read_parameters(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f);
int read_factors(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f);
int read_history(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f);
int read_covariance(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f);
int read_drifts(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f);
int read_curves(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f);
int read_instruments(MPI_Comm comm, const char *path, prc_kind kind, struct bank *bank, struct sw_failure *f);
int read_holdings(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f);
int read_limits(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f);
int read_scenarios(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f);

#endif
