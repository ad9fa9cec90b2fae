/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a world of one communicator. The ranks exchange the facts about themselves, and agree on a key. */
#include "connect.h"
#include "errors.h"
#include "household.h"
#include "porter.h"
#include "worlds.h"

#include "base/loaded.h"
#include "node/agree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* A world that is being made. */
struct forming {
    MPI_Comm comm;
    const struct proc_plan *plan;
    int rank, ranks, server_count;
    bool serves;
    struct proc_world *world;
    struct member *members; /* the facts about all ranks */
    struct proc_error error;
};

/* Gives the first failure of any rank to all ranks. */
static proc_err agree(struct forming *forming) {
    if (sw_agree(forming->comm, forming->error.code != PROC_OK, &forming->error, sizeof forming->error) != MPI_SUCCESS)
        return proc_fail(&forming->error, PROC_ERR_MPI, "the ranks of a world cannot agree");
    return forming->error.code;
}

static void check_text(struct forming *forming, const char *text, const char *what) {
    if (text != NULL && strlen(text) >= WORLD_PATH_BYTES - 64)
        proc_fail(&forming->error, PROC_ERR_ARGUMENT, "the %s of a world has more than %d bytes", what,
                  WORLD_PATH_BYTES - 64);
}

static void check_plan(struct forming *forming) {
    const struct proc_plan *plan = forming->plan;
    const uint32_t room = plan->ring_bytes;
    if (forming->server_count < 1 || forming->server_count > forming->ranks)
        proc_fail(&forming->error, PROC_ERR_ARGUMENT,
                  "a world of %d ranks cannot have %d servers: give it 1 to %d, or start more ranks", forming->ranks,
                  forming->server_count, forming->ranks);
    if (room != 0 && (room < LINE_LEAST_RING || room > LINE_MOST_RING || (room & (room - 1)) != 0))
        proc_fail(&forming->error, PROC_ERR_ARGUMENT, "rings of %u bytes cannot be: give a power of two from %d to %d",
                  room, LINE_LEAST_RING, LINE_MOST_RING);
    if (plan->name != NULL && (plan->folder == NULL || plan->secret == NULL))
        proc_fail(&forming->error, PROC_ERR_ARGUMENT, "a world with a name needs a folder and a secret");
    check_text(forming, plan->folder, "folder");
    check_text(forming, plan->secret, "secret");
}

/* Makes the part of the world for which this rank needs no other rank. */
static void make(struct forming *forming) {
    const struct proc_plan *plan = forming->plan;
    struct proc_world *world = calloc(1, sizeof *world);
    forming->members = calloc((size_t)forming->ranks, sizeof *forming->members);
    forming->world = world;
    if (world == NULL || forming->members == NULL) {
        errors_memory(&forming->error, "a world");
        return;
    }
    world->ring_bytes = plan->ring_bytes == 0 ? WORLD_DEFAULT_RING : plan->ring_bytes;
    world->classes = plan->classes;
    world->class_count = plan->class_count;
    world->server = world->client = -1;
    if (plan->folder != NULL)
        snprintf(world->folder, sizeof world->folder, "%s", plan->folder);
    if (plan->secret != NULL)
        snprintf(world->secret, sizeof world->secret, "%s", plan->secret);
    if (porter_hold(&forming->error) != PROC_OK) {
        free(world);
        forming->world = NULL;
    }
}

/* Draws the id of the world and, without a secret, its key, on rank 0, and sends both to all ranks. */
static void share_key(struct forming *forming) {
    struct proc_world *world = forming->world;
    struct {
        uint64_t id;
        uint8_t key[PROOF_KEY_BYTES];
    } drawn = {0};
    if (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn)
        proc_fail(&forming->error, PROC_ERR_SYSTEM, "the system gives no random bytes");
    drawn.id |= 1; /* 0 means no world */
    if (world->secret[0] != '\0')
        secret_read(world->secret, drawn.key, &forming->error);
    if (MPI_Bcast(&drawn, sizeof drawn, MPI_BYTE, 0, forming->comm) != MPI_SUCCESS)
        proc_fail(&forming->error, PROC_ERR_MPI, "the key of a world cannot be passed on");
    world->id = drawn.id;
    memcpy(world->key, drawn.key, sizeof world->key);
}

static void gather(struct forming *forming, const struct member *own) {
    if (MPI_Allgather(own, sizeof *own, MPI_BYTE, forming->members, sizeof *own, MPI_BYTE, forming->comm) !=
        MPI_SUCCESS)
        proc_fail(&forming->error, PROC_ERR_MPI, "the ranks of a world cannot tell each other where they are");
}

static bool has_other_hosts(const struct forming *forming, const struct member *own) {
    for (int i = 0; i < forming->ranks; i++)
        if (strcmp(forming->members[i].machine, own->machine) != 0)
            return true;
    return false;
}

/* Numbers servers and clients, and keeps the facts about the servers. */
static void number(struct forming *forming) {
    struct proc_world *world = forming->world;
    world->servers = calloc((size_t)forming->server_count, sizeof *world->servers);
    if (world->servers == NULL) {
        errors_memory(&forming->error, "a world");
        return;
    }
    for (int i = 0; i < forming->ranks; i++) {
        const bool serves = forming->members[i].serves != 0;
        if (i == forming->rank && serves)
            world->server = world->server_count;
        else if (i == forming->rank)
            world->client = world->client_count;
        if (serves)
            world->servers[world->server_count++] = forming->members[i];
        else
            world->client_count++;
    }
}

/* Gives the facts about each rank to all ranks. */
static proc_err introduce(struct forming *forming) {
    struct member own;
    struct proc_world *world = forming->world;
    member_fill(&own);
    own.serves = forming->serves;
    snprintf(world->machine, sizeof world->machine, "%s", own.machine);
    snprintf(world->who, sizeof world->who, "process %d on host %s", own.pid, own.host);
    gather(forming, &own); /* the hosts first, because servers listen for other hosts only if there are any */
    if (agree(forming) != PROC_OK)
        return forming->error.code;
    if (forming->serves)
        doors_open(world, &own, has_other_hosts(forming, &own), forming->plan->address, &forming->error);
    gather(forming, &own);
    if (forming->error.code == PROC_OK)
        number(forming);
    return agree(forming);
}

/* Starts the objects of servers before the connections, because other ranks connect to these objects. */
static proc_err begin(struct forming *forming) {
    struct proc_world *world = forming->world;
    if (forming->serves)
        household_new(world, &forming->error);
    if (agree(forming) != PROC_OK)
        return forming->error.code;
    world_begin(world, &forming->error);
    if (forming->error.code == PROC_OK && world->server == 0 && forming->plan->name != NULL)
        worlds_write(world, forming->plan->name, &forming->error);
    return agree(forming);
}

static proc_err form(struct forming *forming, struct proc_world **made, struct proc_error *error) {
    *made = NULL;
    MPI_Comm_rank(forming->comm, &forming->rank);
    MPI_Comm_size(forming->comm, &forming->ranks);
    sw_keep_loaded();
    check_plan(forming);
    if (forming->error.code == PROC_OK)
        make(forming);
    proc_err code = agree(forming);
    if (code == PROC_OK) {
        share_key(forming);
        code = agree(forming);
    }
    if (code == PROC_OK)
        code = introduce(forming);
    if (code == PROC_OK)
        code = begin(forming);
    free(forming->members);
    if (code == PROC_OK)
        *made = forming->world;
    else if (forming->world != NULL)
        world_give_up(forming->world);
    return code == PROC_OK ? PROC_OK : errors_copy(error, &forming->error);
}

/* Makes a world of the ranks of COMM, by a duplicate of COMM. */
static proc_err form_of(MPI_Comm comm, struct forming *forming, struct proc_world **world, struct proc_error *error) {
    if (MPI_Comm_dup(comm, &forming->comm) != MPI_SUCCESS)
        return proc_fail(error, PROC_ERR_MPI, "the communicator of a world cannot be duplicated");
    MPI_Comm_set_errhandler(forming->comm, MPI_ERRORS_RETURN);
    const proc_err code = form(forming, world, error);
    MPI_Comm_free(&forming->comm);
    return code;
}

proc_err proc_world_split(MPI_Comm comm, const struct proc_plan *plan, struct proc_world **world,
                          struct proc_error *error) {
    struct forming forming = {.plan = plan, .server_count = plan->servers};
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    forming.serves = rank >= ranks - plan->servers;
    return form_of(comm, &forming, world, error);
}

/* Makes a world of the ranks on both sides of INTER. */
static proc_err form_across(MPI_Comm inter, struct forming *forming, struct proc_world **world,
                            struct proc_error *error) {
    MPI_Comm all;
    if (MPI_Intercomm_merge(inter, forming->serves, &all) != MPI_SUCCESS)
        return proc_fail(error, PROC_ERR_MPI, "the servers that were started cannot be reached by MPI");
    const proc_err code = form_of(all, forming, world, error);
    MPI_Comm_free(&all);
    return code;
}

proc_err proc_world_spawn(MPI_Comm comm, const struct proc_plan *plan, const char *program, char **arguments,
                          struct proc_world **world, struct proc_error *error) {
    struct forming forming = {.plan = plan, .server_count = plan->servers};
    MPI_Comm inter, own;
    *world = NULL;
    if (MPI_Comm_dup(comm, &own) != MPI_SUCCESS)
        return proc_fail(error, PROC_ERR_MPI, "the communicator of a world cannot be duplicated");
    MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
    const int refused =
        MPI_Comm_spawn(program, arguments, plan->servers, MPI_INFO_NULL, 0, own, &inter, MPI_ERRCODES_IGNORE);
    MPI_Comm_free(&own);
    if (refused != MPI_SUCCESS)
        return proc_fail(error, PROC_ERR_MPI,
                         "MPI_Comm_spawn cannot start %d of %s: set servers apart by proc_world_split instead",
                         plan->servers, program);
    const proc_err code = form_across(inter, &forming, world, error);
    MPI_Comm_disconnect(&inter);
    return code;
}

proc_err proc_world_join(const struct proc_plan *plan, struct proc_world **world, struct proc_error *error) {
    struct forming forming = {.plan = plan, .serves = true};
    MPI_Comm inter;
    *world = NULL;
    MPI_Comm_get_parent(&inter);
    if (inter == MPI_COMM_NULL)
        return proc_fail(error, PROC_ERR_WORLD, "no world has started this process: proc_world_spawn does that");
    MPI_Comm_size(inter, &forming.server_count);
    const proc_err code = form_across(inter, &forming, world, error);
    MPI_Comm_disconnect(&inter);
    return code;
}
