/* SPDX-License-Identifier: Apache-2.0 */
#include "node-of-threads.h"

#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096 };

struct rank {
    void (*run)(int rank, void *item);
    int number;
    void *item;
};

static pthread_barrier_t barrier;
static void *window;
/* The leader's alone. */
static int agreements = -1, looks;

static void require(int success, const char *what) {
    if (success)
        return;
    fprintf(stderr, "%s\n", what);
    exit(EXIT_FAILURE);
}

static void *start_rank(void *argument) {
    const struct rank *rank = argument;
    rank->run(rank->number, rank->item);
    return NULL;
}

void node_run(void (*run)(int rank, void *item), void *items, unsigned long bytes) {
    pthread_t threads[NODE_RANKS];
    struct rank ranks[NODE_RANKS];
    require(pthread_barrier_init(&barrier, NULL, NODE_RANKS) == 0, "no barrier can be made");
    for (int i = 0; i < NODE_RANKS; i++) {
        ranks[i] = (struct rank){run, i, (char *)items + (unsigned long)i * bytes};
        require(pthread_create(&threads[i], NULL, start_rank, &ranks[i]) == 0, "no thread can be started");
    }
    for (int i = 0; i < NODE_RANKS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&barrier);
}

void node_agreements(int count) {
    agreements = count;
}

/* --- memory that ranks share --- */

/* Rank 0 asks for all of the memory, and the others ask for 0 bytes. */
int MPI_Win_allocate_shared(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void *base, MPI_Win *win) {
    (void)unit, (void)info, (void)comm;
    if (size > 0)
        window = aligned_alloc(PAGE, ((size_t)size + PAGE - 1) / PAGE * PAGE);
    pthread_barrier_wait(&barrier);
    require(window != NULL, "no memory");
    *(void **)base = window;
    *win = MPI_WIN_NULL;
    return MPI_SUCCESS;
}

int MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *unit, void *base) {
    (void)win, (void)rank;
    *size = 0;
    *unit = 1;
    *(void **)base = window;
    return MPI_SUCCESS;
}

int MPI_Win_free(MPI_Win *win) {
    (void)win;
    const int last = pthread_barrier_wait(&barrier);
    if (last == PTHREAD_BARRIER_SERIAL_THREAD)
        free(window);
    return MPI_SUCCESS;
}

int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler handler) {
    (void)win, (void)handler;
    return MPI_SUCCESS;
}

int MPI_Win_lock_all(int assertion, MPI_Win win) {
    (void)assertion, (void)win;
    return MPI_SUCCESS;
}

int MPI_Win_unlock_all(MPI_Win win) {
    (void)win;
    return MPI_SUCCESS;
}

int MPI_Win_sync(MPI_Win win) {
    (void)win;
    return MPI_SUCCESS;
}

/* --- calls that all ranks make in concert: to open a file. No rank of these tests fails in them --- */

int MPI_Comm_rank(MPI_Comm comm, int *rank) {
    (void)comm;
    *rank = 0;
    return MPI_SUCCESS;
}

int MPI_Allreduce(const void *sent, void *received, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    (void)type, (void)op, (void)comm;
    memcpy(received, sent, (size_t)count * sizeof(int));
    return MPI_SUCCESS;
}

/* The communicator of a rank that is alone is null. */
int MPI_Barrier(MPI_Comm comm) {
    if (comm != MPI_COMM_NULL)
        pthread_barrier_wait(&barrier);
    return MPI_SUCCESS;
}

/* --- calls of the leader, which is the root of all broadcasts --- */

int MPI_Bcast(void *bytes, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    (void)bytes, (void)count, (void)type, (void)root, (void)comm;
    return MPI_SUCCESS;
}

static int begin(MPI_Request *request) {
    memset(request, 1, sizeof(MPI_Request)); /* any value but MPI_REQUEST_NULL: the contents are never read */
    return MPI_SUCCESS;
}

/* The numbers of a round. */
/* The parameters are the MPI's. NOLINTNEXTLINE(readability-function-size) */
int MPI_Iallreduce(const void *sent, void *received, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request *request) {
    (void)type, (void)op, (void)comm;
    if (agreements == 0)
        return MPI_ERR_OTHER;
    agreements--;
    memcpy(received, sent, (size_t)count * sizeof(long long));
    return begin(request);
}

/* The parameters are the MPI's. NOLINTNEXTLINE(readability-function-size) */
int MPI_Ibcast(void *bytes, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *request) {
    (void)bytes, (void)count, (void)type, (void)root, (void)comm;
    return begin(request);
}

/* The parameters are the MPI's. NOLINTNEXTLINE(readability-function-size) */
int MPI_Ialltoallv(const void *sent, const int sent_counts[], const int sent_at[], MPI_Datatype sent_type,
                   void *received, const int counts[], const int at[], MPI_Datatype type, MPI_Comm comm,
                   MPI_Request *request) {
    (void)sent, (void)sent_counts, (void)sent_at, (void)sent_type;
    (void)received, (void)counts, (void)at, (void)type, (void)comm;
    return begin(request);
}

/* A pending request is complete at each third look. */
static int look(int count, MPI_Request requests[], int *complete) {
    *complete = ++looks % 3 == 0;
    for (int i = 0; *complete && i < count; i++)
        requests[i] = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}

int MPI_Testall(int count, MPI_Request requests[], int *complete, MPI_Status statuses[]) {
    (void)statuses;
    return look(count, requests, complete);
}

int MPI_Test(MPI_Request *request, int *complete, MPI_Status *status) {
    (void)status;
    return look(1, request, complete);
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *any, MPI_Status *status) {
    (void)source, (void)tag, (void)comm, (void)status;
    *any = 0;
    return MPI_SUCCESS;
}

/* Would send a warning to the other leaders, but there are no other leaders. */
/* The parameters are the MPI's. NOLINTNEXTLINE(readability-function-size) */
int MPI_Isend(const void *bytes, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request) {
    (void)bytes, (void)count, (void)type, (void)to, (void)tag, (void)comm, (void)request;
    return MPI_ERR_OTHER;
}

int MPI_Error_string(int code, char *text, int *length) {
    *length = snprintf(text, MPI_MAX_ERROR_STRING, "error %d", code);
    return MPI_SUCCESS;
}
