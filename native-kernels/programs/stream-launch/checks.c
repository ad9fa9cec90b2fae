/* SPDX-License-Identifier: Apache-2.0 */
/* The relations that must hold between the elements of a document. */
#include "document.h"

#include "stream/graph.h"

#include <stdlib.h>
#include <string.h>

static bool given(const struct kernel *kernel, attribute_kind attribute) {
    return kernel->element->values[attribute] != NULL;
}

static void check_names(const struct document *d, struct problems *problems) {
    static const char *const remedy = "give each its own";
    for (size_t i = 0; i < d->network_count; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(d->networks[i].name, d->networks[j].name) == 0)
                problem(problems, d->networks[i].line, remedy, "two networks have the name \"%s\"",
                        d->networks[i].name);
    for (size_t i = 0; i < d->host_count; i++)
        for (size_t j = 0; j < i; j++) {
            if (strcmp(d->hosts[i].name, d->hosts[j].name) == 0)
                problem(problems, d->hosts[i].line, remedy, "two hosts have the name \"%s\"", d->hosts[i].name);
            if (d->hosts[i].here && d->hosts[j].here)
                problem(problems, d->hosts[i].line, "let one be it", "hosts \"%s\" and \"%s\" are both here",
                        d->hosts[j].name, d->hosts[i].name);
        }
    for (size_t i = 0; i < d->kernel_count; i++)
        for (size_t j = 0; j < i; j++) {
            if (strcmp(d->kernels[i].name, d->kernels[j].name) == 0)
                problem(problems, d->kernels[i].line, remedy, "two kernels have the name \"%s\"", d->kernels[i].name);
            if (d->kernels[i].number == d->kernels[j].number)
                problem(problems, d->kernels[i].line, remedy, "kernels \"%s\" and \"%s\" have the number %d",
                        d->kernels[j].name, d->kernels[i].name, d->kernels[i].number);
        }
}

static void check_hosts(const struct document *d, struct problems *problems) {
    if (d->host_count == 0)
        problem(problems, d->root->line, "add <host name=\"here\" here=\"yes\"/>", "the graph has no host");
    for (size_t i = 0; i < d->host_count; i++)
        if (!d->hosts[i].here && d->hosts[i].address == NULL)
            problem(problems, d->hosts[i].line, "add one, or here=\"yes\" where it is this machine",
                    "host \"%s\" has no address", d->hosts[i].name);
}

/* Checks a kernel in the process of another kernel, which may have only a name and a number. */
static void check_with(const struct document *d, const struct kernel *kernel, struct problems *problems) {
    static const attribute_kind others[] = {ATTRIBUTE_HOST,  ATTRIBUTE_HOSTS,   ATTRIBUTE_PROGRAM, ATTRIBUTE_COPIES,
                                            ATTRIBUTE_RANKS, ATTRIBUTE_STREAMS, ATTRIBUTE_NETWORK, ATTRIBUTE_LOSS};
    const struct kernel *host = &d->kernels[kernel->with];
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (given(kernel, others[i]))
            problem(problems, kernel->line, "say it of the kernel that it is with",
                    "kernel \"%s\" is with \"%s\", and has \"%s\" of its own", kernel->name, host->name,
                    kernel->element->values[others[i]]);
    if (kernel->element->child != NULL)
        problem(problems, kernel->line, "give them to the kernel that it is with",
                "kernel \"%s\" is with \"%s\", and has arguments or variables", kernel->name, host->name);
    if (host->with != NOBODY || host->copies > 1 || host->ranks > 0)
        problem(problems, kernel->line, "be with a kernel of one copy that has a process of its own",
                "kernel \"%s\" cannot be with \"%s\"", kernel->name, host->name);
}

/* mpirun takes any ":" for the beginning of another program. */
static void check_arguments(const struct kernel *kernel, struct problems *problems) {
    for (const struct element *element = kernel->element->child; element != NULL; element = element->next)
        if (element->kind == ELEMENT_ARGUMENT && strcmp(element->text, ":") == 0)
            problem(problems, element->line, "give the program another sign",
                    "MPI kernel \"%s\" has the argument \":\", behind which mpirun starts another program",
                    kernel->name);
}

static void check_ranks(const struct document *d, const struct kernel *kernel, struct problems *problems) {
    long slots = 0;
    for (size_t i = 0; i < kernel->host_count; i++)
        slots += d->hosts[kernel->hosts[i]].slots;
    if (kernel->ranks > slots)
        problem(problems, kernel->line, "give its hosts more slots",
                "MPI kernel \"%s\" has %d ranks, and its hosts %ld slots", kernel->name, kernel->ranks, slots);
    check_arguments(kernel, problems);
    if (given(kernel, ATTRIBUTE_COPIES))
        problem(problems, kernel->line, "leave one of both out", "kernel \"%s\" has ranks and copies", kernel->name);
    for (size_t i = 0; i < kernel->host_count && kernel->network != NOBODY; i++)
        if (document_address(d, kernel->hosts[i], kernel->network) == NULL)
            problem(problems, d->hosts[kernel->hosts[i]].line, "add <on network=... address=.../>",
                    "host \"%s\" has no address on network \"%s\" of MPI kernel \"%s\"",
                    d->hosts[kernel->hosts[i]].name, d->networks[kernel->network].name, kernel->name);
}

static void check_kernel(const struct document *d, const struct kernel *kernel, struct problems *problems) {
    bool linked = false;
    for (size_t i = 0; i < d->link_count && !linked; i++) {
        linked = d->links[i].from == (int)(kernel - d->kernels);
        for (size_t j = 0; j < d->links[i].to_count && !linked; j++)
            linked = d->links[i].to[j] == (int)(kernel - d->kernels);
    }
    if (!linked)
        problem(problems, kernel->line, "add a link, or take the kernel out", "no link leads to or from kernel \"%s\"",
                kernel->name);
    if (kernel->with != NOBODY) {
        check_with(d, kernel, problems);
        return;
    }
    if (kernel->host_count == 0)
        problem(problems, kernel->line, "add host=\"...\"", "kernel \"%s\" has no host", kernel->name);
    if (kernel->program == NULL)
        problem(problems, kernel->line, "add program=\"...\"", "kernel \"%s\" has no program", kernel->name);
    if (kernel->ranks > 0)
        check_ranks(d, kernel, problems);
    else if (given(kernel, ATTRIBUTE_STREAMS) || given(kernel, ATTRIBUTE_NETWORK))
        problem(problems, kernel->line, "add ranks=\"...\", or leave it out",
                "kernel \"%s\" is no MPI kernel, and has streams or a network", kernel->name);
    if (kernel->ranks > 0 && kernel->turns)
        problem(problems, kernel->line, "leave turns out", "MPI kernel \"%s\" cannot be in turns", kernel->name);
}

/* Refuses a link that cannot be carried between its ends as requested. */
static void check_transport(const struct document *d, const struct link *link, int to, struct problems *problems) {
    const int from = link->from;
    const bool one_process = document_process(d, from) == document_process(d, to) && d->kernels[from].copies == 1 &&
                             d->kernels[from].ranks == 0;
    if (link->transport == BY_PROCESS && !one_process)
        problem(problems, link->line, "use transport=\"auto\", or with=\"...\" on one of the kernels",
                "kernels \"%s\" and \"%s\" are not in one process", d->kernels[from].name, d->kernels[to].name);
    for (int i = 0; i < document_copies(&d->kernels[from]); i++)
        for (int j = 0; j < document_copies(&d->kernels[to]); j++) {
            const int a = document_host(d, from, i), b = document_host(d, to, j);
            if (a == b || a == NOBODY || b == NOBODY)
                continue;
            if (link->transport == BY_MEMORY)
                problem(problems, link->line, "use transport=\"auto\"", "hosts \"%s\" and \"%s\" share no memory",
                        d->hosts[a].name, d->hosts[b].name);
            else if (link->network != NOBODY && link->via_count == 0 && document_address(d, b, link->network) == NULL)
                problem(problems, d->hosts[b].line, "add <on network=... address=.../>",
                        "host \"%s\" has no address on network \"%s\" of the link at line %d", d->hosts[b].name,
                        d->networks[link->network].name, link->line);
            else if ((d->hosts[b].here && d->hosts[b].address == NULL) && link->network == NOBODY)
                problem(problems, d->hosts[b].line, "add one", "host \"%s\" needs an address, for \"%s\" links to it",
                        d->hosts[b].name, d->hosts[a].name);
            else
                continue;
            return;
        }
}

static void check_link(const struct document *d, const struct link *link, struct problems *problems) {
    int receivers = 0;
    for (size_t i = 0; i < link->to_count; i++) {
        receivers += document_copies(&d->kernels[link->to[i]]);
        if (link->to[i] == link->from)
            problem(problems, link->line, "let it lead to another kernel", "kernel \"%s\" is linked to itself",
                    d->kernels[link->from].name);
        else
            check_transport(d, link, link->to[i], problems);
        for (size_t j = 0; j < i; j++)
            if (link->to[j] == link->to[i])
                problem(problems, link->line, "name it once", "the link names kernel \"%s\" twice",
                        d->kernels[link->to[i]].name);
    }
    if (link->to_count == 0)
        problem(problems, link->line, "name a kernel", "the link leads to no kernel");
    if (receivers > 1 && !link->has_kind)
        problem(problems, link->line, "add kind=\"duplicate\" or kind=\"divide\"",
                "the link leads to %d receivers and does not say how records are split", receivers);
    if (receivers == 1 && link->has_kind)
        problem(problems, link->line, "leave kind out", "the link leads to one receiver, and is no split");
    for (size_t i = 1; i < link->via_count; i++)
        if (link->via[i] == link->via[i - 1])
            problem(problems, link->line, "name it once", "the link goes via host \"%s\" twice in a row",
                    d->hosts[link->via[i]].name);
    if (link->via_count > 0 && link->transport != BY_AUTO && link->transport != BY_TCP)
        problem(problems, link->line, "leave transport out", "a link via a host goes over TCP");
}

/* Checks that two kernels have at most one link. */
static void check_pairs(const struct document *d, struct problems *problems) {
    const struct link **links = calloc(d->kernel_count * d->kernel_count + 1, sizeof(void *)); /* of each pair */
    if (links == NULL)
        problem(problems, 0, "end other programs", "there is no memory to check it");
    for (const struct link *link = d->links; links != NULL && link < d->links + d->link_count; link++)
        for (size_t j = 0; j < link->to_count; j++) {
            const struct link **known = &links[(size_t)link->from * d->kernel_count + (size_t)link->to[j]];
            if (*known != NULL && *known != link)
                problem(problems, link->line, "make one of both",
                        "kernels \"%s\" and \"%s\" are linked by line %d already", d->kernels[link->from].name,
                        d->kernels[link->to[j]].name, (*known)->line);
            *known = link;
        }
    free(links);
}

/* Refuses a graph that is too large, before slow checks. */
static bool has_right_size(const struct document *d, struct problems *problems) {
    size_t ends = 0;
    if (d->kernel_count > OSF_MAX_KERNELS) {
        problem(problems, d->kernels[OSF_MAX_KERNELS].line, "part the graph", "there are more than %d kernels",
                OSF_MAX_KERNELS);
        return false;
    }
    for (size_t i = 0; i < d->link_count; i++)
        for (size_t j = 0; j < d->links[i].to_count; j++)
            ends += (size_t)document_copies(&d->kernels[d->links[i].from]) *
                    (size_t)document_copies(&d->kernels[d->links[i].to[j]]);
    if (ends > STREAM_MAX_ENDS)
        problem(
            problems, d->root->line, "let fewer copies be linked to each other",
            "the links have %zu ends, from each copy of a sender to each of a receiver, and at most %d are possible",
            ends, STREAM_MAX_ENDS);
    return ends <= STREAM_MAX_ENDS;
}

void document_check(const struct document *document, struct problems *problems) {
    if (!has_right_size(document, problems))
        return;
    check_names(document, problems);
    check_hosts(document, problems);
    for (size_t i = 0; i < document->kernel_count; i++)
        check_kernel(document, &document->kernels[i], problems);
    if (document->kernel_count == 0)
        problem(problems, document->root->line, "add one", "the graph has no kernel");
    for (size_t i = 0; i < document->link_count; i++)
        check_link(document, &document->links[i], problems);
    check_pairs(document, problems);
    if (problems->count == 0)
        document_check_cycles(document, problems);
}
