/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The state of a process: its places, their kernels and the ends of their links. A process has one application,
 * `stream_app`.
 */
#ifndef SLIPWAY_STREAM_APPLICATION_H
#define SLIPWAY_STREAM_APPLICATION_H

#include "box.h"
#include "counts.h"
#include "fault.h"
#include "graph.h"

#include <stdatomic.h>
#include <stdbool.h>

struct end;
struct porter;
struct fiber;

/*
 * The operations that carry the records of an end. The functions do not wait: OSF_ERR_AGAIN says that the caller has to
 * wait, OSF_ERR_END that the other side is done. Callers call `fits` before `put`, and `front` before `take`.
 */
struct transport {
    osf_Result_t (*open)(struct end *end);
    osf_Result_t (*fits)(struct end *end, uint32_t bytes);
    void (*put)(struct end *end, const void *record, uint32_t bytes);
    /* Shows the put records to the receiver. With NOW false, the transport may hold records back for company. */
    osf_Result_t (*publish)(struct end *end, bool now);
    osf_Result_t (*front)(struct end *end, const void **record, uint32_t *bytes);
    void (*take)(struct end *end, uint32_t bytes);
    /* Returns the room of taken records to the sender. */
    void (*settle)(struct end *end);
    /* Makes sure that the bell of the place rings at the next change. */
    void (*arm)(struct end *end);
    /* Checks whether the other side is still there; if not, every later call says so. */
    void (*look)(struct end *end);
    /* Ends this side: done, or LOST for a failed kernel. OSF_ERR_AGAIN: records wait to be sent; call again. */
    osf_Result_t (*close)(struct end *end, bool lost);
};

/* The end of a link in this process: the sending or the receiving side. */
struct end {
    const struct transport *transport;
    const struct stream_end *plan;
    int index; /* in the graph */
    bool sends;
    osf_KernelContext_t *context;
    bool finished; /* the other side is done, or counts as done: no records come, and no records are put */
    bool closed;   /* this side is */
    struct ring_view ring;
    struct sw_bell *other_bell; /* the bell of the place at the other side of a ring */
    struct tcp *tcp;
    _Atomic uint64_t *count;    /* of records that this side has put or taken; the launcher may read it */
    _Atomic uint64_t own_count; /* the target of `count` without a launcher */
};

/* Counts RECORDS that this side has put or taken. Only this side writes the number. */
static inline void stream_count(const struct end *end, uint64_t records) {
    const uint64_t before = atomic_load_explicit(end->count, memory_order_relaxed);
    atomic_store_explicit(end->count, before + records, memory_order_relaxed);
}

struct osf_Stream {
    osf_KernelContext_t *context;
    osf_Direction_t direction;
    int kernel; /* as given to osf_Open */
    int link;   /* of an output */
    stream_split split;
    uint32_t largest; /* record that fits */
    struct end **ends;
    size_t count;
    size_t next; /* for turns: the receiver of the next record, or the sender to ask first */
    int sender, sender_copy;
    uint64_t records;
    bool closed;
    struct osf_Stream *following; /* of the kernel */
};

/* A thread of kernels. */
struct place {
    const struct stream_member *member; /* the first */
    struct sw_bell *bell;
    osf_KernelContext_t **kernels;
    size_t count;
    bool turns;
    int core;          /* the processor core of the place; -1: any */
    int64_t spin;      /* nanoseconds of spinning before a sleep */
    uint64_t progress; /* of places in turns: counts every step forward of a kernel */
    int64_t deadline;  /* of places in turns: the earliest time at which a kernel wants to go on, or INT64_MAX */
    struct fiber *fibers;
    struct fiber *running;
};

struct osf_KernelContext {
    int number, copy, copies;
    bool registered, done;
    osf_KernelType_t type;
    osf_KernelState_t state;
    osf_KernelFunction_t *function;
    void *data;
    struct place *place; /* NULL: another process has this kernel */
    struct end *ends;    /* all ends of this copy, opened or not */
    size_t end_count;
    size_t unsent; /* ends over TCP with records that wait to be sent */
    struct osf_Stream *streams;
    osf_Result_t result; /* the result of the last call */
};

struct application {
    bool ready, started;
    struct stream_graph graph;
    bool launched; /* the graph is a launcher's */
    int process;   /* of the graph */
    struct boxes boxes;
    struct counts counts;
    osf_KernelContext_t *contexts[OSF_MAX_KERNELS];
    struct place *places;
    size_t place_count;
    struct porter *porter; /* NULL: no end uses TCP */
    atomic_bool stopping;  /* a kernel has failed, so the other kernels of this process end */
    osf_Hint_t hints[OSF_MAX_KERNELS];
    bool forked; /* osf_StartKernels was called */
    struct child {
        int pid;
        const struct stream_member *member;
    } * children; /* the started processes, in the process that called osf_StartKernels */
    size_t child_count;
    char failure[STREAM_FAULT_BYTES]; /* of the first kernel of this process that failed */
    atomic_bool has_failure;
};

extern struct application stream_app;

/* The kernel that runs in this thread. */
extern _Thread_local osf_KernelContext_t *stream_current;

extern const struct transport stream_by_ring, stream_by_tcp;

/* --- places.c --- */

/* Makes the places, contexts' ends and boxes of this process from the graph. */
osf_Result_t stream_places_make(void);

/* Frees them. */
void stream_places_free(void);

/* --- streams.c --- */

/* Opens an end that is not open yet. */
osf_Result_t stream_end_open(struct end *end);

/* Takes RESULT of an operation on END: marks the end as finished if the other side is done, or is lost and may be. */
osf_Result_t stream_end_result(struct end *end, osf_Result_t result);

/* Sends records that the kernel's streams hold back; with NOW false, only records that have waited long. */
osf_Result_t stream_flush_all(osf_KernelContext_t *context, bool now);

/* Ends all streams and links of a kernel. */
void stream_kernel_close(osf_KernelContext_t *context, bool lost);

/* --- running.c --- */

/* Calls the function of a kernel until the kernel is done, and closes its links. Keeps the final result in
 * context->result. */
void stream_kernel_run(osf_KernelContext_t *context);

/* --- turns.c --- */

/* Runs the kernels of a place in turns until all are done. */
osf_Result_t stream_turns_run(struct place *place);

/* Lets the next kernel of the place go on, and returns when it is this kernel's turn again. */
void stream_turns_pass(struct place *place);

/* --- processes.c --- */

/* Makes the graph of a program without a launcher: a link for each pair of registered kernels. HINTS place the kernels;
 * with FORKS kernels without a hint get processes, otherwise threads. Makes places and boxes, and starts processes. */
osf_Result_t stream_plan_make(const osf_Hint_t *hints, int count, bool forks);

/* Waits until all processes of osf_StartKernels have ended; ends them if one fails. FAILED: a kernel of this process
 * has failed already. */
osf_Result_t stream_children_wait(bool failed);

#endif
