/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The port at which a kernel of the market chain gets and puts messages. The kernels know only this of a link, so they
 * are the same over streams and over MPI; programs/market-chain has both kinds of ports.
 */
#ifndef SLIPWAY_MARKET_PORT_H
#define SLIPWAY_MARKET_PORT_H

#include "base/failure.h"
#include "message.h"

/* The result of a port or of a step of a kernel. */
typedef enum {
    MKT_OK,
    MKT_NOTHING, /* of a port: no message is there now; of a kernel: no work now */
    MKT_ENDED,   /* of a port: no message will come, or no receiver takes messages; of a kernel: done */
    MKT_FAILED   /* the failure says why */
} mkt_result;

/* The most bytes that a port carries at once. */
enum { MKT_RECORD_BYTES = 16384 };

/* The wait of a port for a message: without limit, though the port may return MKT_NOTHING earlier. */
#define MKT_ANY_TIME INT64_MAX

struct mkt_port {
    /* Puts COUNT records of EACH bytes that lie one behind another. Waits for room. Returns MKT_OK, MKT_ENDED or
     * MKT_FAILED. */
    mkt_result (*put)(struct mkt_port *port, const unsigned char *bytes, size_t each, size_t count,
                      struct sw_failure *f);
    /* Gets as many whole records as are there and fit into ROOM bytes (at least MKT_RECORD_BYTES), all from one sender.
     * *GOT is the number of bytes. May wait for NANOSECONDS, but need not. */
    mkt_result (*get)(struct mkt_port *port, unsigned char *bytes, size_t room, size_t *got, int64_t nanoseconds,
                      struct sw_failure *f);
    /* Ends the output of this port. */
    mkt_result (*end)(struct mkt_port *port, struct sw_failure *f);
    int sender; /* number of the kernel that sent the last messages of `get` */
};

/*
 * Puts the messages in BYTES, whole messages one behind another: BATCH of them in each record, and possibly fewer in
 * the last. BATCH times the longest message is at most MKT_RECORD_BYTES. Returns as `put` does.
 */
mkt_result mkt_put_messages(struct mkt_port *port, const struct mkt_layout *layout, uint32_t batch,
                            const unsigned char *bytes, size_t count, struct sw_failure *f);

#endif
