/* SPDX-License-Identifier: Apache-2.0 */
/* var-mc: value-at-risk by Monte Carlo. This file parses, calls and reports; the other files and the libraries do the
 * work. */
#include "bank-saved.h"
#include "covariance.h"

#include "base/loaded.h"

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
    if (options->repair)
        print_repair(&figures->repair);
    printf("VaR to the mean: %.10g at 95 %%, %.10g at 99 %%\n", figures->at[AT_95].var_mean.value,
           figures->at[AT_99].var_mean.value);
    printf("standard error by inner paths: %.4g at 95 %%, %.4g at 99 %%\n", sqrt(figures->inner[AT_95].var_mean),
           sqrt(figures->inner[AT_99].var_mean));
    printf("kernel time %.3f s\n", seconds);
}

/* All data of a run of a bank. */
struct bank_run {
    struct options options;
    struct list list;
    struct bank bank;
    struct engine engine;
    struct saved saved;
    struct outcome outcome;
    double begin, read; /* times */
};

/* Takes options that are not on the command line from the saved run, and refuses a saved run with other data. */
static int take_saved_run(MPI_Comm comm, int argc, char **argv, struct bank_run *run, struct sw_failure *f) {
    const char *path = run->options.onto;
    char *text = NULL;
    if (read_saved(comm, path, &run->saved, f) == STATUS_OK &&
        parse_options(argc, argv, run->saved.arguments, &run->options, f) == STATUS_OK &&
        describe_run(comm, &run->options, &run->list, &text, f) == STATUS_OK)
        compare_runs(path, run->saved.description, text, f);
    free(text);
    return f->status;
}

static int read_inputs_of_bank(MPI_Comm comm, int argc, char **argv, struct bank_run *run, struct sw_failure *f) {
    if (read_list(comm, run->options.inputs, &run->list, f) != STATUS_OK)
        return f->status;
    if (run->options.onto == NULL)
        return read_bank(comm, &run->list, &run->bank, f) == STATUS_OK
                   ? take_days_as_scenarios(&run->bank, &run->options, f)
                   : f->status;
    if (take_saved_run(comm, argc, argv, run, f) == STATUS_OK)
        read_trades(comm, &run->list, &run->saved, run->options.add, &run->bank, f);
    return f->status;
}

/* Computes the run, and either the data to save or the combination with the saved run. Sets the number of scenarios
 * taken in the options. */
static int compute_outcome(MPI_Comm comm, struct bank_run *run, struct sw_failure *f) {
    struct vectors *with = &run->outcome.with;
    make_engine(&run->options, &run->bank, &run->saved, &run->engine, f);
    if (agree(comm, f) != STATUS_OK || compute_bank(comm, &run->engine, with, f) != STATUS_OK)
        return f->status;
    run->options.scenarios = with->taken;
    if (count_inner(comm, &run->engine, &with->inner, f) != STATUS_OK ||
        (run->options.inner_error && measure_noise(comm, &run->engine, with, f) != STATUS_OK))
        return f->status;
    if (run->options.onto != NULL)
        return add_saved(comm, &run->saved, &run->bank, with, &run->outcome.without, f);
    if (run->options.outputs[OUTPUT_SAVE] != NULL &&
        describe_run(comm, &run->options, &run->list, &run->saved.description, f) == STATUS_OK)
        keep_model(&run->engine.model, &run->saved, f);
    return agree(comm, f);
}

static void print_bank_summary(const struct bank_run *run, int ranks) {
    printf("%s %zu, instruments %u, factors %u, desks %zu, scenarios %zu, ranks %d; read in %.3f s, computed and "
           "written in %.3f s\n",
           run->options.onto != NULL ? "trades" : "positions", run->bank.holdings.count,
           run->bank.instruments.names.count, run->bank.factors.names.count, run->outcome.with.desks,
           run->outcome.with.taken, ranks, run->read - run->begin, MPI_Wtime() - run->read);
}

static int run_bank(int argc, char **argv, const struct options *options, int rank, struct sw_failure *f) {
    struct bank_run run = {.options = *options, .begin = MPI_Wtime()};
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    run.outcome.saved = &run.saved;
    if (read_inputs_of_bank(MPI_COMM_WORLD, argc, argv, &run, f) == STATUS_OK) {
        run.read = MPI_Wtime();
        if (compute_outcome(MPI_COMM_WORLD, &run, f) == STATUS_OK &&
            write_bank(MPI_COMM_WORLD, &run.engine, &run.outcome, f) == STATUS_OK && rank == 0)
            print_bank_summary(&run, ranks);
    }
    free_vectors(&run.outcome.with);
    free_vectors(&run.outcome.without);
    free_engine(&run.engine);
    free_saved(&run.saved);
    free_bank(&run.bank);
    free_list(&run.list);
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
    sw_keep_loaded();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (parse_options(argc, argv, NULL, &options, &f) == STATUS_OK && !options.help) {
        if (options.inputs != NULL)
            run_bank(argc, argv, &options, rank, &f);
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
