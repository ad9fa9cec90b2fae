/* SPDX-License-Identifier: Apache-2.0 */
/* match-orders: orders of some instruments matched by price and time. This file parses, calls and reports. */
#include "modes.h"

#include "base/loaded.h"
#include "node/agree.h"

#include <inttypes.h>

int agree(MPI_Comm comm, struct sw_failure *f) {
    if (sw_agree(comm, f->status != STATUS_OK, f, sizeof *f) != MPI_SUCCESS)
        return sw_fail(f, STATUS_MPI, NULL, "MPI failed while the ranks agreed on an error");
    return f->status;
}

bool is_mine(MPI_Comm comm, uint32_t instrument) {
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    return instrument % (uint32_t)ranks == (uint32_t)rank;
}

/* Prints, on rank 0, the sums of the ranks' counts. */
static int report(MPI_Comm comm, const struct engine *engine, const struct options *options, uint64_t messages,
                  struct sw_failure *f) {
    uint64_t sums[COUNTS];
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (MPI_Reduce(engine->counts, sums, COUNTS, MPI_UINT64_T, MPI_SUM, 0, comm) != MPI_SUCCESS)
        return sw_fail(f, STATUS_MPI, NULL, "MPI failed while the counts were added up");
    if (rank != 0)
        return STATUS_OK;
    if (options->input != NULL) {
        printf("messages=%" PRIu64 " instruments=%" PRIu32, messages, engine->names.count);
        if (options->lobster)
            printf(" disagreements=%" PRIu64 "\n", sums[COUNT_DISAGREEMENTS]);
        else
            printf(" unknown=%" PRIu64 "\n", sums[COUNT_UNKNOWN]);
    }
    printf("fills=%" PRIu64 " trade_confirmations=%" PRIu64 " notional=%" PRId64 " order_confirmations=%" PRIu64
           " quotes=%" PRIu64 " resting=%" PRIu64 " digest=%016" PRIx64 "\n",
           sums[COUNT_FILLS], sums[COUNT_TRADE_CONFIRMATIONS], (int64_t)sums[COUNT_NOTIONAL],
           sums[COUNT_ORDER_CONFIRMATIONS], sums[COUNT_QUOTES], sums[COUNT_RESTING], sums[COUNT_DIGEST]);
    if (fflush(stdout) != 0)
        sw_fail(f, STATUS_OUTPUT, NULL, "the counts cannot be printed");
    return f->status;
}

static int match(MPI_Comm comm, const struct options *options, struct sw_failure *f) {
    struct engine engine;
    uint64_t messages = 0;
    engine_begin(&engine, options, f);
    if (agree(comm, f) == STATUS_OK) {
        if (options->random > 0)
            match_random(comm, &engine, options, f);
        else
            match_files(comm, &engine, options, &messages, f);
    }
    if (f->status == STATUS_OK) {
        engine_finish(&engine);
        if (write_outputs(comm, &engine, options, f) == STATUS_OK)
            report(comm, &engine, options, messages, f);
    }
    engine_end(&engine);
    return f->status;
}

int main(int argc, char **argv) {
    struct options options;
    struct sw_failure f = {.status = STATUS_OK};
    int rank;
    MPI_Init(&argc, &argv);
    sw_keep_loaded();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (take_arguments(argc, argv, &options, &f) == STATUS_OK && !options.help) {
        if (options.replay != NULL) {
            if (rank == 0)
                replay_store(options.replay, options.until, &f);
            agree(MPI_COMM_WORLD, &f);
        } else if (options.make != NULL)
            make_file(MPI_COMM_WORLD, &options, &f);
        else
            match(MPI_COMM_WORLD, &options, &f);
    }
    if (rank == 0 && f.status != STATUS_OK)
        sw_failure_print("match-orders", &f);
    else if (rank == 0 && options.help)
        explain_options(stdout);
    MPI_Finalize();
    return f.status;
}
