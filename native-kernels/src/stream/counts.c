/* SPDX-License-Identifier: Apache-2.0 */
#include "counts.h"

#include <errno.h>
#include <stdalign.h>

enum { NAME_BYTES = 64 };

struct line {
    alignas(64) _Atomic uint64_t records;
};

static void name_of(const struct stream_graph *graph, char out[NAME_BYTES]) {
    snprintf(out, NAME_BYTES, "/osf-%s-counts", graph->id);
}

static size_t bytes_of(const struct stream_graph *graph) {
    return 2 * graph->end_count * sizeof(struct line);
}

int counts_create(const struct stream_graph *graph, struct counts *counts) {
    char name[NAME_BYTES];
    name_of(graph, name);
    *counts = (struct counts){.ends = 0};
    if (graph->end_count > COUNTS_MOST_ENDS) {
        errno = E2BIG;
        return -1;
    }
    if (sw_memory_create(name, bytes_of(graph), &counts->memory) != 0)
        return -1;
    counts->ends = graph->end_count;
    return 0;
}

void counts_open(const struct stream_graph *graph, struct counts *counts) {
    char name[NAME_BYTES];
    name_of(graph, name);
    *counts = (struct counts){.ends = 0};
    if (graph->id[0] == '\0' || sw_memory_open(name, &counts->memory) != 0)
        return;
    if (counts->memory.bytes == bytes_of(graph))
        counts->ends = graph->end_count;
    else
        counts_close(counts);
}

_Atomic uint64_t *counts_of(const struct counts *counts, size_t end, bool put) {
    struct line *lines = counts->memory.base;
    return end < counts->ends ? &lines[2 * end + put].records : NULL;
}

void counts_close(struct counts *counts) {
    sw_memory_close(&counts->memory);
    *counts = (struct counts){.ends = 0};
}

void counts_remove_name(const struct stream_graph *graph) {
    char name[NAME_BYTES];
    name_of(graph, name);
    sw_memory_remove(name);
}
