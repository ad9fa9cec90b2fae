/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many records have gone through each end of a link, in memory that the processes of a run share with its launcher
 * under the name /osf-ID-counts. Each end has two numbers, each on a line of the cache of its own: one is written by
 * the process that puts, the other by the one that takes, with plain stores. The launcher makes the memory where
 * somebody wants to know; where it has not, or is on another host, processes count for themselves alone.
 */
#ifndef SLIPWAY_STREAM_COUNTS_H
#define SLIPWAY_STREAM_COUNTS_H

#include "graph.h"

#include "base/memory.h"

#include <stdatomic.h>

/* Of graphs with more ends than this nothing is counted: a number for each would be no help to a reader. */
enum { COUNTS_MOST_ENDS = 65536 };

/* All zero is none. */
struct counts {
    struct sw_memory memory;
    size_t ends;
};

/* Makes the memory for GRAPH, whose id is set. Returns 0, or -1 with errno. Ended by counts_close and
 * counts_remove_name. */
int counts_create(const struct stream_graph *graph, struct counts *counts);

/* Maps the memory of the run of GRAPH. COUNTS is none where there is no such memory, or it is of another graph. */
void counts_open(const struct stream_graph *graph, struct counts *counts);

/* Returns the number of records put into END of the graph, or taken out of it; NULL where COUNTS is none. */
_Atomic uint64_t *counts_of(const struct counts *counts, size_t end, bool put);

/* Takes the memory out of this process. */
void counts_close(struct counts *counts);

/* Removes the name. */
void counts_remove_name(const struct stream_graph *graph);

#endif
