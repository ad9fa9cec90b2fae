/* SPDX-License-Identifier: Apache-2.0 */
/* The graph of a program without a launcher, and the processes that osf_StartKernels starts for it. */
#include "application.h"
#include "waiting.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static osf_Result_t no_memory(void) {
    return stream_fault(OSF_ERR_MEMORY, "there is no memory for the graph of this program");
}

/* Returns the hint for KERNEL, or defaults without a hint. */
static osf_Hint_t hint_of(const osf_Hint_t *hints, int count, int kernel, bool forks) {
    osf_Hint_t hint = {kernel, forks ? OSF_PLACE_PROCESS : OSF_PLACE_THREAD, 1, -1};
    for (int i = 0; i < count; i++)
        if (hints[i].kernel == kernel)
            hint = hints[i];
    hint.copies = hint.copies < 1 ? 1 : hint.copies;
    return hint;
}

static osf_Result_t check_hints(const osf_Hint_t *hints, int count) {
    for (int i = 0; i < count; i++) {
        const osf_Hint_t *hint = &hints[i];
        if (hint->kernel < 0 || hint->kernel >= OSF_MAX_KERNELS || hint->place < OSF_PLACE_THREAD ||
            hint->place > OSF_PLACE_PROCESS || hint->copies < 0 || hint->copies > STREAM_MAX_COPIES)
            return stream_fault(OSF_ERR_ARGUMENT, "osf_StartKernels: hint %d has a value out of its range", i);
        const osf_KernelContext_t *context = stream_app.contexts[hint->kernel];
        if (context == NULL || !context->registered)
            return stream_fault(OSF_ERR_ARGUMENT,
                                "osf_StartKernels: hint %d is about kernel %d, which is not registered", i,
                                hint->kernel);
        if (hint->copies > 1 && (context->state == OSF_KRN_STATEFUL || hint->place != OSF_PLACE_PROCESS))
            return stream_fault(
                OSF_ERR_ARGUMENT,
                "osf_StartKernels: kernel %d cannot have %d copies: copies are stateless, and processes", hint->kernel,
                hint->copies);
    }
    return OSF_ERR_SUCCESS;
}

static osf_Result_t add_kernel(struct stream_graph *graph, const osf_Hint_t *hint) {
    struct stream_kernel *kernel = stream_graph_add_kernel(graph);
    if (kernel == NULL)
        return no_memory();
    kernel->number = hint->kernel;
    kernel->copies = hint->copies;
    snprintf(kernel->name, sizeof kernel->name, "%d", hint->kernel);
    for (int copy = 0; copy < hint->copies; copy++) {
        if (hint->place == OSF_PLACE_PROCESS && stream_graph_add_process(graph) == NULL)
            return no_memory();
        struct stream_member *member = stream_graph_add_member(graph);
        if (member == NULL)
            return no_memory();
        member->process = hint->place == OSF_PLACE_PROCESS ? (int)graph->process_count - 1 : 0;
        member->kernel = hint->kernel;
        member->copy = copy;
        member->turns = hint->place == OSF_PLACE_TURNS;
        member->core = hint->core;
    }
    return OSF_ERR_SUCCESS;
}

/* Links FROM to TO: all copies of FROM to all copies of TO. */
static osf_Result_t add_link(struct stream_graph *graph, const struct stream_kernel *from,
                             const struct stream_kernel *to) {
    struct stream_link *link = stream_graph_add_link(graph);
    if (link == NULL)
        return no_memory();
    link->from = from->number;
    link->split = to->copies > 1 ? STREAM_SPLIT_DIVIDE : STREAM_SPLIT_WHOLE;
    link->room = OSF_DEFAULT_ROOM;
    for (int i = 0; i < from->copies * to->copies; i++) {
        struct stream_end *end = stream_graph_add_end(graph);
        if (end == NULL)
            return no_memory();
        *end = (struct stream_end){.link = (int)graph->link_count - 1,
                                   .from = from->number,
                                   .to = to->number,
                                   .from_copy = i / to->copies,
                                   .to_copy = i % to->copies};
        end->carrier = stream_graph_member(graph, end->from, end->from_copy)->process ==
                               stream_graph_member(graph, end->to, end->to_copy)->process
                           ? STREAM_BY_PROCESS
                           : STREAM_BY_MEMORY;
    }
    return OSF_ERR_SUCCESS;
}

static osf_Result_t make_graph(struct stream_graph *graph, const osf_Hint_t *hints, int count, bool forks) {
    osf_Result_t result = OSF_ERR_SUCCESS;
    if (stream_graph_add_process(graph) == NULL)
        return no_memory();
    snprintf(graph->name, sizeof graph->name, "of this program");
    for (int i = 0; i < OSF_MAX_KERNELS && result == OSF_ERR_SUCCESS; i++) {
        const osf_Hint_t hint = hint_of(hints, count, i, forks);
        if (stream_app.contexts[i] != NULL && stream_app.contexts[i]->registered)
            result = add_kernel(graph, &hint);
    }
    for (size_t from = 0; from < graph->kernel_count; from++)
        for (size_t to = 0; to < graph->kernel_count && result == OSF_ERR_SUCCESS; to++)
            if (from != to)
                result = add_link(graph, &graph->kernels[from], &graph->kernels[to]);
    return result;
}

static const struct stream_member *member_of(int process) {
    for (size_t i = 0; i < stream_app.graph.member_count; i++)
        if (stream_app.graph.members[i].process == process)
            return &stream_app.graph.members[i];
    return NULL;
}

/* Becomes process NUMBER of the graph. */
static void be_child(int number, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        kill(getpid(), SIGKILL);
    stream_app.process = number;
    stream_app.child_count = 0;
}

/* Starts a process for each process of the graph except this one. */
static osf_Result_t start_children(void) {
    const pid_t own = getpid();
    stream_app.children = calloc(stream_app.graph.process_count, sizeof *stream_app.children);
    if (stream_app.children == NULL)
        return no_memory();
    fflush(NULL); /* buffered output must be written only once */
    for (int i = 1; i < (int)stream_app.graph.process_count; i++) {
        const pid_t pid = fork();
        if (pid == 0) {
            be_child(i, own);
            return OSF_ERR_SUCCESS;
        }
        if (pid < 0) {
            const int reason = errno;
            stream_children_wait(true);
            return stream_fault(OSF_ERR_SYSTEM, "a process for kernel %s cannot be started: %s",
                                stream_graph_name(&stream_app.graph, member_of(i)->kernel), strerror(reason));
        }
        stream_app.children[stream_app.child_count++] = (struct child){pid, member_of(i)};
    }
    return OSF_ERR_SUCCESS;
}

osf_Result_t stream_plan_make(const osf_Hint_t *hints, int count, bool forks) {
    osf_Result_t result = make_graph(&stream_app.graph, hints, count, forks);
    if (result == OSF_ERR_SUCCESS && stream_graph_join(&stream_app.graph) != -1)
        result = no_memory();
    if (result == OSF_ERR_SUCCESS)
        result = boxes_start(&stream_app.boxes, &stream_app.graph);
    if (result == OSF_ERR_SUCCESS)
        result = boxes_open(&stream_app.boxes, -1, 0);
    if (result == OSF_ERR_SUCCESS && forks)
        result = start_children();
    if (result == OSF_ERR_SUCCESS)
        result = boxes_open(&stream_app.boxes, stream_app.process, getpid());
    return result == OSF_ERR_SUCCESS ? stream_places_make() : result;
}

/* Applies hints to the cores of kernels that a launcher's graph gives to this process. */
static osf_Result_t change_cores(const osf_Hint_t *hints, int count) {
    for (size_t p = 0; p < stream_app.place_count; p++)
        for (int i = 0; i < count; i++)
            if (stream_app.places[p].kernels[0]->number == hints[i].kernel)
                stream_app.places[p].core = hints[i].core;
    return OSF_ERR_SUCCESS;
}

osf_Result_t osf_StartKernels(const osf_Hint_t *hints, int count) {
    if (!stream_app.ready || stream_app.started || stream_app.forked)
        return stream_fault(OSF_ERR_STATE, "osf_StartKernels comes once, between osf_Init and osf_StartStreams");
    if (count < 0 || (count > 0 && hints == NULL))
        return stream_fault(OSF_ERR_ARGUMENT, "osf_StartKernels: there are no hints");
    osf_Result_t result = check_hints(hints, count);
    if (result != OSF_ERR_SUCCESS)
        return result;
    stream_app.forked = true;
    return stream_app.launched ? change_cores(hints, count) : stream_plan_make(hints, count, true);
}

/* Reports a child that ended badly. Returns whether the child ended badly. */
static bool ended_badly(const struct child *child, int status) {
    const char *name = stream_graph_name(&stream_app.graph, child->member->kernel);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return false;
    if (WIFSIGNALED(status))
        stream_fault(OSF_ERR_KERNEL, "kernel %s, copy %d, died by signal %d (%s)", name, child->member->copy,
                     WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        stream_fault(OSF_ERR_KERNEL, "kernel %s, copy %d, ended with status %d", name, child->member->copy,
                     WEXITSTATUS(status));
    return true;
}

static void signal_children(int number) {
    for (size_t i = 0; i < stream_app.child_count; i++)
        if (stream_app.children[i].pid > 0)
            kill(stream_app.children[i].pid, number);
}

enum { NONE_ENDED = -1, INTERRUPTED = -2 };

/* Waits until one of the children has ended, or until MILLISECONDS have passed. Returns the number of the child,
 * NONE_ENDED, or INTERRUPTED after a signal to the program or without memory. */
static int next_ended(int milliseconds) {
    struct pollfd *watches = calloc(stream_app.child_count, sizeof *watches);
    int found = watches == NULL ? INTERRUPTED : NONE_ENDED;
    for (size_t i = 0; watches != NULL && i < stream_app.child_count; i++) {
        const int pid = stream_app.children[i].pid;
        watches[i] = (struct pollfd){pid > 0 ? (int)syscall(SYS_pidfd_open, pid, 0) : -1, POLLIN, 0};
    }
    if (watches != NULL && poll(watches, stream_app.child_count, milliseconds) < 0)
        found = INTERRUPTED;
    for (size_t i = 0; watches != NULL && i < stream_app.child_count; i++) {
        if (watches[i].revents != 0 && found == NONE_ENDED)
            found = (int)i;
        if (watches[i].fd >= 0)
            close(watches[i].fd);
    }
    free(watches);
    return found;
}

osf_Result_t stream_children_wait(bool failed) {
    osf_Result_t result = OSF_ERR_SUCCESS;
    size_t alive = stream_app.child_count;
    int64_t until = INT64_MAX; /* time from which the remaining children are killed */
    if (failed)
        signal_children(SIGTERM);
    while (alive > 0) {
        if (failed && until == INT64_MAX)
            until = idling_now() + 2000000000;
        const int64_t rest = until == INT64_MAX ? -1 : (until - idling_now()) / 1000000 + 1;
        const int ended = next_ended(rest < 0 && failed ? 0 : (int)rest);
        if (ended == INTERRUPTED)
            continue;
        if (ended == NONE_ENDED) {
            signal_children(SIGKILL);
            until = idling_now() + 2000000000;
            continue;
        }
        int status = 0;
        struct child *child = &stream_app.children[ended];
        if (waitpid(child->pid, &status, 0) != child->pid)
            status = 0;
        if (!failed && ended_badly(child, status)) {
            result = OSF_ERR_KERNEL;
            failed = true;
            signal_children(SIGTERM);
        }
        child->pid = 0;
        alive--;
    }
    return result;
}
