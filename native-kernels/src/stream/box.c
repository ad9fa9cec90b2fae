/* SPDX-License-Identifier: Apache-2.0 */
#include "box.h"

#include "fault.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    NAME_BYTES = 64,
    LINE = 64,
    TOMBSTONE = sizeof(struct box_head) /* size of the memory of a process that ended before any process made the box */
};

static size_t number_of(const struct stream_graph *graph, const struct stream_member *member) {
    return (size_t)(member - graph->members);
}

/* Return the place of the kernel that gets from END, and of the kernel that puts into END. */
static const struct stream_member *receiving(const struct stream_graph *graph, const struct stream_end *end) {
    return stream_graph_place(graph, stream_end_to(graph, end));
}

static const struct stream_member *sending(const struct stream_graph *graph, const struct stream_end *end) {
    return stream_graph_place(graph, stream_end_from(graph, end));
}

/* Returns the offset of the ring of END in the box of PLACE; for END NULL, the length of the box. */
static size_t offset_of(const struct stream_graph *graph, const struct stream_member *place,
                        const struct stream_end *wanted) {
    size_t at = (sizeof(struct box_head) + LINE - 1) & ~(size_t)(LINE - 1);
    for (size_t i = 0; i < graph->end_count; i++) {
        const struct stream_end *end = &graph->ends[i];
        if (end->carrier == STREAM_BY_TCP || receiving(graph, end) != place)
            continue;
        if (end == wanted)
            break;
        at += sizeof(struct ring) + graph->links[end->link].room;
    }
    return at;
}

/* Returns the number of processes that map the box of PLACE: the process of the place, and those on the other side of
 * its kernels' links; 0 without memory. */
static uint32_t holders_of(const struct stream_graph *graph, const struct stream_member *place) {
    bool *holds = calloc(graph->process_count, sizeof *holds);
    uint32_t count = holds != NULL;
    for (size_t i = 0; i < graph->end_count && holds != NULL; i++) {
        const struct stream_end *end = &graph->ends[i];
        const struct stream_member *to = receiving(graph, end), *from = sending(graph, end);
        if (end->carrier != STREAM_BY_MEMORY || (to != place && from != place))
            continue;
        const int other = (to == place ? from : to)->process;
        count += other != place->process && !holds[other];
        holds[other] = true;
    }
    free(holds);
    return count;
}

static void name_of(const struct stream_graph *graph, const struct stream_member *place, char out[NAME_BYTES]) {
    snprintf(out, NAME_BYTES, "/osf-%s-%d-%d", graph->id, place->kernel, place->copy);
}

static osf_Result_t map_private(struct box *box, size_t bytes) {
    void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return stream_fault(OSF_ERR_MEMORY, "there is no memory for links: %zu bytes: %s", bytes, strerror(errno));
    box->memory = (struct sw_memory){base, bytes};
    return OSF_ERR_SUCCESS;
}

/* Makes the memory of that name, or maps the memory that another process has made. */
static osf_Result_t map_named(struct box *box, const char *name, size_t bytes) {
    for (;;) {
        if (sw_memory_create(name, bytes, &box->memory) == 0)
            return OSF_ERR_SUCCESS;
        if (errno != EEXIST)
            break;
        if (sw_memory_open(name, &box->memory) == 0)
            return OSF_ERR_SUCCESS;
        if (errno != EAGAIN && errno != ENOENT)
            break;
        sched_yield(); /* the maker is about to allocate the memory */
    }
    return stream_fault(OSF_ERR_SYSTEM, "%s: %zu bytes of memory to share cannot be had: %s", name, bytes,
                        strerror(errno));
}

static osf_Result_t open_box(struct boxes *boxes, const struct stream_member *place) {
    const struct stream_graph *graph = boxes->graph;
    struct box *box = &boxes->each[number_of(graph, place)];
    if (box->opened)
        return OSF_ERR_SUCCESS;
    const size_t bytes = offset_of(graph, place, NULL);
    const uint32_t holders = holders_of(graph, place);
    if (holders == 0)
        return stream_fault(OSF_ERR_MEMORY, "there is no memory for a graph of %zu processes", graph->process_count);
    const bool shared = graph->id[0] != '\0' && holders > 1;
    char name[NAME_BYTES];
    name_of(graph, place, name);
    const osf_Result_t result = shared ? map_named(box, name, bytes) : map_private(box, bytes);
    if (result != OSF_ERR_SUCCESS)
        return result;
    box->opened = true;
    if (shared && box->memory.bytes == TOMBSTONE) {
        sw_memory_close(&box->memory);
        const osf_Result_t mapped = map_private(box, bytes);
        if (mapped == OSF_ERR_SUCCESS)
            atomic_store(&((struct box_head *)box->memory.base)->pid, -1);
        return mapped;
    }
    if (box->memory.bytes != bytes)
        return stream_fault(OSF_ERR_GRAPH, "%s has %zu bytes of memory to share, not %zu: the graph is another one",
                            name, box->memory.bytes, bytes);
    struct box_head *head = box->memory.base;
    if (shared && atomic_fetch_add(&head->holders, 1) + 1 == holders)
        sw_memory_remove(name);
    return OSF_ERR_SUCCESS;
}

osf_Result_t boxes_start(struct boxes *boxes, const struct stream_graph *graph) {
    boxes->graph = graph;
    boxes->each = calloc(graph->member_count + 1, sizeof *boxes->each);
    if (boxes->each == NULL)
        return stream_fault(OSF_ERR_MEMORY, "there is no memory for a graph of %zu kernels", graph->member_count);
    for (size_t i = 0; i < graph->member_count; i++)
        boxes->each[i].watch = -1;
    return OSF_ERR_SUCCESS;
}

osf_Result_t boxes_open(struct boxes *boxes, int process, int32_t pid) {
    const struct stream_graph *graph = boxes->graph;
    osf_Result_t result = OSF_ERR_SUCCESS;
    for (size_t i = 0; i < graph->member_count && result == OSF_ERR_SUCCESS; i++) {
        const struct stream_member *place = stream_graph_place(graph, &graph->members[i]);
        if (process >= 0 && place->process != process)
            continue;
        result = open_box(boxes, place);
        if (result == OSF_ERR_SUCCESS && process >= 0)
            atomic_store(&boxes_head(boxes, place)->pid, pid);
    }
    for (size_t i = 0; i < graph->end_count && result == OSF_ERR_SUCCESS; i++) {
        const struct stream_end *end = &graph->ends[i];
        if (end->carrier != STREAM_BY_MEMORY)
            continue;
        const struct stream_member *to = receiving(graph, end), *from = sending(graph, end);
        if (to->process == process)
            result = open_box(boxes, from);
        else if (from->process == process)
            result = open_box(boxes, to);
    }
    return result;
}

struct box_head *boxes_head(const struct boxes *boxes, const struct stream_member *place) {
    return boxes->each[number_of(boxes->graph, place)].memory.base;
}

void boxes_ring(const struct boxes *boxes, const struct stream_end *end, struct ring_view *view) {
    const struct stream_member *place = receiving(boxes->graph, end);
    unsigned char *base = boxes->each[number_of(boxes->graph, place)].memory.base;
    unsigned char *at = base + offset_of(boxes->graph, place, end);
    *view = (struct ring_view){(void *)at, at + sizeof(struct ring), boxes->graph->links[end->link].room, 0, 0};
}

bool boxes_died(struct boxes *boxes, const struct stream_member *place) {
    struct box *box = &boxes->each[number_of(boxes->graph, place)];
    const pid_t pid = atomic_load(&boxes_head(boxes, place)->pid);
    if (pid == 0 || pid == getpid())
        return false;
    if (pid < 0)
        return true;
    if (box->watch < 0)
        box->watch = (int)syscall(SYS_pidfd_open, pid, 0);
    if (box->watch < 0)
        return errno == ESRCH || (errno == ENOSYS && kill(pid, 0) != 0 && errno == ESRCH);
    struct pollfd ended = {box->watch, POLLIN, 0};
    return poll(&ended, 1, 0) > 0;
}

void boxes_close(struct boxes *boxes) {
    for (size_t i = 0; boxes->each != NULL && i < boxes->graph->member_count; i++) {
        sw_memory_close(&boxes->each[i].memory);
        if (boxes->each[i].watch >= 0)
            close(boxes->each[i].watch);
    }
    free(boxes->each);
    *boxes = (struct boxes){0};
}

void boxes_mark_dead(const struct stream_graph *graph, int number) {
    for (size_t i = 0; i < graph->member_count; i++) {
        const struct stream_member *place = stream_graph_place(graph, &graph->members[i]);
        struct box box = {.watch = -1};
        char name[NAME_BYTES];
        int32_t not_begun = 0;
        name_of(graph, place, name);
        if (place->process != number || holders_of(graph, place) < 2 ||
            map_named(&box, name, TOMBSTONE) != OSF_ERR_SUCCESS)
            continue;
        atomic_compare_exchange_strong(&((struct box_head *)box.memory.base)->pid, &not_begun, -1);
        sw_memory_close(&box.memory);
    }
}

void boxes_remove_names(const struct stream_graph *graph, const char *host) {
    char name[NAME_BYTES];
    for (size_t i = 0; i < graph->member_count; i++) {
        const struct stream_member *place = &graph->members[i];
        if (strcmp(graph->processes[place->process].host, host) != 0)
            continue;
        name_of(graph, place, name);
        sw_memory_remove(name);
    }
}
