/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a kernel of the market chain gets and puts messages. The kernels know no more of a link than this, so they are
 * the same over streams and over MPI; programs/market-chain has both kinds of ports.
 */
#ifndef SLIPWAY_MARKET_PORT_H
#define SLIPWAY_MARKET_PORT_H

#include "base/failure.h"
#include "message.h"

/* What a port, and a step of a kernel, comes to. */
typedef enum {
    MKT_OK,
    MKT_NOTHING, /* of a port: nothing is there now; of a kernel: it has nothing to do now */
    MKT_ENDED,   /* of a port: no more will come, or nobody takes any more; of a kernel: it is done */
    MKT_FAILED   /* the failure says why */
} mkt_result;

/* Most bytes that a port carries at once. */
enum { MKT_RECORD_BYTES = 16384 };

/* How long a port may wait for a message: any time, though it may come back earlier with MKT_NOTHING. */
#define MKT_ANY_TIME INT64_MAX

struct mkt_port {
    /* Puts COUNT records of EACH bytes that lie one behind another. Waits while there is no room. Returns MKT_OK,
     * MKT_ENDED or MKT_FAILED. */
    mkt_result (*put)(struct mkt_port *port, const unsigned char *bytes, size_t each, size_t count,
                      struct sw_failure *f);
    /* Gets whole records, as many as are there and fit into ROOM bytes, at least MKT_RECORD_BYTES, all from one sender.
     * *GOT is their bytes. May wait for NANOSECONDS, but need not. */
    mkt_result (*get)(struct mkt_port *port, unsigned char *bytes, size_t room, size_t *got, int64_t nanoseconds,
                      struct sw_failure *f);
    /* Says that no more comes through this port. */
    mkt_result (*end)(struct mkt_port *port, struct sw_failure *f);
    int sender; /* number of the kernel that sent what `get` has given last */
};

/*
 * Puts the messages in BYTES, whole ones one behind another: BATCH of them in each record, the last of which may have
 * fewer. BATCH times the longest message is at most MKT_RECORD_BYTES. Returns as `put` does.
 */
mkt_result mkt_put_messages(struct mkt_port *port, const struct mkt_layout *layout, uint32_t batch,
                            const unsigned char *bytes, size_t count, struct sw_failure *f);

#endif
