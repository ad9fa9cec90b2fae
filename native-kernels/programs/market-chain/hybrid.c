/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of the market chain as stream kernels. */
#include "market-chain.h"

#include "slipway/stream.h"

#include <stdlib.h>
#include <string.h>

/* --- ports --- */

struct stream_port {
    struct mkt_port port;
    osf_Stream_t *stream;
};

static mkt_result result_of(osf_Result_t result, struct sw_failure *f) {
    switch (result) {
    case OSF_ERR_SUCCESS:
        return MKT_OK;
    case OSF_ERR_AGAIN:
        return MKT_NOTHING;
    case OSF_ERR_END:
        return MKT_ENDED;
    default:
        sw_fail(f, STATUS_COMPUTE, NULL, "%s", osf_ErrorText());
        return MKT_FAILED;
    }
}

static mkt_result put(struct mkt_port *port, const unsigned char *bytes, size_t each, size_t count,
                      struct sw_failure *f) {
    osf_Stream_t *stream = ((struct stream_port *)port)->stream;
    return result_of(count == 1 ? osf_Put(stream, bytes, each) : osf_PutSet(stream, bytes, each, count), f);
}

static mkt_result get(struct mkt_port *port, unsigned char *bytes, size_t room, size_t *got, int64_t nanoseconds,
                      struct sw_failure *f) {
    osf_Stream_t *stream = ((struct stream_port *)port)->stream;
    const osf_Result_t result = nanoseconds == MKT_ANY_TIME ? osf_Get(stream, bytes, room, got)
                                                            : osf_GetWithin(stream, bytes, room, got, nanoseconds);
    if (result == OSF_ERR_SUCCESS)
        port->sender = osf_Sender(stream);
    return result_of(result, f);
}

static mkt_result end(struct mkt_port *port, struct sw_failure *f) {
    osf_Stream_t *stream = ((struct stream_port *)port)->stream;
    ((struct stream_port *)port)->stream = NULL;
    return result_of(osf_Close(stream), f);
}

struct mkt_port *stream_port(bool out, int kernel, bool optional, struct sw_failure *f) {
    struct stream_port *port = calloc(1, sizeof *port);
    if (port == NULL) {
        sw_fail(f, STATUS_COMPUTE, NULL, "no memory for a stream");
        return NULL;
    }
    port->port = (struct mkt_port){.put = put, .get = get, .end = end};
    const osf_Result_t result = osf_Open(&port->stream, out ? OSF_STR_OUT : OSF_STR_INPUT, kernel);
    if (result == OSF_ERR_SUCCESS)
        return &port->port;
    if (!optional || result != OSF_ERR_GRAPH)
        result_of(result, f);
    free(port);
    return NULL;
}

/* --- kernels --- */

/* A kernel in this process. */
struct place {
    struct kernels kernels;
    struct sw_failure failure;
    struct slipway_progress progress;
    struct mkt_port *ports[4];
};

static int open_generator(struct place *place, struct sw_failure *f) {
    struct mkt_generator *generator = &place->kernels.generator;
    generator->out = place->ports[0] = stream_port(true, MKT_ENGINE, false, f);
    generator->clock = place->ports[1] = stream_port(true, MKT_CONFIRMER, false, f);
    generator->answers = place->ports[2] = stream_port(false, MKT_CONFIRMER, false, f);
    generator->durable = place->ports[3] = stream_port(false, MKT_STORE, true, f);
    return f->status;
}

static int open_engine(struct place *place, struct sw_failure *f) {
    place->kernels.engine.in = place->ports[0] = stream_port(false, MKT_GENERATOR, false, f);
    place->kernels.engine.out = place->ports[1] = stream_port(true, MKT_CONFIRMER, false, f);
    return f->status;
}

static int open_confirmation(struct place *place, struct sw_failure *f) {
    struct mkt_confirmation *confirmation = &place->kernels.confirmation;
    confirmation->in = place->ports[0] = stream_port(false, OSF_ANY_KERNEL, false, f);
    confirmation->out = place->ports[1] = stream_port(true, MKT_STORE, true, f);
    confirmation->answers = place->ports[2] = stream_port(true, MKT_GENERATOR, false, f);
    slipway_progress_open(&place->progress);
    confirmation->tell = progress_tell;
    confirmation->context = &place->progress;
    return f->status;
}

static int open_store(struct place *place, struct sw_failure *f) {
    struct mkt_archive *archive = &place->kernels.archive;
    archive->orders = place->ports[0] = stream_port(false, MKT_GENERATOR, false, f);
    archive->events = place->ports[1] = stream_port(false, MKT_CONFIRMER, false, f);
    archive->durable = place->ports[2] = stream_port(true, MKT_GENERATOR, false, f);
    return f->status;
}

static int open_place(struct place *place, int number, struct sw_failure *f) {
    if (begin_kernel(&place->kernels, number, f) != STATUS_OK)
        return f->status;
    switch (number) {
    case MKT_GENERATOR:
        return open_generator(place, f);
    case MKT_CONFIRMER:
        return open_confirmation(place, f);
    case MKT_STORE:
        return open_store(place, f);
    default:
        return open_engine(place, f);
    }
}

/* Steps that a kernel takes before the other kernels of its thread have their turn. */
enum { STEPS_AT_ONCE = 64 };

/* Reports a failure at once with the name of the kernel, because its effect on others may end the process; then clears
 * the text. */
static void tell(struct place *place, int number) {
    struct sw_failure *f = &place->failure;
    char program[64];
    snprintf(program, sizeof program, "market-chain: %s", kernel_name(number));
    sw_failure_print(program, f);
    f->text[0] = '\0';
}

/* Runs as each of the kernels, with a place as data. */
static osf_Result_t kernel(osf_KernelContext_t *context) {
    struct place *place = osf_Data(context);
    const int number = osf_Kernel(context);
    if (!place->kernels.began[number] && open_place(place, number, &place->failure) != STATUS_OK)
        return OSF_ERR_KERNEL;
    mkt_result result = MKT_OK;
    /* After MKT_NOTHING the kernel has waited until the awaited time, while other kernels had their turns. */
    for (int i = 0; i < STEPS_AT_ONCE && (result == MKT_OK || result == MKT_NOTHING); i++)
        result = step_kernel(&place->kernels, number, &place->failure);
    switch (result) {
    case MKT_FAILED:
        tell(place, number);
        return OSF_ERR_KERNEL;
    case MKT_ENDED:
        return OSF_ERR_END;
    default:
        return OSF_ERR_SUCCESS;
    }
}

static int fail_stream(const char *what, struct sw_failure *f) {
    return sw_fail(
        f, STATUS_COMPUTE,
        "Kernels 0 to 4 are generator, engine, confirmation, store and standby; market-chain(1) has their links.",
        "%s: %s", what, osf_ErrorText());
}

static int start(struct place *places, struct sw_failure *f) {
    osf_KernelContext_t *context;
    if (getenv("OSF_GRAPH") == NULL)
        return sw_fail(f, STATUS_USAGE,
                       "Run stream-launch GRAPH.xml, or mpirun -n 3 market-chain --mpi (-n 4 with --store FILE).",
                       "there is no graph");
    if (osf_Init(NULL) != OSF_ERR_SUCCESS)
        return fail_stream("the graph", f);
    for (int number = 0; number < MKT_KERNELS; number++) {
        const osf_Result_t result = osf_RegisterKernel(number, OSF_KRNTYP_POLLING, OSF_KRN_STATEFUL, kernel, &context);
        if (result == OSF_ERR_GRAPH) /* the graph has no store, or no standby */
            continue;
        if (result != OSF_ERR_SUCCESS)
            return fail_stream(kernel_name(number), f);
        osf_SetData(context, &places[number]);
    }
    return osf_StartStreams() == OSF_ERR_SUCCESS ? STATUS_OK : fail_stream("the chain ended", f);
}

int run_hybrid(const struct request *request, struct sw_failure *f) {
    struct place *places = calloc(MKT_KERNELS, sizeof *places);
    if (places == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for the kernels");
    for (int number = 0; number < MKT_KERNELS; number++)
        places[number].kernels.request = request;
    start(places, f);
    for (int number = 0; number < MKT_KERNELS; number++) {
        struct place *place = &places[number];
        if (place->failure.status != STATUS_OK) /* closer to the cause than the end's failure */
            *f = place->failure;
        end_kernels(&place->kernels, f);
        slipway_progress_close(&place->progress);
        for (size_t i = 0; i < sizeof place->ports / sizeof place->ports[0]; i++)
            free(place->ports[i]);
    }
    free(places);
    osf_Finalize();
    return f->status;
}
