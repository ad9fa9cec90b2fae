/* Memory of a group: an MPI-3 shared window, or plain memory for a group of one. */
#include "internal.h"

#include <stdlib.h>

tp_err tp_shared_new(const struct tp_place *place, size_t bytes, MPI_Win *window, void **base, struct tp_error *error) {
    *window = MPI_WIN_NULL;
    *base = NULL;
    if (place->members == 1) {
        *base = aligned_alloc(PAGE, (bytes + PAGE - 1) / PAGE * PAGE);
        return *base != NULL ? TP_OK : tp_fail(error, TP_ERR_MEMORY, "no memory for a ring of %zu bytes", bytes);
    }
    MPI_Aint size;
    int unit;
    void *own;
    int rc =
        MPI_Win_allocate_shared(place->member == 0 ? (MPI_Aint)bytes : 0, 1, MPI_INFO_NULL, place->group, &own, window);
    if (rc == MPI_SUCCESS)
        rc = MPI_Win_shared_query(*window, 0, &size, &unit, base);
    if (rc == MPI_SUCCESS)
        rc = MPI_Win_lock_all(MPI_MODE_NOCHECK, *window);
    return rc == MPI_SUCCESS
               ? TP_OK
               : tp_fail(error, TP_ERR_MEMORY, "a node has no shared memory for a ring of %zu bytes", bytes);
}

void tp_shared_free(MPI_Win *window, void *base) {
    if (*window == MPI_WIN_NULL) {
        free(base);
        return;
    }
    MPI_Win_unlock_all(*window);
    MPI_Win_free(window);
}
