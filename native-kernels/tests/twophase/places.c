/* SPDX-License-Identifier: Apache-2.0 */
#include "places.h"

static int node_alone(int rank) {
    return rank;
}

static int node_together(int rank) {
    return 0 * rank;
}

static int node_of_two(int rank) {
    return rank / 2;
}

static int node_in_turn(int rank) {
    return rank % 3;
}

static int node_of_the_rest(int rank) {
    return rank != 0;
}

static int node_with_a_gap(int rank) {
    return rank / 3 % 2;
}

static const struct {
    const char *name;
    int (*node)(int rank);
    int backwards; /* ranks are numbered from the last */
    int without_first;
} rows[PLACES] = {
    {"one node", node_together, 0, 0},
    {"a node each", node_alone, 0, 0},
    {"nodes of two", node_of_two, 0, 0},
    {"three nodes in turn", node_in_turn, 1, 0},
    {"one alone, the rest together", node_of_the_rest, 0, 0},
    {"two nodes in pieces of three, backwards", node_with_a_gap, 1, 0},
    {"nodes of two, without the first rank", node_of_two, 0, 1},
};

static int entered;

/* Gives the same split to all callers of one place: MPI allows any split. */
int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made) {
    int rank;
    if (type != MPI_COMM_TYPE_SHARED || entered == 0)
        return PMPI_Comm_split_type(comm, type, key, info, made);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return PMPI_Comm_split(comm, rows[entered].node(rank), key, made);
}

static int count_nodes(MPI_Comm comm, int node) {
    int nodes[1024] = {0}, ranks, count = 0;
    MPI_Comm_size(comm, &ranks);
    nodes[node] = 1;
    MPI_Allreduce(MPI_IN_PLACE, nodes, 1024, MPI_INT, MPI_MAX, comm);
    for (int i = 0; i < 1024; i++)
        count += nodes[i];
    return count;
}

void places_make(struct place places[PLACES]) {
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < PLACES; i++) {
        const int out = rows[i].without_first && rank == 0 && ranks > 1;
        struct place *place = &places[i];
        place->name = rows[i].name;
        MPI_Comm_split(MPI_COMM_WORLD, out ? MPI_UNDEFINED : 0, rows[i].backwards ? -rank : rank, &place->comm);
        if (place->comm == MPI_COMM_NULL)
            continue;
        MPI_Comm_size(place->comm, &place->ranks);
        place->nodes = count_nodes(place->comm, rows[i].node(rank));
    }
}

void places_free(struct place places[PLACES]) {
    for (int i = 0; i < PLACES; i++)
        if (places[i].comm != MPI_COMM_NULL)
            MPI_Comm_free(&places[i].comm);
}

void place_enter(int number) {
    entered = number;
}
