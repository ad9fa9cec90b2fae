/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hostile clients: length lines and documents that were made up and then damaged. With any bytes, the code must not
 * crash, hang or read out of bounds (the build with SLIPWAY_SANITIZE sees that); frames must not depend on the pieces
 * in which bytes come; values must hold their bounds; and each answer must be one line of XML with as many elements as
 * the request has items. Undamaged documents must be read.
 *
 *     exchange-fuzz [--cases N] [--seed S]
 *
 * The seed S + i alone decides case i.
 */
#include "exchange/protocol.h"
#include "support/draw.h"
#include "support/hang.h"

#include <expat.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t current_seed;
static struct xch_parser *parser;

static void wrong(const char *what) {
    fprintf(stderr, "not so: %s; again: exchange-fuzz --cases 1 --seed %" PRIu64 "\n", what, current_seed);
    exit(EXIT_FAILURE);
}

/* --- documents --- */

/* Values that are valid, invalid, and at the limits. */
static const char *const numbers[] = {"1",
                                      "0",
                                      "-1",
                                      "100",
                                      "0.5",
                                      "-12.25",
                                      "0.0001",
                                      "0.00001",
                                      "1000000000000",
                                      "1000000000000.0001",
                                      "NaN",
                                      "1e9",
                                      "",
                                      ".",
                                      "-",
                                      "-.5",
                                      "007",
                                      "99999999999999999999999999999999999999999999999999999999",
                                      "0x10",
                                      "+1"};
static const char *const symbols[] = {"A", "SPY", "x0", "", "A B", "\xc3\xa9", "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"};
static const char *const pieces[] = {"<order ",
                                     "<query/>",
                                     "</symbol>",
                                     "<create>",
                                     "<!DOCTYPE a [<!ENTITY b 'bb'>]>",
                                     "&b;",
                                     "&#0;",
                                     "&#65;",
                                     "&lt;",
                                     "<![CDATA[7]]>",
                                     "<!-- -->",
                                     "<?xml version='1.0'?>",
                                     "<?go on?>",
                                     "\xef\xbb\xbf",
                                     "\xff\xfe",
                                     "\xc0\x80",
                                     "]]>",
                                     " ref='r'",
                                     " id='1'",
                                     "xmlns='a'",
                                     "\r\n",
                                     "<a:b/>",
                                     "'",
                                     "\"",
                                     ">",
                                     "</transactions>"};

#define ONE_OF(array) (array)[draw(sizeof(array) / sizeof((array)[0]))]

static void add_attribute(struct xch_bytes *out, const char *name, const char *value) {
    if (draw(20) == 0)
        return;
    xch_bytes_add(out, " ", 1);
    xch_bytes_text(out, name);
    xch_bytes_text(out, "=\"");
    xch_bytes_escaped(out, value);
    xch_bytes_text(out, "\"");
}

static void add_transaction(struct xch_bytes *out) {
    const size_t kind = draw(3);
    xch_bytes_text(out, kind == 0 ? "<order" : kind == 1 ? "<query" : "<cancel");
    if (kind == 0) {
        add_attribute(out, "sym", ONE_OF(symbols));
        add_attribute(out, "amount", ONE_OF(numbers));
        add_attribute(out, "limit", ONE_OF(numbers));
    } else
        add_attribute(out, "id", ONE_OF(numbers));
    xch_bytes_text(out, "/>");
}

/* Adds a creation. Returns the number of items added. */
static size_t add_creation(struct xch_bytes *out) {
    const size_t accounts = draw(4);
    if (draw(2) == 0) {
        xch_bytes_text(out, "<account");
        add_attribute(out, "id", ONE_OF(numbers));
        add_attribute(out, "balance", ONE_OF(numbers));
        xch_bytes_text(out, "/>");
        return 1;
    }
    xch_bytes_text(out, "<symbol");
    add_attribute(out, "sym", ONE_OF(symbols));
    xch_bytes_text(out, ">");
    for (size_t i = 0; i < accounts; i++) {
        xch_bytes_text(out, "<account");
        add_attribute(out, "id", ONE_OF(numbers));
        xch_bytes_text(out, ">");
        xch_bytes_escaped(out, ONE_OF(numbers));
        xch_bytes_text(out, "</account>");
    }
    xch_bytes_text(out, "</symbol>");
    return accounts == 0 ? 1 : accounts;
}

/* Makes up a document of valid form with any values. Returns the number of items. */
static size_t make_document(struct xch_bytes *out) {
    const size_t elements = 1 + draw_size(40);
    size_t items = 0;
    if (draw(2) == 0) {
        xch_bytes_text(out, "<transactions id=\"");
        xch_bytes_text(out, draw(4) == 0 ? "x" : "5");
        xch_bytes_text(out, draw(3) == 0 ? "\" ref=\"r-1\">" : "\">");
        for (; items < elements; items++)
            add_transaction(out);
        xch_bytes_text(out, "</transactions>");
        return items;
    }
    xch_bytes_text(out, "<create>");
    for (size_t i = 0; i < elements; i++)
        items += add_creation(out);
    xch_bytes_text(out, "</create>");
    return items;
}

/* Overwrites, inserts, doubles or cuts. */
static void damage(struct xch_bytes *bytes) {
    struct xch_bytes made = {0};
    const size_t at = draw(bytes->count + 1), rest = bytes->count - at, some = draw(rest + 1);
    xch_bytes_add(&made, bytes->data, at);
    switch (draw(5)) {
    case 0:
        xch_bytes_text(&made, ONE_OF(pieces));
        xch_bytes_add(&made, bytes->data + at, rest);
        break;
    case 1:
        xch_bytes_add(&made, bytes->data + at, some);
        xch_bytes_add(&made, bytes->data + at, rest);
        break;
    case 2:
        xch_bytes_add(&made, bytes->data + at + some, rest - some);
        break;
    case 3:
        for (size_t i = draw_size(20000); i > 0; i--)
            xch_bytes_text(&made, "<account id='1'>");
        xch_bytes_add(&made, bytes->data + at, rest);
        break;
    default:
        xch_bytes_add(&made, bytes->data + at, rest);
        if (made.count > 0)
            made.data[draw(made.count)] = (char)draw(256);
    }
    xch_bytes_free(bytes);
    *bytes = made;
}

/* --- checks --- */

struct counted {
    XML_Parser expat;
    size_t depth, elements;
};

static void on_start(void *data, const char *name, const char **attributes) {
    struct counted *counted = data;
    (void)attributes;
    if ((counted->depth == 0) != (strcmp(name, "results") == 0))
        wrong("an answer is no <results>, or has one within");
    counted->elements += counted->depth++ == 1;
}

static void on_end(void *data, const char *name) {
    struct counted *counted = data;
    (void)name;
    counted->depth--;
}

static void check_line(const struct xch_bytes *line, size_t elements) {
    struct counted counted = {.expat = XML_ParserCreate("UTF-8")};
    if (line->failed || line->count == 0 || memchr(line->data, '\n', line->count) != line->data + line->count - 1)
        wrong("an answer is not one line");
    XML_SetUserData(counted.expat, &counted);
    XML_SetElementHandler(counted.expat, on_start, on_end);
    if (XML_Parse(counted.expat, line->data, (int)line->count, XML_TRUE) != XML_STATUS_OK)
        wrong("an answer is no XML");
    XML_ParserFree(counted.expat);
    if (counted.elements != elements)
        wrong("an answer has not as many elements as the request has items");
}

static void check_item(const struct xch_item *item) {
    if (item->error != NULL)
        return;
    const bool sells = item->kind == XCH_ORDER && item->amount < 0;
    const int64_t amount = sells ? -item->amount : item->amount;
    if ((item->kind == XCH_ORDER || item->kind == XCH_CREATE_SHARES) && (amount <= 0 || amount > XCH_MOST_SHARES))
        wrong("an amount is out of its bounds");
    if (item->kind == XCH_ORDER && (item->limit <= 0 || item->limit > XCH_MOST_PRICE))
        wrong("a limit is out of its bounds");
    if (item->balance < 0 || item->balance > XCH_MOST_MONEY)
        wrong("a balance is out of its bounds");
    if (item->account > INT64_MAX || item->order > INT64_MAX)
        wrong("an id is out of its bounds");
}

/* Returns any answer that an item of this kind can have. */
static xch_answer_kind some_answer(xch_item_kind kind) {
    const xch_answer_kind answer = (xch_answer_kind)draw(5);
    return answer == XCH_ANSWER_OPENED && kind != XCH_ORDER ? XCH_ANSWER_ERROR : answer;
}

/* Answers a document. Returns the number of items, or -1 for an error of form. */
static int answer_document(const char *xml, size_t count) {
    char error[XCH_ERROR_BYTES];
    static const struct xch_execution executed[2] = {{1, 2, 3}, {4, 5, 6}};
    struct xch_bytes line = {0};
    struct xch_request *request = xch_request_read(parser, xml, count, error);
    if (request == NULL) {
        if (error[0] == '\0' || strlen(error) >= XCH_ERROR_BYTES)
            wrong("an error of form has no text");
        xch_write_error(&line, error);
        check_line(&line, 1);
        xch_bytes_free(&line);
        return -1;
    }
    struct xch_answer *answers = calloc(request->count + 1, sizeof *answers);
    for (size_t i = 0; i < request->count; i++) {
        check_item(&request->items[i]);
        answers[i] = (struct xch_answer){.kind = some_answer(request->items[i].kind),
                                         .error = "it's <wrong>",
                                         .id = draw_bits(),
                                         .open = (int64_t)draw(3),
                                         .executed = executed,
                                         .executed_count = draw(3)};
    }
    xch_write_results(&line, request, answers);
    check_line(&line, request->count);
    const int items = (int)request->count;
    free(answers);
    xch_request_free(request);
    xch_bytes_free(&line);
    return items;
}

/* --- frames --- */

/* Takes all frames of a stream that comes in pieces of at most PIECE bytes. Returns a digest of the frames. */
static uint64_t take_frames(const struct xch_bytes *stream, size_t piece, bool answer) {
    uint64_t found = 0;
    size_t taken = 0, come = 0;
    for (;;) {
        struct xch_frame frame;
        const char *bytes = stream->count == 0 ? "" : stream->data + taken;
        const xch_frame_state state = xch_frame_find(&frame, bytes, come - taken, 4096);
        if (state == XCH_FRAME_BROKEN)
            return 31 * found + 1;
        if (state == XCH_FRAME_MORE && come == stream->count)
            return 31 * found + 2;
        if (state == XCH_FRAME_MORE) {
            come += piece < stream->count - come ? piece : stream->count - come;
            continue;
        }
        if (frame.bytes > 4096 || frame.taken > come - taken || frame.document + frame.bytes != bytes + frame.taken)
            wrong("a frame is not within its bytes");
        if (answer)
            answer_document(frame.document, frame.bytes);
        found = 31 * found + frame.bytes + 3;
        taken += frame.taken;
    }
}

static void check_stream(void) {
    struct xch_bytes stream = {0};
    for (size_t i = draw(5); i > 0; i--) {
        struct xch_bytes document = {0};
        make_document(&document);
        xch_bytes_count(&stream, document.count + (draw(10) == 0 ? draw(5) : 0));
        xch_bytes_text(&stream, draw(30) == 0 ? "\r\n" : "\n");
        xch_bytes_add(&stream, document.data, document.count);
        xch_bytes_free(&document);
    }
    if (draw(3) == 0)
        damage(&stream);
    if (take_frames(&stream, 1 + draw(50), false) != take_frames(&stream, SIZE_MAX, true))
        wrong("frames depend on how their bytes come");
    xch_bytes_free(&stream);
}

static void check_document(void) {
    struct xch_bytes document = {0};
    const size_t items = make_document(&document);
    const size_t damages = draw(3) == 0 ? 0 : 1 + draw_size(6);
    for (size_t i = 0; i < damages; i++)
        damage(&document);
    const int found = answer_document(document.data, document.count);
    if (damages == 0 && found != (int)items)
        wrong("a document of right form was not read, or not whole");
    xch_bytes_free(&document);
}

int main(int argc, char **argv) {
    const struct draw_cases cases = draw_cases(argc, argv, 20000);
    parser = xch_parser_new();
    for (uint64_t i = 0; i < cases.count; i++) {
        current_seed = cases.seed + i;
        draw_seed(current_seed);
        alarm(HANG_SECONDS);
        check_document();
        check_stream();
    }
    xch_parser_free(parser);
    printf("%" PRIu64 " cases from seed %" PRIu64 "\n", cases.count, cases.seed);
    return EXIT_SUCCESS;
}
