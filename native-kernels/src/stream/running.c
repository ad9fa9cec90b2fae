/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the kernels of this process: their functions, and a thread for each place. */
#include "application.h"
#include "porter.h"
#include "waiting.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Records that a kernel of this process has failed, and ends the others. */
static void note_failure(const osf_KernelContext_t *context) {
    if (!atomic_exchange(&stream_app.has_failure, true))
        snprintf(stream_app.failure, sizeof stream_app.failure, "kernel %s: %s",
                 stream_graph_name(&stream_app.graph, context->number),
                 osf_ErrorText()[0] != '\0' ? osf_ErrorText() : osf_ResultText(context->result));
    atomic_store(&stream_app.stopping, true);
    for (size_t i = 0; i < stream_app.place_count; i++)
        sw_bell_ring(stream_app.places[i].bell);
}

/* Calls the function once. Returns whether the function is to be called again. */
static bool call(osf_KernelContext_t *context) {
    const osf_Result_t result = context->function(context);
    if (result != OSF_ERR_SUCCESS && result != OSF_ERR_AGAIN) {
        context->result = result == OSF_ERR_END ? OSF_ERR_SUCCESS : result;
        return false;
    }
    const osf_Result_t flushed = context->unsent > 0 ? stream_flush_all(context, true) : OSF_ERR_SUCCESS;
    if (flushed != OSF_ERR_SUCCESS) {
        context->result = flushed;
        return false;
    }
    if (context->place->turns) {
        context->place->progress++;
        stream_turns_pass(context->place);
    }
    return !atomic_load_explicit(&stream_app.stopping, memory_order_relaxed);
}

static void poll_by_function(osf_KernelContext_t *context) {
    while (call(context))
        ;
}

/* The state of a kernel's inputs. */
struct inputs {
    size_t streams, ended, ready;
    osf_Result_t result;
};

static void look_at_stream(const struct osf_Stream *stream, struct inputs *inputs) {
    const void *record;
    uint32_t bytes;
    size_t open = 0, ready = 0;
    for (size_t i = 0; i < stream->count; i++) {
        struct end *end = stream->ends[i];
        if (end->finished)
            continue;
        const osf_Result_t result = stream_end_result(end, end->transport->front(end, &record, &bytes));
        ready += result == OSF_ERR_SUCCESS;
        if (stream_failed(result))
            inputs->result = result;
        open +=
            !end->finished && (stream->kernel != OSF_ANY_KERNEL || !stream_app.graph.links[end->plan->link].feedback);
    }
    inputs->streams++;
    inputs->ready += ready;
    inputs->ended += stream->closed || (open == 0 && ready == 0);
}

static struct inputs look_at_inputs(const osf_KernelContext_t *context) {
    struct inputs inputs = {0};
    for (const struct osf_Stream *stream = context->streams; stream != NULL; stream = stream->following)
        if (stream->direction == OSF_STR_INPUT)
            look_at_stream(stream, &inputs);
    return inputs;
}

static void call_back(osf_KernelContext_t *context) {
    size_t ended = 0;
    while (call(context)) {
        struct wait wait = {0};
        struct inputs inputs = look_at_inputs(context);
        while (inputs.result == OSF_ERR_SUCCESS && inputs.ready == 0 && inputs.ended <= ended && inputs.streams > 0 &&
               inputs.ended < inputs.streams) {
            inputs.result = stream_wait(context, &wait, INT64_MAX);
            if (inputs.result == OSF_ERR_SUCCESS)
                inputs = look_at_inputs(context);
        }
        stream_wait_end(context, &wait);
        context->result = inputs.result;
        if (inputs.streams == 0)
            context->result = stream_fault(OSF_ERR_STATE, "it is called back when records come, and opens no input");
        if (context->result != OSF_ERR_SUCCESS || (inputs.ended == inputs.streams && ended == inputs.streams))
            return;
        ended = inputs.ended;
    }
}

void stream_kernel_run(osf_KernelContext_t *context) {
    stream_current = context;
    if (context->type == OSF_KRNTYP_POLLING)
        poll_by_function(context);
    else
        call_back(context);
    stream_current = context;
    const bool failed = context->result != OSF_ERR_SUCCESS;
    if (failed)
        note_failure(context);
    stream_kernel_close(context, failed);
    if (!failed && context->result != OSF_ERR_SUCCESS)
        note_failure(context);
    stream_current = NULL;
}

static void keep_to_core(const struct place *place) {
    cpu_set_t cores;
    const int core = place->core;
    if (core < 0 || core >= CPU_SETSIZE)
        return;
    CPU_ZERO(&cores);
    CPU_SET((size_t)core, &cores);
    pthread_setaffinity_np(pthread_self(), sizeof cores, &cores);
}

static void *run_place(void *argument) {
    struct place *place = argument;
    keep_to_core(place);
    place->spin = idling_first_spin();
    if (!place->turns)
        stream_kernel_run(place->kernels[0]);
    else if (stream_turns_run(place) != OSF_ERR_SUCCESS) {
        place->kernels[0]->result = OSF_ERR_SYSTEM;
        note_failure(place->kernels[0]);
    }
    return NULL;
}

/* Starts a thread for each place except the first, which runs in this thread. */
static osf_Result_t run_places(void) {
    const size_t count = stream_app.place_count;
    pthread_t *threads = calloc(count + 1, sizeof *threads);
    size_t started = 1;
    int refused = threads == NULL ? ENOMEM : 0;
    while (refused == 0 && started < count) {
        refused = pthread_create(&threads[started], NULL, run_place, &stream_app.places[started]);
        started += refused == 0;
    }
    if (refused == 0 && count > 0)
        run_place(&stream_app.places[0]);
    else
        atomic_store(&stream_app.stopping, count > 0);
    for (size_t i = 1; i < started && threads != NULL; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    return refused == 0 ? OSF_ERR_SUCCESS
                        : stream_fault(OSF_ERR_SYSTEM, "a thread cannot be started: %s", strerror(refused));
}

/* Checks that graph and program agree on the kernels of this process. */
static osf_Result_t check_kernels(void) {
    for (size_t p = 0; p < stream_app.place_count; p++)
        for (size_t k = 0; k < stream_app.places[p].count; k++) {
            const osf_KernelContext_t *context = stream_app.places[p].kernels[k];
            if (!context->registered)
                return stream_fault(OSF_ERR_GRAPH,
                                    "graph \"%s\" puts kernel %s, number %d, into this process, and the program does "
                                    "not register it",
                                    stream_app.graph.name, stream_graph_name(&stream_app.graph, context->number),
                                    context->number);
        }
    return OSF_ERR_SUCCESS;
}

osf_Result_t osf_StartStreams(void) {
    if (!stream_app.ready || stream_app.started)
        return stream_fault(OSF_ERR_STATE, "osf_StartStreams comes once, after osf_Init");
    osf_Result_t result = stream_app.launched || stream_app.forked ? OSF_ERR_SUCCESS : stream_plan_make(NULL, 0, false);
    if (result == OSF_ERR_SUCCESS)
        result = check_kernels();
    if (result != OSF_ERR_SUCCESS)
        return result;
    stream_app.started = true;
    result = run_places();
    const bool failed = result != OSF_ERR_SUCCESS || atomic_load(&stream_app.has_failure);
    const osf_Result_t children = stream_children_wait(failed);
    if (result != OSF_ERR_SUCCESS)
        return result;
    if (atomic_load(&stream_app.has_failure))
        return stream_fault(OSF_ERR_KERNEL, "%s", stream_app.failure);
    return children;
}
