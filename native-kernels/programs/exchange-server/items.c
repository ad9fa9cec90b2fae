/* SPDX-License-Identifier: Apache-2.0 */
/* Items of requests, done one by one. */
#include "items.h"

#include "base/rows.h"

#include <stdlib.h>

static void answer_refusal(struct xch_answer *answer, xch_refusal refusal) {
    *answer = (struct xch_answer){.kind = XCH_ANSWER_ERROR, .error = xch_refusal_text(refusal)};
}

/* Notes that the store has to be asked for the order of an item. */
static int wait_for_store(uint32_t item, struct waits *waits) {
    struct wait *const at = sw_rows_grow(waits->at, &waits->room, waits->count + 1, sizeof *at);
    if (at == NULL)
        return -1;
    waits->at = at;
    at[waits->count++] = (struct wait){.item = item, .asked = XCH_NONE};
    return 0;
}

static int answer_report(struct xch_answer *answer, xch_answer_kind kind, struct xch_report *report) {
    answer_order(answer, kind, &report->row);
    if (report->fills == NULL)
        return 0;
    answer->executed = executions_of(report->fills, report->fill_count);
    answer->executed_count = answer->executed == NULL ? 0 : report->fill_count;
    free(report->fills);
    return answer->executed == NULL ? -1 : 0;
}

/* Does a query or a cancellation. */
static int do_look(const struct doing *doing, uint32_t place) {
    const struct xch_request *const request = doing->request;
    const struct xch_item *const item = &request->items[place];
    struct xch_answer *const answer = &doing->answers[place];
    struct xch_report report;
    const bool cancels = item->kind == XCH_CANCEL;
    const size_t room = MOST_EXECUTIONS - doing->waits->executions;
    const xch_refusal refusal = cancels ? xch_shard_cancel(doing->shard, request->account, item->order, &report)
                                        : xch_shard_query(doing->shard, request->account, item->order, room, &report);
    if (refusal == XCH_STORED)
        return wait_for_store(place, doing->waits);
    if (refusal == XCH_OTHER_SHARD)
        return ITEM_OF_OTHER;
    const bool has_room = refusal != XCH_DONE || answer_has_room(doing->waits, report.fill_count);
    if (!has_room && !cancels) {
        answer_too_long(answer, report.fill_count);
        return 0;
    }
    if (!has_room) { /* canceled: the answer says so, without the executions */
        free(report.fills);
        report.fills = NULL;
    }
    if (refusal != XCH_DONE)
        answer_refusal(answer, refusal);
    else
        return answer_report(answer, cancels ? XCH_ANSWER_CANCELED : XCH_ANSWER_STATUS, &report);
    return refusal == XCH_MEMORY || refusal == XCH_DAMAGED ? -1 : 0;
}

static int do_order(const struct doing *doing, const struct xch_item *item, struct xch_answer *answer) {
    uint64_t id = 0;
    const xch_refusal refusal = xch_shard_order(doing->shard, doing->request->account, item->texts[XCH_TEXT_SYM],
                                                item->amount, item->limit, &id);
    if (refusal == XCH_DONE)
        *answer = (struct xch_answer){.kind = XCH_ANSWER_OPENED, .id = id};
    else
        answer_refusal(answer, refusal);
    return refusal == XCH_MEMORY ? -1 : 0;
}

static int do_create(const struct doing *doing, const struct xch_item *item, struct xch_answer *answer) {
    const char *const symbol = item->texts[XCH_TEXT_SYM];
    xch_refusal refusal = XCH_DONE;
    xch_ledger_lock(doing->ledger);
    if (item->kind == XCH_CREATE_ACCOUNT)
        refusal = xch_create_account(doing->ledger, item->account, item->balance);
    else if (item->kind == XCH_CREATE_SHARES)
        refusal = xch_create_shares(doing->ledger, symbol, item->account, item->amount);
    else
        refusal = xch_create_symbol(doing->ledger, symbol);
    xch_ledger_unlock(doing->ledger);
    *answer = (struct xch_answer){.kind = XCH_ANSWER_CREATED};
    if (refusal != XCH_DONE)
        answer_refusal(answer, refusal);
    return refusal == XCH_MEMORY ? -1 : 0;
}

int do_item(const struct doing *doing, uint32_t place) {
    const struct xch_item *const item = &doing->request->items[place];
    struct xch_answer *const answer = &doing->answers[place];
    *answer = (struct xch_answer){0};
    if (item->error != NULL)
        return 0;
    switch (item->kind) {
    case XCH_CREATE_ACCOUNT:
    case XCH_CREATE_SYMBOL:
    case XCH_CREATE_SHARES:
        return do_create(doing, item, answer);
    case XCH_ORDER:
        return do_order(doing, item, answer);
    case XCH_QUERY:
    case XCH_CANCEL:
        return do_look(doing, place);
    }
    return 0;
}

int do_items(const struct doing *doing) {
    for (uint32_t i = 0; i < doing->request->count; i++)
        if (do_item(doing, i) != 0)
            return -1;
    return 0;
}
