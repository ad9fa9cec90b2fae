/* SPDX-License-Identifier: Apache-2.0 */
#include "audit.h"

#include <inttypes.h>
#include <stdio.h>

int audit_new(struct audit *audit, uint32_t instruments) {
    *audit = (struct audit){.next = STEP_ORDER};
    return ledger_new(&audit->ledger, instruments);
}

void audit_free(struct audit *audit) {
    ledger_free(&audit->ledger);
}

/* --- the next messages --- */

/* Returns the best level that the rest of the order can trade with, or NULL. */
static struct level *tradable(const struct audit *audit) {
    const struct mkt_message *order = &audit->order;
    struct level *best = ledger_best(&audit->ledger, order->instrument, !order->ask);
    if (audit->left == 0 || best == NULL)
        return NULL;
    return (order->ask ? best->price >= order->price : best->price <= order->price) ? best : NULL;
}

static int64_t best_price(const struct audit *audit, bool ask) {
    const struct level *best = ledger_best(&audit->ledger, audit->order.instrument, ask);
    return best != NULL ? best->price : ask ? MKT_NO_ASK : MKT_NO_BID;
}

static bool best_changed(const struct audit *audit) {
    return best_price(audit, false) != audit->best_bid || best_price(audit, true) != audit->best_ask;
}

static bool is_last(const struct audit *audit, step current) {
    switch (current) {
    case STEP_INCOMING: /* the rest of the order will rest, and so change the best price of its side */
        return tradable(audit) == NULL && audit->left == 0 && !best_changed(audit);
    case STEP_QUOTE:
        return audit->traded;
    default:
        return current == STEP_CONFIRMATION;
    }
}

static struct mkt_message expected(const struct audit *audit) {
    const struct mkt_message *order = &audit->order;
    struct mkt_message message = {.instrument = order->instrument, .last = is_last(audit, audit->next)};
    const struct level *best = audit->next == STEP_RESTING ? tradable(audit) : NULL;
    switch (audit->next) {
    case STEP_RESTING:
        message.kind = MKT_TRADE;
        message.resting = true;
        message.ask = !order->ask;
        message.id = best->first->id;
        message.price = best->price;
        message.volume = audit->left < best->first->volume ? audit->left : best->first->volume;
        break;
    case STEP_INCOMING:
        message.kind = MKT_TRADE;
        message.ask = order->ask;
        message.id = order->id;
        message.price = audit->level_price;
        message.volume = audit->level_volume;
        break;
    case STEP_QUOTE:
        message.kind = MKT_QUOTE;
        message.best_bid = best_price(audit, false);
        message.best_ask = best_price(audit, true);
        break;
    default:
        message.kind = MKT_CONFIRMATION;
        message.ask = order->ask;
        message.id = order->id;
    }
    return message;
}

/* --- broken rules --- */

static const char last_mark[] = ", marked as the last message of its order";
enum { TEXT_BYTES = 192 };

static void describe_quote(const struct mkt_message *quote, char *text, size_t room) {
    char bid[24] = "none", ask[24] = "none";
    if (quote->best_bid != MKT_NO_BID)
        snprintf(bid, sizeof bid, "%" PRId64, quote->best_bid);
    if (quote->best_ask != MKT_NO_ASK)
        snprintf(ask, sizeof ask, "%" PRId64, quote->best_ask);
    snprintf(text, room, "a quote (bid %s, ask %s)%s", bid, ask, quote->last ? last_mark : "");
}

static void describe(const struct mkt_message *message, char *text, size_t room) {
    const char *side = message->ask ? "ask" : "bid", *last = message->last ? last_mark : "";
    switch (message->kind) {
    case MKT_ORDER:
        snprintf(text, room, "order %" PRIu64 " (%s, %" PRId64 " at %" PRId64 ")", message->id, side, message->volume,
                 message->price);
        break;
    case MKT_TRADE:
        snprintf(text, room, "a trade confirmation to the %s order %" PRIu64 " (%s, %" PRId64 " at %" PRId64 ")%s",
                 message->resting ? "resting" : "incoming", message->id, side, message->volume, message->price, last);
        break;
    case MKT_CONFIRMATION:
        snprintf(text, room, "an order confirmation of %" PRIu64 " (%s)%s", message->id, side, last);
        break;
    default:
        describe_quote(message, text, room);
    }
}

/* Returns the rule that a message other than the WANTED one breaks. */
static const char *broken_rule(const struct mkt_message *wanted, const struct mkt_message *found) {
    if (wanted->kind == MKT_QUOTE || found->kind == MKT_QUOTE)
        return "a quote follows each change of the best prices, with these, and nothing else";
    if (found->kind != wanted->kind)
        return wanted->kind == MKT_TRADE ? "no trade-through: an order trades while a price is within its limit"
                                         : "an order that does not trade is confirmed, once";
    if (found->kind == MKT_CONFIRMATION || found->resting != wanted->resting)
        return "each side of a trade is confirmed, the incoming order once a price";
    if (found->price != wanted->price)
        return "price priority: the best price trades first, and at the resting order's price";
    if (found->id != wanted->id)
        return "time priority: at a price the order that came first trades first";
    if (found->volume != wanted->volume)
        return "volume is conserved: no more and no less is traded than both orders have";
    return "side and instrument are the order's, and the last message of an order is marked";
}

static bool same(const struct mkt_message *a, const struct mkt_message *b) {
    return a->kind == b->kind && a->ask == b->ask && a->resting == b->resting && a->last == b->last &&
           a->instrument == b->instrument && a->id == b->id && a->price == b->price && a->volume == b->volume &&
           a->best_bid == b->best_bid && a->best_ask == b->best_ask;
}

static int broken(const char *path, uint64_t number, const char *rule, const char *wanted,
                  const struct mkt_message *found, struct sw_failure *f) {
    char text[TEXT_BYTES];
    describe(found, text, sizeof text);
    return sw_fail(f, STATUS_CONTENT, NULL,
                   "%s: message %" PRIu64 " breaks a rule (%s): it is %s; what has to come is %s", path, number, rule,
                   text, wanted);
}

/* --- taking messages --- */

/* Sets the next step once the order cannot trade any more: its rest may rest and so change the best price. */
static int after_trading(struct audit *audit, struct sw_failure *f) {
    const struct mkt_message *order = &audit->order;
    if (audit->left > 0 &&
        ledger_rest(&audit->ledger, order->instrument, order->ask, order->id, order->price, audit->left) != 0)
        return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for %" PRIu64 " resting orders", audit->ledger.resting + 1);
    audit->left = 0;
    audit->next = best_changed(audit) ? STEP_QUOTE : audit->traded ? STEP_ORDER : STEP_CONFIRMATION;
    return STATUS_OK;
}

static int go_on(struct audit *audit, struct sw_failure *f) {
    if (tradable(audit) == NULL)
        return after_trading(audit, f);
    audit->next = STEP_RESTING;
    return STATUS_OK;
}

static int take_order(struct audit *audit, const struct mkt_message *message, struct sw_failure *f) {
    audit->order = *message;
    audit->orders++;
    audit->left = message->volume;
    audit->traded = false;
    audit->best_bid = best_price(audit, false);
    audit->best_ask = best_price(audit, true);
    return go_on(audit, f);
}

static void take_fill(struct audit *audit, const struct mkt_message *message) {
    ledger_take(&audit->ledger, message->instrument, message->ask, message->volume);
    audit->fills++;
    audit->volume += (uint64_t)message->volume;
    audit->notional += (unsigned __int128)message->price * (unsigned __int128)message->volume;
    audit->left -= message->volume;
    audit->level_volume += message->volume;
    audit->level_price = message->price;
    audit->traded = true;
    const struct level *best = tradable(audit);
    audit->next = best != NULL && best->price == audit->level_price ? STEP_RESTING : STEP_INCOMING;
}

/* Goes on after an expected event. */
static int take_event(struct audit *audit, const struct mkt_message *message, struct sw_failure *f) {
    switch (audit->next) {
    case STEP_RESTING:
        audit->trades++;
        take_fill(audit, message);
        return STATUS_OK;
    case STEP_INCOMING:
        audit->trades++;
        audit->level_volume = 0;
        return go_on(audit, f);
    case STEP_QUOTE:
        audit->quotes++;
        audit->next = audit->traded ? STEP_ORDER : STEP_CONFIRMATION;
        return STATUS_OK;
    default:
        audit->confirmations++;
        audit->next = STEP_ORDER;
        return STATUS_OK;
    }
}

int audit_take(struct audit *audit, const char *path, uint64_t number, const struct mkt_message *message,
               struct sw_failure *f) {
    if (audit->next == STEP_ORDER) {
        if (message->kind != MKT_ORDER)
            return broken(path, number, "nothing happens without an order", "an order", message, f);
        if (message->volume <= 0)
            return broken(path, number, "an order has a volume", "one with a volume", message, f);
        return take_order(audit, message, f);
    }
    const struct mkt_message wanted = expected(audit);
    if (same(&wanted, message))
        return take_event(audit, message, f);
    char text[TEXT_BYTES];
    describe(&wanted, text, sizeof text);
    return broken(path, number, broken_rule(&wanted, message), text, message, f);
}
