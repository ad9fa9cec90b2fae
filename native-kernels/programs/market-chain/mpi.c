/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels of the market chain over MPI_Send and MPI_Recv, as in the reports' pure MPI version: one rank for each
 * kernel, or the engine on one rank and all others on another. An empty message ends a link. If a sender is faster than
 * its receiver, MPI keeps the waiting messages, up to the MPI's own limit.
 */
#include "market-chain.h"

#include "queue.h"

#include <mpi.h>
#include <sched.h>

enum { MOST_LINKS = 2 };

/* The ranks of the kernels, and the queues between kernels of one rank. */
struct ranks {
    int rank, of[MKT_KERNELS];                     /* -1: no such kernel */
    bool alone;                                    /* this rank has one kernel */
    struct queue queues[MKT_KERNELS][MKT_KERNELS]; /* from, to */
};

/* The other end of a link, and the tag, which is unique to the link. */
struct mpi_link {
    int kernel, rank, tag;
    bool ended;
    struct queue *queue; /* not NULL: both ends are on this rank */
};

struct mpi_port {
    struct mkt_port port;
    struct mpi_link links[MOST_LINKS];
    int count;
    bool alone; /* the rank has one kernel, which may wait */
};

static mkt_result fail_mpi(int code, struct sw_failure *f) {
    char text[MPI_MAX_ERROR_STRING];
    int length;
    MPI_Error_string(code, text, &length);
    sw_fail(f, STATUS_MPI, NULL, "MPI failed: %.300s", text);
    return MKT_FAILED;
}

static mkt_result put(struct mkt_port *port, const unsigned char *bytes, size_t each, size_t count,
                      struct sw_failure *f) {
    const struct mpi_port *self = (const struct mpi_port *)port;
    for (size_t i = 0; i < count; i++)
        for (int l = 0; l < self->count; l++) {
            const struct mpi_link *link = &self->links[l];
            if (link->queue != NULL) {
                if (queue_put(link->queue, bytes + i * each, each) != 0) {
                    sw_fail(f, STATUS_COMPUTE, NULL, "no memory for messages between kernels");
                    return MKT_FAILED;
                }
                continue;
            }
            const int code = MPI_Send(bytes + i * each, (int)each, MPI_BYTE, link->rank, link->tag, MPI_COMM_WORLD);
            if (code != MPI_SUCCESS)
                return fail_mpi(code, f);
        }
    return MKT_OK;
}

static mkt_result end(struct mkt_port *port, struct sw_failure *f) {
    return put(port, (const unsigned char *)"", 0, 1, f);
}

/* Takes a message of COUNT bytes from LINK. */
static mkt_result arrived(struct mpi_port *self, struct mpi_link *link, size_t count, size_t *got) {
    self->port.sender = link->kernel;
    *got = count;
    if (count > 0)
        return MKT_OK;
    link->ended = true;
    for (int l = 0; l < self->count; l++)
        if (!self->links[l].ended)
            return MKT_NOTHING;
    return MKT_ENDED;
}

static struct mpi_link *link_of(struct mpi_port *self, int tag) {
    for (int l = 0; l < self->count; l++)
        if (self->links[l].tag == tag)
            return &self->links[l];
    return NULL;
}

/* Waits for a message on any link of the port; no other port of this rank may have one with several links. */
static mkt_result receive(struct mpi_port *self, struct mpi_link *link, unsigned char *bytes, size_t *got,
                          struct sw_failure *f) {
    MPI_Status status;
    int count = 0;
    int code = MPI_Recv(bytes, MKT_RECORD_BYTES, MPI_BYTE, link != NULL ? link->rank : MPI_ANY_SOURCE,
                        link != NULL ? link->tag : MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    if (code == MPI_SUCCESS)
        code = MPI_Get_count(&status, MPI_BYTE, &count);
    if (code != MPI_SUCCESS)
        return fail_mpi(code, f);
    struct mpi_link *from = link != NULL ? link : link_of(self, status.MPI_TAG);
    if (from == NULL) {
        sw_fail(f, STATUS_MPI, NULL, "a message of rank %d belongs to no link", status.MPI_SOURCE);
        return MKT_FAILED;
    }
    return arrived(self, from, (size_t)count, got);
}

static mkt_result look(struct mpi_port *self, struct mpi_link *link, unsigned char *bytes, size_t room, size_t *got,
                       struct sw_failure *f) {
    int there = 0;
    if (link->ended)
        return MKT_NOTHING;
    if (link->queue != NULL)
        return queue_is_empty(link->queue) ? MKT_NOTHING
                                           : arrived(self, link, queue_get(link->queue, bytes, room), got);
    const int code = MPI_Iprobe(link->rank, link->tag, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    if (code != MPI_SUCCESS)
        return fail_mpi(code, f);
    return there ? receive(self, link, bytes, got, f) : MKT_NOTHING;
}

static mkt_result get(struct mkt_port *port, unsigned char *bytes, size_t room, size_t *got, int64_t nanoseconds,
                      struct sw_failure *f) {
    struct mpi_port *self = (struct mpi_port *)port;
    if (self->alone && nanoseconds == MKT_ANY_TIME)
        return receive(self, self->count == 1 ? &self->links[0] : NULL, bytes, got, f);
    mkt_result result = MKT_NOTHING;
    for (int l = 0; l < self->count && result == MKT_NOTHING; l++)
        result = look(self, &self->links[l], bytes, room, got, f);
    return result;
}

/* --- the chain --- */

static void add_link(struct ranks *ranks, struct mpi_port *port, int own, int other, bool out) {
    if (ranks->of[other] < 0)
        return;
    const int from = out ? own : other, to = out ? other : own;
    port->port = (struct mkt_port){.put = put, .get = get, .end = end};
    port->alone = ranks->alone;
    port->links[port->count++] =
        (struct mpi_link){.kernel = other,
                          .rank = ranks->of[other],
                          .tag = from * MKT_KERNELS + to,
                          .queue = ranks->of[other] == ranks->rank ? &ranks->queues[from][to] : NULL};
}

/* The ports of all kernels of the chain; a missing kernel has a port without links. */
struct ports {
    struct mpi_port orders, clock, answers, durable; /* of the generator */
    struct mpi_port engine_in, engine_out;
    struct mpi_port events, archive, back;                     /* of the confirmation */
    struct mpi_port stored_orders, stored_events, acknowledge; /* of the store */
};

static struct mkt_port *port_of(struct mpi_port *port) {
    return port->count > 0 ? &port->port : NULL;
}

static void connect_ports(struct ranks *ranks, struct ports *ports, struct kernels *kernels) {
    add_link(ranks, &ports->orders, MKT_GENERATOR, MKT_ENGINE, true);
    add_link(ranks, &ports->orders, MKT_GENERATOR, MKT_STORE, true);
    add_link(ranks, &ports->clock, MKT_GENERATOR, MKT_CONFIRMER, true);
    add_link(ranks, &ports->answers, MKT_GENERATOR, MKT_CONFIRMER, false);
    add_link(ranks, &ports->durable, MKT_GENERATOR, MKT_STORE, false);
    add_link(ranks, &ports->engine_in, MKT_ENGINE, MKT_GENERATOR, false);
    add_link(ranks, &ports->engine_out, MKT_ENGINE, MKT_CONFIRMER, true);
    add_link(ranks, &ports->events, MKT_CONFIRMER, MKT_ENGINE, false);
    add_link(ranks, &ports->events, MKT_CONFIRMER, MKT_GENERATOR, false);
    add_link(ranks, &ports->archive, MKT_CONFIRMER, MKT_STORE, true);
    add_link(ranks, &ports->back, MKT_CONFIRMER, MKT_GENERATOR, true);
    add_link(ranks, &ports->stored_orders, MKT_STORE, MKT_GENERATOR, false);
    add_link(ranks, &ports->stored_events, MKT_STORE, MKT_CONFIRMER, false);
    add_link(ranks, &ports->acknowledge, MKT_STORE, MKT_GENERATOR, true);

    kernels->generator.out = port_of(&ports->orders);
    kernels->generator.clock = port_of(&ports->clock);
    kernels->generator.answers = port_of(&ports->answers);
    kernels->generator.durable = port_of(&ports->durable);
    kernels->engine.in = port_of(&ports->engine_in);
    kernels->engine.out = port_of(&ports->engine_out);
    kernels->confirmation.in = port_of(&ports->events);
    kernels->confirmation.out = port_of(&ports->archive);
    kernels->confirmation.answers = port_of(&ports->back);
    kernels->archive.orders = port_of(&ports->stored_orders);
    kernels->archive.events = port_of(&ports->stored_events);
    kernels->archive.durable = port_of(&ports->acknowledge);
}

/*
 * Takes steps of one kernel: one step of the generator, so that it does not run ahead; as many as possible of others.
 */
static mkt_result run_kernel(struct kernels *kernels, int number, struct sw_failure *f) {
    mkt_result result = step_kernel(kernels, number, f);
    while (result == MKT_OK && number != MKT_GENERATOR)
        result = step_kernel(kernels, number, f);
    return result;
}

/* Runs the kernels of this rank in turns. A rank with idle kernels yields its core, like waiting ranks of Open MPI on
 * request. */
static int run_turns(const struct ranks *ranks, struct kernels *kernels, struct sw_failure *f) {
    int left = 0;
    for (int number = 0; number < MKT_KERNELS; number++)
        left += ranks->of[number] == ranks->rank;
    while (left > 0)
        for (int number = 0; number < MKT_KERNELS; number++) {
            if (ranks->of[number] != ranks->rank || kernels->ended[number])
                continue;
            const mkt_result result = run_kernel(kernels, number, f);
            if (result == MKT_FAILED)
                return f->status;
            left -= result == MKT_ENDED;
        }
    return STATUS_OK;
}

static int kernels_of(const struct request *request) {
    return request->store != NULL ? 4 : 3;
}

int check_ranks(const struct request *request, struct sw_failure *f) {
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (request->engine)
        return request->book == NULL || size == 1
                   ? STATUS_OK
                   : sw_fail(f, STATUS_USAGE, "match-orders --replay of the store tells it.",
                             "--book needs the books of all instruments on one rank");
    if (size == 2 || size == kernels_of(request))
        return STATUS_OK;
    return sw_fail(f, STATUS_USAGE,
                   request->store != NULL ? "Use mpirun -n 4, or -n 2: then the engine has one to itself."
                                          : "Use mpirun -n 3, or -n 2; with --store FILE the store is a fourth kernel.",
                   "%d ranks do not fit a chain of %d kernels", size, kernels_of(request));
}

static void place(const struct request *request, struct ranks *ranks) {
    int size;
    const int kernels = kernels_of(request);
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int number = 0; number < MKT_KERNELS; number++)
        ranks->of[number] = number >= kernels ? -1 : size == kernels ? number : number == MKT_ENGINE;
    ranks->alone = size == kernels || ranks->rank == 1;
}

int run_mpi(const struct request *request, struct sw_failure *f) {
    static struct kernels kernels;
    static struct ranks ranks;
    static struct ports ports;
    struct slipway_progress progress;
    kernels.request = request;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    slipway_progress_open(&progress);
    place(request, &ranks);
    for (int number = 0; number < MKT_KERNELS && f->status == STATUS_OK; number++)
        if (ranks.of[number] == ranks.rank)
            begin_kernel(&kernels, number, f);
    if (f->status == STATUS_OK) {
        connect_ports(&ranks, &ports, &kernels);
        kernels.confirmation.tell = progress_tell;
        kernels.confirmation.context = &progress;
        run_turns(&ranks, &kernels, f);
    }
    end_kernels(&kernels, f);
    slipway_progress_close(&progress);
    for (int from = 0; from < MKT_KERNELS; from++)
        for (int to = 0; to < MKT_KERNELS; to++)
            queue_free(&ranks.queues[from][to]);
    return f->status;
}
