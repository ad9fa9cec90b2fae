/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SLIPWAY_RISKMC_INTERNAL_H
#define SLIPWAY_RISKMC_INTERNAL_H

#include "slipway/riskmc.h"

/* Scenarios are valued in blocks, so that the tables of an instrument stay in cache for a block. */
enum { RMC_BLOCK = 256 };

/* Formats an error, unless ERROR is NULL. Returns CODE. */
rmc_err rmc_fail(struct rmc_error *error, rmc_err code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Returns 1 for a call, -1 for a put, and NAN for any other option. */
double rmc_sign(rmc_option option);

/* Refuses a sample that cannot be measured: see rmc_measure. */
rmc_err rmc_check_sample(const double *pnl, size_t count, double confidence, struct rmc_error *error);

/* Refuses an invalid setup: see rmc_portfolio_new. */
rmc_err rmc_check_setup(const struct rmc_setup *setup, struct rmc_error *error);

/* Returns the years from today to fixing I, counted from 0; 0 for a fixing at most half a trading day ago. */
double rmc_fixing_years(const struct rmc_schedule *schedule, double years, uint32_t i);

/* An instrument, with all data that scenarios need and that do not depend on the scenario. */
struct instrument {
    struct rmc_position terms; /* the quantity is the sum over all positions in the instrument */
    double horizon_years;      /* remaining life at the horizon */
    double horizon_rate;
    double horizon_discount;
    double vol;
    double root_time;    /* vol * sqrt(horizon_years) */
    double log_forward0; /* log(spot today / strike) + rate * years at the horizon */
    double value_today;  /* of one unit; Asians: from the table */
    size_t asian;        /* index of the instrument's table */
};

/* Further data of an Asian option. */
struct asian {
    size_t instrument;
    double *years;     /* from today to each coming fixing */
    size_t left;       /* fixings to come */
    size_t inside;     /* number of fixings not after the horizon */
    double realised;   /* share of the passed fixings in the average */
    double today_rate; /* for the price today */
};

/*
 * The parts of a price's path inside the horizon, between the closes of trading days, up to the last fixing. The last
 * part ends at the horizon.
 */
struct bridge {
    size_t parts;          /* up to the last part that a fixing needs; 0 without fixings inside the horizon */
    unsigned char *within; /* by part: whether a fixing lies inside the part */
    size_t *row;           /* by factor: the row of the factor's path, counted from 1; 0 if no fixing needs the path */
    size_t rows;
};

struct rmc_portfolio {
    struct instrument *instruments;
    size_t count;
    struct asian *asians;
    size_t asian_count;
    double *fixings; /* the years of all Asian options */
    double *tables;
    double *own_tables; /* the memory of the tables, unless the caller owns it */
    size_t table_length;
    double *spot;
    double *root;  /* scaled by sqrt(horizon days) */
    double *drift; /* per factor */
    size_t factors;
    struct bridge bridge;
    struct rmc_setup setup; /* only the numbers are used: the pointers may be stale */
};

/* The parts of a table. */
enum { TABLE_FILLED, TABLE_PRICE, TABLE_FACTORS };

/* Returns the table of an Asian option. */
const double *rmc_table_of(const struct rmc_portfolio *portfolio, size_t asian);

/* Refuses a portfolio with a table that is not filled. */
rmc_err rmc_check_tables(const struct rmc_portfolio *portfolio, struct rmc_error *error);

/* Write the path factors of an Asian option, in the order of the paths: from today on, or from the horizon on. */
void rmc_factors_today(const struct rmc_portfolio *portfolio, size_t asian, double *factors);
void rmc_factors_later(const struct rmc_portfolio *portfolio, size_t asian, double *factors);

/* Levels of all factors in a block of scenarios. Arrays by factor or row have RMC_BLOCK entries for each. */
struct market {
    size_t count;
    uint32_t scenario[RMC_BLOCK]; /* the caller writes the numbers of the scenarios here before a draw */
    double *x;                    /* by factor: log return over the horizon */
    double *spot;                 /* by factor: price at the horizon */
    double *z;                    /* by factor: normals */
    double *walk;                 /* by factor: the standard bridge */
    double *closes;               /* by row, then close (parts + 1): the bridge of the factor's logarithm */
    double *within;               /* by row, then part: the value of the bridge between two closes */
};

/* Makes room for a block. The caller ends *MARKET with rmc_market_free, which accepts NULL. */
rmc_err rmc_market_new(const struct rmc_portfolio *portfolio, struct market **market, struct rmc_error *error);
void rmc_market_free(struct market *market);

/* Draws the scenarios of MARKET. */
void rmc_market_draw(const struct rmc_portfolio *portfolio, struct market *market);

/* Finds the parts of the horizon's bridge that the fixings of the portfolio need. Fails with RMC_ERR_MEMORY. */
rmc_err rmc_bridge_plan(struct rmc_portfolio *portfolio, struct rmc_error *error);

/* Draws the bridge of a block with filled scenarios and normals. */
void rmc_bridge_draw(const struct rmc_portfolio *portfolio, struct market *market);

/* Draws normals of all factors and of all scenarios of a block into MARKET's z. LAST holds the last two words of the
 * counters. */
void rmc_market_normals(const struct rmc_portfolio *portfolio, struct market *market, rmc_purpose purpose,
                        const uint32_t last[2]);

/* Adds the normals or bridges FROM, mixed by the root of the covariance of the horizon, to the COUNT values of a factor
 * in TO. */
void rmc_market_mix(const struct rmc_portfolio *portfolio, size_t factor, size_t count, const double *from, double *to);

/* Writes the strike of an Asian option in each scenario of a block, less the share of the fixings up to the horizon in
 * the average. */
void rmc_strikes(const struct rmc_portfolio *portfolio, size_t asian, const struct market *market, double *strikes);

/* Sorts COUNT finite numbers in ascending order, by the digits of their bits (radix sort), with -0 before 0. KEYS has
 * room for 2 COUNT. */
void rmc_sort(double *values, size_t count, uint64_t *keys);

#endif
