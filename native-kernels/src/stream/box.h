/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The box of a place: the bell on which the place sleeps, and the link rings that lead to its kernels. A place is one
 * thread of a process, with one kernel or several in turns. If a link needs that, the box lies in memory that other
 * processes share, under the name /osf-ID-KERNEL-COPY of the place's first kernel until all these processes have mapped
 * the memory. Otherwise the box lies in memory of the process. Without a launcher, the processes of a graph inherit all
 * boxes.
 */
#ifndef SLIPWAY_STREAM_BOX_H
#define SLIPWAY_STREAM_BOX_H

#include "graph.h"
#include "wire/ring.h"

#include "base/bell.h"
#include "base/memory.h"

struct box_head {
    struct sw_bell bell;
    _Atomic int32_t pid;      /* of the place's process; 0: not started; -1: died before it started */
    _Atomic uint32_t holders; /* processes that have mapped the box */
};

struct box {
    struct sw_memory memory;
    bool opened;
    int watch; /* a descriptor that watches the process of the place (pidfd_open); -1: not yet open */
};

/* The boxes that this process has mapped, by the number of the place's first member in the graph. */
struct boxes {
    const struct stream_graph *graph;
    struct box *each; /* as many as members */
};

/* Prepares to open boxes of GRAPH, which outlives them. */
osf_Result_t boxes_start(struct boxes *boxes, const struct stream_graph *graph);

/* Maps the boxes of all places of PROCESS, and those on the other side of their rings; marks the boxes of PROCESS with
 * PID. With PROCESS -1 maps all boxes, and marks no box. */
osf_Result_t boxes_open(struct boxes *boxes, int process, int32_t pid);

/* Returns the head of the box of PLACE, which is open. */
struct box_head *boxes_head(const struct boxes *boxes, const struct stream_member *place);

/* Makes VIEW a view of the ring of END. The box must be open. */
void boxes_ring(const struct boxes *boxes, const struct stream_end *end, struct ring_view *view);

/* Returns whether the process of PLACE has died. A process that has not started yet counts as alive. */
bool boxes_died(struct boxes *boxes, const struct stream_member *place);

/* Unmaps all boxes. */
void boxes_close(struct boxes *boxes);

/* Notes the end of process NUMBER of GRAPH, if the process ended before starting all places. The note is for all
 * processes that share memory with process NUMBER. */
void boxes_mark_dead(const struct stream_graph *graph, int number);

/* Removes all remaining names of boxes of GRAPH on HOST. */
void boxes_remove_names(const struct stream_graph *graph, const char *host);

#endif
