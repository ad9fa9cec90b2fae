/* SPDX-License-Identifier: Apache-2.0 */
#include "archive.h"

#include "times.h"

#include <inttypes.h>

/* Interval at which stored messages are made durable. */
static const int64_t sync_ns = 1000000000;

int mkt_archive_new(struct mkt_archive *archive, const struct mkt_run *run, const char *path, struct sw_failure *f) {
    const struct mkt_market market = {.layout = run->layout, .instruments = mkt_run_instruments(run)};
    *archive = (struct mkt_archive){.store = mkt_store_create(path, &market, f), .synced = mkt_now()};
    return archive->store != NULL ? STATUS_OK : f->status;
}

void mkt_archive_free(struct mkt_archive *archive) {
    mkt_store_drop(archive->store);
    archive->store = NULL;
}

static mkt_result acknowledge(struct mkt_archive *archive, uint64_t messages, struct sw_failure *f) {
    unsigned char record[MKT_CLOCK_BYTES];
    const struct mkt_clock clock = {.kind = MKT_CLOCK_DURABLE, .a = messages};
    mkt_clock_put(&clock, record);
    return archive->durable->put(archive->durable, record, sizeof record, 1, f);
}

/* Makes stored messages durable at each interval. */
static mkt_result sync_now_and_then(struct mkt_archive *archive, struct sw_failure *f) {
    const int64_t now = mkt_now();
    if (now - archive->synced < sync_ns)
        return MKT_OK;
    archive->synced = now;
    const uint64_t before = mkt_store_acknowledged(archive->store);
    if (mkt_store_sync(archive->store, f) != STATUS_OK)
        return MKT_FAILED;
    const uint64_t durable = mkt_store_acknowledged(archive->store);
    return durable > before ? acknowledge(archive, durable, f) : MKT_OK;
}

static mkt_result finish(struct mkt_archive *archive, struct sw_failure *f) {
    struct mkt_store *store = archive->store;
    archive->stored = mkt_store_taken(store);
    archive->store = NULL;
    if (mkt_store_close(store, f) != STATUS_OK || acknowledge(archive, archive->stored, f) == MKT_FAILED)
        return MKT_FAILED;
    return archive->durable->end(archive->durable, f) == MKT_FAILED ? MKT_FAILED : MKT_ENDED;
}

/* Gets more messages of one stream. */
static mkt_result refill(struct mkt_port *port, struct mkt_span *span, unsigned char *room, struct sw_failure *f) {
    size_t got;
    const mkt_result result = port->get(port, room, 4 * MKT_RECORD_BYTES, &got, sync_ns, f);
    if (result == MKT_OK)
        *span = (struct mkt_span){room, got};
    return result;
}

/* Gets more messages. Both streams must end, the events after the last event of the last order. */
static mkt_result get_more(struct mkt_archive *archive, struct sw_failure *f) {
    if (archive->no_more_orders || !mkt_store_wants_order(archive->store))
        return refill(archive->events, &archive->waiting_events, archive->event_room, f);
    const mkt_result result = refill(archive->orders, &archive->waiting_orders, archive->order_room, f);
    archive->no_more_orders = result == MKT_ENDED;
    return result == MKT_ENDED ? MKT_OK : result;
}

mkt_result mkt_archive_step(struct mkt_archive *archive, struct sw_failure *f) {
    const mkt_result result = get_more(archive, f);
    if (result == MKT_ENDED)
        return finish(archive, f);
    if (result == MKT_FAILED)
        return result;
    if (mkt_store_merge(archive->store, &archive->waiting_orders, &archive->waiting_events, f) != STATUS_OK)
        return MKT_FAILED;
    if (archive->no_more_orders && archive->waiting_events.bytes > 0) {
        sw_fail(f, STATUS_CONTENT, NULL, "after all that order %" PRIu64 ", the last, brought about more events came",
                mkt_store_orders(archive->store));
        return MKT_FAILED;
    }
    const mkt_result synced = sync_now_and_then(archive, f);
    return synced != MKT_OK ? synced : result;
}
