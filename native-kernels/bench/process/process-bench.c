/* SPDX-License-Identifier: Apache-2.0 */
/*
 * process-bench: rank 0 calls objects in the other ranks, after the same way with messages of MPI where there is one.
 * Prints a line of JSON with
 *
 *     call_us, pingpong_us           an empty call, and a ping-pong of 8 bytes: medians of rounds
 *     bulk_gb_s, bulk_mpi_gb_s       4 MiB there and back, between memory of the caller and of the server
 *     inline_gb_s                    the same, from memory that is no shared buffer
 *     starts_per_s                   calls that are started, and waited for a thousand at a time, to all servers in
 * turn idle_cores                     what servers that wait take of the processors, by their own clocks
 *
 * of two ranks the first four, of more ranks the last two.
 */
#include "slipway/process_world.h"

#include "Store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { ROUNDS = 11, CALLS = 20000, BULK = 4 << 20, BULKS = 20, AT_ONCE = 1000, STARTS = 20000, IDLE_SECONDS = 5 };

static struct proc_world *world;
static struct proc_error error;
static int rank, ranks;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values) {
    qsort(values, ROUNDS, sizeof *values, by_size);
    return values[ROUNDS / 2];
}

static void must(proc_err code) {
    if (code == PROC_OK)
        return;
    fprintf(stderr, "process-bench: %s\n", error.text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Sends COUNT messages of BYTES to the other one of two ranks and back. Returns the seconds of each there and back. */
static double ping_pong(char *bytes, int size, int count) {
    double rounds[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Barrier(MPI_COMM_WORLD);
        const double since = now();
        for (int i = 0; i < count; i++) {
            if (rank == 0)
                MPI_Send(bytes, size, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(bytes, size, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (rank == 1)
                MPI_Send(bytes, size, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        }
        rounds[round] = (now() - since) / count;
    }
    return median(rounds);
}

static double calls(struct proc_remote store) {
    double rounds[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        const double since = now();
        for (int i = 0; i < CALLS; i++)
            must(Store_nothing(store, &error));
        rounds[round] = (now() - since) / CALLS;
    }
    return median(rounds);
}

static double bulk(struct proc_remote store, char *bytes) {
    double rounds[ROUNDS];
    struct proc_into into = {bytes, BULK, 0};
    for (int round = 0; round < ROUNDS; round++) {
        const double since = now();
        for (int i = 0; i < BULKS; i++) {
            must(Store_write(store, (struct proc_bytes){bytes, BULK}, &error));
            must(Store_read(store, &into, &error));
        }
        rounds[round] = (now() - since) / BULKS;
    }
    return 2 * BULK / median(rounds) * 1e-9;
}

static double starts(struct proc_remote *stores, int count) {
    static struct proc_handle handles[AT_ONCE];
    static struct Store_nothing nothing[AT_ONCE];
    double rounds[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        const double since = now();
        for (int i = 0; i < STARTS; i += AT_ONCE) {
            for (int k = 0; k < AT_ONCE; k++)
                must(Store_start_nothing(stores[k % count], &nothing[k], &handles[k], &error));
            must(proc_wait_all(handles, AT_ONCE, &error));
        }
        rounds[round] = STARTS / (now() - since);
    }
    return median(rounds);
}

static double cpu_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

static void two(struct proc_world *of, double pingpong, double mpi_bulk) {
    struct proc_remote store;
    char *shared = proc_buffer_new(BULK, &error), *plain = malloc(BULK);
    must(Store_new(of, 0, BULK, &store, &error));
    memset(shared, 1, BULK);
    memset(plain, 1, BULK);
    const double call = calls(store);
    printf("{\"call_us\": %.3f, \"pingpong_us\": %.3f, \"call_vs_mpi\": %.2f", call * 1e6, pingpong * 1e6,
           pingpong / call);
    const double by_buffer = bulk(store, shared), inline_bulk = bulk(store, plain);
    printf(", \"bulk_gb_s\": %.2f, \"bulk_mpi_gb_s\": %.2f, \"bulk_vs_mpi\": %.2f, \"inline_gb_s\": %.2f}\n", by_buffer,
           mpi_bulk, by_buffer / mpi_bulk, inline_bulk);
    proc_buffer_free(shared);
    free(plain);
}

/* Lets the servers stay idle between two readings of their own clocks, which a function of the clock brings. */
static void many(int servers) {
    struct proc_remote *stores = calloc((size_t)servers, sizeof *stores);
    for (int i = 0; i < servers; i++)
        must(Store_new(world, i, 1, &stores[i], &error));
    printf("{\"servers\": %d, \"starts_per_s\": %.0f", servers, starts(stores, servers));
    double before = 0, after = 0;
    for (int i = 0; i < servers; i++) {
        double seconds;
        must(Store_cpu_seconds(world, i, &seconds, &error));
        before += seconds;
    }
    const double since = now();
    const struct timespec nap = {IDLE_SECONDS, 0};
    nanosleep(&nap, NULL);
    const double elapsed = now() - since;
    for (int i = 0; i < servers; i++) {
        double seconds;
        must(Store_cpu_seconds(world, i, &seconds, &error));
        after += seconds;
    }
    printf(", \"idle_cores\": %.4f}\n", (after - before) / elapsed);
    free(stores);
}

proc_err Store_do_cpu_seconds(struct Store_cpu_seconds *call, struct proc_error *why) {
    (void)why;
    call->seconds = cpu_seconds();
    return PROC_OK;
}

int main(int argc, char **argv) {
    static const struct proc_class *const classes[] = {&Store_class};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const struct proc_plan plan = {.servers = ranks - 1, .classes = classes, .class_count = 1};
    double pingpong = 0, mpi_bulk = 0;
    if (ranks == 2) {
        char *bytes = calloc(1, BULK);
        pingpong = ping_pong(bytes, 8, CALLS);
        mpi_bulk = 2 * BULK / ping_pong(bytes, BULK, BULKS) * 1e-9;
        free(bytes);
    }
    must(proc_world_split(MPI_COMM_WORLD, &plan, &world, &error));
    if (proc_world_serves(world))
        must(proc_serve(world, &error));
    else if (ranks == 2)
        two(world, pingpong, mpi_bulk);
    else
        many(ranks - 1);
    must(proc_world_end(world, &error));
    MPI_Finalize();
    return 0;
}
