/* SPDX-License-Identifier: Apache-2.0 */
#include "mpi-faults.h"

#include <mpi.h>
#include <string.h>

enum { WATCHED = 16, MOST_BYTES = 64, MARK = 0x5a };

static int ordered = -1, calls, hits, touched;

/* A pending reduction. The result goes to RESULT first, and the caller's buffer must keep its marks until the end. */
static struct {
    MPI_Request request;
    void *buffer;
    size_t bytes;
    unsigned char result[MOST_BYTES];
} watched[WATCHED];

void mpi_fault_order(int after) {
    ordered = after;
    calls = hits = 0;
}

int mpi_fault_hits(void) {
    return hits;
}

int mpi_fault_touched(void) {
    return touched;
}

static int find_free(void) {
    for (int i = 0; i < WATCHED; i++)
        if (watched[i].buffer == NULL)
            return i;
    return -1;
}

/* The parameters are the MPI's. NOLINTNEXTLINE(readability-function-size) */
int MPI_Iallreduce(const void *sent, void *received, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request *request) {
    int size;
    if (ordered >= 0 && calls++ >= ordered) {
        hits++;
        return MPI_ERR_OTHER;
    }
    MPI_Type_size(type, &size);
    const size_t bytes = (size_t)size * (size_t)count;
    const int at = bytes <= MOST_BYTES ? find_free() : -1;
    if (at < 0)
        return PMPI_Iallreduce(sent, received, count, type, op, comm, request);
    const int rc = PMPI_Iallreduce(sent, watched[at].result, count, type, op, comm, request);
    watched[at].request = *request;
    watched[at].buffer = received;
    watched[at].bytes = bytes;
    memset(received, MARK, bytes);
    return rc;
}

static void end(int at) {
    const unsigned char *bytes = watched[at].buffer;
    int marks = 1;
    for (size_t i = 0; i < watched[at].bytes; i++)
        marks = marks && bytes[i] == MARK;
    touched += !marks;
    memcpy(watched[at].buffer, watched[at].result, watched[at].bytes);
    watched[at].buffer = NULL;
}

static int find(MPI_Request request) {
    for (int i = 0; i < WATCHED; i++)
        if (watched[i].buffer != NULL && watched[i].request == request)
            return i;
    return -1;
}

int MPI_Test(MPI_Request *request, int *complete, MPI_Status *status) {
    const int at = find(*request), rc = PMPI_Test(request, complete, status);
    if (at >= 0 && *complete)
        end(at);
    return rc;
}

int MPI_Wait(MPI_Request *request, MPI_Status *status) {
    const int at = find(*request), rc = PMPI_Wait(request, status);
    if (at >= 0)
        end(at);
    return rc;
}

int MPI_Testall(int count, MPI_Request requests[], int *complete, MPI_Status statuses[]) {
    const int at = count == 1 ? find(requests[0]) : -1, rc = PMPI_Testall(count, requests, complete, statuses);
    if (at >= 0 && *complete)
        end(at);
    return rc;
}
