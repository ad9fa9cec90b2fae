/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of market-chain share. */
#ifndef MARKET_CHAIN_H
#define MARKET_CHAIN_H

#include "market/archive.h"
#include "market/confirmation.h"
#include "market/engine.h"
#include "market/generator.h"
#include "slipway/progress.h"

#include <stdio.h>

/* The options of the command line. */
struct request {
    bool help, mpi, engine; /* engine: this program is the engine as an MPI kernel of a graph */
    struct mkt_run run;
    const char *store;         /* NULL: not requested */
    const char *samples;       /* a folder; NULL: not requested */
    const char *orders_from;   /* NULL: random orders */
    const char *trades, *book; /* NULL: not requested */
    unsigned char *given;      /* the orders of `orders_from`, to which the run points */
};

/* Reads the command line. Returns STATUS_OK, also for --help; else fills F. */
int take_options(int argc, char **argv, struct request *request, struct sw_failure *f);
void print_usage(FILE *out);

/* Reads the orders of request->orders_from into request->given, and sets the orders of the run. Returns STATUS_OK, or
 * fills F. */
int read_orders(struct request *request, struct sw_failure *f);

/* The CSV file of trades, of the confirmation. */
struct trades {
    FILE *out;
    const char *path;
    uint64_t number;
    struct mkt_message *fills; /* trades of the incoming order, whose own confirmation follows and names it */
    size_t count, room;
};

/* Creates the file. Returns STATUS_OK, or fills F. */
int trades_open(struct trades *trades, const char *path, struct sw_failure *f);
/* The `watch` function of a confirmation; TRADES is a struct trades. */
int trades_watch(void *trades, const struct mkt_message *event, struct sw_failure *f);
/* Closes the file; accepts all zero. Returns as trades_open. */
int trades_close(struct trades *trades, struct sw_failure *f);

/* Writes the resting orders in the book of ENGINE as CSV. Returns STATUS_OK, or fills F. */
int write_book(const char *path, const struct mkt_engine *engine, struct sw_failure *f);

/* The kernels of a process or rank; each is made at its first use. */
struct kernels {
    const struct request *request;
    struct mkt_generator generator;
    struct mkt_engine engine;
    struct mkt_confirmation confirmation;
    struct mkt_archive archive;
    struct trades trades;
    bool began[MKT_KERNELS];
    bool ended[MKT_KERNELS]; /* without a failure */
};

/* Makes kernel NUMBER; the caller sets its ports. Returns STATUS_OK, or fills F. */
int begin_kernel(struct kernels *kernels, int number, struct sw_failure *f);

/* Takes one step of a kernel that was begun. */
mkt_result step_kernel(struct kernels *kernels, int number, struct sw_failure *f);

/*
 * Prints the counts of the kernels that have ended, writes their samples, and frees all. Returns STATUS_OK, or fills F.
 */
int end_kernels(struct kernels *kernels, struct sw_failure *f);

/* Returns the name of a kernel: "generator". */
const char *kernel_name(int number);

/* Writes the samples of a kernel to FOLDER/NAME.csv; `times` for the confirmation, because samples there have times.
 * Returns STATUS_OK, or fills F. */
int write_samples(const char *folder, const char *name, bool times, const struct mkt_meter *meter,
                  struct sw_failure *f);

/* Writes the confirmation's times by rate to FOLDER/times.csv, for curves over the rate. Returns as write_samples. */
int write_times(const char *folder, const struct mkt_confirmation *confirmation, struct sw_failure *f);

/* Appends the counts of the confirmation to the file that SLIPWAY_PROGRESS names, at most four times a second. For the
 * `tell` of a confirmation; CONTEXT is a struct slipway_progress. */
void progress_tell(void *context, const struct mkt_confirmation *confirmation);

/* Runs the kernels that the graph gives this process. Returns STATUS_OK, or fills F; F has no text if the failure was
 * printed already. */
int run_hybrid(const struct request *request, struct sw_failure *f);

/* Refuses, on all ranks alike, a number of ranks that does not fit the request. MPI must be initialised. */
int check_ranks(const struct request *request, struct sw_failure *f);

/* Runs this rank's kernels over MPI_Send and MPI_Recv, or, with request->engine, the engine as an MPI kernel. MPI must
 * be initialised. Returns STATUS_OK, or fills F; then the other ranks may still wait. */
int run_mpi(const struct request *request, struct sw_failure *f);
int run_engine_ranks(const struct request *request, struct sw_failure *f);

/* Opens a port on the calling kernel's stream to or from KERNEL. Returns NULL and fills F after a failure. With
 * OPTIONAL, a stream that the graph does not have leaves F empty. The caller frees the port. */
struct mkt_port *stream_port(bool out, int kernel, bool optional, struct sw_failure *f);

#endif
