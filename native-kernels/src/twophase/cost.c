/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cost rule. L leaders need a segment of s bytes, which k access ranks read in p parts. p is at most k, and so
 * small that a part has the least bytes that are worth a read (plan.c). The parts rotate among the access ranks: with p
 * = 1 the access ranks read whole segments in rotation, with p = k each reads a part of every segment. Phase 2 of u
 * segments runs at once, so latency is hidden. A segment costs the time of the busiest link, the processors and the
 * file system:
 *
 *                 bytes through the busiest link              messages and calls of a leader
 *     MBC         max(r s / min(k, u p), in)                  2 p (L - 1) / L + p
 *     ATV         max((L - 1) s / min(k, u p), in)            2 p (L - 1) / L + 1
 *     Allgatherv  max((L - 1) s / min(k, u p), in)            2 (L - 1) + 1
 *
 *     in = s, or s (L - 1) / L when all leaders are access ranks
 *     cost = bytes / B + messages m + p c
 *
 * B, bytes a second of a link, and m, seconds a message, are measured by all-to-all transfers of many and of few bytes,
 * once per communicator, if the plan has a choice. r, the number of copies of a broadcast that leave the root, is L - 1
 * if MPI sends to each leader, and 1 if the leaders pass the data on in a chain. A broadcast measures r only if the
 * options force fewer access ranks than leaders: otherwise ATV among all leaders is as good for any r. So the rule
 * chooses MBC where few access ranks must serve many leaders and MPI uses a chain, and ATV elsewhere. Larger segments
 * get more access ranks: the report's figure 5 shows this dependence on access nodes. The report's effect for longer
 * segments did not reappear (bench/RESULTS.md).
 *
 * c, seconds a read call, is a constant: a measurement would put the file into the cache, and a cached file does not
 * show the speed of the file system. All p calls of a segment meet in one file system, so their costs add up. For the
 * same reason the rule does not consider that groups read the same bytes separately.
 */
#include "internal.h"

#include <stdlib.h>

enum { AT_ONCE = 8, TINY = 8, FIRST_PROBE = 4 << 10, LAST_PROBE = 128 << 10 };

/* Long enough for a clock. A link that lets bursts through seems faster, which changes costs but hardly a choice. */
static const double enough_seconds = 0.003;

/* Cost of a request to a server of a network file system that has the data in memory. A read from a page cache takes 1
 * or 2 us. */
static const double read_call_seconds = 20e-6;

double tp_cost(const struct tp_network *network, int groups, const struct tp_way *way) {
    const double others = groups - 1, k = way->access_ranks, parts = way->parts;
    const double in = way->access_ranks == groups ? way->bytes * others / groups : way->bytes;
    const double copies = way->phase2 == TP_PHASE2_MBC && network->copies > 0 ? network->copies : others;
    const double senders = parts * way->under_way < k ? parts * way->under_way : k;
    const double out = copies * way->bytes / senders;
    double messages = 2 * parts * others / groups;
    if (way->phase2 == TP_PHASE2_ALLGATHERV)
        messages = 2 * others;
    messages += way->phase2 == TP_PHASE2_MBC ? parts : 1;
    const double busiest = out > in ? out : in;
    return network->bandwidth > 0
               ? busiest / network->bandwidth + messages * network->message + parts * read_call_seconds
               : busiest + messages + parts;
}

struct probe {
    MPI_Comm comm;
    int leaders;
    unsigned char *sent, *received; /* leaders x LAST_PROBE */
};

/* Measures the seconds of TIMES all-to-all transfers of BYTES between each two leaders, all under way at once; equal on
 * all leaders. */
static int time_transfers(const struct probe *probe, int times, int bytes, double *seconds) {
    MPI_Request requests[AT_ONCE];
    int rc = MPI_Barrier(probe->comm);
    const double start = MPI_Wtime();
    for (int i = 0; i < times && rc == MPI_SUCCESS; i++)
        rc = MPI_Ialltoall(probe->sent, bytes, MPI_BYTE, probe->received + (size_t)i * TINY * (size_t)probe->leaders,
                           bytes, MPI_BYTE, probe->comm, &requests[i]);
    if (rc == MPI_SUCCESS)
        rc = MPI_Waitall(times, requests, MPI_STATUSES_IGNORE);
    *seconds = MPI_Wtime() - start;
    return rc == MPI_SUCCESS ? MPI_Allreduce(MPI_IN_PLACE, seconds, 1, MPI_DOUBLE, MPI_MAX, probe->comm) : rc;
}

static int time_broadcast(const struct probe *probe, int bytes, double *seconds) {
    MPI_Request request;
    int rc = MPI_Barrier(probe->comm);
    const double start = MPI_Wtime();
    if (rc == MPI_SUCCESS)
        rc = MPI_Ibcast(probe->sent, bytes, MPI_BYTE, 0, probe->comm, &request);
    if (rc == MPI_SUCCESS)
        rc = MPI_Wait(&request, MPI_STATUS_IGNORE);
    *seconds = MPI_Wtime() - start;
    return rc == MPI_SUCCESS ? MPI_Allreduce(MPI_IN_PLACE, seconds, 1, MPI_DOUBLE, MPI_MAX, probe->comm) : rc;
}

static int measure(const struct probe *probe, int copies_matter, struct tp_network *network) {
    const double others = probe->leaders - 1;
    double seconds = 0;
    int size = FIRST_PROBE;
    int rc = time_transfers(probe, AT_ONCE, TINY, &seconds); /* the first transfer makes connections */
    if (rc == MPI_SUCCESS)
        rc = time_transfers(probe, AT_ONCE, TINY, &seconds);
    network->message = seconds / AT_ONCE / (2 * others + 1);
    for (; rc == MPI_SUCCESS; size *= 2) {
        rc = time_transfers(probe, 1, size, &seconds);
        network->bandwidth = others * size / seconds;
        if (seconds > enough_seconds || size == LAST_PROBE)
            break;
    }
    /* The bytes that the link carries in that time if each leader needs a separate copy. */
    const double fitting = network->bandwidth * enough_seconds / others;
    const int whole = fitting < LAST_PROBE ? (int)fitting + 1 : LAST_PROBE;
    if (rc != MPI_SUCCESS || !copies_matter)
        return rc;
    rc = time_broadcast(probe, whole, &seconds);
    network->copies = seconds * network->bandwidth / whole;
    if (network->copies > others)
        network->copies = others;
    if (network->copies < 1)
        network->copies = 1;
    return rc;
}

static tp_err measure_among_leaders(const struct sw_place *place, int copies_matter, struct tp_network *network,
                                    struct tp_error *error) {
    const size_t room = (size_t)place->groups * LAST_PROBE;
    struct probe probe = {place->leaders, place->groups, calloc(1, room), malloc(room)};
    const double began = MPI_Wtime();
    int have = probe.sent != NULL && probe.received != NULL;
    int rc = MPI_Allreduce(MPI_IN_PLACE, &have, 1, MPI_INT, MPI_MIN, place->leaders);
    if (!have)
        tp_fail(error, TP_ERR_MEMORY, "no memory to measure the network");
    else if (rc == MPI_SUCCESS)
        rc = measure(&probe, copies_matter, network);
    free(probe.sent);
    free(probe.received);
    network->took = MPI_Wtime() - began;
    return error->code == TP_OK ? tp_mpi(error, rc, "measuring the network") : error->code;
}

/* Results kept with a caller's communicator, for each kind of group. */
struct kept {
    struct tp_network networks[TP_GROUP_RANK + 1];
};

static int forget(MPI_Comm comm, int keyval, void *kept, void *extra) {
    (void)comm;
    (void)keyval;
    (void)extra;
    free(kept);
    return MPI_SUCCESS;
}

/*
 * Finds the process-wide key of the kept results. If two threads ask at once for the first time, the second one frees
 * its own key.
 */
static int find_key(int *key) {
    static _Atomic int first = MPI_KEYVAL_INVALID;
    int none = MPI_KEYVAL_INVALID, made = MPI_KEYVAL_INVALID;
    *key = atomic_load(&first);
    if (*key != MPI_KEYVAL_INVALID)
        return MPI_SUCCESS;
    const int rc = MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &made, NULL);
    if (rc != MPI_SUCCESS)
        return rc;
    *key = made;
    if (!atomic_compare_exchange_strong(&first, &none, made)) {
        *key = none;
        MPI_Comm_free_keyval(&made);
    }
    return MPI_SUCCESS;
}

/* Returns NULL without memory or if MPI refuses the attribute. The next plan then measures again. */
static struct kept *find_kept(MPI_Comm comm) {
    struct kept *kept;
    int keyval, found = 0;
    if (find_key(&keyval) != MPI_SUCCESS)
        return NULL;
    if (MPI_Comm_get_attr(comm, keyval, &kept, &found) == MPI_SUCCESS && found)
        return kept;
    kept = calloc(1, sizeof *kept);
    if (kept != NULL && MPI_Comm_set_attr(comm, keyval, kept) != MPI_SUCCESS) {
        free(kept);
        return NULL;
    }
    return kept;
}

tp_err tp_network_measure(MPI_Comm comm, tp_group group, const struct sw_place *place, int copies_matter,
                          struct tp_network *network, struct tp_error *error) {
    struct kept *kept = find_kept(comm);
    int known =
        kept != NULL && kept->networks[group].bandwidth > 0 && (!copies_matter || kept->networks[group].copies > 0);
    if (tp_mpi(error, MPI_Allreduce(MPI_IN_PLACE, &known, 1, MPI_INT, MPI_MIN, place->all), "MPI_Allreduce") != TP_OK)
        return error->code;
    if (known) {
        *network = kept->networks[group];
        return TP_OK;
    }
    if (place->leaders != MPI_COMM_NULL)
        measure_among_leaders(place, copies_matter, network, error);
    if (tp_agree(place->all, error) != TP_OK)
        return error->code;
    const int rc = MPI_Bcast(network, (int)sizeof *network, MPI_BYTE, 0, place->all);
    if (kept != NULL && rc == MPI_SUCCESS)
        kept->networks[group] = *network;
    return tp_mpi(error, rc, "MPI_Bcast");
}
