/* SPDX-License-Identifier: Apache-2.0 */
#include "message.h"

#include <limits.h>

/* --- our rows --- */

enum { KIND, INSTRUMENT, ID, SIDE, PRICE, VOLUME, OWNER };
const char *const message_columns[MESSAGE_COLUMNS] = {"kind", "instrument", "id", "side", "price", "volume", "?owner"};

/* The first four are book_kinds. */
enum { CANCEL = BOOK_KINDS, REPLACE };
static const char *const kind_names[] = {"limit", "market", "ioc", "fok", "cancel", "replace", NULL};
static const char *const side_names[] = {"bid", "ask", NULL};

static int take_id(const struct sw_record *record, int column, struct book_order *order, struct sw_failure *f) {
    long id = 0;
    if (sw_take_whole(record, column, 0, LONG_MAX, &id, f) == STATUS_OK)
        order->id = (uint64_t)id;
    return f->status;
}

static int take_price(const struct sw_record *record, int column, struct book_order *order, struct sw_failure *f) {
    long price = 0;
    if (sw_take_whole(record, column, BOOK_LEAST_PRICE, BOOK_MOST_PRICE, &price, f) == STATUS_OK)
        order->price = price;
    return f->status;
}

static int take_volume(const struct sw_record *record, int column, struct book_order *order, struct sw_failure *f) {
    long volume = 0;
    if (sw_take_whole(record, column, 1, BOOK_MOST_VOLUME, &volume, f) == STATUS_OK)
        order->volume = volume;
    return f->status;
}

static int take_owner(const struct sw_record *record, struct book_order *order, struct sw_failure *f) {
    long owner = 0;
    if (!sw_is_empty(record, OWNER) && sw_take_whole(record, OWNER, 0, UINT32_MAX, &owner, f) == STATUS_OK)
        order->owner = (uint32_t)owner;
    return f->status;
}

int take_message(const struct sw_record *record, struct message *message, struct sw_failure *f) {
    struct book_order *order = &message->order;
    int kind, side;
    *message = (struct message){.kind = MESSAGE_ORDER};
    if (sw_take_choice(record, KIND, kind_names, &kind, f) != STATUS_OK ||
        sw_take_id(record, INSTRUMENT, &message->instrument, f) != STATUS_OK ||
        take_id(record, ID, order, f) != STATUS_OK)
        return f->status;
    if (kind == CANCEL) {
        message->kind = MESSAGE_CANCEL;
        return STATUS_OK;
    }
    if (take_volume(record, VOLUME, order, f) != STATUS_OK ||
        (kind != BOOK_MARKET && take_price(record, PRICE, order, f) != STATUS_OK))
        return f->status;
    if (kind == REPLACE) {
        message->kind = MESSAGE_REPLACE;
        return STATUS_OK;
    }
    if (sw_take_choice(record, SIDE, side_names, &side, f) != STATUS_OK || take_owner(record, order, f) != STATUS_OK)
        return f->status;
    order->kind = (uint8_t)kind;
    order->side = (uint8_t)side;
    return STATUS_OK;
}

/* --- LOBSTER's rows --- */

enum { L_TIME, L_TYPE, L_ID, L_SIZE, L_PRICE, L_DIRECTION };
const char *const lobster_columns[LOBSTER_COLUMNS] = {"time", "type", "id", "size", "price", "direction"};

/* The meaning of a LOBSTER type here; types count from 1. Hidden orders, auctions and halts do not change the visible
 * book. */
static const message_kind meaning[] = {
    [1] = MESSAGE_ORDER,   [2] = MESSAGE_REDUCE,  [3] = MESSAGE_CANCEL, [4] = MESSAGE_EXECUTION,
    [5] = MESSAGE_NOTHING, [6] = MESSAGE_NOTHING, [7] = MESSAGE_NOTHING};

int take_lobster(const struct sw_record *record, struct message *message, struct sw_failure *f) {
    long type, direction;
    double time;
    *message = (struct message){.kind = MESSAGE_NOTHING};
    if (sw_take_real(record, L_TIME, &time, f) != STATUS_OK ||
        sw_take_whole(record, L_TYPE, 1, 7, &type, f) != STATUS_OK)
        return f->status;
    message->kind = meaning[type];
    if (message->kind == MESSAGE_NOTHING)
        return STATUS_OK;
    if (take_id(record, L_ID, &message->order, f) != STATUS_OK ||
        take_volume(record, L_SIZE, &message->order, f) != STATUS_OK ||
        take_price(record, L_PRICE, &message->order, f) != STATUS_OK ||
        sw_take_whole(record, L_DIRECTION, -1, 1, &direction, f) != STATUS_OK)
        return f->status;
    if (direction == 0)
        return sw_refuse(f, record, L_DIRECTION, "1 is a buy, -1 a sell", "is 0");
    message->order.side = direction == 1 ? BOOK_BID : BOOK_ASK;
    return STATUS_OK;
}
