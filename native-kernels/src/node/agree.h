/* SPDX-License-Identifier: Apache-2.0 */
/* Agreement on errors: ranks that may fail one by one learn of the first failure, and all return it. */
#ifndef SLIPWAY_NODE_AGREE_H
#define SLIPWAY_NODE_AGREE_H

#include <mpi.h>
#include <stddef.h>

/*
 * Collective over COMM. FAILED says whether this rank's ERROR, BYTES of the same layout on every rank, tells of a
 * failure. Afterwards every rank holds the error of the lowest rank that failed; nothing is changed where none did.
 * Returns MPI_SUCCESS, or the code of the MPI call that failed: then ranks may differ in what they know.
 */
int sw_agree(MPI_Comm comm, int failed, void *error, size_t bytes);

#endif
