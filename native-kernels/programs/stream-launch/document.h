/* SPDX-License-Identifier: Apache-2.0 */
/* The graph of a document: networks, hosts, kernels and links, which refer to each other by numbers. */
#ifndef SLIPWAY_STREAM_LAUNCH_DOCUMENT_H
#define SLIPWAY_STREAM_LAUNCH_DOCUMENT_H

#include "xml.h"

#include <stdbool.h>
#include <stdint.h>

enum { NOBODY = -1 };

struct network {
    int line;
    const char *name, *subnet; /* subnet may be NULL */
};

struct on_network {
    int network;
    const char *address;
};

struct host {
    int line;
    const char *name, *address; /* address may be NULL */
    const char *launcher;       /* NULL: by PATH */
    bool here;
    int slots, first_port, last_port;
    struct on_network *on;
    size_t on_count;
};

struct kernel {
    int line, number;
    const char *name, *program; /* program NULL: the kernel is `with` another one */
    char *path;                 /* of the program here; NULL: another host finds the program */
    int *hosts;
    size_t host_count;
    int copies;
    int ranks; /* 0: not an MPI kernel */
    bool all_ranks, turns, tolerated;
    int network, with, core; /* NOBODY: not given; kernels by place in the document */
    struct element *element; /* with arguments and variables as children */
};

typedef enum { BY_AUTO, BY_PROCESS, BY_MEMORY, BY_TCP } transport_kind;

struct link {
    int line, from;
    int *to;
    size_t to_count;
    bool has_kind, divide, feedback;
    transport_kind transport;
    int network; /* NOBODY: not given */
    int *via;    /* hosts with relays of the link, from the sender's side to the receiver's */
    size_t via_count;
    uint32_t room;
};

struct document {
    struct element *root;
    const char *name;
    struct network *networks;
    struct host *hosts;
    struct kernel *kernels;
    struct link *links;
    size_t network_count, host_count, kernel_count, link_count;
};

/* Reads the document at PATH. Reports all problems; a document with problems must not be used. Returns whether the file
 * could be read. The caller frees DOCUMENT. */
bool document_read(const char *path, struct document *document, struct problems *problems);

void document_free(struct document *document);

/* Returns the kernel with the process of KERNEL: KERNEL, or the kernel of the attribute `with`. */
int document_process(const struct document *document, int kernel);

/* Returns how many instances of the kernel open streams: copies, ranks, or 1. */
int document_copies(const struct kernel *kernel);

/* Returns the host of a copy. The ranks of an MPI kernel fill the slots of one host after another. */
int document_host(const struct document *document, int kernel, int copy);

/* Returns the address of HOST on NETWORK, or NULL. */
const char *document_address(const struct document *document, int host, int network);

/* --- checks.c, cycles.c: report problems between elements --- */
void document_check(const struct document *document, struct problems *problems);
void document_check_cycles(const struct document *document, struct problems *problems);

#endif
