/* SPDX-License-Identifier: Apache-2.0 */
#include "audit.h"

#include "exchange/map.h"
#include "until.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CUT_EVERY = 4096 };

static uint64_t add_to_digest(uint64_t digest, uint64_t value) {
    return xch_mix(digest * 31 + value + 1);
}

uint64_t audit_digest(const struct audit *audit) {
    return add_to_digest(audit->entry_digest, audit->trade_digest);
}

static void digest_entry(struct audit *audit, const struct xch_entry *entry) {
    const uint64_t parts[] = {entry->number,           (uint64_t)entry->at,    entry->kind,
                              entry->account,          entry->order,           (uint64_t)entry->money,
                              (uint64_t)entry->amount, (uint64_t)entry->price, (uint64_t)(entry->money >> 64)};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        audit->entry_digest = add_to_digest(audit->entry_digest, parts[i]);
    const char *symbol = entry->symbol == XCH_NONE ? "" : xch_symbol_text(audit->ledger, entry->symbol);
    for (; *symbol != '\0'; symbol++)
        audit->entry_digest = add_to_digest(audit->entry_digest, (unsigned char)*symbol);
}

/* Takes the trades since the last cut; drops closed orders unless the tables are to be compared. */
static xch_refusal take_trades(struct audit *audit) {
    struct xch_cut cut;
    xch_refusal refusal = XCH_DONE;
    if (xch_ledger_cut(audit->ledger, &cut) != 0)
        return XCH_MEMORY;
    for (size_t i = 0; i < cut.execution_count && refusal == XCH_DONE; i++) {
        const struct xch_trade *const trade = &cut.executions[i];
        const uint64_t hash = xch_trade_hash(trade, xch_symbol_text(audit->ledger, trade->symbol));
        audit->trade_digest = add_to_digest(audit->trade_digest, hash);
        audit->trades++;
        audit->trade_sum += hash;
        if (audit_write(audit, trade) != 0)
            refusal = XCH_MEMORY;
    }
    if (!audit->options->tables)
        xch_ledger_stored(audit->ledger, &cut);
    xch_cut_free(&cut);
    return refusal;
}

/* Compares the tables with the ledger once the ledger is at their entry. */
static xch_refusal compare(struct audit *audit, struct sw_failure *f) {
    if (!audit->options->tables || audit->compared || xch_last_entry(audit->ledger) != audit->as_of)
        return XCH_DONE;
    audit->compared = true;
    if (take_trades(audit) != XCH_DONE)
        return XCH_MEMORY;
    return xch_reader_compare(audit->reader, audit->ledger, audit->trades, audit->trade_sum, &audit->difference, f) ==
                   STATUS_OK
               ? XCH_DONE
               : XCH_DAMAGED;
}

static xch_refusal take_entry(void *context, const struct xch_entry *entry) {
    struct audit *const audit = context;
    const xch_refusal refusal = xch_shard_replay(audit->shard, entry);
    if (refusal != XCH_DONE)
        return refusal;
    audit->entries++;
    audit->created += entry->money;
    if (entry->kind == XCH_ENTRY_SHARES)
        audit->issued += entry->amount;
    digest_entry(audit, entry);
    return audit->entries % CUT_EVERY == 0 ? take_trades(audit) : XCH_DONE;
}

/* Finds the last entry to replay. */
static int find_until(struct audit *audit, uint64_t last, struct sw_failure *f) {
    const char *const text = audit->options->until;
    char *end = NULL;
    audit->until = last;
    if (text == NULL)
        return STATUS_OK;
    if (!until_is_entry(text))
        return xch_reader_at(audit->reader, text, &audit->until, f);
    audit->until = strtoull(text, &end, 10);
    if (audit->until > last)
        return sw_fail(f, STATUS_USAGE, NULL, "--until %.30s: the ledger has %" PRIu64 " entries", text, last);
    return STATUS_OK;
}

static int replay(struct audit *audit, uint64_t until, struct sw_failure *f) {
    const struct xch_span span = {
        .ledger = audit->ledger, .after = audit->entries, .until = until, .take = take_entry, .context = audit};
    if (xch_reader_entries(audit->reader, &span, f) != STATUS_OK)
        return f->status;
    if (audit->entries != until)
        return sw_fail(f, STATUS_CONTENT, NULL, "the ledger lacks entry %" PRIu64, audit->entries + 1);
    if (take_trades(audit) != XCH_DONE || compare(audit, f) == XCH_MEMORY)
        return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for an audit");
    return f->status;
}

int audit_run(struct audit *audit, struct sw_failure *f) {
    uint64_t last = 0;
    if (xch_reader_span(audit->reader, &last, &audit->as_of, f) != STATUS_OK || find_until(audit, last, f) != STATUS_OK)
        return f->status;
    if (audit->options->tables && audit->as_of > audit->until)
        return sw_fail(f, STATUS_USAGE, "leave --until or --tables out", "the tables are as of entry %" PRIu64,
                       audit->as_of);
    xch_ledger_replaying(audit->ledger, true);
    if (audit->options->tables && replay(audit, audit->as_of, f) != STATUS_OK)
        return f->status;
    if (replay(audit, audit->until, f) != STATUS_OK)
        return f->status;
    audit_write_bars(audit);
    return STATUS_OK;
}

/* --- sums --- */

static xch_money distance(xch_money a, xch_money b) {
    return a < b ? b - a : a - b;
}

xch_money audit_money_off(const struct audit *audit) {
    xch_money total = 0, reserved = 0, open = 0;
    for (uint32_t i = 0; i < xch_accounts(audit->ledger); i++) {
        total += xch_account_at(audit->ledger, i)->balance;
        reserved += xch_account_at(audit->ledger, i)->reserved;
    }
    for (uint32_t i = 0; i < xch_order_places(audit->ledger); i++) {
        const struct xch_order *const order = xch_order_at(audit->ledger, i);
        if (order != NULL && order->state == XCH_OPEN && order->amount > 0)
            open += xch_cost(order->remaining, order->price);
    }
    return distance(total + reserved, audit->created) + distance(reserved, open);
}

xch_money audit_shares_off(const struct audit *audit) {
    xch_money total = 0, reserved = 0, open = 0;
    for (uint32_t i = 0; i < xch_positions(audit->ledger); i++) {
        total += xch_position_at(audit->ledger, i)->shares;
        reserved += xch_position_at(audit->ledger, i)->reserved;
    }
    for (uint32_t i = 0; i < xch_order_places(audit->ledger); i++) {
        const struct xch_order *const order = xch_order_at(audit->ledger, i);
        if (order != NULL && order->state == XCH_OPEN && order->amount < 0)
            open += order->remaining;
    }
    return distance(total + reserved, audit->issued) + distance(reserved, open);
}
