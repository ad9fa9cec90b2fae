/* SPDX-License-Identifier: Apache-2.0 */
/* The engine that turns numbers of scenarios into the P&L of a bank: its scenario model and its positions. */
#ifndef SLIPWAY_VARMC_BANK_ENGINE_H
#define SLIPWAY_VARMC_BANK_ENGINE_H

#include "bank.h"
#include "slipway/riskmc_models.h"

enum {
    BLOCK = 256 /* scenarios: the levels of 1,000 factors then take 2 MB, which fit a core's cache */
};

/* The numbers of scenarios that no run draws: given scenarios, and scenarios that move a single factor. */
static const uint32_t FIRST_GIVEN = 0x80000000, FIRST_BUMPED = 0xC0000000;

/* The grouping of positions; the P&L is added up by group. */
typedef enum { GROUP_DESKS, GROUP_BOOKS, GROUP_POSITIONS } grouping;

/* A scenario model and the data from which it was made. */
struct bank_model {
    struct rmc_model *moves;
    double *covariance;       /* of a day; NULL for a law without a covariance */
    double *root;             /* of the covariance */
    double *drift;            /* growth a day by factor; NULL: no growth */
    struct rmc_repair repair; /* of the covariance, if requested */
};

struct engine {
    const struct options *options;
    const struct bank *bank;
    struct bank_model model;
    uint32_t *drivers; /* the factors to draw and move, ascending; NULL: all */
    size_t driver_count;
    struct rmc_bank_setup setup; /* of all positions, in groups of desks */
    struct rmc_bank *positions;
    grouping by;
    size_t groups; /* of the positions: number of desks or books */
    prc_inner inner;
    const char **names; /* of the instruments */
    double *levels;     /* horizons x factors x BLOCK */
};

struct saved; /* bank-saved.h */

/* Makes the engine of a run with groups by desk, or by book if OPTIONS ask for books. If SAVED holds the model of a
 * saved run, the engine uses that model and draws only the factors on which the instruments depend. The caller frees
 * ENGINE, also after a failure. Every rank makes the same engine. Returns the status of F. */
int make_engine(const struct options *options, const struct bank *bank, const struct saved *saved,
                struct engine *engine, struct sw_failure *f);
void free_engine(struct engine *engine);

/* Makes the model for OPTIONS from the history or the covariance of BANK; MODEL is all zero before. Every rank makes
 * the same model. The caller frees MODEL, also after a failure. */
int make_model(const struct options *options, const struct bank *bank, struct bank_model *model, struct sw_failure *f);
void free_model(struct bank_model *model);

/* Sets the number of scenarios of a historical simulation to the number of days with a return, or refuses another
 * number. */
int take_days_as_scenarios(const struct bank *bank, struct options *options, struct sw_failure *f);

/*
 * Makes the growth a day of each factor by OPTIONS; *DRIFT is NULL without growth. The caller frees *DRIFT, also after
 * a failure. Risk-free growth uses today's rates: a price (stock, index, commodity) grows at the rate of the price's
 * currency. An exchange rate grows at the reporting currency's rate less the rate of the other currency. Other factors
 * do not grow. So no asset is expected to earn more than its currency. The rate of a currency is the first point of the
 * government curve: the one curve with only government rates in that currency.
 */
int make_drift(const struct options *options, const struct bank *bank, double **drift, struct sw_failure *f);

/* Makes positions in groups of another kind, or with other inner paths, than those of ENGINE, with the same proxies.
 * The caller ends *positions with rmc_bank_free. Returns the status of F. */
int make_positions(const struct engine *engine, grouping by, prc_inner inner, struct rmc_bank **positions,
                   struct sw_failure *f);

/* Returns the desk of a group of ENGINE. The groups are desks or books. */
size_t desk_of_group(const struct engine *engine, size_t group);

/* Returns the moves or levels of all factors at a horizon: [factor * BLOCK + i]. Factors that are not drawn have
 * arbitrary numbers. */
double *levels_at(const struct engine *engine, size_t horizon);

/* Writes the moves of COUNT scenarios, at most BLOCK, over all horizons to the levels of ENGINE. Returns the status of
 * F. */
int draw_moves(const struct engine *engine, uint32_t first, size_t count, struct sw_failure *f);

/* Moves today's market by the moves of COUNT scenarios over a horizon, in place in the levels of ENGINE. */
void move_market(const struct engine *engine, size_t horizon, size_t count);

/* Returns the levels of ENGINE at a horizon as COUNT scenarios from FIRST on. */
struct rmc_scenarios scenarios_at(const struct engine *engine, size_t horizon, uint32_t first, size_t count);

#endif
