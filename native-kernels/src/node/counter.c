/* SPDX-License-Identifier: Apache-2.0 */
#include "node/counter.h"

#include <stddef.h>

int sw_counter_new(MPI_Comm comm, struct sw_counter *counter) {
    int rank;
    *counter = (struct sw_counter){MPI_WIN_NULL, NULL};
    int rc = MPI_Comm_rank(comm, &rank);
    if (rc == MPI_SUCCESS)
        rc = MPI_Win_allocate(rank == 0 ? sizeof *counter->value : 0, sizeof *counter->value, MPI_INFO_NULL, comm,
                              &counter->value, &counter->window);
    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Win_set_errhandler(counter->window, MPI_ERRORS_RETURN);
    rc = MPI_Win_lock_all(0, counter->window);
    if (rc == MPI_SUCCESS && rank == 0) {
        *counter->value = 0;
        rc = MPI_Win_sync(counter->window);
    }
    const int met = MPI_Barrier(comm);
    return rc != MPI_SUCCESS ? rc : met;
}

int sw_counter_next(const struct sw_counter *counter, int64_t *value) {
    const int64_t one = 1;
    const int rc = MPI_Fetch_and_op(&one, value, MPI_INT64_T, 0, 0, MPI_SUM, counter->window);
    return rc == MPI_SUCCESS ? MPI_Win_flush(0, counter->window) : rc;
}

void sw_counter_free(struct sw_counter *counter) {
    if (counter->window == MPI_WIN_NULL || counter->window == (MPI_Win)0)
        return;
    MPI_Win_unlock_all(counter->window);
    MPI_Win_free(&counter->window);
}
