/* SPDX-License-Identifier: Apache-2.0 */
/* Opens, flushes and closes streams: sets of ends of one kernel. */
#include "application.h"
#include "waiting.h"

#include <stdlib.h>

osf_Result_t stream_end_open(struct end *end) {
    if (end->transport != NULL)
        return OSF_ERR_SUCCESS;
    end->transport = end->plan->carrier == STREAM_BY_TCP ? &stream_by_tcp : &stream_by_ring;
    return end->transport->open(end);
}

osf_Result_t stream_end_result(struct end *end, osf_Result_t result) {
    if (result == OSF_ERR_END)
        end->finished = true;
    if (result != OSF_ERR_LINK)
        return result;
    const int other = end->sends ? end->plan->to : end->plan->from;
    const struct stream_kernel *kernel = stream_graph_kernel(&stream_app.graph, other);
    if (kernel == NULL || !kernel->tolerated)
        return result;
    end->finished = true;
    return OSF_ERR_END;
}

static bool leads(const struct stream_end *plan, osf_Direction_t direction, int kernel) {
    if (direction == OSF_STR_INPUT)
        return kernel == OSF_ANY_KERNEL || plan->from == kernel;
    return plan->to == kernel;
}

/* Returns the first end of CONTEXT that leads to or from KERNEL, or NULL. */
static struct end *find_end(osf_KernelContext_t *context, osf_Direction_t direction, int kernel) {
    for (size_t i = 0; i < context->end_count; i++)
        if (context->ends[i].sends == (direction == OSF_STR_OUT) && leads(context->ends[i].plan, direction, kernel))
            return &context->ends[i];
    return NULL;
}

/* Returns whether END belongs to the stream of the first end FIRST: the same split, or another copy of the sender. */
static bool belongs(const struct osf_Stream *stream, const struct end *first, const struct end *end) {
    if (end->sends != first->sends)
        return false;
    if (first->sends)
        return end->plan->link == first->plan->link;
    return leads(end->plan, OSF_STR_INPUT, stream->kernel);
}

static osf_Result_t open_ends(struct osf_Stream *stream, struct end *first) {
    osf_KernelContext_t *context = stream->context;
    stream->ends = calloc(context->end_count, sizeof(void *));
    if (stream->ends == NULL)
        return stream_fault(OSF_ERR_MEMORY, "there is no memory for a stream of %zu links", context->end_count);
    uint32_t room = UINT32_MAX;
    for (size_t i = 0; i < context->end_count; i++) {
        struct end *end = &context->ends[i];
        if (!belongs(stream, first, end))
            continue;
        const osf_Result_t result = stream_end_open(end);
        if (result != OSF_ERR_SUCCESS)
            return result;
        stream->ends[stream->count++] = end;
        if (stream_app.graph.links[end->plan->link].room < room)
            room = stream_app.graph.links[end->plan->link].room;
    }
    stream->largest = room / 4 - 8 < OSF_MAX_RECORD_BYTES ? room / 4 - 8 : OSF_MAX_RECORD_BYTES;
    return OSF_ERR_SUCCESS;
}

/* Returns a stream of CONTEXT equal to the one to be opened, or NULL. */
static struct osf_Stream *find_stream(const osf_KernelContext_t *context, osf_Direction_t direction, int kernel,
                                      const struct end *first) {
    for (struct osf_Stream *stream = context->streams; stream != NULL; stream = stream->following)
        if (stream->direction == direction &&
            (direction == OSF_STR_OUT ? stream->link == first->plan->link : stream->kernel == kernel))
            return stream;
    return NULL;
}

static osf_Result_t refuse(const osf_KernelContext_t *context, osf_Direction_t direction, int kernel) {
    const struct stream_graph *graph = &stream_app.graph;
    const char *own = stream_graph_name(graph, context->number);
    if (kernel == OSF_ANY_KERNEL)
        return stream_fault(OSF_ERR_GRAPH, "kernel %s opens its inputs, and no link of graph \"%s\" leads to it", own,
                            graph->name);
    return stream_fault(OSF_ERR_GRAPH, "kernel %s opens a stream %s kernel %d, and graph \"%s\" has no such link", own,
                        direction == OSF_STR_OUT ? "to" : "from", kernel, graph->name);
}

/* Returns the calling kernel, also if the program does the polling; NULL for an unknown caller. */
static osf_KernelContext_t *caller(void) {
    osf_KernelContext_t *context = osf_Context();
    return context != NULL && context->place != NULL ? context : NULL;
}

osf_Result_t osf_Open(osf_Stream_t **stream, osf_Direction_t direction, int kernel) {
    if (stream == NULL || (direction != OSF_STR_INPUT && direction != OSF_STR_OUT) || kernel < OSF_ANY_KERNEL ||
        kernel >= OSF_MAX_KERNELS || (kernel == OSF_ANY_KERNEL && direction == OSF_STR_OUT))
        return stream_fault(OSF_ERR_ARGUMENT, "osf_Open: there is no kernel %d, or no such direction", kernel);
    *stream = NULL;
    osf_KernelContext_t *context = caller();
    if (!stream_app.ready || context == NULL || context->done)
        return stream_fault(OSF_ERR_STATE, "osf_Open is for kernels, after osf_Init and while they run");
    struct end *first = find_end(context, direction, kernel);
    if (first == NULL)
        return refuse(context, direction, kernel);
    *stream = find_stream(context, direction, kernel, first);
    if (*stream != NULL)
        return OSF_ERR_SUCCESS;
    struct osf_Stream *made = calloc(1, sizeof *made);
    if (made == NULL)
        return stream_fault(OSF_ERR_MEMORY, "there is no memory for a stream");
    made->context = context;
    made->direction = direction;
    made->kernel = kernel;
    made->link = first->plan->link;
    made->split = stream_app.graph.links[made->link].split;
    made->sender = -1;
    const osf_Result_t result = open_ends(made, first);
    if (result != OSF_ERR_SUCCESS) {
        free(made->ends);
        free(made);
        return result;
    }
    made->following = context->streams;
    context->streams = made;
    *stream = made;
    return OSF_ERR_SUCCESS;
}

osf_Result_t stream_flush_all(osf_KernelContext_t *context, bool now) {
    for (size_t i = 0; i < context->end_count; i++) {
        struct end *end = &context->ends[i];
        if (end->transport == NULL || !end->sends || end->closed || end->finished)
            continue;
        const osf_Result_t result = stream_end_result(end, end->transport->publish(end, now));
        if (stream_failed(result))
            return result;
    }
    return OSF_ERR_SUCCESS;
}

osf_Result_t osf_Flush(osf_Stream_t *stream) {
    if (stream == NULL || stream->direction != OSF_STR_OUT || stream->closed)
        return stream_fault(OSF_ERR_ARGUMENT, "osf_Flush: this is no open stream for output");
    return stream_flush_all(stream->context, true);
}

/* Closes an end; waits until all put records have been sent. */
static osf_Result_t close_end(struct end *end, bool lost) {
    struct wait wait = {0};
    if (lost && end->transport == NULL && end->plan->carrier == STREAM_BY_TCP) { /* waits for no connection */
        end->closed = true;
        return OSF_ERR_SUCCESS;
    }
    osf_Result_t result = stream_end_open(end);
    while (result == OSF_ERR_SUCCESS && !end->closed) {
        result = end->transport->close(end, lost);
        if (result != OSF_ERR_AGAIN)
            break;
        result = stream_wait(end->context, &wait, INT64_MAX);
    }
    stream_wait_end(end->context, &wait);
    if (result != OSF_ERR_SUCCESS && !lost && end->transport->close != NULL && stream_failed(result))
        end->transport->close(end, true);
    end->closed = true;
    return stream_end_result(end, result) == OSF_ERR_END ? OSF_ERR_SUCCESS : result;
}

osf_Result_t osf_Close(osf_Stream_t *stream) {
    if (stream == NULL)
        return stream_fault(OSF_ERR_ARGUMENT, "osf_Close: there is no stream");
    osf_Result_t result = OSF_ERR_SUCCESS;
    for (size_t i = 0; i < stream->count && !stream->closed; i++) {
        const osf_Result_t closed = stream->ends[i]->closed ? OSF_ERR_SUCCESS : close_end(stream->ends[i], false);
        if (result == OSF_ERR_SUCCESS)
            result = closed;
    }
    stream->closed = true;
    return result;
}

void stream_kernel_close(osf_KernelContext_t *context, bool lost) {
    for (size_t i = 0; i < context->end_count; i++) {
        struct end *end = &context->ends[i];
        if (end->closed)
            continue;
        const osf_Result_t result = close_end(end, lost);
        if (stream_failed(result) && !lost && end->sends && context->result == OSF_ERR_SUCCESS)
            context->result = result;
    }
    for (struct osf_Stream *stream = context->streams; stream != NULL; stream = stream->following)
        stream->closed = true;
    context->done = true;
}
