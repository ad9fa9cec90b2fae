/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The engine as an MPI kernel of a graph: rank 0 has the streams and sends its orders to all ranks, which share the
 * instruments. Rank 0 then puts the events of all ranks in the order of their orders, which gives the events of a
 * single engine.
 */
#include "market-chain.h"

#include "slipway/stream.h"

#include <inttypes.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

struct shared_engine {
    struct mkt_engine engine;
    int rank, size;
    size_t count;            /* bytes of orders in engine.records */
    int *counts, *starts;    /* on rank 0: bytes of events of each rank, and where they begin */
    unsigned char *gathered; /* on rank 0 */
    unsigned char *merged;
    size_t room;
    uint64_t orders, messages; /* on rank 0: of all ranks */
};

/* Sends the orders of rank 0 to all ranks. No bytes: the stream has ended. */
static int spread(struct shared_engine *shared) {
    uint64_t count = shared->count;
    int code = MPI_Bcast(&count, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    shared->count = (size_t)count;
    if (code == MPI_SUCCESS && count > 0)
        code = MPI_Bcast(shared->engine.records, (int)count, MPI_BYTE, 0, MPI_COMM_WORLD);
    return code;
}

static int match_own(struct shared_engine *shared, struct sw_failure *f) {
    shared->engine.bytes = 0;
    for (size_t at = 0, length; at < shared->count; at += length) {
        length = mkt_engine_take(&shared->engine, shared->engine.records + at, shared->count - at, f);
        if (length == 0)
            return f->status;
    }
    return STATUS_OK;
}

static bool grow_to(unsigned char **bytes, size_t count) {
    unsigned char *grown = realloc(*bytes, count);
    if (grown == NULL)
        return false;
    *bytes = grown;
    return true;
}

static int grow(struct shared_engine *shared, size_t bytes, struct sw_failure *f) {
    if (bytes <= shared->room)
        return STATUS_OK;
    if (!grow_to(&shared->gathered, bytes) || !grow_to(&shared->merged, bytes))
        return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for %zu bytes of events", bytes);
    shared->room = bytes;
    return STATUS_OK;
}

/* Gathers the events of all ranks on rank 0; there *TOTAL is the number of bytes. */
static int gather(struct shared_engine *shared, size_t *total, struct sw_failure *f) {
    const int own = (int)shared->engine.bytes;
    int code = MPI_Gather(&own, 1, MPI_INT, shared->counts, 1, MPI_INT, 0, MPI_COMM_WORLD);
    *total = 0;
    for (int rank = 0; shared->rank == 0 && rank < shared->size; rank++) {
        shared->starts[rank] = (int)*total;
        *total += (size_t)shared->counts[rank];
    }
    if (shared->rank == 0 && grow(shared, *total, f) != STATUS_OK)
        return f->status;
    if (code == MPI_SUCCESS)
        code = MPI_Gatherv(shared->engine.events, own, MPI_BYTE, shared->gathered, shared->counts, shared->starts,
                           MPI_BYTE, 0, MPI_COMM_WORLD);
    return code == MPI_SUCCESS ? STATUS_OK : sw_fail(f, STATUS_MPI, NULL, "MPI failed to gather events");
}

/* Copies the events of one order from those of its rank to OUT, and returns their bytes. */
static size_t copy_events(struct shared_engine *shared, const unsigned char *events, unsigned char *out) {
    const struct mkt_layout *layout = shared->engine.run->layout;
    size_t bytes = 0;
    bool last;
    do {
        last = (events[bytes] & MKT_LAST) != 0;
        bytes += layout->bytes[mkt_kind_of(events + bytes)];
        shared->messages++;
    } while (!last);
    memcpy(out, events, bytes);
    return bytes;
}

/* Puts the events of all ranks in the order of their orders; each order has events, and the last event is marked. */
static mkt_result put_merged(struct shared_engine *shared, struct sw_failure *f) {
    struct mkt_engine *engine = &shared->engine;
    const struct mkt_layout *layout = engine->run->layout;
    struct mkt_message order;
    size_t merged = 0;
    for (size_t at = 0; at < shared->count; at += layout->bytes[MKT_ORDER]) {
        mkt_decode(layout, engine->records + at, shared->count - at, &order); /* a matched order is valid */
        int *start = &shared->starts[order.instrument % (uint32_t)shared->size];
        const size_t bytes = copy_events(shared, shared->gathered + *start, shared->merged + merged);
        *start += (int)bytes;
        merged += bytes;
        if (mkt_meter_pass(&engine->meter, ++shared->orders, shared->messages, f) != STATUS_OK)
            return MKT_FAILED;
    }
    return mkt_put_messages(engine->out, layout, engine->run->batch, shared->merged, merged, f);
}

/* Takes the received orders and puts their events. MKT_ENDED at the end of the stream, on all ranks. */
static mkt_result step(struct shared_engine *shared, struct sw_failure *f) {
    struct mkt_engine *engine = &shared->engine;
    mkt_result result = MKT_OK;
    size_t total;
    if (shared->rank == 0)
        result = engine->in->get(engine->in, engine->records, sizeof engine->records, &shared->count, MKT_ANY_TIME, f);
    if (result == MKT_FAILED)
        return MKT_FAILED;
    if (result == MKT_ENDED)
        shared->count = 0;
    if (spread(shared) != MPI_SUCCESS) {
        sw_fail(f, STATUS_MPI, NULL, "MPI failed to spread orders");
        return MKT_FAILED;
    }
    if (shared->count == 0)
        return MKT_ENDED;
    if (match_own(shared, f) != STATUS_OK || gather(shared, &total, f) != STATUS_OK)
        return MKT_FAILED;
    return shared->rank == 0 ? put_merged(shared, f) : MKT_OK;
}

/* Rank 0 opens the streams of the graph. */
static int open_streams(struct shared_engine *shared, struct sw_failure *f) {
    if (shared->rank != 0)
        return STATUS_OK;
    if (osf_Init(NULL) != OSF_ERR_SUCCESS)
        return sw_fail(f, STATUS_USAGE, "stream-launch starts the engine as an MPI kernel of a graph.", "the graph: %s",
                       osf_ErrorText());
    shared->engine.in = stream_port(false, MKT_GENERATOR, false, f);
    shared->engine.out = f->status == STATUS_OK ? stream_port(true, MKT_CONFIRMER, false, f) : NULL;
    return f->status;
}

static int close_streams(struct kernels *kernels, struct shared_engine *shared, struct sw_failure *f) {
    if (shared->rank != 0)
        return STATUS_OK;
    if (f->status == STATUS_OK)
        shared->engine.out->end(shared->engine.out, f);
    free(shared->engine.in);
    free(shared->engine.out);
    osf_Finalize();
    /* The measurements of rank 0 cover all ranks. */
    kernels->engine = shared->engine;
    kernels->began[MKT_ENGINE] = kernels->ended[MKT_ENGINE] = true;
    return end_kernels(kernels, f);
}

int run_engine_ranks(const struct request *request, struct sw_failure *f) {
    static struct shared_engine shared;
    static struct kernels kernels;
    kernels.request = request;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &shared.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &shared.size);
    shared.counts = calloc((size_t)shared.size, sizeof *shared.counts);
    shared.starts = calloc((size_t)shared.size, sizeof *shared.starts);
    if (shared.counts == NULL || shared.starts == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "no memory for %d ranks", shared.size);
    else
        mkt_engine_new(&shared.engine, &request->run, f);
    shared.engine.part = (uint32_t)shared.rank;
    shared.engine.parts = (uint32_t)shared.size;
    mkt_result result = f->status == STATUS_OK && open_streams(&shared, f) == STATUS_OK ? MKT_OK : MKT_FAILED;
    while (result == MKT_OK)
        result = step(&shared, f);
    close_streams(&kernels, &shared, f);
    free(shared.counts);
    free(shared.starts);
    free(shared.gathered);
    free(shared.merged);
    if (shared.rank != 0)
        mkt_engine_free(&shared.engine);
    return f->status;
}
