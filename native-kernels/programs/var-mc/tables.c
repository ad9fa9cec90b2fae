/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tables of Asian options, once on each node, shared by the ranks of the node. All ranks share the options. With
 * several nodes, the leaders then exchange the tables that their ranks have filled.
 */
#include "tables.h"

#include <stdlib.h>

static int mpi_failed(const char *what, struct sw_failure *f) {
    return sw_fail(f, STATUS_MPI, NULL, "MPI failed while %s", what);
}

/* Makes the window of this node. */
static int make_window(MPI_Comm comm, int alone, const struct rmc_portfolio *portfolio, struct node_tables *tables,
                       struct sw_failure *f) {
    const size_t asians = rmc_portfolio_asians(portfolio),
                 bytes = asians * rmc_table_length(portfolio) * sizeof(double);
    struct sw_place *place = &tables->place;
    int rc = sw_place_dup(comm, &place->all);
    if (rc == MPI_SUCCESS)
        rc = sw_place_make(alone, place);
    if (rc != MPI_SUCCESS)
        mpi_failed("ranks found out which of them share a node", f);
    if (agree(comm, f) == STATUS_OK && sw_window_new(place, bytes, &tables->window) != MPI_SUCCESS)
        sw_fail(f, STATUS_COMPUTE, "take fewer --paths, or give the node's shared memory (/dev/shm) more room",
                "no memory of %zu MB to share for the inner paths of %zu Asian options", (bytes >> 20) + 1, asians);
    return agree(comm, f);
}

/* Gives the leader of each node the tables that the ranks of other nodes have filled. GROUP_OF has the group of each
 * rank. */
static int exchange(const struct sw_place *place, const int *group_of, struct rmc_portfolio *portfolio,
                    struct sw_failure *f) {
    const size_t length = rmc_table_length(portfolio);
    MPI_Datatype table; /* counts are in tables, not numbers, and stay far below INT_MAX */
    int rc = MPI_Type_contiguous((int)length, MPI_DOUBLE, &table);
    if (rc != MPI_SUCCESS)
        return mpi_failed("tables of paths were exchanged", f);
    MPI_Type_commit(&table);
    for (int r = 0; r < place->ranks && rc == MPI_SUCCESS; r++) {
        const struct sw_range part = share_of(rmc_portfolio_asians(portfolio), r, place->ranks);
        rc = MPI_Bcast(rmc_tables(portfolio) + part.first * length, (int)(part.end - part.first), table, group_of[r],
                       place->leaders);
    }
    MPI_Type_free(&table);
    return rc == MPI_SUCCESS ? STATUS_OK : mpi_failed("tables of paths were exchanged", f);
}

/* Brings the tables of other nodes to this one. */
static int take_others(MPI_Comm comm, const struct sw_place *place, struct rmc_portfolio *portfolio,
                       struct sw_failure *f) {
    int *group_of = malloc((size_t)place->ranks * sizeof *group_of);
    if (group_of == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %d ranks", place->ranks);
    if (agree(comm, f) == STATUS_OK) {
        if (MPI_Allgather(&place->index, 1, MPI_INT, group_of, 1, MPI_INT, comm) != MPI_SUCCESS)
            mpi_failed("ranks told each other their nodes", f);
        if (agree(comm, f) == STATUS_OK && place->leaders != MPI_COMM_NULL)
            exchange(place, group_of, portfolio, f);
    }
    free(group_of);
    return agree(comm, f);
}

/* Waits until all ranks of this node see all writes of the others. */
static int meet(MPI_Comm comm, const struct node_tables *tables, struct sw_failure *f) {
    if (sw_window_barrier(&tables->window, tables->place.group) != MPI_SUCCESS)
        mpi_failed("the ranks of a node shared tables of paths", f);
    return agree(comm, f);
}

int fill_tables(MPI_Comm comm, int alone, struct rmc_portfolio *portfolio, struct node_tables *tables,
                struct sw_failure *f) {
    struct rmc_error error;
    const struct sw_place nowhere = {
        .all = MPI_COMM_NULL, .group = MPI_COMM_NULL, .leaders = MPI_COMM_NULL, .verdicts = MPI_COMM_NULL};
    *tables = (struct node_tables){.place = nowhere};
    if (rmc_portfolio_asians(portfolio) == 0 || make_window(comm, alone, portfolio, tables, f) != STATUS_OK)
        return f->status;
    rmc_use_tables(portfolio, tables->window.base);
    const struct sw_range mine = share_of(rmc_portfolio_asians(portfolio), tables->place.rank, tables->place.ranks);
    if (rmc_fill_paths(portfolio, mine.first, mine.end, &error) != RMC_OK)
        risk_failed(&error, f);
    if (agree(comm, f) == STATUS_OK && meet(comm, tables, f) == STATUS_OK && tables->place.groups > 1 &&
        take_others(comm, &tables->place, portfolio, f) == STATUS_OK)
        meet(comm, tables, f);
    return f->status;
}

void free_tables(struct node_tables *tables) {
    sw_window_free(&tables->window);
    sw_place_free(&tables->place);
}
