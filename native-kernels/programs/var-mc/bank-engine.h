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

struct engine {
    const struct options *options;
    const struct bank *bank;
    struct rmc_model *model;
    struct rmc_bank *positions;
    grouping by;
    size_t groups; /* of the positions: so many desks or books */
    prc_inner inner;
    const char **names; /* of the instruments */
    double *levels;     /* factors x BLOCK */
};

/* Makes the engine of a run, whose groups are desks, or books where OPTIONS ask for those. ENGINE is to be freed also
 * after a failure. Every rank makes the same one. Returns the status of F. */
int make_engine(const struct options *options, const struct bank *bank, struct engine *engine, struct sw_failure *f);
void free_engine(struct engine *engine);

/* Makes the model that OPTIONS asks for out of the history or the covariance of BANK. Every rank makes the same one. */
int make_model(const struct options *options, const struct bank *bank, struct rmc_model **model, struct sw_failure *f);

/* Makes positions in groups of another kind, or with other inner paths, than those of ENGINE. The caller ends them with
 * rmc_bank_free. Returns the status of F. */
int make_positions(const struct engine *engine, grouping by, prc_inner inner, struct rmc_bank **positions,
                   struct sw_failure *f);

/* Writes the moves of COUNT scenarios, at most BLOCK, to the levels of ENGINE: levels[factor * BLOCK + i]. Returns the
 * status of F. */
int draw_moves(const struct engine *engine, uint32_t first, size_t count, struct sw_failure *f);

/* Moves the market of today by the moves of COUNT scenarios in the levels of ENGINE, in place. */
void move_market(const struct engine *engine, size_t count);

/* The levels of ENGINE as COUNT scenarios from FIRST on, at the horizon of the run. */
struct rmc_scenarios scenarios_at_horizon(const struct engine *engine, uint32_t first, size_t count);

/* Fills F with a failure of riskmc. Returns the status of F. */
int risk_failed(const struct rmc_error *error, struct sw_failure *f);

#endif
