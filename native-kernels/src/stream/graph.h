/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The graph of an application: kernels, their processes, links, and the ends of links. An end leads from one copy of a
 * kernel to one copy of another.
 *
 * stream-launch writes the graph as lines of words, and osf_Init reads them. `#` begins a comment. Numbers of kernels
 * are those of the program; processes, listeners, links and ends are numbered by the order of their lines, from 0.
 *
 *     osf-graph 1                                   the format; the first line
 *     run NAME ID                                   the name of the graph; 16 characters, unique for the run
 *     key HEX                                       64 digits: with the first half the connecting side proves
 *                                                   that it belongs to the run, with the second the other side
 *     kernel NUMBER NAME COPIES plain|first|all end|tolerate
 *     process HOST                                  a process that opens streams
 *     member PROCESS KERNEL COPY thread|turns CORE  a kernel of the process; CORE -1: any
 *     listener PROCESS ADDRESS PORT                 an address at which the process listens for links
 *     link FROM whole|duplicate|divide forward|feedback ROOM
 *     end LINK COPY TO COPY process|memory|tcp [ADDRESS PORT]      ADDRESS: to which the sender connects
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

/* The openers of streams in a kernel: each copy; for an MPI kernel rank 0 only, or each rank. */
typedef enum { STREAM_RANKS_PLAIN, STREAM_RANKS_FIRST, STREAM_RANKS_ALL } stream_ranks;
typedef enum { STREAM_SPLIT_WHOLE, STREAM_SPLIT_DUPLICATE, STREAM_SPLIT_DIVIDE } stream_split;
typedef enum { STREAM_BY_PROCESS, STREAM_BY_MEMORY, STREAM_BY_TCP } stream_carrier;

struct stream_kernel {
    int number;
    char name[STREAM_NAME_BYTES];
    int copies;
    stream_ranks ranks;
    bool tolerated; /* the other kernels go on if this one dies */
};

struct stream_process {
    char host[STREAM_NAME_BYTES];
};

struct stream_member {
    int process, kernel, copy;
    bool turns;
    int core;
    int place; /* number of the first member in the same thread; set by stream_graph_join */
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
    char id[STREAM_ID_BYTES]; /* "": no launcher made the graph, and the processes share unnamed memory */
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

/* Each function adds one element of zeros and returns the element; NULL without memory. */
struct stream_kernel *stream_graph_add_kernel(struct stream_graph *graph);
struct stream_process *stream_graph_add_process(struct stream_graph *graph);
struct stream_member *stream_graph_add_member(struct stream_graph *graph);
struct stream_listener *stream_graph_add_listener(struct stream_graph *graph);
struct stream_link *stream_graph_add_link(struct stream_graph *graph);
struct stream_end *stream_graph_add_end(struct stream_graph *graph);

/* Returns the kernel of that number, or NULL. */
const struct stream_kernel *stream_graph_kernel(const struct stream_graph *graph, int number);

/* Returns the name of kernel NUMBER; "?" for an unknown number. */
const char *stream_graph_name(const struct stream_graph *graph, int number);

/* Returns the member that is copy COPY of kernel NUMBER, or NULL. */
const struct stream_member *stream_graph_member(const struct stream_graph *graph, int number, int copy);

/* Returns the member that names the place of MEMBER in a joined graph: the first member in the same thread. */
const struct stream_member *stream_graph_place(const struct stream_graph *graph, const struct stream_member *member);

/* Fills in the relations of each end and member of a whole graph. Returns the number of an end with a copy in no
 * process; -1: no such end; -2: no memory. */
long stream_graph_join(struct stream_graph *graph);

/* Return the members at both sides of END. */
const struct stream_member *stream_end_from(const struct stream_graph *graph, const struct stream_end *end);
const struct stream_member *stream_end_to(const struct stream_graph *graph, const struct stream_end *end);

/* Returns the least power of two not below ROOM, between STREAM_LEAST_ROOM and STREAM_MOST_ROOM. */
uint32_t stream_graph_room(uint64_t room);

/*
 * Reads the graph at PATH. Returns OSF_ERR_SUCCESS, or a failure with a text that names the line; GRAPH is then empty.
 */
osf_Result_t stream_graph_read(const char *path, struct stream_graph *graph);

/* Writes the lines from which stream_graph_read makes GRAPH again. */
void stream_graph_write(const struct stream_graph *graph, FILE *out);

/* Frees the contents of GRAPH, and makes GRAPH empty. */
void stream_graph_free(struct stream_graph *graph);

#endif
