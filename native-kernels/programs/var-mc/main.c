/* SPDX-License-Identifier: Apache-2.0 */
/* var-mc: value-at-risk by Monte Carlo. This file parses, calls and reports; the other files and the libraries work. */
#include "bank-run.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void print_summary(const struct options *options, const struct inputs *inputs, const struct figures *figures,
                          int ranks, double seconds) {
    const struct market *market = &inputs->market;
    printf("positions %zu, symbols %u, days %zu (%zu left out: not in all symbols), scenarios %" PRIu64 ", ranks %d\n",
           inputs->position_count, market->symbols.count, market->days, market->days_dropped, options->scenarios,
           ranks);
    if (market->returns_scaled > 0)
        printf("returns over several days, scaled to one: %zu of %zu\n", market->returns_scaled, market->days - 1);
    printf("VaR to the mean: %.10g at 95 %%, %.10g at 99 %%\n", figures->at[AT_95].var_mean.value,
           figures->at[AT_99].var_mean.value);
    printf("standard error by inner paths: %.4g at 95 %%, %.4g at 99 %%\n", sqrt(figures->inner[AT_95].var_mean),
           sqrt(figures->inner[AT_99].var_mean));
    printf("kernel time %.3f s\n", seconds);
}

static int run_bank(struct options *options, int rank, struct sw_failure *f) {
    struct list list;
    struct bank bank;
    struct engine engine = {.options = options};
    struct vectors vectors;
    int ranks;
    const double start = MPI_Wtime();
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    memset(&bank, 0, sizeof bank);
    memset(&vectors, 0, sizeof vectors);
    if (read_list(MPI_COMM_WORLD, options->inputs, &list, f) == STATUS_OK &&
        read_bank(MPI_COMM_WORLD, &list, &bank, f) == STATUS_OK &&
        take_days_as_scenarios(&bank, options, f) == STATUS_OK) {
        const double read = MPI_Wtime();
        make_engine(options, &bank, &engine, f);
        if (agree(MPI_COMM_WORLD, f) == STATUS_OK && compute_bank(MPI_COMM_WORLD, &engine, &vectors, f) == STATUS_OK &&
            write_bank(MPI_COMM_WORLD, &engine, &vectors, f) == STATUS_OK && rank == 0)
            printf("positions %zu, instruments %u, factors %u, desks %zu, scenarios %" PRIu64
                   ", ranks %d; read in %.3f s, computed and written in %.3f s\n",
                   bank.holdings.count, bank.instruments.names.count, bank.factors.names.count, vectors.desks,
                   options->scenarios, ranks, read - start, MPI_Wtime() - read);
    }
    free_vectors(&vectors);
    free_engine(&engine);
    free_bank(&bank);
    free_list(&list);
    return f->status;
}

static int run(const struct options *options, int rank, struct sw_failure *f) {
    struct inputs inputs;
    struct figures figures;
    double *pnl = NULL;
    int ranks;
    const double start = MPI_Wtime();
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (read_inputs(MPI_COMM_WORLD, options, &inputs, f) == STATUS_OK &&
        run_scenarios(MPI_COMM_WORLD, options, &inputs, &pnl, &figures, f) == STATUS_OK &&
        write_outputs(MPI_COMM_WORLD, options, pnl, &figures, f) == STATUS_OK && rank == 0)
        print_summary(options, &inputs, &figures, ranks, MPI_Wtime() - start);
    free(pnl);
    free_inputs(&inputs);
    return f->status;
}

int main(int argc, char **argv) {
    struct options options;
    struct sw_failure f = {.status = STATUS_OK};
    int rank;
    if (MPI_Init(&argc, &argv) != MPI_SUCCESS)
        return STATUS_MPI;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (parse_options(argc, argv, &options, &f) == STATUS_OK && !options.help) {
        if (options.inputs != NULL)
            run_bank(&options, rank, &f);
        else
            run(&options, rank, &f);
    }
    if (f.status != STATUS_OK && (rank == 0 || f.alone))
        sw_failure_print("var-mc", &f);
    if (f.alone)
        MPI_Abort(MPI_COMM_WORLD, f.status);
    if (rank == 0 && options.help)
        print_help(stdout);
    MPI_Finalize();
    return f.status;
}
