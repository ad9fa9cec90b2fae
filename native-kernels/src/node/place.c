/* SPDX-License-Identifier: Apache-2.0 */
#include "node/place.h"

#ifdef __linux__
#include <sched.h>

/* Counts the cores that the ranks of a node may use, taking their bindings into account. */
static int count_cores(MPI_Comm node, int *cores) {
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    const int rc = MPI_Allreduce(MPI_IN_PLACE, &set, (int)sizeof set, MPI_BYTE, MPI_BOR, node);
    *cores = CPU_COUNT(&set);
    return rc;
}
#else
#include <unistd.h>

static int count_cores(MPI_Comm node, int *cores) {
    (void)node;
    *cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    return MPI_SUCCESS;
}
#endif

/* Makes the group from NODE, the ranks of this node, and finds whether they are crowded. */
static int make_group(int alone, MPI_Comm node, struct sw_place *place) {
    int cores = 1, ranks;
    MPI_Comm_set_errhandler(node, MPI_ERRORS_RETURN);
    MPI_Comm_size(node, &ranks);
    int rc = count_cores(node, &cores);
    place->crowded = ranks > cores;
    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_dup(alone ? MPI_COMM_SELF : node, &place->group);
    return rc;
}

static int split(int alone, struct sw_place *place) {
    MPI_Comm node;
    int rc = MPI_Comm_split_type(place->all, MPI_COMM_TYPE_SHARED, place->rank, MPI_INFO_NULL, &node);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = make_group(alone, node, place);
    MPI_Comm_free(&node);
    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Comm_set_errhandler(place->group, MPI_ERRORS_RETURN);
    MPI_Comm_rank(place->group, &place->member);
    MPI_Comm_size(place->group, &place->members);
    rc = MPI_Comm_split(place->all, place->member == 0 ? 0 : MPI_UNDEFINED, place->rank, &place->leaders);
    if (rc == MPI_SUCCESS && place->leaders != MPI_COMM_NULL) {
        MPI_Comm_set_errhandler(place->leaders, MPI_ERRORS_RETURN);
        MPI_Comm_rank(place->leaders, &place->index);
        MPI_Comm_size(place->leaders, &place->groups);
        if (place->groups > 1)
            rc = MPI_Comm_dup(place->leaders, &place->verdicts);
    }
    return rc;
}

/* Sends the leader's facts about groups to the members, and the size of the largest group to all ranks. */
static int tell(struct sw_place *place) {
    int known[2] = {place->index, place->groups};
    int rc = MPI_Bcast(known, 2, MPI_INT, 0, place->group);
    place->index = known[0];
    place->groups = known[1];
    if (rc == MPI_SUCCESS)
        rc = MPI_Allreduce(&place->members, &place->largest_group, 1, MPI_INT, MPI_MAX, place->all);
    return rc;
}

int sw_place_dup(MPI_Comm comm, MPI_Comm *own) {
    const int rc = MPI_Comm_dup(comm, own);
    if (rc == MPI_SUCCESS)
        MPI_Comm_set_errhandler(*own, MPI_ERRORS_RETURN);
    return rc;
}

int sw_place_make(int alone, struct sw_place *place) {
    MPI_Comm_rank(place->all, &place->rank);
    MPI_Comm_size(place->all, &place->ranks);
    const int rc = split(alone, place);
    return rc == MPI_SUCCESS ? tell(place) : rc;
}

void sw_place_free(struct sw_place *place) {
    MPI_Comm *const comms[] = {&place->verdicts, &place->leaders, &place->group, &place->all};
    for (size_t i = 0; i < sizeof comms / sizeof comms[0]; i++)
        if (*comms[i] != MPI_COMM_NULL)
            MPI_Comm_free(comms[i]);
}
