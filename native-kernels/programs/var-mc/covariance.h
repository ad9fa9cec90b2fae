/* SPDX-License-Identifier: Apache-2.0 */
/* The covariance of a run's factors, and its root. */
#ifndef SLIPWAY_VARMC_COVARIANCE_H
#define SLIPWAY_VARMC_COVARIANCE_H

#include "slipway/riskmc_models.h"
#include "varmc.h"

/* A covariance of a day, and what a message calls it. */
struct covariance {
    double *values;                   /* factors x factors */
    const struct sw_names *names;     /* of the factors */
    const char *path;                 /* of the file on which it is estimated, or that gives it */
    const struct input_place *places; /* of each factor's variance in the file that gives it; NULL: it is estimated */
};

/*
 * Finds ROOT, which has the room of the covariance. Unless REPAIR is NULL, makes the covariance positive definite
 * before, and tells how far that went; else a covariance that is not so is refused. Returns the status of F.
 */
int take_root(const struct covariance *covariance, double *root, struct rmc_repair *repair, struct sw_failure *f);

/* Refuses an estimate on so few RETURNS that it cannot be positive definite; OF_MEAN: their mean was removed. HINT is
 * what a user can do. Returns the status of F. */
int check_returns(const struct covariance *covariance, size_t returns, bool of_mean, const char *hint,
                  struct sw_failure *f);

/* Tells how far a repair went. Rows of figures have BEFORE and BEHIND around the columns that all figures have. */
void print_repair(const struct rmc_repair *repair);
void put_repair(FILE *out, const struct rmc_repair *repair, const char *before, const char *behind);

#endif
