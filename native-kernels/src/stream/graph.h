/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The graph as each process of an application knows it: kernels, the processes that have them, links, and the ends of
 * links. An end leads from one copy of a kernel to one copy of another.
 *
 * stream-launch writes the graph as lines of words, and osf_Init reads them. `#` begins a comment. Numbers of kernels
 * are those of the program; processes, listeners, links and ends are numbered by the order of their lines, from 0.
 *
 *     osf-graph 1                                   the format; the first line
 *     run NAME ID                                   the name of the graph; 16 characters that no other run has
 *     key HEX                                       64 digits: by the first half who connects proves that it is of the
 *                                                   run, by the second who answers
 *     kernel NUMBER NAME COPIES plain|first|all end|tolerate
 *     process HOST                                  one that opens streams
 *     member PROCESS KERNEL COPY thread|turns CORE  a kernel that the process has; CORE -1: any
 *     listener PROCESS ADDRESS PORT                 where the process listens for links
 *     link FROM whole|duplicate|divide forward|feedback ROOM
 *     end LINK COPY TO COPY process|memory|tcp [ADDRESS PORT]      ADDRESS: where the sender connects to
 */
#ifndef SLIPWAY_STREAM_GRAPH_H
#define SLIPWAY_STREAM_GRAPH_H

#include "slipway/stream.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    STREAM_NAME_BYTES = 64,
    STREAM_ADDRESS_BYTES = 256,
    STREAM_ID_BYTES = 17,
    STREAM_KEY_BYTES = 32,
    STREAM_MAX_COPIES = 4096,
    STREAM_MAX_ENDS = 1 << 20,
    STREAM_LEAST_ROOM = 4096,
    STREAM_MOST_ROOM = 1 << 30
};

/* Who of a kernel opens streams: each copy; of an MPI kernel rank 0 alone, or each rank. */
typedef enum { STREAM_RANKS_PLAIN, STREAM_RANKS_FIRST, STREAM_RANKS_ALL } stream_ranks;
typedef enum { STREAM_SPLIT_WHOLE, STREAM_SPLIT_DUPLICATE, STREAM_SPLIT_DIVIDE } stream_split;
typedef enum { STREAM_BY_PROCESS, STREAM_BY_MEMORY, STREAM_BY_TCP } stream_carrier;

struct stream_kernel {
    int number;
    char name[STREAM_NAME_BYTES];
    int copies;
    stream_ranks ranks;
    bool tolerated; /* if it dies, the others go on */
};

struct stream_process {
    char host[STREAM_NAME_BYTES];
};

struct stream_member {
    int process, kernel, copy;
    bool turns;
    int core;
    int place; /* number of the first member that shares its thread; set by stream_graph_join */
};

struct stream_listener {
    int process;
    char address[STREAM_ADDRESS_BYTES];
    int port;
};

struct stream_link {
    int from;
    stream_split split;
    bool feedback;
    uint32_t room; /* a power of two */
};

struct stream_end {
    int link, from, from_copy, to, to_copy;
    stream_carrier carrier;
    char address[STREAM_ADDRESS_BYTES];
    int port;
    int from_member, to_member; /* numbers of both kernels' members; set by stream_graph_join */
};

struct stream_graph {
    char name[STREAM_NAME_BYTES];
    char id[STREAM_ID_BYTES]; /* "": no launcher made the graph, and the processes share memory without a name */
    uint8_t key[STREAM_KEY_BYTES];
    struct stream_kernel *kernels;
    struct stream_process *processes;
    struct stream_member *members;
    struct stream_listener *listeners;
    struct stream_link *links;
    struct stream_end *ends;
    size_t kernel_count, process_count, member_count, listener_count, link_count, end_count;
    size_t kernel_room, process_room, member_room, listener_room, link_room, end_room;
};

/* Each adds one element of zeros and returns it; NULL without memory. */
struct stream_kernel *stream_graph_add_kernel(struct stream_graph *graph);
struct stream_process *stream_graph_add_process(struct stream_graph *graph);
struct stream_member *stream_graph_add_member(struct stream_graph *graph);
struct stream_listener *stream_graph_add_listener(struct stream_graph *graph);
struct stream_link *stream_graph_add_link(struct stream_graph *graph);
struct stream_end *stream_graph_add_end(struct stream_graph *graph);

/* Returns the kernel of that number, or NULL. */
const struct stream_kernel *stream_graph_kernel(const struct stream_graph *graph, int number);

/* Returns the name of the kernel of that number; "?" where there is none. */
const char *stream_graph_name(const struct stream_graph *graph, int number);

/* Returns the member that is copy COPY of kernel NUMBER, or NULL. */
const struct stream_member *stream_graph_member(const struct stream_graph *graph, int number, int copy);

/* Returns the member after which the place of MEMBER, of a joined graph, is named: the first that shares its thread. */
const struct stream_member *stream_graph_place(const struct stream_graph *graph, const struct stream_member *member);

/* Says of each end and member of a whole graph what it belongs to. Returns the number of an end of which a copy is in
 * no process; -1: there is none such; -2: there is no memory. */
long stream_graph_join(struct stream_graph *graph);

/* Return the members between which END leads. */
const struct stream_member *stream_end_from(const struct stream_graph *graph, const struct stream_end *end);
const struct stream_member *stream_end_to(const struct stream_graph *graph, const struct stream_end *end);

/* Returns the least power of two that is not below ROOM, between STREAM_LEAST_ROOM and STREAM_MOST_ROOM. */
uint32_t stream_graph_room(uint64_t room);

/* Reads the graph at PATH. Returns OSF_ERR_SUCCESS, or a failure whose text names the line; GRAPH is then empty. */
osf_Result_t stream_graph_read(const char *path, struct stream_graph *graph);

/* Writes the lines from which stream_graph_read gets GRAPH. */
void stream_graph_write(const struct stream_graph *graph, FILE *out);

/* Frees what GRAPH holds and makes it empty. */
void stream_graph_free(struct stream_graph *graph);

#endif
