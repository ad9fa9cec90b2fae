/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SLIPWAY_RISKMC_INTERNAL_H
#define SLIPWAY_RISKMC_INTERNAL_H

#include "slipway/riskmc.h"

/* Formats an error, unless ERROR is NULL. Returns CODE. */
rmc_err rmc_fail(struct rmc_error *error, rmc_err code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* A position, with all that every scenario needs of it and that does not depend on the scenario. */
struct instrument {
    struct rmc_position terms;
    double horizon_years; /* remaining life at the horizon */
    double horizon_rate;
    double horizon_discount;
    double vol;
    double root_time;    /* vol * sqrt(horizon_years) */
    double log_forward0; /* log(spot today / strike) + rate * years at the horizon */
    double value_today;  /* of one unit; Asians: from the table */
    size_t asian;        /* index of its table */
};

struct rmc_portfolio {
    struct instrument *instruments;
    size_t count;
    size_t asians;
    size_t *asian_position; /* table -> instrument */
    double *tables;
    size_t table_length;
    double *spot;
    double *root;  /* scaled by sqrt(horizon days) */
    double *drift; /* per factor */
    size_t factors;
    struct rmc_setup setup; /* only its numbers are used: its pointers may be gone */
    double *today_rate;     /* per Asian, for its price today */
};

/* Draws one scenario: x[j] is the log return of factor j over the horizon. Z is scratch. Both have room for all
 * factors. */
void rmc_scenario(const struct rmc_portfolio *portfolio, uint32_t scenario, double *z, double *x);

#endif
