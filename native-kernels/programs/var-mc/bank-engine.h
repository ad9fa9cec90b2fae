/* SPDX-License-Identifier: Apache-2.0 */
/* What makes the P&L of a bank out of the numbers of scenarios alone: its scenario model and its positions. */
#ifndef SLIPWAY_VARMC_BANK_ENGINE_H
#define SLIPWAY_VARMC_BANK_ENGINE_H

#include "bank.h"
#include "slipway/riskmc_models.h"

enum {
    BLOCK = 256 /* scenarios: the levels of 1,000 factors then take 2 MB, which a core's cache holds */
};

/* The numbers of scenarios that no run draws: those that are given, and those that move one factor alone. */
static const uint32_t FIRST_GIVEN = 0x80000000, FIRST_BUMPED = 0xC0000000;

/* How positions are grouped; the groups' P&L is what is added up. */
typedef enum { GROUP_DESKS, GROUP_BOOKS, GROUP_POSITIONS } grouping;

/* A scenario model with what it was made of. */
struct bank_model {
    struct rmc_model *moves;
    double *covariance;       /* of a day; NULL for a law that is drawn without one */
    double *root;             /* of the covariance */
    double *drift;            /* growth a day by factor; NULL: none */
    struct rmc_repair repair; /* of the covariance, where it is asked for */
};

struct engine {
    const struct options *options;
    const struct bank *bank;
    struct bank_model model;
    uint32_t *drivers; /* the factors that are drawn and moved, ascending; NULL: all */
    size_t driver_count;
    struct rmc_bank_setup setup; /* of all positions, in groups of desks */
    struct rmc_bank *positions;
    grouping by;
    size_t groups; /* of the positions: so many desks or books */
    prc_inner inner;
    const char **names; /* of the instruments */
    double *levels;     /* horizons x factors x BLOCK */
};

struct saved; /* bank-saved.h */

/* Makes the engine of a run, whose groups are desks, or books where OPTIONS ask for those. Where SAVED holds the model
 * of a saved run, that is the model, and only the factors on which the instruments depend are drawn. ENGINE is to be
 * freed also after a failure. Every rank makes the same one. Returns the status of F. */
int make_engine(const struct options *options, const struct bank *bank, const struct saved *saved,
                struct engine *engine, struct sw_failure *f);
void free_engine(struct engine *engine);

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

/* Makes positions in groups of another kind, or with other inner paths, than those of ENGINE, whose proxies they have.
 * The caller ends them with rmc_bank_free. Returns the status of F. */
int make_positions(const struct engine *engine, grouping by, prc_inner inner, struct rmc_bank **positions,
                   struct sw_failure *f);

/* Returns the desk of a group of ENGINE, whose groups are desks or books. */
size_t desk_of_group(const struct engine *engine, size_t group);

/* Returns the moves or levels of all factors at a horizon, of which those that are not drawn are anything:
 * [factor * BLOCK + i]. */
double *levels_at(const struct engine *engine, size_t horizon);

/* Writes the moves of COUNT scenarios, at most BLOCK, over all horizons to the levels of ENGINE. Returns the status of
 * F. */
int draw_moves(const struct engine *engine, uint32_t first, size_t count, struct sw_failure *f);

/* Moves the market of today by the moves of COUNT scenarios over a horizon in the levels of ENGINE, in place. */
void move_market(const struct engine *engine, size_t horizon, size_t count);

/* Returns the levels of ENGINE at a horizon as COUNT scenarios from FIRST on. */
struct rmc_scenarios scenarios_at(const struct engine *engine, size_t horizon, uint32_t first, size_t count);

#endif
