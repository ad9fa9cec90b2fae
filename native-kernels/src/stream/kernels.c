/* SPDX-License-Identifier: Apache-2.0 */
/* The life of an application: reads the graph, registers kernels, frees everything. */
#include "application.h"
#include "porter.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads a number from the environment variable NAME, or returns OTHERWISE. */
static int variable(const char *name, int otherwise) {
    const char *text = getenv(name);
    char *end;
    if (text == NULL || *text == '\0')
        return otherwise;
    const long value = strtol(text, &end, 10);
    return *end != '\0' || value < 0 || value > 1000000 ? -1 : (int)value;
}

/* Returns the rank of this process in its MPI program, from the variables of the launchers of Open MPI, MPICH and
 * Slurm. */
static int rank_now(void) {
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (getenv(names[i]) != NULL)
            return variable(names[i], -1);
    return -1;
}

/* Finds the process of the graph that this process is. */
static osf_Result_t find_process(void) {
    const struct stream_graph *graph = &stream_app.graph;
    const int number = variable("OSF_KERNEL", -1);
    const struct stream_kernel *kernel = stream_graph_kernel(graph, number);
    if (kernel == NULL)
        return stream_fault(OSF_ERR_GRAPH,
                            "OSF_KERNEL does not name a kernel of graph \"%s\": let stream-launch start this program",
                            graph->name);
    const int rank = rank_now();
    if (kernel->ranks == STREAM_RANKS_FIRST && rank > 0)
        return stream_fault(OSF_ERR_GRAPH,
                            "rank %d of kernel %s calls osf_Init, and the graph gives streams to rank 0 "
                            "alone: streams=\"all\" gives them to each rank",
                            rank, kernel->name);
    const int copy = kernel->ranks == STREAM_RANKS_ALL     ? rank
                     : kernel->ranks == STREAM_RANKS_FIRST ? 0
                                                           : variable("OSF_COPY", 0);
    const struct stream_member *member = stream_graph_member(graph, number, copy);
    if (member == NULL)
        return stream_fault(OSF_ERR_GRAPH, "graph \"%s\" has no copy %d of kernel %s", graph->name, copy, kernel->name);
    stream_app.process = member->process;
    return OSF_ERR_SUCCESS;
}

/* Returns whether an end of this process uses TCP. */
static bool uses_tcp(void) {
    const struct stream_graph *graph = &stream_app.graph;
    for (size_t i = 0; i < graph->end_count; i++) {
        const struct stream_end *end = &graph->ends[i];
        if (end->carrier == STREAM_BY_TCP && (stream_end_from(graph, end)->process == stream_app.process ||
                                              stream_end_to(graph, end)->process == stream_app.process))
            return true;
    }
    return false;
}

static osf_Result_t read_graph(const char *path) {
    osf_Result_t result = stream_graph_read(path, &stream_app.graph);
    stream_app.launched = result == OSF_ERR_SUCCESS;
    if (result == OSF_ERR_SUCCESS)
        result = find_process();
    if (result == OSF_ERR_SUCCESS)
        result = boxes_start(&stream_app.boxes, &stream_app.graph);
    if (result == OSF_ERR_SUCCESS)
        result = boxes_open(&stream_app.boxes, stream_app.process, getpid());
    if (result == OSF_ERR_SUCCESS) {
        counts_open(&stream_app.graph, &stream_app.counts);
        result = stream_places_make();
    }
    if (result == OSF_ERR_SUCCESS && uses_tcp())
        result = porter_start();
    return result;
}

static void free_all(void) {
    porter_stop();
    stream_places_free();
    boxes_close(&stream_app.boxes);
    counts_close(&stream_app.counts);
    stream_graph_free(&stream_app.graph);
    free(stream_app.children);
    memset(&stream_app, 0, sizeof stream_app);
    stream_current = NULL;
}

osf_Result_t osf_Init(const char *graph) {
    if (stream_app.ready)
        return stream_fault(OSF_ERR_STATE, "osf_Init was called before: call osf_Finalize first");
    memset(&stream_app, 0, sizeof stream_app);
    const char *path = graph != NULL ? graph : getenv("OSF_GRAPH");
    const osf_Result_t result = path == NULL || *path == '\0' ? OSF_ERR_SUCCESS : read_graph(path);
    if (result != OSF_ERR_SUCCESS)
        free_all();
    stream_app.ready = result == OSF_ERR_SUCCESS;
    return result;
}

/* Returns the context of kernel NUMBER. Makes a missing context, also for a kernel in another process. */
static osf_KernelContext_t *context_of(int number) {
    osf_KernelContext_t *context = stream_app.contexts[number];
    if (context == NULL && (context = calloc(1, sizeof *context)) != NULL) {
        context->number = number;
        context->copies = 1;
        stream_app.contexts[number] = context;
    }
    return context;
}

osf_Result_t osf_RegisterKernel(int number, osf_KernelType_t type, osf_KernelState_t state,
                                osf_KernelFunction_t *function, osf_KernelContext_t **context) {
    if (number < 0 || number >= OSF_MAX_KERNELS || function == NULL || type < OSF_KRNTYP_POLLING ||
        type > OSF_KRNTYP_CALLBACK || state < OSF_KRN_STATELESS || state > OSF_KRN_STATEFUL)
        return stream_fault(OSF_ERR_ARGUMENT, "osf_RegisterKernel: kernel %d has a parameter out of its range", number);
    if (!stream_app.ready || stream_app.started || stream_app.forked)
        return stream_fault(OSF_ERR_STATE, "osf_RegisterKernel comes between osf_Init and the start of kernels");
    const struct stream_kernel *known = stream_graph_kernel(&stream_app.graph, number);
    if (stream_app.launched && known == NULL)
        return stream_fault(OSF_ERR_GRAPH, "the program registers kernel %d, and graph \"%s\" has none of that number",
                            number, stream_app.graph.name);
    if (known != NULL && known->copies > 1 && state == OSF_KRN_STATEFUL)
        return stream_fault(OSF_ERR_GRAPH, "kernel %s is stateful, and graph \"%s\" wants %d copies of it", known->name,
                            stream_app.graph.name, known->copies);
    osf_KernelContext_t *made = context_of(number);
    if (made == NULL)
        return stream_fault(OSF_ERR_MEMORY, "there is no memory for kernel %d", number);
    if (made->registered)
        return stream_fault(OSF_ERR_ARGUMENT, "kernel %d is registered already", number);
    made->registered = true;
    made->type = type;
    made->state = state;
    made->function = function;
    if (context != NULL)
        *context = made;
    return OSF_ERR_SUCCESS;
}

/* Returns the only kernel of this process, if the process registers no kernel and does the polling. */
static osf_KernelContext_t *polling_by_itself(void) {
    if (stream_app.place_count != 1 || stream_app.places[0].count != 1)
        return NULL;
    osf_KernelContext_t *context = stream_app.places[0].kernels[0];
    return context->registered ? NULL : context;
}

osf_KernelContext_t *osf_Context(void) {
    return stream_current != NULL ? stream_current : polling_by_itself();
}

osf_Result_t osf_Finalize(void) {
    if (!stream_app.ready)
        return stream_fault(OSF_ERR_STATE, "osf_Finalize: osf_Init was not called");
    osf_KernelContext_t *own = polling_by_itself();
    osf_Result_t result = OSF_ERR_SUCCESS;
    if (own != NULL && !own->done) {
        stream_kernel_close(own, false);
        result = own->result;
    }
    free_all();
    return result;
}

int osf_Kernel(const osf_KernelContext_t *context) {
    return context == NULL ? -1 : context->number;
}

int osf_Copy(const osf_KernelContext_t *context) {
    return context == NULL ? 0 : context->copy;
}

int osf_Copies(const osf_KernelContext_t *context) {
    return context == NULL ? 0 : context->copies;
}

void osf_SetData(osf_KernelContext_t *context, void *data) {
    if (context != NULL)
        context->data = data;
}

void *osf_Data(const osf_KernelContext_t *context) {
    return context == NULL ? NULL : context->data;
}
