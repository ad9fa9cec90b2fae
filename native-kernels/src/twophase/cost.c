/*
 * The cost rule. To exchange a segment of s bytes among L leaders, k of which have a k-th part each:
 *
 *     MBC         k (ceil(log2 L) a + c s/k / B)      k broadcasts; c = 1 beyond ...
 *     ATV         (L - 1) a + max((L - 1) s/k, s (k - 1)/k or s) / B
 *     Allgatherv  ...
 *
 * a: latency, B: bandwidth into and out of one leader, measured.
 */
#include "internal.h"

enum { FIRST_PROBE = 4 << 10, LAST_PROBE = 128 << 10, LATENCY_ROUNDS = 5 };

static double log2_ceiling(int n) {
    double steps = 0;
    for (int reach = 1; reach < n; reach *= 2)
        steps++;
    return steps;
}

double tp_cost(const struct tp_network *network, int groups, tp_exchange exchange, int access_ranks, double bytes) {
    const double others = groups - 1, k = access_ranks, a = network->latency, b = network->bandwidth;
    const double out = others * bytes / k, in = k > 1 ? bytes : bytes;
    if (b <= 0)
        return 0;
    switch (exchange) {
    case TP_EXCHANGE_MBC:
        return k * log2_ceiling(groups) * a + (out > in ? out : in) / b;
    case TP_EXCHANGE_ATV:
        return others * a + (out > in ? out : in) / b;
    default:
        return others * a + (out > in ? out : in) / b;
    }
}

#include <stdlib.h>

static tp_err measure(const struct tp_place *place, struct tp_network *network, struct tp_error *error) {
    uint64_t one = 1, sum;
    int rc = MPI_SUCCESS;
    const double began = MPI_Wtime();
    network->latency = 1;
    for (int i = 0; i < LATENCY_ROUNDS && rc == MPI_SUCCESS; i++) {
        const double start = MPI_Wtime();
        rc = MPI_Allreduce(&one, &sum, 1, MPI_UINT64_T, MPI_SUM, place->verdicts);
        const double took = MPI_Wtime() - start;
        if (took < network->latency)
            network->latency = took;
    }
    unsigned char *bytes = calloc((size_t)place->groups, LAST_PROBE);
    int have = bytes != NULL, all = 0;
    if (rc == MPI_SUCCESS)
        rc = MPI_Allreduce(&have, &all, 1, MPI_INT, MPI_MIN, place->verdicts);
    for (int size = FIRST_PROBE; all && rc == MPI_SUCCESS && size <= LAST_PROBE; size *= 2) {
        const double start = MPI_Wtime();
        rc = MPI_Allgather(MPI_IN_PLACE, 0, MPI_BYTE, bytes, size, MPI_BYTE, place->verdicts);
        double took = MPI_Wtime() - start;
        if (rc == MPI_SUCCESS)
            rc = MPI_Bcast(&took, 1, MPI_DOUBLE, 0, place->verdicts);
        network->bandwidth = (double)size * (place->groups - 1) / took;
        if (took > 0.003)
            break;
    }
    free(bytes);
    network->took = MPI_Wtime() - began;
    return all ? tp_mpi(error, rc, "measuring the network")
               : tp_fail(error, TP_ERR_MEMORY, "no memory to measure the network");
}

tp_err tp_network_measure(const struct tp_place *place, struct tp_network *network, struct tp_error *error) {
    if (place->leaders != MPI_COMM_NULL)
        measure(place, network, error);
    if (tp_agree(place->all, error) != TP_OK)
        return error->code;
    return tp_mpi(error, MPI_Bcast(network, (int)sizeof *network, MPI_BYTE, 0, place->all), "MPI_Bcast");
}
