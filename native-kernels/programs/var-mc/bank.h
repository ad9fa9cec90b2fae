/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The inputs of a bank: the files of a list, read by all ranks into the terms of pricing.h and riskmc.h. All functions
 * with a communicator are collective and fail on all ranks alike, as described in varmc.h.
 */
#ifndef SLIPWAY_VARMC_BANK_H
#define SLIPWAY_VARMC_BANK_H

#include "base/names.h"
#include "slipway/riskmc_bank.h"
#include "varmc.h"

/* The contents of a file of the list. The kinds of instruments follow: LIST_INSTRUMENTS + PRC_STOCK and so on. */
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
    char *path; /* relative to the working folder */
};

struct list {
    struct listed_file *files;
    size_t count, room;
};

/* Reads the file PATH with the columns kind,file. File names are relative to the folder of PATH. */
int read_list(MPI_Comm comm, const char *path, struct list *list, struct sw_failure *f);
void free_list(struct list *list);

/* Returns the word of the list for a kind. */
const char *listed_kind_name(int kind);

/* Returns the number of files of KIND in the list. */
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

/* Factors, with today's levels and their history. */
struct factors {
    struct sw_names names;
    double *today;
    bool *is_rate;         /* moves by addition; all others by their logarithm */
    int *class;            /* as above */
    struct sw_names money; /* all currencies that factors name */
    uint32_t *currency;    /* of each factor: number in MONEY, or SW_NO_NAME */
    size_t today_room, rate_room, class_room, currency_room;
    struct sw_names currencies; /* currencies with an exchange rate */
    uint32_t *exchange;         /* of each exchange rate: its factor */
    size_t exchange_room;
};

/* The history: a level for each day and factor, NAN if missing. */
struct history {
    const char *path; /* as in the list */
    double *level;    /* days x factors, oldest day first */
    size_t days;
};

struct curves {
    struct sw_names names;
    struct prc_curve *curves; /* with points in YEARS and FACTORS */
    double *years;
    uint32_t *factors;
    size_t *starts; /* the first point of each curve */
    size_t points, curve_room, year_room, factor_room, start_room;
};

struct instruments {
    struct sw_names names;
    struct prc_instrument *instruments;
    uint32_t *exchange; /* the exchange rate of the currency of each, or PRC_NONE */
    size_t instrument_room, exchange_room;
    struct sw_names wanted; /* if not empty, all other names are left out */
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
    struct sw_names books;        /* each as the number of the desk, a comma and the name of the book */
    uint32_t *desks_of_books;     /* by book */
    uint32_t *books_of_positions; /* by position */
    uint32_t *lines;              /* by position: line in the file */
    struct holdings_file *files;  /* in the order in which they were read */
    struct rmc_holding *holdings; /* by position, in groups of desks */
    size_t count, room, book_room, desk_room, line_room, file_count, file_room;
};

/* The figures at a level. */
enum { VAR_MEAN, VAR_TODAY, ES_MEAN, MEASURES };
extern const char *const measure_names[MEASURES + 1]; /* in the words of the files; ends with NULL */

/* A bound that a figure of a desk, or of the bank, must not exceed. */
struct limit {
    uint32_t desk; /* SW_NO_NAME: the bank */
    int measure;   /* VAR_MEAN and so on */
    double level;
    double most;    /* in the reporting currency */
    double horizon; /* trading days; 0: every horizon of the run */
};

/* Given scenarios, which are not drawn: stress tests. */
struct given {
    struct sw_names names;
    double *moves; /* by scenario, then factor; 0 if not given */
    size_t room;
};

struct bank {
    long as_of; /* the day of valuation, in days since 1970-01-01 */
    char currency[32];
    struct factors factors;
    struct history history;
    double *covariance; /* of a day, if the list gives one; else NULL */
    const char *covariance_path;
    struct input_place *variance_places; /* by factor, if the list gives the covariance */
    double *drifts; /* growth a year by factor, NAN if not given; NULL if no file of the list gives any */
    struct curves curves;
    struct prc_market market;
    struct instruments instruments;
    struct holdings holdings;
    struct limit *limits;
    size_t limit_count, limit_room;
    struct given given;
};

/* Reads all files of LIST into BANK, which must be all zero, in the order of their dependencies. LIST must outlive the
 * bank. */
int read_bank(MPI_Comm comm, const struct list *list, struct bank *bank, struct sw_failure *f);
void free_bank(struct bank *bank);

/*
 * Fails as risk_failed does. If an amount leaves the grid of the sums, names the position at fault with file and line.
 */
int position_failed(const struct holdings *holdings, const struct rmc_error *error, struct sw_failure *f);

/* Reads today's market without its history: parameters, factors, curves. */
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
