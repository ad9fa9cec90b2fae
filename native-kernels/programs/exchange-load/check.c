/* SPDX-License-Identifier: Apache-2.0 */
/* Checks answers against the expected ones. */
#include "load.h"

#include "exchange/ledger.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The rest of an answer. */
struct rest {
    const char *at, *end;
};

static bool take(struct rest *rest, const char *text) {
    const size_t bytes = strlen(text);
    if ((size_t)(rest->end - rest->at) < bytes || memcmp(rest->at, text, bytes) != 0)
        return false;
    rest->at += bytes;
    return true;
}

static bool take_number(struct rest *rest, uint64_t *number) {
    const char *const first = rest->at;
    *number = 0;
    while (rest->at < rest->end && *rest->at >= '0' && *rest->at <= '9')
        *number = 10 * *number + (uint64_t)(*rest->at++ - '0');
    return rest->at > first;
}

static bool take_amount(struct rest *rest, const char *before, int64_t *amount) {
    if (!take(rest, before))
        return false;
    const char *end = memchr(rest->at, '"', (size_t)(rest->end - rest->at));
    if (end == NULL || xch_read_shares(rest->at, (size_t)(end - rest->at), amount) != XCH_READ_OK || *amount <= 0)
        return false;
    rest->at = end + 1;
    return true;
}

static bool take_time(struct rest *rest) {
    uint64_t time;
    return take(rest, " time=\"") && take_number(rest, &time) && take(rest, "\"/>");
}

static bool take_error(struct load *load, struct rest *rest, const char *echo) {
    if (!take(rest, "<error") || !take(rest, echo) || !take(rest, ">"))
        return false;
    while (rest->at < rest->end && *rest->at != '<')
        rest->at++;
    load->totals.errors++;
    return take(rest, "</error>");
}

/* --- orders --- */

static void remember(struct load_client *client, const struct load_order *order) {
    if (client->known_count < LOAD_KNOWN)
        client->known[client->known_count++] = *order;
    else
        client->known[load_draw(&client->random, LOAD_KNOWN)] = *order;
}

static bool take_opened(struct load *load, struct load_client *client, struct load_item *item, struct rest *rest) {
    if (!take(rest, "<opened") || !take(rest, item->echo) || !take(rest, " id=\"") ||
        !take_number(rest, &item->order.id) || !take(rest, "\"/>") || item->order.id == 0)
        return false;
    if (client->again)
        return true;
    load->totals.opened++;
    remember(client, &item->order);
    if (load->answers != NULL)
        fprintf(load->answers, "%" PRIu64 " %" PRIu64 " S%" PRIu64 " %" PRId64 " %" PRId64 "\n", item->order.id,
                item->order.account, item->order.symbol, item->order.amount, item->order.limit);
    return true;
}

/*
 * Takes the result of an order. All shares of the order are open, canceled or executed, and no price is worse than the
 * limit.
 */
static bool take_order(const struct load_order *order, const char *name, const char *end, struct rest *rest) {
    const int64_t all = order->amount < 0 ? -order->amount : order->amount;
    int64_t shares, price, sum = 0;
    uint64_t id;
    if (!take(rest, name) || !take(rest, " id=\"") || !take_number(rest, &id) || id != order->id || !take(rest, "\">"))
        return false;
    if (take_amount(rest, "<open shares=\"", &shares)) {
        sum += shares;
        if (!take(rest, "/>"))
            return false;
    } else if (take_amount(rest, "<canceled shares=\"", &shares)) {
        sum += shares;
        if (!take_time(rest))
            return false;
    }
    while (take_amount(rest, "<executed shares=\"", &shares)) {
        sum += shares;
        if (!take_amount(rest, " price=\"", &price) || !take_time(rest) ||
            (order->amount > 0 ? price > order->limit : price < order->limit))
            return false;
    }
    return sum == all && take(rest, end);
}

static bool check_item(struct load *load, struct load_client *client, struct load_item *item, struct rest *rest) {
    const struct rest start = *rest;
    switch (item->expected) {
    case EXPECT_OPENED:
        return take_opened(load, client, item, rest);
    case EXPECT_CREATED:
        return take(rest, "<created") && take(rest, item->echo) && take(rest, "/>");
    case EXPECT_ERROR:
        return take_error(load, rest, item->echo);
    case EXPECT_STATUS:
        if (take_order(&item->order, "<status", "</status>", rest))
            return true;
        *rest = start;
        return load->options.report_data && take_error(load, rest, item->echo); /* the account may not exist */
    case EXPECT_CANCELED:
        if (take_order(&item->order, "<canceled", "</canceled>", rest))
            return true;
        *rest = start;
        return take_error(load, rest, item->echo);
    case EXPECT_ANY:
        if (take_opened(load, client, item, rest))
            return true;
        *rest = start;
        return take_error(load, rest, item->echo);
    }
    return false;
}

static bool is_right(struct load *load, struct load_client *client, const char *line, size_t bytes) {
    struct rest rest = {line, line + bytes};
    if (client->again)
        return client->last.count == bytes && memcmp(client->last.data, line, bytes) == 0;
    if (!take(&rest, "<results>"))
        return false;
    if (client->spoiled && !take_error(load, &rest, ""))
        return false;
    for (size_t i = 0; !client->spoiled && i < client->count; i++)
        if (!check_item(load, client, &client->items[i], &rest))
            return false;
    return take(&rest, "</results>\n") && rest.at == rest.end;
}

void load_check_answer(struct load *load, struct load_client *client, const char *line, size_t bytes) {
    struct load_totals *totals = &load->totals;
    totals->requests++;
    if (is_right(load, client, line, bytes))
        return;
    if (totals->wrong++ == 0)
        snprintf(totals->first_wrong, sizeof totals->first_wrong, "%.*s", (int)(bytes - 1), line);
}

size_t load_find_answer(const char *bytes, size_t count, const char **line, size_t *line_bytes) {
    const char *end = memchr(bytes, '\n', count);
    if (end == NULL)
        return 0;
    *line = bytes;
    *line_bytes = (size_t)(end + 1 - bytes);
    if (bytes[0] == '<')
        return *line_bytes;
    /* a length line: the answer follows */
    const char *const behind = end + 1;
    end = memchr(behind, '\n', count - *line_bytes);
    if (end == NULL)
        return 0;
    *line = behind;
    *line_bytes = (size_t)(end + 1 - behind);
    return (size_t)(end + 1 - bytes);
}

/* Takes the next answer, and returns whether the account exists. */
static bool take_look(struct rest *rest) {
    const char *line = "", *const unknown = xch_refusal_text(XCH_NO_ACCOUNT);
    size_t bytes = 0;
    const size_t taken = load_find_answer(rest->at, (size_t)(rest->end - rest->at), &line, &bytes);
    rest->at = taken == 0 ? rest->end : rest->at + taken;
    return memmem(line, bytes, unknown, strlen(unknown)) == NULL;
}

uint64_t load_find_foreign(uint64_t first, const char *answers, size_t bytes) {
    struct rest rest = {answers, answers + bytes};
    for (; rest.at < rest.end; first++) {
        const bool is_there = take_look(&rest), is_marked = take_look(&rest);
        if (is_there && !is_marked)
            return first;
    }
    return 0;
}
