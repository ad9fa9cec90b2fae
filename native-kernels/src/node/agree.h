/* SPDX-License-Identifier: Apache-2.0 */
/* Agreement on errors: some ranks may fail alone; all ranks learn of the first failure and return the same error. */
#ifndef SLIPWAY_NODE_AGREE_H
#define SLIPWAY_NODE_AGREE_H

#include <mpi.h>
#include <stddef.h>

/*
 * Collective over COMM. FAILED says whether ERROR of this rank holds a failure. ERROR has BYTES bytes of the same
 * layout on every rank. Afterwards every rank holds the error of the lowest rank that failed; without a failure ERROR
 * is unchanged. Returns MPI_SUCCESS, or the code of the failed MPI call: then ranks may hold different errors.
 */
int sw_agree(MPI_Comm comm, int failed, void *error, size_t bytes);

#endif
