/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The numbers of records that have passed each end of a link, in memory that the processes of a run share with the
 * launcher under the name /osf-ID-counts. Each end has two numbers, each on a separate cache line: the putting process
 * writes one, the taking process the other, with plain stores. The launcher makes the memory on request. Without that
 * memory, or with the launcher on another host, processes count only for themselves.
 */
#ifndef SLIPWAY_STREAM_COUNTS_H
#define SLIPWAY_STREAM_COUNTS_H

#include "graph.h"

#include "base/memory.h"

#include <stdatomic.h>

/* Graphs with more ends are not counted: so many numbers would not help a reader. */
enum { COUNTS_MOST_ENDS = 65536 };

/* The counters of a graph. All zero: no counters. */
struct counts {
    struct sw_memory memory;
    size_t ends;
};

/* Makes the memory for GRAPH. The id of GRAPH must be set. Returns 0, or -1 with errno. The caller ends COUNTS with
 * counts_close and counts_remove_name. */
int counts_create(const struct stream_graph *graph, struct counts *counts);

/* Maps the memory of the run of GRAPH. COUNTS stays without counters if there is no such memory, or if the memory
 * belongs to another graph. */
void counts_open(const struct stream_graph *graph, struct counts *counts);

/* Returns the number of records put into END of the graph, or taken out of END; NULL if COUNTS has no counters. */
_Atomic uint64_t *counts_of(const struct counts *counts, size_t end, bool put);

/* Unmaps the memory from this process. */
void counts_close(struct counts *counts);

/* Removes the name. */
void counts_remove_name(const struct stream_graph *graph);

#endif
