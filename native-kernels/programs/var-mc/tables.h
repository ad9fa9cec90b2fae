/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of Asian options, which the ranks of a node share. */
#ifndef SLIPWAY_VARMC_TABLES_H
#define SLIPWAY_VARMC_TABLES_H

#include "node/window.h"
#include "varmc.h"

struct node_tables {
    struct sw_place place;
    struct sw_window window;
};

/*
 * Fills all tables of PORTFOLIO, which is the same on every rank, in memory that the ranks of a node share; ALONE: each
 * rank counts as a node. The caller frees TABLES, also after a failure, after the last use of the portfolio.
 * Collective. Returns the status of F.
 */
int fill_tables(MPI_Comm comm, int alone, struct rmc_portfolio *portfolio, struct node_tables *tables,
                struct sw_failure *f);

/* Collective. */
void free_tables(struct node_tables *tables);

#endif
