/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench-var-bank LIST SCENARIOS PATHS: the processor time of the kernels alone for a bank, for `slipway bench var`.
 *
 * The program reads the bank as var-mc does. In some blocks, which stand for all, it draws the moves, and values each
 * held instrument once, one after another in the order of a run. The figures exclude the rest of a run: reading,
 * estimating, adding up, measuring, writing, and meeting other ranks.
 */
#include "held.h"
#include "var-mc/bank-engine.h"
#include "var-mc/bank-saved.h"

#include <stdlib.h>
#include <time.h>

/* Enough blocks to make the bench's error small compared with the spread of its rounds. */
enum { SAMPLE = 8, DAYS = 10 };

static double thread_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Prints the time of all blocks, extrapolated from the sample. */
static int measure(const struct engine *engine, struct sw_failure *f) {
    const size_t blocks = (engine->options->scenarios + BLOCK - 1) / BLOCK;
    struct rmc_error error;
    const double start = thread_seconds();
    for (size_t i = 0; i < SAMPLE && f->status == STATUS_OK; i++) {
        const uint32_t first = (uint32_t)(i * blocks / SAMPLE) * BLOCK;
        const struct rmc_scenarios scenarios = scenarios_at(engine, 0, first, BLOCK);
        if (draw_moves(engine, first, BLOCK, f) != STATUS_OK)
            break;
        move_market(engine, 0, BLOCK);
        if (value_held(engine->positions, &scenarios, &error) != RMC_OK)
            risk_failed(&error, f);
    }
    if (f->status == STATUS_OK)
        printf("kernels ours %.3f 0 0\n", (thread_seconds() - start) / SAMPLE * (double)blocks);
    return f->status;
}

static int run(char **argv, struct sw_failure *f) {
    char days[8];
    snprintf(days, sizeof days, "%d", DAYS);
    char *arguments[] = {argv[0],   "--inputs", argv[1],          "--scenarios", argv[2],
                         "--paths", argv[3],    "--horizon-days", days,          "--covariance",
                         "shrunk",  "--pnl",    "unwritten-pnl",  "--figures",   "unwritten-figures",
                         NULL};
    const int count = sizeof arguments / sizeof arguments[0] - 1;
    struct options options;
    struct list list = {0};
    struct bank bank = {0};
    struct engine engine = {0};
    const struct saved none = {0};
    if (parse_options(count, arguments, NULL, &options, f) == STATUS_OK &&
        read_list(MPI_COMM_WORLD, options.inputs, &list, f) == STATUS_OK &&
        read_bank(MPI_COMM_WORLD, &list, &bank, f) == STATUS_OK &&
        make_engine(&options, &bank, &none, &engine, f) == STATUS_OK)
        measure(&engine, f);
    free_engine(&engine);
    free_bank(&bank);
    free_list(&list);
    return f->status;
}

int main(int argc, char **argv) {
    struct sw_failure f = {.status = STATUS_OK};
    if (argc != 4) {
        fprintf(stderr, "usage: bench-var-bank LIST SCENARIOS PATHS\n");
        return EXIT_FAILURE;
    }
    if (MPI_Init(&argc, &argv) != MPI_SUCCESS)
        return STATUS_MPI;
    if (run(argv, &f) != STATUS_OK)
        sw_failure_print("bench-var-bank", &f);
    MPI_Finalize();
    return f.status;
}
