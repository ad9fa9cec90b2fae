/* SPDX-License-Identifier: Apache-2.0 */
/* Makes this process's part of the graph: places, kernels, and the ends of their links. */
#include "application.h"
#include "waiting.h"

#include <stdlib.h>
#include <unistd.h>

struct application stream_app;
_Thread_local osf_KernelContext_t *stream_current;

static osf_Result_t no_memory(void) {
    return stream_fault(OSF_ERR_MEMORY, "there is no memory for the graph \"%s\"", stream_app.graph.name);
}

/* Returns the place of the first member FIRST. Adds a missing place. */
static struct place *find_place(const struct stream_member *first) {
    for (size_t i = 0; i < stream_app.place_count; i++)
        if (stream_app.places[i].member == first)
            return &stream_app.places[i];
    struct place *place = &stream_app.places[stream_app.place_count++];
    *place = (struct place){.member = first, .turns = first->turns, .core = first->core, .deadline = INT64_MAX};
    place->bell = &boxes_head(&stream_app.boxes, first)->bell;
    place->spin = idling_first_spin();
    if (place->spin > 0) /* with a single core there are no other processors to order */
        sw_bell_lighten(place->bell);
    return place;
}

static osf_Result_t add_ends(osf_KernelContext_t *context) {
    const struct stream_graph *graph = &stream_app.graph;
    context->ends = calloc(graph->end_count + 1, sizeof *context->ends);
    if (context->ends == NULL)
        return no_memory();
    for (size_t i = 0; i < graph->end_count; i++) {
        const struct stream_end *plan = &graph->ends[i];
        const bool sends = plan->from == context->number && plan->from_copy == context->copy;
        if (!sends && (plan->to != context->number || plan->to_copy != context->copy))
            continue;
        struct end *end = &context->ends[context->end_count++];
        *end = (struct end){.plan = plan, .index = (int)i, .sends = sends, .context = context};
        end->count = counts_of(&stream_app.counts, i, sends);
        if (end->count == NULL)
            end->count = &end->own_count;
    }
    return OSF_ERR_SUCCESS;
}

static osf_Result_t add_member(const struct stream_member *member) {
    const struct stream_graph *graph = &stream_app.graph;
    osf_KernelContext_t *context = stream_app.contexts[member->kernel];
    if (context == NULL) {
        context = stream_app.contexts[member->kernel] = calloc(1, sizeof *context);
        if (context == NULL)
            return no_memory();
        context->number = member->kernel;
    }
    if (context->place != NULL)
        return stream_fault(OSF_ERR_GRAPH, "graph \"%s\" puts two copies of kernel %s into one process", graph->name,
                            stream_graph_name(graph, member->kernel));
    struct place *place = find_place(stream_graph_place(graph, member));
    osf_KernelContext_t **kernels = realloc(place->kernels, (place->count + 1) * sizeof(void *));
    if (kernels == NULL)
        return no_memory();
    place->kernels = kernels;
    place->kernels[place->count++] = context;
    context->place = place;
    context->copy = member->copy;
    context->copies = stream_graph_kernel(graph, member->kernel)->copies;
    return add_ends(context);
}

osf_Result_t stream_places_make(void) {
    const struct stream_graph *graph = &stream_app.graph;
    stream_app.places = calloc(graph->member_count + 1, sizeof *stream_app.places);
    if (stream_app.places == NULL)
        return no_memory();
    osf_Result_t result = OSF_ERR_SUCCESS;
    for (size_t i = 0; i < graph->member_count && result == OSF_ERR_SUCCESS; i++)
        if (graph->members[i].process == stream_app.process)
            result = add_member(&graph->members[i]);
    return result;
}

void stream_places_free(void) {
    for (int i = 0; i < OSF_MAX_KERNELS; i++) {
        osf_KernelContext_t *context = stream_app.contexts[i];
        if (context == NULL)
            continue;
        for (struct osf_Stream *stream = context->streams; stream != NULL;) {
            struct osf_Stream *following = stream->following;
            free(stream->ends);
            free(stream);
            stream = following;
        }
        free(context->ends);
        free(context);
        stream_app.contexts[i] = NULL;
    }
    for (size_t i = 0; i < stream_app.place_count; i++)
        free(stream_app.places[i].kernels);
    free(stream_app.places);
    stream_app.places = NULL;
    stream_app.place_count = 0;
}
