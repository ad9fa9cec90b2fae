/* SPDX-License-Identifier: Apache-2.0 */
#include "node/window.h"

#include <stdint.h>
#include <stdlib.h>

/* Every rank maps whole pages, so the next page begins at the same offset for all. */
static void *next_page(void *at) {
    return (void *)(((uintptr_t)at + SW_PAGE - 1) / SW_PAGE * SW_PAGE);
}

static int allocate(const struct sw_place *place, size_t bytes, struct sw_window *window, void **base) {
    MPI_Aint size;
    int unit;
    int rc = MPI_Win_allocate_shared(place->member == 0 ? (MPI_Aint)(bytes + SW_PAGE) : 0, 1, MPI_INFO_NULL,
                                     place->group, base, &window->window);
    if (rc != MPI_SUCCESS)
        return rc;
    window->is_window = 1;
    MPI_Win_set_errhandler(window->window, MPI_ERRORS_RETURN);
    rc = MPI_Win_shared_query(window->window, 0, &size, &unit, base);
    if (rc == MPI_SUCCESS)
        rc = MPI_Win_lock_all(MPI_MODE_NOCHECK, window->window);
    window->locked = rc == MPI_SUCCESS;
    return rc;
}

int sw_window_new(const struct sw_place *place, size_t bytes, struct sw_window *window) {
    void *base = NULL;
    *window = (struct sw_window){MPI_WIN_NULL, NULL, 0, 0};
    if (place->members == 1) {
        window->base = aligned_alloc(SW_PAGE, (bytes + SW_PAGE - 1) / SW_PAGE * SW_PAGE);
        return window->base != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    }
    const int rc = allocate(place, bytes, window, &base);
    if (rc == MPI_SUCCESS)
        window->base = next_page(base);
    return rc;
}

int sw_window_barrier(const struct sw_window *window, MPI_Comm group) {
    int rc = window->is_window ? MPI_Win_sync(window->window) : MPI_SUCCESS;
    if (rc == MPI_SUCCESS)
        rc = MPI_Barrier(group);
    if (rc == MPI_SUCCESS && window->is_window)
        rc = MPI_Win_sync(window->window);
    return rc;
}

void sw_window_free(struct sw_window *window) {
    if (window->locked)
        MPI_Win_unlock_all(window->window);
    if (window->is_window)
        MPI_Win_free(&window->window);
    else
        free(window->base);
    *window = (struct sw_window){MPI_WIN_NULL, NULL, 0, 0};
}
