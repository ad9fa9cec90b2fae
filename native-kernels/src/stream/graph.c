/* SPDX-License-Identifier: Apache-2.0 */
#include "graph.h"

#include "base/rows.h"

#include <stdlib.h>
#include <string.h>

static void *add(void **rows, size_t *room, size_t *count, size_t size) {
    void *grown = sw_rows_grow(*rows, room, *count + 1, size);
    if (grown == NULL)
        return NULL;
    *rows = grown;
    void *row = (char *)grown + *count * size;
    memset(row, 0, size);
    (*count)++;
    return row;
}

struct stream_kernel *stream_graph_add_kernel(struct stream_graph *graph) {
    void *rows = graph->kernels;
    void *row = add(&rows, &graph->kernel_room, &graph->kernel_count, sizeof *graph->kernels);
    graph->kernels = rows;
    return row;
}

struct stream_process *stream_graph_add_process(struct stream_graph *graph) {
    void *rows = graph->processes;
    void *row = add(&rows, &graph->process_room, &graph->process_count, sizeof *graph->processes);
    graph->processes = rows;
    return row;
}

struct stream_member *stream_graph_add_member(struct stream_graph *graph) {
    void *rows = graph->members;
    void *row = add(&rows, &graph->member_room, &graph->member_count, sizeof *graph->members);
    graph->members = rows;
    return row;
}

struct stream_listener *stream_graph_add_listener(struct stream_graph *graph) {
    void *rows = graph->listeners;
    void *row = add(&rows, &graph->listener_room, &graph->listener_count, sizeof *graph->listeners);
    graph->listeners = rows;
    return row;
}

struct stream_link *stream_graph_add_link(struct stream_graph *graph) {
    void *rows = graph->links;
    void *row = add(&rows, &graph->link_room, &graph->link_count, sizeof *graph->links);
    graph->links = rows;
    return row;
}

struct stream_end *stream_graph_add_end(struct stream_graph *graph) {
    void *rows = graph->ends;
    void *row = add(&rows, &graph->end_room, &graph->end_count, sizeof *graph->ends);
    graph->ends = rows;
    return row;
}

const struct stream_kernel *stream_graph_kernel(const struct stream_graph *graph, int number) {
    for (size_t i = 0; i < graph->kernel_count; i++)
        if (graph->kernels[i].number == number)
            return &graph->kernels[i];
    return NULL;
}

const char *stream_graph_name(const struct stream_graph *graph, int number) {
    const struct stream_kernel *kernel = stream_graph_kernel(graph, number);
    return kernel == NULL ? "?" : kernel->name;
}

const struct stream_member *stream_graph_member(const struct stream_graph *graph, int number, int copy) {
    for (size_t i = 0; i < graph->member_count; i++)
        if (graph->members[i].kernel == number && graph->members[i].copy == copy)
            return &graph->members[i];
    return NULL;
}

const struct stream_member *stream_graph_place(const struct stream_graph *graph, const struct stream_member *member) {
    return &graph->members[member->place];
}

const struct stream_member *stream_end_from(const struct stream_graph *graph, const struct stream_end *end) {
    return &graph->members[end->from_member];
}

const struct stream_member *stream_end_to(const struct stream_graph *graph, const struct stream_end *end) {
    return &graph->members[end->to_member];
}

/* --- relations between members, ends and places --- */

/* Returns the numbers of members by copy, kernel by kernel; the members of kernel K begin at FIRST[K]; -1: no member.
 * Returns NULL without memory. The caller frees the array. */
static int *number_members(const struct stream_graph *graph, size_t first[OSF_MAX_KERNELS]) {
    size_t count = 0;
    for (size_t i = 0; i < graph->kernel_count; i++) {
        first[graph->kernels[i].number] = count;
        count += (size_t)graph->kernels[i].copies;
    }
    int *numbers = malloc((count + 1) * sizeof *numbers);
    for (size_t i = 0; i < count && numbers != NULL; i++)
        numbers[i] = -1;
    for (size_t i = 0; i < graph->member_count && numbers != NULL; i++)
        numbers[first[graph->members[i].kernel] + (size_t)graph->members[i].copy] = (int)i;
    return numbers;
}

/* Members in turns share the place of the first of their process. */
static bool join_places(struct stream_graph *graph) {
    int *first = malloc((graph->process_count + 1) * sizeof *first);
    if (first == NULL)
        return false;
    for (size_t i = 0; i < graph->process_count; i++)
        first[i] = -1;
    for (size_t i = 0; i < graph->member_count; i++) {
        struct stream_member *member = &graph->members[i];
        if (member->turns && first[member->process] < 0)
            first[member->process] = (int)i;
        member->place = member->turns ? first[member->process] : (int)i;
    }
    free(first);
    return true;
}

long stream_graph_join(struct stream_graph *graph) {
    size_t first[OSF_MAX_KERNELS] = {0};
    if (!join_places(graph))
        return -2;
    int *numbers = number_members(graph, first);
    if (numbers == NULL)
        return -2;
    long lacking = -1;
    for (size_t i = 0; i < graph->end_count && lacking < 0; i++) {
        struct stream_end *end = &graph->ends[i];
        end->from_member = numbers[first[end->from] + (size_t)end->from_copy];
        end->to_member = numbers[first[end->to] + (size_t)end->to_copy];
        if (end->from_member < 0 || end->to_member < 0)
            lacking = (long)i;
    }
    free(numbers);
    return lacking;
}

uint32_t stream_graph_room(uint64_t room) {
    uint32_t power = STREAM_LEAST_ROOM;
    while (power < room && power < STREAM_MOST_ROOM)
        power *= 2;
    return power;
}

void stream_graph_free(struct stream_graph *graph) {
    free(graph->kernels);
    free(graph->processes);
    free(graph->members);
    free(graph->listeners);
    free(graph->links);
    free(graph->ends);
    memset(graph, 0, sizeof *graph);
}
