/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stream-bench one-way|ping-pong [--place turns|threads|processes] [--records N] [--bytes N] [--set N] [--rounds N]
 *              [--rate N] [--cores A,B]
 * Measures the cost of a record from one kernel to another, one way or both ways. stream-launch can run the program by
 * a graph, so graphs measure TCP (tcp.sh). Prints one line of JSON for each round, and the median of all.
 */
#include "slipway/stream.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_BYTES = 1024, MOST_SET = 1024, MOST_ROUNDS = 99 };

static struct {
    int ping_pong;
    osf_Place_t place;
    long records, bytes, set, rounds, rate;
    int cores[2];
    const char *name;
} options = {0, OSF_PLACE_THREAD, 2000000, 18, 1, 5, 0, {-1, -1}, "threads"};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Prints the result of a round: records a second, or percentiles of half the time of a way there and back. */
static void report(double *values, long count, const char *unit, const char *what) {
    qsort(values, (size_t)count, sizeof *values, by_size);
    printf(
        "{\"place\":\"%s\",\"what\":\"%s\",\"unit\":\"%s\",\"p50\":%.4g,\"p99\":%.4g,\"least\":%.4g,\"most\":%.4g}\n",
        options.name, what, unit, values[count / 2], values[count * 99 / 100], values[0], values[count - 1]);
    fflush(stdout);
}

/* --- one way: kernel 0 puts rounds of records, kernel 1 measures from the first of a round to the last --- */

static osf_Result_t one_way_source(osf_KernelContext_t *context) {
    static char records[MOST_SET * MOST_BYTES];
    osf_Stream_t *out, *back;
    char done;
    size_t received;
    (void)context;
    osf_Result_t result = osf_Open(&out, OSF_STR_OUT, 1);
    if (result == OSF_ERR_SUCCESS)
        result = osf_Open(&back, OSF_STR_INPUT, 1);
    for (long round = 0; round < options.rounds && result == OSF_ERR_SUCCESS; round++) {
        for (long sent = 0; sent < options.records && result == OSF_ERR_SUCCESS; sent += options.set)
            result = osf_PutSet(out, records, (size_t)options.bytes, (size_t)options.set);
        if (result == OSF_ERR_SUCCESS)
            result = osf_Get(back, &done, 1, &received);
    }
    return result == OSF_ERR_SUCCESS ? OSF_ERR_END : result;
}

static osf_Result_t one_way_sink(osf_KernelContext_t *context) {
    static char records[MOST_SET * MOST_BYTES];
    static double rates[MOST_ROUNDS];
    osf_Stream_t *in, *back;
    size_t received;
    (void)context;
    osf_Result_t result = osf_Open(&in, OSF_STR_INPUT, 0);
    if (result == OSF_ERR_SUCCESS)
        result = osf_Open(&back, OSF_STR_OUT, 0);
    for (long round = 0; round < options.rounds && result == OSF_ERR_SUCCESS; round++) {
        long taken = 0;
        double since = 0;
        while (taken < options.records && result == OSF_ERR_SUCCESS) {
            const size_t room = options.set > 1 ? sizeof records : (size_t)options.bytes;
            result = osf_Get(in, records, room, &received);
            if (taken == 0)
                since = now();
            taken += (long)(received / (size_t)options.bytes);
        }
        rates[round] = (double)taken / (now() - since) / 1e6;
        if (result == OSF_ERR_SUCCESS)
            result = osf_Put(back, "", 1);
    }
    if (result == OSF_ERR_SUCCESS)
        report(rates, options.rounds, "M records/s", "one-way");
    return result == OSF_ERR_SUCCESS ? OSF_ERR_END : result;
}

/* --- ping-pong: kernel 0 sends a record and waits for its return; with --rate, records go at fixed intervals --- */

static void wait_until(double due) {
    while (now() < due)
        ;
}

static osf_Result_t ping(osf_KernelContext_t *context) {
    char record[MOST_BYTES] = {0};
    osf_Stream_t *out, *back;
    size_t received;
    (void)context;
    double *times = malloc((size_t)options.records * sizeof *times), due = now();
    osf_Result_t result = times == NULL ? OSF_ERR_MEMORY : osf_Open(&out, OSF_STR_OUT, 1);
    if (result == OSF_ERR_SUCCESS)
        result = osf_Open(&back, OSF_STR_INPUT, 1);
    for (long i = 0; i < options.records && result == OSF_ERR_SUCCESS; i++) {
        due = options.rate > 0 ? due + 1.0 / (double)options.rate : now();
        wait_until(due);
        result = osf_Put(out, record, (size_t)options.bytes);
        if (result == OSF_ERR_SUCCESS)
            result = osf_Get(back, record, sizeof record, &received);
        times[i] = (now() - due) * 1e6;
    }
    if (result == OSF_ERR_SUCCESS)
        report(times, options.records, "us there and back", "ping-pong");
    free(times);
    return result == OSF_ERR_SUCCESS ? OSF_ERR_END : result;
}

static osf_Result_t pong(osf_KernelContext_t *context) {
    char record[MOST_BYTES];
    osf_Stream_t *in, *back;
    size_t received;
    (void)context;
    osf_Result_t result = osf_Open(&in, OSF_STR_INPUT, 0);
    if (result == OSF_ERR_SUCCESS)
        result = osf_Open(&back, OSF_STR_OUT, 0);
    while (result == OSF_ERR_SUCCESS) {
        result = osf_Get(in, record, sizeof record, &received);
        if (result == OSF_ERR_SUCCESS)
            result = osf_Put(back, record, received);
    }
    return result;
}

/* --- the program --- */

static int read_place(const char *name) {
    static const char *const names[] = {"threads", "turns", "processes"};
    for (int i = 0; i < 3; i++)
        if (strcmp(names[i], name) == 0) {
            options.place = (osf_Place_t)i;
            options.name = names[i];
            return 0;
        }
    options.name = name; /* a graph decides */
    return 0;
}

static int read_options(int argc, char **argv) {
    static const struct option names[] = {{"place", 1, NULL, 'p'}, {"records", 1, NULL, 'r'}, {"bytes", 1, NULL, 'b'},
                                          {"set", 1, NULL, 's'},   {"rounds", 1, NULL, 'n'},  {"rate", 1, NULL, 'a'},
                                          {"cores", 1, NULL, 'c'}, {NULL, 0, NULL, 0}};
    for (int c; (c = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        const long value = optarg == NULL ? 0 : atol(optarg);
        if (c == 'p')
            read_place(optarg);
        else if (c == 'r')
            options.records = value;
        else if (c == 'b')
            options.bytes = value;
        else if (c == 's')
            options.set = value;
        else if (c == 'n')
            options.rounds = value;
        else if (c == 'a')
            options.rate = value;
        else if (c != 'c' || sscanf(optarg, "%d,%d", &options.cores[0], &options.cores[1]) != 2)
            return -1;
    }
    if (optind >= argc)
        return -1;
    options.ping_pong = strcmp(argv[optind], "ping-pong") == 0;
    return options.bytes < 1 || options.bytes > MOST_BYTES || options.set < 1 || options.set > MOST_SET ||
                   options.rounds < 1 || options.rounds > MOST_ROUNDS || options.records < 1
               ? -1
               : 0;
}

int main(int argc, char **argv) {
    if (read_options(argc, argv) != 0) {
        fputs("usage: stream-bench one-way|ping-pong [--place turns|threads|processes] [--records N] [--bytes N] "
              "[--set N]"
              " [--rounds N] [--rate N] [--cores A,B]\n",
              stderr);
        return 2;
    }
    const osf_Hint_t hints[] = {{0, options.place, 1, options.cores[0]}, {1, options.place, 1, options.cores[1]}};
    osf_Result_t result = osf_Init(NULL);
    if (result == OSF_ERR_SUCCESS)
        result = osf_RegisterKernel(0, OSF_KRNTYP_POLLING, OSF_KRN_STATEFUL, options.ping_pong ? ping : one_way_source,
                                    NULL);
    if (result == OSF_ERR_SUCCESS)
        result =
            osf_RegisterKernel(1, OSF_KRNTYP_POLLING, OSF_KRN_STATEFUL, options.ping_pong ? pong : one_way_sink, NULL);
    if (result == OSF_ERR_SUCCESS)
        result = osf_StartKernels(hints, 2);
    if (result == OSF_ERR_SUCCESS)
        result = osf_StartStreams();
    if (result != OSF_ERR_SUCCESS)
        fprintf(stderr, "stream-bench: %s\n", osf_ErrorText());
    osf_Finalize();
    return result == OSF_ERR_SUCCESS ? EXIT_SUCCESS : EXIT_FAILURE;
}
