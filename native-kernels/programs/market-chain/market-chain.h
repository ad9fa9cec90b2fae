/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of market-chain know of each other. */
#ifndef MARKET_CHAIN_H
#define MARKET_CHAIN_H

#include "market/archive.h"
#include "market/confirmation.h"
#include "market/engine.h"
#include "market/generator.h"

#include <stdio.h>

/* What the command line says. */
struct request {
    bool help, mpi, engine; /* engine: this program is the engine as an MPI kernel of a graph */
    struct mkt_run run;
    const char *store;         /* NULL: none */
    const char *samples;       /* a folder; NULL: none */
    const char *orders_from;   /* NULL: random orders */
    const char *trades, *book; /* NULL: none */
    unsigned char *given;      /* the orders of `orders_from`, which the run points to */
};

/* Reads the command line. Returns STATUS_OK, also where help is wanted; else fills F. */
int take_options(int argc, char **argv, struct request *request, struct sw_failure *f);
void print_usage(FILE *out);

/* Reads the orders of request->orders_from to request->given, and sets those of the run. Returns STATUS_OK, or fills F.
 */
int read_orders(struct request *request, struct sw_failure *f);

/* The CSV file of trades, of the confirmation. */
struct trades {
    FILE *out;
    const char *path;
    uint64_t number;
    struct mkt_message *fills; /* of the incoming order, which is named by its own confirmation, behind them */
    size_t count, room;
};

/* Creates the file. Returns STATUS_OK, or fills F. */
int trades_open(struct trades *trades, const char *path, struct sw_failure *f);
/* Is the `watch` of a confirmation; TRADES is a struct trades. */
int trades_watch(void *trades, const struct mkt_message *event, struct sw_failure *f);
/* Closes the file; all zero is none. Returns as trades_open. */
int trades_close(struct trades *trades, struct sw_failure *f);

/* Writes what rests in the book of ENGINE as CSV. Returns STATUS_OK, or fills F. */
int write_book(const char *path, const struct mkt_engine *engine, struct sw_failure *f);

/* The kernels of a process or rank; each begins when it is used first. */
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

/* Makes kernel NUMBER; its ports are the caller's to set. Returns STATUS_OK, or fills F. */
int begin_kernel(struct kernels *kernels, int number, struct sw_failure *f);

/* Takes one step of a kernel that has begun. */
mkt_result step_kernel(struct kernels *kernels, int number, struct sw_failure *f);

/* Prints what the kernels that have ended counted, writes their samples, and frees all. Returns STATUS_OK, or fills F.
 */
int end_kernels(struct kernels *kernels, struct sw_failure *f);

/* Returns the name of a kernel: "generator". */
const char *kernel_name(int number);

/* Writes the samples of a kernel to FOLDER/NAME.csv; `times` for the confirmation, which has them. Returns STATUS_OK,
 * or fills F. */
int write_samples(const char *folder, const char *name, bool times, const struct mkt_meter *meter,
                  struct sw_failure *f);

/* Writes the confirmation's times by rate to FOLDER/times.csv, for curves over the rate. Returns as write_samples. */
int write_times(const char *folder, const struct mkt_confirmation *confirmation, struct sw_failure *f);

/* Appends what the confirmation has counted to the file that SLIPWAY_PROGRESS names, at most four times a second. For
 * the `tell` of a confirmation; CONTEXT is a struct progress. */
struct progress {
    int fd; /* -1: nobody wants to know */
    int64_t last;
};
void progress_open(struct progress *progress);
void progress_tell(void *context, const struct mkt_confirmation *confirmation);
void progress_close(struct progress *progress);

/* Runs the kernels that the graph gives this process. Returns STATUS_OK, or fills F, without a text where that is told.
 */
int run_hybrid(const struct request *request, struct sw_failure *f);

/* Refuses a number of ranks that does not fit the request, and a request that does not fit the ranks: on all ranks
 * alike. MPI is begun. */
int check_ranks(const struct request *request, struct sw_failure *f);

/* Runs this rank's kernels over MPI_Send and MPI_Recv, or, with request->engine, the engine as an MPI kernel. MPI is
 * begun. Returns STATUS_OK, or fills F; then the other ranks may still wait. */
int run_mpi(const struct request *request, struct sw_failure *f);
int run_engine_ranks(const struct request *request, struct sw_failure *f);

/* A port on a stream, opened by the calling kernel to or from KERNEL. Returns NULL and fills F; with OPTIONAL, and
 * where the graph does not have the stream, it fills nothing. The caller frees it. */
struct mkt_port *stream_port(bool out, int kernel, bool optional, struct sw_failure *f);

#endif
