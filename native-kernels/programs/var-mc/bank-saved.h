/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run of a bank in a file, on which trades can be tried: --save, and --onto with --add.
 *
 * The file, in this processor's order of bytes, each part a multiple of 8 bytes:
 *   words of 64 bits     what the file is, the sizes of its parts, and the fingerprint of all else
 *   description          lines of text: the run's version, options and files (describe_run)
 *   desks                a struct saved_desk each
 *   model                rmc_model_pack
 *   P&L                  for each scenario and horizon the amounts of all desks, int64_t, in multiples of the grid
 * The bytes are the same for any number of writing ranks.
 */
#ifndef SLIPWAY_VARMC_BANK_SAVED_H
#define SLIPWAY_VARMC_BANK_SAVED_H

#include "bank-run.h"

struct saved_desk {
    char name[32]; /* ends with a NUL */
    int64_t today; /* value in multiples of the grid */
};

/* A saved run, or one to be saved. All zero: neither. */
struct saved {
    char *description;
    char *arguments; /* a copy of the description, into which the options of the run point */
    void *model;     /* of rmc_model_pack */
    size_t model_bytes;
    struct rmc_repair repair; /* of the covariance, if requested */
    /* The following fields belong to a file that was read. */
    struct saved_desk *desks;
    size_t desk_count;
    size_t scenarios; /* of all ranks */
    int64_t *pnl;     /* of this rank's share of the scenarios: pnl[(i * horizons + horizon) * desk_count + desk] */
};

/*
 * Describes the data on which a run's P&L depends: the version of the program, options, and size and fingerprint of
 * each file of LIST except limits and given scenarios. Each rank reads its part of each file. *TEXT is the same on
 * every rank; the caller frees *TEXT. Collective. Returns the status of F.
 */
int describe_run(MPI_Comm comm, const struct options *options, const struct list *list, char **text,
                 struct sw_failure *f);

/* Fails with STATUS_CONTENT and both values if the description of the run saved in PATH is not TEXT. */
int compare_runs(const char *path, const char *saved, const char *text, struct sw_failure *f);

/*
 * Reads the saved run in PATH: the P&L of this rank's share, and all other data on every rank. Fails with STATUS_FILE
 * for a file that is not a saved run, or is cut off or damaged. The caller frees SAVED, also after a failure.
 * Collective. Returns the status of F.
 */
int read_saved(MPI_Comm comm, const char *path, struct saved *saved, struct sw_failure *f);
void free_saved(struct saved *saved);

/* Writes this rank's part of the file of a run: SAVED holds description and model, VECTORS the rest. Collective.
 * Returns the status of F. */
int put_saved(MPI_Comm comm, const struct bank *bank, const struct vectors *vectors, const struct saved *saved,
              FILE *out, struct sw_failure *f);

/* Takes the packed MODEL into SAVED. Returns the status of F. */
int keep_model(const struct bank_model *model, struct saved *saved, struct sw_failure *f);

/*
 * Reads the part of a bank that trades need: the market, the traded instruments, and TRADES as the holdings, with desks
 * numbered after those of SAVED. Collective. Returns the status of F.
 */
int read_trades(MPI_Comm comm, const struct list *list, const struct saved *saved, const char *trades,
                struct bank *bank, struct sw_failure *f);

/* Lists the factors on which the instruments of BANK depend, ascending: COUNT of them, which was 0. The caller frees
 * *DRIVERS, also after a failure. Returns the status of F. */
int choose_drivers(const struct bank *bank, uint32_t **drivers, size_t *count, struct sw_failure *f);

/* Adds the P&L and today's values of SAVED to those of the trades in VECTORS, and fills WITHOUT with SAVED alone. The
 * caller frees WITHOUT, also after a failure. Collective. Returns the status of F. */
int add_saved(MPI_Comm comm, const struct saved *saved, const struct bank *bank, struct vectors *vectors,
              struct vectors *without, struct sw_failure *f);

#endif
