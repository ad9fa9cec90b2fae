/* SPDX-License-Identifier: Apache-2.0 */
/* Questions for closed orders and for refs. */
#include "base/rows.h"
#include "inside.h"
#include "map.h"
#include "store.h"

#include <stdlib.h>
#include <string.h>

/* The questions of a batch, and the places of the orders among them. */
struct asking {
    struct xch_batch *batch;
    struct xch_map places;
};

static struct xch_asked_order *order_of(struct asking *asking, uint64_t id) {
    const uint32_t place = xch_map_find(&asking->places, id);
    return place == XCH_NONE ? NULL : &asking->batch->orders[place];
}

static int take_order(struct asking *asking, const PGresult *result, int row) {
    struct xch_order_row order = {.symbol = XCH_NONE};
    int64_t id = 0, account = 0;
    if (xch_take_bigint(result, row, 0, &id) != 0 || xch_take_bigint(result, row, 1, &account) != 0 ||
        xch_take_amount(result, row, 2, &order.amount) != 0 || xch_take_amount(result, row, 3, &order.price) != 0 ||
        xch_take_amount(result, row, 4, &order.remaining) != 0 || xch_take_state(result, row, 5, &order.state) != 0 ||
        xch_take_bigint(result, row, 6, &order.opened) != 0 || xch_take_bigint(result, row, 7, &order.closed) != 0)
        return -1;
    order.id = (uint64_t)id;
    order.account = (uint64_t)account;
    struct xch_asked_order *const asked = order_of(asking, order.id);
    if (asked == NULL)
        return -1;
    asked->row = order;
    asked->found = true;
    return 0;
}

static int add_fill(struct xch_asked_order *asked, const struct xch_fill *fill) {
    size_t room = asked->fill_room;
    asked->too_many = asked->fill_count == XCH_MOST_FILLS;
    if (asked->too_many)
        return 0;
    struct xch_fill *const at = sw_rows_grow(asked->fills, &room, asked->fill_count + 1U, sizeof *at);
    if (at == NULL)
        return -1;
    asked->fills = at;
    asked->fill_room = (uint32_t)room;
    at[asked->fill_count++] = *fill;
    return 0;
}

static int take_fill(struct asking *asking, const PGresult *result, int row) {
    struct xch_fill fill;
    int64_t id = 0;
    if (xch_take_bigint(result, row, 0, &id) != 0 || xch_take_amount(result, row, 1, &fill.shares) != 0 ||
        xch_take_amount(result, row, 2, &fill.price) != 0 || xch_take_bigint(result, row, 3, &fill.at) != 0)
        return -1;
    struct xch_asked_order *const asked = order_of(asking, (uint64_t)id);
    return asked == NULL ? -1 : add_fill(asked, &fill);
}

/* Gives each row to TAKE. */
static int each_row(struct asking *asking, const PGresult *result,
                    int (*take)(struct asking *asking, const PGresult *result, int row)) {
    int failed = 0;
    for (int row = 0; failed == 0 && row < PQntuples(result); row++)
        failed = take(asking, result, row);
    return failed;
}

/*
 * Marks orders with incomplete executions: beyond the limit, the list ends within an order, and later orders have no
 * executions there.
 */
static void leave_out(const struct asking *asking, const PGresult *result) {
    const int rows = PQntuples(result);
    int64_t last = 0;
    if (rows <= XCH_MOST_ALL_FILLS || xch_take_bigint(result, rows - 1, 0, &last) != 0)
        return;
    for (size_t i = 0; i < asking->batch->order_count; i++) {
        struct xch_asked_order *const asked = &asking->batch->orders[i];
        asked->left_out = asked->fill_count == 0 || asked->id == (uint64_t)last;
    }
}

static void forget_orders(struct xch_batch *batch) {
    for (size_t i = 0; i < batch->order_count; i++) {
        free(batch->orders[i].fills);
        batch->orders[i].fills = NULL;
        batch->orders[i].fill_count = batch->orders[i].fill_room = 0;
        batch->orders[i].found = batch->orders[i].too_many = batch->orders[i].left_out = false;
    }
}

static int digit_of(char c) {
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* Writes the bytes of a text of hexadecimal digits. */
static void take_hex(const char *hex, size_t bytes, unsigned char *out) {
    for (size_t i = 0; i < bytes; i++)
        out[i] = (unsigned char)(digit_of(hex[2 * i]) << 4 | digit_of(hex[2 * i + 1]));
}

static int take_ref(struct asking *asking, const PGresult *result, int row) {
    struct xch_batch *const batch = asking->batch;
    const char *const ref = PQgetvalue(result, row, 0);
    const size_t bytes = (size_t)PQgetlength(result, row, 2) / 2;
    if (PQgetlength(result, row, 1) != 2 * XCH_CONTENT_BYTES)
        return -1;
    for (size_t i = 0; i < batch->asked_ref_count; i++) {
        struct xch_asked_ref *const asked = &batch->asked_refs[i];
        if (strcmp(asked->ref, ref) != 0 || asked->found)
            continue;
        asked->answer = malloc(bytes + 1);
        if (asked->answer == NULL)
            return -1;
        take_hex(PQgetvalue(result, row, 1), XCH_CONTENT_BYTES, asked->content);
        take_hex(PQgetvalue(result, row, 2), bytes, (unsigned char *)asked->answer);
        asked->answer_bytes = bytes;
        asked->found = true;
    }
    return 0;
}

static void add(struct xch_questions *questions, const char *name, const struct xch_column *column, PGresult **result) {
    questions->at[questions->count++] =
        (struct xch_statement){.name = name, .columns = {column}, .count = 1, .result = result};
}

int xch_questions_put(struct xch_store *store, const struct xch_batch *batch, struct xch_questions *questions) {
    struct xch_column *const orders = &store->asked_orders, *const refs = &store->asked_refs;
    *questions = (struct xch_questions){0};
    xch_column_begin(orders, XCH_BIGINT);
    xch_column_begin(refs, XCH_TEXT);
    for (size_t i = 0; i < batch->order_count; i++)
        xch_column_bigint(orders, (int64_t)batch->orders[i].id);
    for (size_t i = 0; i < batch->asked_ref_count; i++)
        xch_column_bytes(refs, batch->asked_refs[i].ref, strlen(batch->asked_refs[i].ref));
    if (xch_column_end(orders) != 0 || xch_column_end(refs) != 0)
        return -1;
    if (batch->order_count > 0) {
        add(questions, "orders", orders, &questions->orders);
        add(questions, "fills", orders, &questions->fills);
        struct xch_statement *const fills = &questions->at[questions->count - 1];
        fills->columns[fills->count++] = &store->most_fills;
    }
    if (batch->asked_ref_count > 0)
        add(questions, "asked", refs, &questions->refs);
    return 0;
}

link_state xch_questions_take(struct xch_questions *questions, struct xch_batch *batch) {
    struct asking asking = {.batch = batch};
    int failed = 0;
    forget_orders(batch);
    for (size_t i = 0; i < batch->order_count; i++)
        failed |= xch_map_add(&asking.places, batch->orders[i].id, (uint32_t)i);
    failed |= each_row(&asking, questions->orders, take_order);
    failed |= each_row(&asking, questions->fills, take_fill);
    failed |= each_row(&asking, questions->refs, take_ref);
    leave_out(&asking, questions->fills);
    PQclear(questions->orders);
    PQclear(questions->fills);
    PQclear(questions->refs);
    questions->orders = questions->fills = questions->refs = NULL;
    xch_map_free(&asking.places);
    return failed == 0 ? LINK_DONE : LINK_MEMORY;
}
