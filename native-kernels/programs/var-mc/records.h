/* SPDX-License-Identifier: Apache-2.0 */
/* The records of one input file, each handed to a function by all ranks. */
#ifndef SLIPWAY_VARMC_RECORDS_H
#define SLIPWAY_VARMC_RECORDS_H

#include "csv/record.h"
#include "varmc.h"

/* A receiver of records: TAKE is called with TO and returns the status of F. */
struct taker {
    int (*take)(void *to, const struct sw_record *record, struct sw_failure *f);
    void *to;
};

/*
 * Hands each record of the CSV file PATH to TAKER, until TAKER fails. The file must have at least the COUNT COLUMNS.
 * Collective; all ranks take the same records. Also fails for a file without records. Returns the status of F.
 */
int each_record(MPI_Comm comm, const char *path, const char *const *columns, size_t count, struct taker taker,
                struct sw_failure *f);

#endif
