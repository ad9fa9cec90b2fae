/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the graph for osf_Init from the document: processes, listeners, links and their ends. */
#include "launch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int no_memory(struct sw_failure *f) {
    return sw_fail(f, STATUS_COMPUTE, NULL, "there is no memory for the graph");
}

static void copy_text(char *out, size_t room, const char *text) {
    snprintf(out, room, "%s", text);
}

static int add_kernel(struct launch *launch, const struct kernel *kernel, struct sw_failure *f) {
    struct stream_kernel *made = stream_graph_add_kernel(&launch->graph);
    if (made == NULL)
        return no_memory(f);
    made->number = kernel->number;
    copy_text(made->name, sizeof made->name, kernel->name);
    made->copies = document_copies(kernel);
    made->ranks = kernel->ranks == 0 ? STREAM_RANKS_PLAIN : kernel->all_ranks ? STREAM_RANKS_ALL : STREAM_RANKS_FIRST;
    made->tolerated =
        launch->document.kernels[document_process(&launch->document, (int)(kernel - launch->document.kernels))]
            .tolerated;
    return STATUS_OK;
}

/* Adds the processes of a kernel, unless the kernel is in the process of another. */
static int add_processes(struct launch *launch, int kernel, struct sw_failure *f) {
    const struct document *d = &launch->document;
    launch->process_of_kernel[kernel] = (int)launch->graph.process_count;
    for (int copy = 0; copy < document_copies(&d->kernels[kernel]); copy++) {
        struct stream_process *process = stream_graph_add_process(&launch->graph);
        if (process == NULL)
            return no_memory(f);
        copy_text(process->host, sizeof process->host, d->hosts[document_host(d, kernel, copy)].name);
    }
    return STATUS_OK;
}

static int add_members(struct launch *launch, int kernel, struct sw_failure *f) {
    const struct document *d = &launch->document;
    const int first = launch->process_of_kernel[document_process(d, kernel)];
    launch->member_of_kernel[kernel] = (int)launch->graph.member_count;
    for (int copy = 0; copy < document_copies(&d->kernels[kernel]); copy++) {
        struct stream_member *member = stream_graph_add_member(&launch->graph);
        if (member == NULL)
            return no_memory(f);
        *member = (struct stream_member){.process = first + copy,
                                         .kernel = d->kernels[kernel].number,
                                         .copy = copy,
                                         .turns = d->kernels[kernel].turns,
                                         .core = d->kernels[kernel].core};
    }
    return STATUS_OK;
}

static bool is_on(const struct document *d, int host, int network) {
    return network != NOBODY && document_address(d, host, network) != NULL;
}

/* Returns the address by which host FROM reaches TO: on the requested network, else on a common one, else the main
 * address. */
static const char *reach(const struct document *d, int from, int to, int network) {
    if (from == to && d->hosts[to].here && network == NOBODY)
        return "127.0.0.1";
    if (is_on(d, to, network))
        return document_address(d, to, network);
    if (d->hosts[to].address != NULL && is_on(d, from, network) == false && d->hosts[from].on_count == 0)
        return d->hosts[to].address;
    for (size_t i = 0; i < d->hosts[to].on_count; i++)
        if (is_on(d, from, d->hosts[to].on[i].network))
            return d->hosts[to].on[i].address;
    return d->hosts[to].address != NULL ? d->hosts[to].address : "127.0.0.1";
}

/* Returns the port at which PROCESS listens at ADDRESS; 0 with F. */
static int listen_at(struct launch *launch, int process, int host, const char *address, struct sw_failure *f) {
    for (size_t i = 0; i < launch->graph.listener_count; i++)
        if (launch->graph.listeners[i].process == process && strcmp(launch->graph.listeners[i].address, address) == 0)
            return launch->graph.listeners[i].port;
    const int port = port_take(launch, host, address);
    struct stream_listener *listener = port == 0 ? NULL : stream_graph_add_listener(&launch->graph);
    if (listener == NULL) {
        sw_fail(f, STATUS_CONTENT, "give it more ports", "host %s has no free port", launch->document.hosts[host].name);
        return 0;
    }
    listener->process = process;
    copy_text(listener->address, sizeof listener->address, address);
    listener->port = port;
    return port;
}

/* Leads an end of the link, to which host FROM connects, through a relay on host VIA. */
static int add_relay(struct launch *launch, const struct link *link, int from, int via, struct stream_end *end,
                     struct sw_failure *f) {
    const struct document *d = &launch->document;
    struct relay *grown = realloc(launch->relays, (launch->relay_count + 1) * sizeof *grown);
    if (grown == NULL)
        return no_memory(f);
    launch->relays = grown;
    const char *address = reach(d, from, via, is_on(d, from, link->network) ? link->network : NOBODY);
    const int port = port_take(launch, via, address);
    if (port == 0)
        return sw_fail(f, STATUS_CONTENT, "give it more ports", "host %s has no free port", d->hosts[via].name);
    struct relay *relay = &launch->relays[launch->relay_count];
    *relay = (struct relay){via, address, strdup(end->address), port, end->port};
    if (relay->to_address == NULL)
        return no_memory(f);
    launch->relay_count++;
    copy_text(end->address, sizeof end->address, address);
    end->port = port;
    return STATUS_OK;
}

/*
 * Leads an end through the relays of its link: the last relay reaches the receiver, and each other relay the next one.
 */
static int lead_via(struct launch *launch, const struct link *link, int from, struct stream_end *end,
                    struct sw_failure *f) {
    int status = STATUS_OK;
    for (size_t i = link->via_count; i > 0 && status == STATUS_OK; i--)
        status = add_relay(launch, link, i > 1 ? link->via[i - 2] : from, link->via[i - 1], end, f);
    return status;
}

static int carry_by_tcp(struct launch *launch, const struct link *link, const int hosts[2], struct stream_end *end,
                        struct sw_failure *f) {
    const struct document *d = &launch->document;
    const int nearest = link->via_count == 0 ? hosts[0] : link->via[link->via_count - 1];
    const char *address = reach(d, nearest, hosts[1], link->network);
    end->carrier = STREAM_BY_TCP;
    copy_text(end->address, sizeof end->address, address);
    end->port = listen_at(launch, launch->graph.members[end->to_member].process, hosts[1], address, f);
    if (end->port == 0)
        return f->status;
    return lead_via(launch, link, hosts[0], end, f);
}

/* Adds the end from copy FROM_COPY of the link's sender to copy TO_COPY of its receiver TO. */
static int add_end(struct launch *launch, const struct link *link, const int copies[2], int to, struct sw_failure *f) {
    const struct document *d = &launch->document;
    struct stream_end *end = stream_graph_add_end(&launch->graph);
    if (end == NULL || launch->graph.end_count > STREAM_MAX_ENDS)
        return no_memory(f);
    end->link = (int)launch->graph.link_count - 1;
    end->from = d->kernels[link->from].number;
    end->from_copy = copies[0];
    end->to = d->kernels[to].number;
    end->to_copy = copies[1];
    const int hosts[2] = {document_host(d, link->from, copies[0]), document_host(d, to, copies[1])};
    end->from_member = launch->member_of_kernel[link->from] + copies[0];
    end->to_member = launch->member_of_kernel[to] + copies[1];
    const int from_process = launch->graph.members[end->from_member].process;
    const int to_process = launch->graph.members[end->to_member].process;
    if (link->transport == BY_TCP || link->via_count > 0 || hosts[0] != hosts[1])
        return carry_by_tcp(launch, link, hosts, end, f);
    end->carrier = from_process == to_process && link->transport != BY_MEMORY ? STREAM_BY_PROCESS : STREAM_BY_MEMORY;
    if (from_process == to_process)
        end->carrier = STREAM_BY_PROCESS;
    return STATUS_OK;
}

static int add_link(struct launch *launch, const struct link *link, struct sw_failure *f) {
    const struct document *d = &launch->document;
    struct stream_link *made = stream_graph_add_link(&launch->graph);
    if (made == NULL)
        return no_memory(f);
    made->from = d->kernels[link->from].number;
    made->split = !link->has_kind ? STREAM_SPLIT_WHOLE : link->divide ? STREAM_SPLIT_DIVIDE : STREAM_SPLIT_DUPLICATE;
    made->feedback = link->feedback;
    made->room = stream_graph_room(link->room);
    for (int from = 0; from < document_copies(&d->kernels[link->from]); from++)
        for (size_t i = 0; i < link->to_count; i++)
            for (int to = 0; to < document_copies(&d->kernels[link->to[i]]); to++) {
                const int copies[2] = {from, to};
                if (add_end(launch, link, copies, link->to[i], f) != STATUS_OK)
                    return f->status;
            }
    return STATUS_OK;
}

static int add_secrets(struct launch *launch, struct sw_failure *f) {
    uint64_t id;
    if (random_bytes(&id, sizeof id) != 0 || random_bytes(launch->graph.key, sizeof launch->graph.key) != 0)
        return sw_fail(f, STATUS_COMPUTE, NULL, "the system gives no random bytes: %s", strerror(errno));
    snprintf(launch->graph.id, sizeof launch->graph.id, "%016llx", (unsigned long long)id);
    return STATUS_OK;
}

int plan_make(struct launch *launch, struct sw_failure *f) {
    const struct document *d = &launch->document;
    copy_text(launch->graph.name, sizeof launch->graph.name, d->name);
    launch->process_of_kernel = calloc(d->kernel_count + 1, sizeof *launch->process_of_kernel);
    launch->member_of_kernel = calloc(d->kernel_count + 1, sizeof *launch->member_of_kernel);
    if (launch->process_of_kernel == NULL || launch->member_of_kernel == NULL)
        return no_memory(f);
    int status = add_secrets(launch, f);
    for (size_t i = 0; i < d->kernel_count && status == STATUS_OK; i++)
        status = add_kernel(launch, &d->kernels[i], f);
    for (size_t i = 0; i < d->kernel_count && status == STATUS_OK; i++)
        if (d->kernels[i].with == NOBODY)
            status = add_processes(launch, (int)i, f);
    for (size_t i = 0; i < d->kernel_count && status == STATUS_OK; i++)
        status = add_members(launch, (int)i, f);
    for (size_t i = 0; i < d->link_count && status == STATUS_OK; i++)
        status = add_link(launch, &d->links[i], f);
    return status == STATUS_OK && stream_graph_join(&launch->graph) != -1 ? no_memory(f) : status;
}
