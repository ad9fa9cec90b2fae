/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The wait of a kernel: as in wire/idling.h, with a sleep on the bell of the place. A kernel in turns lets the next
 * kernel of its thread go on instead; the thread idles if no kernel has gone on.
 */
#ifndef SLIPWAY_STREAM_WAITING_H
#define SLIPWAY_STREAM_WAITING_H

#include "application.h"
#include "wire/idling.h"

enum { STREAM_LOOK_AFTER = 100000000 }; /* nanoseconds */

/* One wait of a kernel. All zero: not started. */
struct wait {
    struct idling idling;
    bool begun;
};

/*
 * Waits a little for the kernel CONTEXT, which cannot go on, until DEADLINE (stream_now; INT64_MAX: no deadline) at the
 * latest. Returns OSF_ERR_SUCCESS, and the kernel tries again; OSF_ERR_AGAIN at the deadline; or a failure if the
 * application ends.
 */
osf_Result_t stream_wait(osf_KernelContext_t *context, struct wait *wait, int64_t deadline);

/* Ends a wait, also one that has not started. */
void stream_wait_end(osf_KernelContext_t *context, struct wait *wait);

/* Lets the thread of PLACE idle a little, until DEADLINE at the latest. */
void stream_idle(struct place *place, struct idling *idling, int64_t deadline);

/* Ends a stay without work, also one that has not started. */
void stream_idle_end(struct place *place, struct idling *idling);

#endif
