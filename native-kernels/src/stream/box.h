/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The box of a place: the bell on which the place sleeps, and the link rings that lead to its kernels. A place is one
 * thread of a process, with one kernel or several in turns. Its box lies in memory that other processes share where a
 * link needs that, under the name /osf-ID-KERNEL-COPY of the place's first kernel until all of them have it; else in
 * memory of the process alone. The processes of a graph without a launcher inherit all boxes.
 */
#ifndef SLIPWAY_STREAM_BOX_H
#define SLIPWAY_STREAM_BOX_H

#include "graph.h"
#include "wire/ring.h"

#include "base/bell.h"
#include "base/memory.h"

struct box_head {
    struct sw_bell bell;
    _Atomic int32_t pid;      /* of the place's process; 0: it has not begun; -1: it died before it began */
    _Atomic uint32_t holders; /* processes that have mapped the box */
};

struct box {
    struct sw_memory memory;
    bool opened;
    int watch; /* a descriptor by which the process of the place is watched (pidfd_open); -1: none yet */
};

/* The boxes that this process has mapped, by the number of the place's first member in the graph. */
struct boxes {
    const struct stream_graph *graph;
    struct box *each; /* as many as members */
};

/* Prepares to open boxes of GRAPH, which outlives them. */
osf_Result_t boxes_start(struct boxes *boxes, const struct stream_graph *graph);

/* Maps the boxes of all places of PROCESS, and those at the other side of their rings; marks its own with PID. With
 * PROCESS -1 maps all boxes, and marks none. */
osf_Result_t boxes_open(struct boxes *boxes, int process, int32_t pid);

/* Returns the head of the box of PLACE, which is open. */
struct box_head *boxes_head(const struct boxes *boxes, const struct stream_member *place);

/* Makes VIEW one of the ring of END, whose box is open. */
void boxes_ring(const struct boxes *boxes, const struct stream_end *end, struct ring_view *view);

/* Returns whether the process of PLACE has died. One that has not begun yet has not. */
bool boxes_died(struct boxes *boxes, const struct stream_member *place);

/* Unmaps all boxes. */
void boxes_close(struct boxes *boxes);

/* Tells all who share memory with process NUMBER of GRAPH, which has ended, that it has, if it ended before it began.
 */
void boxes_mark_dead(const struct stream_graph *graph, int number);

/* Removes the names of all boxes of GRAPH on HOST that are left. */
void boxes_remove_names(const struct stream_graph *graph, const char *host);

#endif
