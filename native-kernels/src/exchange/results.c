/* SPDX-License-Identifier: Apache-2.0 */
#include "protocol.h"

enum { MICROSECONDS = 1000000 };

static const char *const text_names[XCH_TEXTS] = {
    [XCH_TEXT_SYM] = "sym",
    [XCH_TEXT_ID] = "id",
    [XCH_TEXT_AMOUNT] = "amount",
    [XCH_TEXT_LIMIT] = "limit",
};

/* Opens a tag with the attributes of the item. */
static void open_tag(struct xch_bytes *out, const char *name, const struct xch_item *item) {
    xch_bytes_add(out, "<", 1);
    xch_bytes_text(out, name);
    for (int text = 0; text < XCH_TEXTS; text++) {
        if (item->texts[text] == NULL)
            continue;
        xch_bytes_add(out, " ", 1);
        xch_bytes_text(out, text_names[text]);
        xch_bytes_add(out, "=\"", 2);
        xch_bytes_escaped(out, item->texts[text]);
        xch_bytes_add(out, "\"", 1);
    }
}

static void put_number(struct xch_bytes *out, const char *before, uint64_t number) {
    xch_bytes_text(out, before);
    xch_bytes_count(out, number);
    xch_bytes_add(out, "\"", 1);
}

static void put_amount(struct xch_bytes *out, const char *before, int64_t amount) {
    char text[XCH_AMOUNT_BYTES];
    const size_t bytes = xch_put_amount(text, amount);
    xch_bytes_text(out, before);
    xch_bytes_add(out, text, bytes);
    xch_bytes_add(out, "\"", 1);
}

static void put_error(struct xch_bytes *out, const struct xch_item *item, const char *error) {
    open_tag(out, "error", item);
    xch_bytes_add(out, ">", 1);
    xch_bytes_escaped(out, error == NULL ? "" : error);
    xch_bytes_text(out, "</error>");
}

/* Writes the state of an order: the open or canceled shares, then the executions in their order. */
static void put_order(struct xch_bytes *out, const char *name, const struct xch_answer *answer) {
    xch_bytes_add(out, "<", 1);
    xch_bytes_text(out, name);
    put_number(out, " id=\"", answer->id);
    xch_bytes_add(out, ">", 1);
    if (answer->open > 0) {
        put_amount(out, "<open shares=\"", answer->open);
        xch_bytes_add(out, "/>", 2);
    }
    if (answer->canceled > 0) {
        put_amount(out, "<canceled shares=\"", answer->canceled);
        put_number(out, " time=\"", (uint64_t)(answer->canceled_time / MICROSECONDS));
        xch_bytes_add(out, "/>", 2);
    }
    for (size_t i = 0; i < answer->executed_count; i++) {
        put_amount(out, "<executed shares=\"", answer->executed[i].shares);
        put_amount(out, " price=\"", answer->executed[i].price);
        put_number(out, " time=\"", (uint64_t)(answer->executed[i].time / MICROSECONDS));
        xch_bytes_add(out, "/>", 2);
    }
    xch_bytes_add(out, "</", 2);
    xch_bytes_text(out, name);
    xch_bytes_add(out, ">", 1);
}

static void put_answer(struct xch_bytes *out, const struct xch_item *item, const struct xch_answer *answer) {
    if (item->error != NULL) {
        put_error(out, item, item->error);
        return;
    }
    switch (answer->kind) {
    case XCH_ANSWER_ERROR:
        put_error(out, item, answer->error);
        return;
    case XCH_ANSWER_CREATED:
        open_tag(out, "created", item);
        xch_bytes_add(out, "/>", 2);
        return;
    case XCH_ANSWER_OPENED:
        open_tag(out, "opened", item);
        put_number(out, " id=\"", answer->id);
        xch_bytes_add(out, "/>", 2);
        return;
    case XCH_ANSWER_STATUS:
        put_order(out, "status", answer);
        return;
    case XCH_ANSWER_CANCELED:
        put_order(out, "canceled", answer);
        return;
    }
}

void xch_write_results(struct xch_bytes *out, const struct xch_request *request, const struct xch_answer *answers) {
    xch_bytes_text(out, "<results>");
    for (size_t i = 0; i < request->count; i++)
        put_answer(out, &request->items[i], &answers[i]);
    xch_bytes_text(out, "</results>\n");
}

void xch_write_error(struct xch_bytes *out, const char *text) {
    xch_bytes_text(out, "<results><error>");
    xch_bytes_escaped(out, text);
    xch_bytes_text(out, "</error></results>\n");
}
