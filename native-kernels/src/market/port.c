/* SPDX-License-Identifier: Apache-2.0 */
#include "port.h"

/* Puts messages of one size: records of BATCH, and one with the rest. */
static mkt_result put_equal(struct mkt_port *port, size_t each, const unsigned char *bytes, size_t count,
                            struct sw_failure *f) {
    const size_t whole = count / each, rest = count % each;
    mkt_result result = MKT_OK;
    if (whole > 0)
        result = port->put(port, bytes, each, whole, f);
    if (rest > 0 && result == MKT_OK)
        result = port->put(port, bytes + whole * each, rest, 1, f);
    return result;
}

mkt_result mkt_put_messages(struct mkt_port *port, const struct mkt_layout *layout, uint32_t batch,
                            const unsigned char *bytes, size_t count, struct sw_failure *f) {
    mkt_result result = MKT_OK;
    if (layout == &mkt_wide)
        return put_equal(port, batch * mkt_wide.bytes[MKT_ORDER], bytes, count, f);
    for (size_t at = 0; at < count && result == MKT_OK;) {
        size_t end = at;
        for (uint32_t i = 0; i < batch && end < count; i++)
            end += layout->bytes[mkt_kind_of(bytes + end)];
        result = port->put(port, bytes + at, end - at, 1, f);
        at = end;
    }
    return result;
}
