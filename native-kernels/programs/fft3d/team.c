/* SPDX-License-Identifier: Apache-2.0 */
#include "team.h"

#include "slipway/process_world.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int mpi_failed(const char *what, struct sw_failure *f) {
    return sw_fail(f, STATUS_MPI, NULL, "MPI failed while %s", what);
}

/* Waits for REQUEST without spinning: MPI's own waits take a whole core. */
static int sleep_until_done(MPI_Request *request) {
    long nanoseconds = 20000;
    for (int done = 0;;) {
        const int rc = MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (rc != MPI_SUCCESS || done)
            return rc;
        nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
        if (nanoseconds < 1000000)
            nanoseconds *= 2;
    }
}

static int add_up(const struct team *team, void *values, size_t count, MPI_Datatype type, MPI_Op op) {
    int rc = MPI_SUCCESS;
    const size_t size = type == MPI_DOUBLE ? sizeof(double) : sizeof(int);
    for (size_t first = 0; first < count && rc == MPI_SUCCESS; first += 1 << 20) {
        const size_t left = count - first, now = left < 1 << 20 ? left : 1 << 20;
        MPI_Request request;
        rc = MPI_Iallreduce(MPI_IN_PLACE, (char *)values + first * size, (int)now, type, op, team->comm, &request);
        if (rc == MPI_SUCCESS)
            rc = sleep_until_done(&request);
    }
    return rc;
}

int team_meet(const struct team *team, int failed) {
    int any = failed != 0;
    if (team->count > 1 && add_up(team, &any, 1, MPI_INT, MPI_MAX) != MPI_SUCCESS)
        return 1;
    return any;
}

int team_agree(const struct team *team, struct sw_failure *f) {
    int first = f->status != STATUS_OK ? team->number : INT_MAX;
    if (team->count == 1)
        return f->status;
    if (add_up(team, &first, 1, MPI_INT, MPI_MIN) != MPI_SUCCESS)
        return mpi_failed("the clients agreed on an error", f);
    if (first != INT_MAX && MPI_Bcast(f, (int)sizeof *f, MPI_BYTE, first, team->comm) != MPI_SUCCESS)
        return mpi_failed("the clients agreed on an error", f);
    return f->status;
}

int team_add(const struct team *team, double *values, size_t count, struct sw_failure *f) {
    if (team->count > 1 && add_up(team, values, count, MPI_DOUBLE, MPI_SUM) != MPI_SUCCESS)
        return mpi_failed("the clients added up figures", f);
    return f->status;
}

int team_tell(const struct team *team, void *bytes, size_t count, struct sw_failure *f) {
    MPI_Request request;
    if (team->count == 1)
        return f->status;
    if (MPI_Ibcast(bytes, (int)count, MPI_BYTE, 0, team->comm, &request) != MPI_SUCCESS ||
        sleep_until_done(&request) != MPI_SUCCESS)
        return mpi_failed("the first client told the others", f);
    return f->status;
}

int team_gather(const struct team *team, const char *text, char **whole, struct sw_failure *f) {
    int bytes = (int)strlen(text), *lengths = NULL, *places = NULL, all = 0, rc = MPI_SUCCESS;
    *whole = NULL;
    if (team->number == 0) {
        lengths = malloc((size_t)team->count * sizeof *lengths);
        places = malloc((size_t)team->count * sizeof *places);
        if (lengths == NULL || places == NULL)
            sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the figures of %d clients", team->count);
    }
    if (team_agree(team, f) == STATUS_OK)
        rc = MPI_Gather(&bytes, 1, MPI_INT, lengths, 1, MPI_INT, 0, team->comm);
    for (int i = 0; f->status == STATUS_OK && rc == MPI_SUCCESS && team->number == 0 && i < team->count; i++) {
        places[i] = all;
        all += lengths[i];
    }
    if (f->status == STATUS_OK && team->number == 0 && (*whole = calloc((size_t)all + 1, 1)) == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %d bytes of figures", all);
    if (team_agree(team, f) == STATUS_OK && rc == MPI_SUCCESS)
        rc = MPI_Gatherv(text, bytes, MPI_CHAR, *whole, lengths, places, MPI_CHAR, 0, team->comm);
    free(lengths);
    free(places);
    return rc == MPI_SUCCESS ? f->status : mpi_failed("figures were gathered", f);
}

/* How many of RANKS serve: half of them unless the user says. */
static int servers_of(const struct options *options, int ranks, struct sw_failure *f) {
    if (options->servers == UINT64_MAX)
        return ranks / 2;
    if (options->servers >= (uint64_t)ranks && options->servers > 0)
        sw_fail(f, STATUS_USAGE, "start more ranks: mpirun -n CLIENTS+SERVERS",
                "--servers %llu leaves none of %d ranks to transform", (unsigned long long)options->servers, ranks);
    else if (options->servers == 0 && ranks > 1 &&
             (options->data != NULL || options->checkpoint != NULL || options->resume != NULL))
        sw_fail(f, STATUS_USAGE, "start one rank, or give --servers", "%d ranks cannot share disks without servers",
                ranks);
    return (int)options->servers;
}

/* Ends this client when another process has died. The client may be waiting in MPI for the dead process, where no
 * message reaches the client. */
static void *watch(void *argument) {
    struct team *team = argument;
    struct sw_failure f = {.status = STATUS_OK};
    struct proc_error error;
    if (proc_world_watch(team->world, &error) == PROC_OK)
        return NULL;
    sw_fail(&f, STATUS_COMPUTE, "go on with it by --resume", "client %d: %s", team->number, error.text);
    sw_failure_print("fft3d", &f);
    _exit(f.status);
}

/* Makes the world of clients and servers. Servers stay here until all clients have ended. After the death of a client,
 * the servers end the run, because others may wait for the dead client. */
static int enter_world(struct team *team, struct sw_failure *f) {
    struct proc_plan plan = {.servers = team->servers};
    struct proc_error error;
    plan.classes = pgd_classes(&plan.class_count);
    if (proc_world_split(MPI_COMM_WORLD, &plan, &team->world, &error) != PROC_OK)
        return sw_fail(f, STATUS_MPI, "start the run again", "%s", error.text);
    if (proc_world_serves(team->world) && proc_serve(team->world, &error) != PROC_OK) {
        sw_fail(f, STATUS_COMPUTE, "go on with it by --resume", "server %d: %s", team->number - team->count,
                error.text);
        f->alone = true;
    }
    if (f->status == STATUS_OK && team_is_client(team)) {
        team->watched = pthread_create(&team->watch, NULL, watch, team) == 0;
        if (!team->watched)
            sw_fail_alone(f, "client %d: the system gives no thread", team->number);
    }
    return f->status;
}

int team_begin(const struct options *options, struct team *team, struct sw_failure *f) {
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    *team = (struct team){.comm = MPI_COMM_NULL, .number = rank};
    team->servers = servers_of(options, ranks, f);
    team->count = ranks - team->servers;
    if (f->status != STATUS_OK)
        return f->status;
    if (MPI_Comm_split(MPI_COMM_WORLD, !team_is_client(team), rank, &team->comm) != MPI_SUCCESS)
        return mpi_failed("clients and servers were set apart", f);
    return team->servers > 0 ? enter_world(team, f) : f->status;
}

void team_end(struct team *team) {
    if (team->watched) {
        proc_world_stop(team->world);
        pthread_join(team->watch, NULL);
    }
    proc_world_end(team->world, NULL);
    if (team->comm != MPI_COMM_NULL)
        MPI_Comm_free(&team->comm);
}
