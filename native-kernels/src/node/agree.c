/* SPDX-License-Identifier: Apache-2.0 */
#include "node/agree.h"

#include <limits.h>

int sw_agree(MPI_Comm comm, int failed, void *error, size_t bytes) {
    int rank, first;
    MPI_Comm_rank(comm, &rank);
    const int mine = failed ? rank : INT_MAX;
    const int rc = MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm);
    if (rc != MPI_SUCCESS || first == INT_MAX)
        return rc;
    return MPI_Bcast(error, (int)bytes, MPI_BYTE, first, comm);
}
