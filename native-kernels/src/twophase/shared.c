/* Memory of a group: an MPI-3 shared window, or plain memory for a group of one. */
#include "internal.h"

#include <stdlib.h>

/* Every rank maps whole pages, so the next page begins at the same place for all. */
static void *next_page(void *at) {
    return (void *)(((uintptr_t)at + PAGE - 1) / PAGE * PAGE);
}

static int allocate(const struct tp_place *place, size_t bytes, struct tp_shared *shared, void **base) {
    MPI_Aint size;
    int unit;
    int rc = MPI_Win_allocate_shared(place->member == 0 ? (MPI_Aint)(bytes + PAGE) : 0, 1, MPI_INFO_NULL, place->group,
                                     base, &shared->window);
    if (rc != MPI_SUCCESS) {
        shared->window = MPI_WIN_NULL;
        return rc;
    }
    MPI_Win_set_errhandler(shared->window, MPI_ERRORS_RETURN);
    rc = MPI_Win_shared_query(shared->window, 0, &size, &unit, base);
    if (rc == MPI_SUCCESS)
        rc = MPI_Win_lock_all(MPI_MODE_NOCHECK, shared->window);
    shared->locked = rc == MPI_SUCCESS;
    return rc;
}

tp_err tp_shared_new(const struct tp_place *place, size_t bytes, struct tp_shared *shared, struct tp_error *error) {
    char reason[MPI_MAX_ERROR_STRING] = "";
    void *base = NULL;
    int length;
    *shared = (struct tp_shared){MPI_WIN_NULL, NULL, 0};
    if (place->members == 1) {
        shared->base = aligned_alloc(PAGE, (bytes + PAGE - 1) / PAGE * PAGE);
        return shared->base != NULL ? TP_OK : tp_fail(error, TP_ERR_MEMORY, "no memory for a ring of %zu bytes", bytes);
    }
    const int rc = allocate(place, bytes, shared, &base);
    if (rc == MPI_SUCCESS) {
        shared->base = next_page(base);
        return TP_OK;
    }
    MPI_Error_string(rc, reason, &length);
    return tp_fail(error, TP_ERR_MEMORY, "a node has no shared memory for a ring of %zu bytes: %.150s", bytes, reason);
}

tp_err tp_shared_barrier(const struct tp_shared *shared, MPI_Comm group, struct tp_error *error) {
    const int shares = shared->window != MPI_WIN_NULL;
    int rc = shares ? MPI_Win_sync(shared->window) : MPI_SUCCESS;
    if (rc == MPI_SUCCESS)
        rc = MPI_Barrier(group);
    if (rc == MPI_SUCCESS && shares)
        rc = MPI_Win_sync(shared->window);
    return tp_mpi(error, rc, "a barrier of the ranks that share memory");
}

void tp_shared_free(struct tp_shared *shared) {
    if (shared->locked)
        MPI_Win_unlock_all(shared->window);
    if (shared->window != MPI_WIN_NULL)
        MPI_Win_free(&shared->window);
    else
        free(shared->base);
    *shared = (struct tp_shared){MPI_WIN_NULL, NULL, 0};
}
