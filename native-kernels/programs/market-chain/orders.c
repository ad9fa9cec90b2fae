/* SPDX-License-Identifier: Apache-2.0 */
/* Orders out of a CSV file. */
#include "market-chain.h"

#include "base/rows.h"
#include "records/records.h"

#include <inttypes.h>
#include <stdlib.h>

enum { ID, INSTRUMENT, SIDE, PRICE, VOLUME, KIND, COLUMNS };
static const char *const columns[COLUMNS] = {"?id", "?instrument", "side", "price", "volume", "?kind"};
static const char *const kinds[] = {"limit", NULL}; /* the chain takes no other */
static const char *const sides[] = {"bid", "ask", NULL};

struct reading {
    struct request *request;
    size_t bytes, room;
    uint64_t orders;
};

static int take_order(const struct sw_record *record, void *into, struct sw_failure *f) {
    struct reading *reading = into;
    const struct mkt_run *run = &reading->request->run;
    const struct mkt_layout *layout = run->layout;
    long id = (long)reading->orders + 1, instrument = 0, price, volume;
    int side, kind;
    if ((!sw_is_empty(record, ID) && sw_take_whole(record, ID, 0, INT64_MAX, &id, f) != STATUS_OK) ||
        (!sw_is_empty(record, INSTRUMENT) &&
         sw_take_whole(record, INSTRUMENT, 0, (long)run->instruments - 1, &instrument, f) != STATUS_OK) ||
        (!sw_is_empty(record, KIND) && sw_take_choice(record, KIND, kinds, &kind, f) != STATUS_OK) ||
        sw_take_choice(record, SIDE, sides, &side, f) != STATUS_OK ||
        sw_take_whole(record, PRICE, 1, layout->most_price, &price, f) != STATUS_OK ||
        sw_take_whole(record, VOLUME, 1, layout->most_order_volume, &volume, f) != STATUS_OK)
        return f->status;
    unsigned char *grown =
        sw_rows_grow(reading->request->given, &reading->room, reading->bytes + MKT_LONGEST, sizeof *grown);
    if (grown == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "%s: no memory for its orders", record->path);
    reading->request->given = grown;
    const struct mkt_message order = {.kind = MKT_ORDER,
                                      .ask = side == 1,
                                      .instrument = (uint32_t)instrument,
                                      .id = (uint64_t)id,
                                      .price = price,
                                      .volume = volume};
    const size_t bytes = mkt_encode(layout, &order, grown + reading->bytes);
    if (bytes == 0)
        return sw_refuse(f, record, ID, "Use --layout wide.", "%ld does not fit the %s layout", id, layout->name);
    reading->bytes += bytes;
    reading->orders++;
    return STATUS_OK;
}

int read_orders(struct request *request, struct sw_failure *f) {
    struct reading reading = {.request = request};
    const char *path = request->orders_from;
    const struct sw_records records = {path, columns, COLUMNS, "market-chain"};
    if (sw_records_read(&records, take_order, &reading, f) != STATUS_OK)
        return f->status;
    if (reading.orders == 0)
        return sw_fail(f, STATUS_CONTENT, NULL, "%s has no orders", path);
    if (reading.orders < request->run.rate_count)
        return sw_fail(f, STATUS_CONTENT, "Give fewer rates, or more orders.",
                       "%s has %" PRIu64 " orders, fewer than the %" PRIu32 " rates that share them", path,
                       reading.orders, request->run.rate_count);
    request->run.orders = reading.orders;
    request->run.given = request->given;
    return STATUS_OK;
}
