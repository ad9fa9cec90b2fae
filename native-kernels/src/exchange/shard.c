/* SPDX-License-Identifier: Apache-2.0 */
#include "shard.h"

#include "base/siphash.h"
#include "exchange/map.h"
#include "slipway/orderbook.h"

#include <stdlib.h>
#include <string.h>

/* Symbols come one by one, but a book has all its instruments from the start: so the shard makes books with a shelf of
 * instruments. */
enum { SHELF = 4096, SHELVES = XCH_MOST_SYMBOLS / SHELF };

struct xch_shard {
    struct xch_ledger *ledger;
    struct xch_shard_options options;
    struct book *shelves[SHELVES];
    struct fill {
        uint64_t maker;
        int64_t shares;
    } * fills; /* of the order being matched */
    size_t fill_count, fill_room;
    bool short_of_memory;
    bool replaying; /* an old trade happens again in a replay, under any options about new orders */
};

unsigned xch_shard_of(const char *symbol, unsigned count) {
    return (unsigned)(sw_siphash(xch_hash_key(), (const unsigned char *)symbol, strlen(symbol)) % count);
}

struct xch_shard *xch_shard_new(struct xch_ledger *ledger, const struct xch_shard_options *options) {
    struct xch_shard *shard = calloc(1, sizeof *shard);
    if (shard != NULL) {
        shard->ledger = ledger;
        shard->options = *options;
    }
    return shard;
}

void xch_shard_free(struct xch_shard *shard) {
    if (shard == NULL)
        return;
    for (size_t i = 0; i < SHELVES; i++)
        book_free(shard->shelves[i]);
    free(shard->fills);
    free(shard);
}

static void take_fill(struct xch_shard *shard, const struct book_event *event) {
    if (shard->fill_count == shard->fill_room) {
        const size_t room = shard->fill_room == 0 ? 64 : 2 * shard->fill_room;
        struct fill *const at = realloc(shard->fills, room * sizeof *at);
        if (at == NULL) {
            shard->short_of_memory = true;
            return;
        }
        shard->fills = at;
        shard->fill_room = room;
    }
    shard->fills[shard->fill_count++] = (struct fill){.maker = event->order, .shares = event->volume};
}

static void take_events(void *context, const struct book_event *events, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (events[i].kind == BOOK_TRADE_MAKER)
            take_fill(context, &events[i]);
}

/* Returns the book of a symbol, or NULL without memory. */
static struct book *book_of(struct xch_shard *shard, uint32_t symbol) {
    struct book **const shelf = &shard->shelves[symbol / SHELF];
    const struct book_options options = {.instruments = SHELF,
                                         .plain = shard->options.plain,
                                         .refuse_own = shard->options.refuse_own && !shard->replaying,
                                         .take = take_events,
                                         .context = shard};
    if (*shelf == NULL && book_new(&options, shelf) != BOOK_OK)
        return NULL;
    book_refuse_own(*shelf, options.refuse_own);
    return *shelf;
}

static struct book_order book_order_of(uint64_t id, uint32_t account, uint32_t symbol, int64_t amount, int64_t price) {
    return (struct book_order){.id = id,
                               .price = price,
                               .volume = amount < 0 ? -amount : amount,
                               .instrument = symbol % SHELF,
                               .owner = account + 1,
                               .side = amount < 0 ? BOOK_ASK : BOOK_BID,
                               .kind = BOOK_LIMIT};
}

/* Matches an order that the ledger accepts: opens the order and settles its trades. */
static xch_refusal match(struct xch_shard *shard, uint32_t account, uint32_t symbol, int64_t amount, int64_t price) {
    struct xch_ledger *const ledger = shard->ledger;
    struct book *const book = book_of(shard, symbol);
    const uint64_t id = xch_last_order(ledger) + 1;
    const struct book_order order = book_order_of(id, account, symbol, amount, price);
    struct book_result result = {0};
    if (book == NULL)
        return XCH_MEMORY;
    shard->fill_count = 0;
    const book_err code = book_submit(book, &order, &result);
    if (code != BOOK_OK)
        return code == BOOK_ERR_OWN ? XCH_OWN_ORDER : XCH_MEMORY;
    book_flush(book);
    struct xch_order *opened = xch_order_open(ledger, account, symbol, amount, price);
    if (opened == NULL || shard->short_of_memory)
        return XCH_MEMORY;
    opened->handle = result.handle;
    for (size_t i = 0; i < shard->fill_count; i++)
        xch_order_trade(ledger, id, shard->fills[i].maker, shard->fills[i].shares);
    return xch_ledger_broken(ledger) ? XCH_MEMORY : XCH_DONE;
}

xch_refusal xch_shard_order(struct xch_shard *shard, uint64_t account, const char *symbol, int64_t amount,
                            int64_t price, uint64_t *id) {
    struct xch_ledger *const ledger = shard->ledger;
    xch_ledger_lock(ledger);
    const uint32_t owner = xch_account_find(ledger, account), place = xch_symbol_find(ledger, symbol);
    xch_refusal refusal = xch_order_check(ledger, owner, place, amount, price);
    if (refusal == XCH_DONE)
        refusal = match(shard, owner, place, amount, price);
    *id = xch_last_order(ledger);
    xch_ledger_unlock(ledger);
    return refusal;
}

static xch_refusal report_order(const struct xch_ledger *ledger, const struct xch_order *order, size_t room,
                                struct xch_report *report) {
    report->row = xch_order_row_of(ledger, order);
    report->fill_count = order->fill_count;
    if (order->fill_count == 0 || order->fill_count > room)
        return XCH_DONE;
    report->fills = malloc(order->fill_count * sizeof *report->fills);
    if (report->fills == NULL) {
        report->fill_count = 0;
        return XCH_MEMORY;
    }
    memcpy(report->fills, order->fills, order->fill_count * sizeof *report->fills);
    return XCH_DONE;
}

xch_refusal xch_shard_query(struct xch_shard *shard, uint64_t account, uint64_t id, size_t room,
                            struct xch_report *report) {
    struct xch_ledger *const ledger = shard->ledger;
    *report = (struct xch_report){0};
    xch_refusal refusal = XCH_DONE;
    xch_ledger_lock(ledger);
    const struct xch_order *const order = xch_order_find(ledger, id);
    if (xch_account_find(ledger, account) == XCH_NONE)
        refusal = XCH_NO_ACCOUNT;
    else if (id == 0 || id > xch_last_order(ledger))
        refusal = XCH_NO_ORDER;
    else if (order == NULL)
        refusal = XCH_STORED;
    else
        refusal = report_order(ledger, order, room, report);
    xch_ledger_unlock(ledger);
    return refusal;
}

/* Says whether a symbol belongs to the shard. */
static bool owns(const struct xch_shard *shard, uint32_t symbol) {
    const struct xch_shard_options *const options = &shard->options;
    return options->count < 2 ||
           xch_shard_of(xch_symbol_text(shard->ledger, symbol), options->count) == options->number;
}

/* Removes an order from its book. The book must have this very order at its handle. */
static bool take_out(struct book *book, const struct xch_order *order) {
    struct book_order resting;
    return book != NULL && book_look(book, order->handle, &resting) == BOOK_OK && resting.id == order->id &&
           book_cancel(book, order->handle) == BOOK_OK;
}

static xch_refusal cancel(struct xch_shard *shard, struct xch_order *order, struct xch_report *report) {
    if (!owns(shard, order->symbol))
        return XCH_OTHER_SHARD;
    struct book *const book = book_of(shard, order->symbol);
    if (!take_out(book, order))
        return XCH_DAMAGED;
    book_flush(book);
    xch_order_cancel(shard->ledger, order);
    return report_order(shard->ledger, order, SIZE_MAX, report);
}

xch_refusal xch_shard_cancel(struct xch_shard *shard, uint64_t account, uint64_t id, struct xch_report *report) {
    struct xch_ledger *const ledger = shard->ledger;
    struct xch_order *order = NULL;
    *report = (struct xch_report){0};
    xch_ledger_lock(ledger);
    xch_refusal refusal = xch_cancel_check(ledger, account, id, &order);
    if (refusal == XCH_DONE)
        refusal = cancel(shard, order, report);
    xch_ledger_unlock(ledger);
    return refusal;
}

static xch_refusal replay_other(struct xch_shard *shard, const struct xch_entry *entry) {
    xch_ledger_lock(shard->ledger);
    const xch_refusal refusal = xch_ledger_replay(shard->ledger, entry);
    xch_ledger_unlock(shard->ledger);
    return refusal;
}

xch_refusal xch_shard_replay(struct xch_shard *shard, const struct xch_entry *entry) {
    struct xch_ledger *const ledger = shard->ledger;
    const uint64_t before = xch_last_entry(ledger);
    struct xch_report report = {0};
    uint64_t id = entry->order;
    xch_refusal refusal = XCH_DAMAGED;
    if (entry->number != before + 1)
        return XCH_DAMAGED;
    if (entry->kind == XCH_ENTRY_ORDER && entry->symbol != XCH_NONE) {
        xch_ledger_time(ledger, entry->at);
        shard->replaying = true;
        refusal = xch_shard_order(shard, entry->account, xch_symbol_text(ledger, entry->symbol), entry->amount,
                                  entry->price, &id);
        shard->replaying = false;
    } else if (entry->kind == XCH_ENTRY_CANCEL) {
        xch_ledger_time(ledger, entry->at);
        refusal = xch_shard_cancel(shard, entry->account, id, &report);
    } else {
        refusal = replay_other(shard, entry);
    }
    free(report.fills);
    if (refusal == XCH_MEMORY)
        return XCH_MEMORY;
    return refusal == XCH_DONE && xch_last_entry(ledger) == before + 1 && id == entry->order ? XCH_DONE : XCH_DAMAGED;
}

xch_refusal xch_shard_load(struct xch_shard *shard, uint64_t id) {
    struct xch_ledger *const ledger = shard->ledger;
    xch_refusal refusal = XCH_DAMAGED;
    xch_ledger_lock(ledger);
    struct xch_order *const order = xch_order_find(ledger, id);
    struct book *const book = order == NULL ? NULL : book_of(shard, order->symbol);
    if (book != NULL) {
        struct book_order resting = book_order_of(id, order->account, order->symbol, order->amount, order->price);
        resting.volume = order->remaining;
        const book_err code = book_load(book, &resting, &order->handle);
        refusal = code == BOOK_OK ? XCH_DONE : code == BOOK_ERR_MEMORY ? XCH_MEMORY : XCH_DAMAGED;
        book_flush(book);
    }
    xch_ledger_unlock(ledger);
    return refusal;
}

size_t xch_shard_depth(const struct xch_shard *shard, uint32_t symbol, bool sells, struct xch_level *levels,
                       size_t room) {
    const struct book *const book = shard->shelves[symbol / SHELF];
    struct book_level *const found = book == NULL ? NULL : calloc(room, sizeof *found);
    if (found == NULL)
        return 0;
    const size_t count = book_depth(book, symbol % SHELF, sells ? BOOK_ASK : BOOK_BID, found, room);
    for (size_t i = 0; i < count; i++)
        levels[i] = (struct xch_level){.price = found[i].price, .shares = found[i].volume, .orders = found[i].orders};
    free(found);
    return count;
}
