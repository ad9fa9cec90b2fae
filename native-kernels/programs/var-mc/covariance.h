/* SPDX-License-Identifier: Apache-2.0 */
/* The covariance of a run's factors, and the root. */
#ifndef SLIPWAY_VARMC_COVARIANCE_H
#define SLIPWAY_VARMC_COVARIANCE_H

#include "slipway/riskmc_models.h"
#include "varmc.h"

/* A covariance of a day, and its name in messages. */
struct covariance {
    double *values;                   /* factors x factors */
    const struct sw_names *names;     /* of the factors */
    const char *path;                 /* file that gives the covariance, or the history for its estimate */
    const struct input_place *places; /* places of each factor's variance in the file that gives it; NULL: estimated */
};

/*
 * Finds ROOT, which has the size of the covariance. Unless REPAIR is NULL, first makes the covariance positive definite
 * and fills REPAIR; otherwise refuses a covariance that is not positive definite. Returns the status of F.
 */
int take_root(const struct covariance *covariance, double *root, struct rmc_repair *repair, struct sw_failure *f);

/* Refuses an estimate on so few RETURNS that the covariance cannot be positive definite; OF_MEAN: the mean of the
 * returns was removed. HINT is advice to the user. Returns the status of F. */
int check_returns(const struct covariance *covariance, size_t returns, bool of_mean, const char *hint,
                  struct sw_failure *f);

/*
 * Print or write the size of a repair. Rows of figures have BEFORE and BEHIND around the columns that all figures have.
 */
void print_repair(const struct rmc_repair *repair);
void put_repair(FILE *out, const struct rmc_repair *repair, const char *before, const char *behind);

#endif
