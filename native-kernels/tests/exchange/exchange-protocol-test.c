/* SPDX-License-Identifier: Apache-2.0 */
/* The exchange's protocol: length lines, reading and answering, byte for byte. The ledger's tests cover the effects of
 * requests. */
#include "exchange-lines.h"

#include "support/check.h"

static struct xch_parser *parser;

/* --- length lines --- */

static xch_frame_state find(struct xch_frame *frame, const char *bytes) {
    return xch_frame_find(frame, bytes, strlen(bytes), XCH_MOST_BYTES);
}

static void a_document_is_found_behind_its_length(void) {
    struct xch_frame frame;
    CHECK(find(&frame, "9\n<create/>2\n<a") == XCH_FRAME_WHOLE, "%d", (int)find(&frame, "9\n<create/>2\n<a"));
    CHECK(frame.bytes == 9 && frame.taken == 11 && strncmp(frame.document, "<create/>", 9) == 0, "%zu", frame.taken);
}

static void an_unfinished_frame_asks_for_more(void) {
    struct xch_frame frame;
    const char whole[] = "0000000009\n<create/>";
    for (size_t count = 0; count < sizeof whole - 1; count++) {
        CHECK(xch_frame_find(&frame, whole, count, XCH_MOST_BYTES) == XCH_FRAME_MORE, "%zu bytes", count);
        CHECK(frame.bytes == (count > 10 ? 9 : 0), "%zu bytes: %zu", count, frame.bytes);
    }
    CHECK(find(&frame, whole) == XCH_FRAME_WHOLE, "not whole");
}

static void an_empty_document_is_a_document(void) {
    struct xch_frame frame;
    CHECK(find(&frame, "0\n") == XCH_FRAME_WHOLE && frame.bytes == 0 && frame.taken == 2, "%zu", frame.taken);
}

static void a_wrong_length_line_is_broken(void) {
    static const struct {
        const char *bytes, *error;
    } rows[] = {
        {"-9\n<create/>", "a length is 1 to 10 digits and a line feed"},
        {"+9\n<create/>", "a length is 1 to 10 digits and a line feed"},
        {" 9\n<create/>", "a length is 1 to 10 digits and a line feed"},
        {"9 \n<create/>", "a length is 1 to 10 digits and a line feed"},
        {"9\r\n<create/>", "a length is 1 to 10 digits and a line feed"},
        {"\n<create/>", "a length is 1 to 10 digits and a line feed"},
        {"<create/>", "a length is 1 to 10 digits and a line feed"},
        {"0x9\n<create/>", "a length is 1 to 10 digits and a line feed"},
        {"9.0\n<create/>", "a length is 1 to 10 digits and a line feed"},
        {"00000000009\n<create/>", "the length has more than 10 digits"},
        {"00000000000000000000", "the length has more than 10 digits"},
        {"1048577\n", "the length is more than a request may have"},
        {"9999999999\n", "the length is more than a request may have"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct xch_frame frame;
        CHECK(find(&frame, rows[i].bytes) == XCH_FRAME_BROKEN, "%s", rows[i].bytes);
        CHECK(frame.error != NULL && strcmp(frame.error, rows[i].error) == 0, "%s: %s", rows[i].bytes, frame.error);
    }
}

/* --- answers --- */

static void the_example_of_a_create_has_173_bytes_and_two_answers(void) {
    static const char example[] = "173\n"
                                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                  "<create>\n"
                                  "  <account id=\"123456\" balance=\"1000\"/>\n"
                                  "  <symbol sym=\"SPY\">\n"
                                  "    <account id=\"123456\">100000</account>\n"
                                  "  </symbol>\n"
                                  "</create>\n";
    struct xch_frame frame;
    CHECK(find(&frame, example) == XCH_FRAME_WHOLE && frame.taken == sizeof example - 1, "%zu", frame.taken);
    check_line(parser, frame.document, "<created id=\"123456\"/><created sym=\"SPY\" id=\"123456\"/>");
}

static void the_values_of_a_create_are_read(void) {
    static const char xml[] = "<create ref=\"day 1\"><account id=\"0\" balance=\"12.34567891\"/>"
                              "<symbol sym=\"A\"><account id=\"9223372036854775807\"> \n 0.0001 </account>"
                              "<account id=\"2\">1000000000000</account></symbol><symbol sym=\"B2\"/></create>";
    char error[XCH_ERROR_BYTES];
    struct xch_request *request = xch_request_read(parser, xml, sizeof xml - 1, error);
    CHECK(request != NULL && request->kind == XCH_CREATE && request->count == 4, "%s", error);
    if (request == NULL)
        return;
    const struct xch_item *items = request->items;
    CHECK(strcmp(request->ref, "day 1") == 0, "%s", request->ref);
    CHECK(items[0].kind == XCH_CREATE_ACCOUNT && items[0].account == 0 && items[0].balance == 1234567891, "account");
    CHECK(items[1].kind == XCH_CREATE_SHARES && items[1].account == INT64_MAX && items[1].amount == 1, "shares");
    CHECK(strcmp(items[1].texts[XCH_TEXT_SYM], "A") == 0, "%s", items[1].texts[XCH_TEXT_SYM]);
    CHECK(items[2].account == 2 && items[2].amount == XCH_MOST_SHARES, "most shares");
    CHECK(items[3].kind == XCH_CREATE_SYMBOL && strcmp(items[3].texts[XCH_TEXT_SYM], "B2") == 0, "symbol");
    xch_request_free(request);
}

static void the_values_of_transactions_are_read(void) {
    static const char xml[] = "<transactions id='7'><order sym='SPY' amount='-0.25' limit='145.67'/><query id='1'/>"
                              "<cancel id='18'/></transactions>";
    char error[XCH_ERROR_BYTES];
    struct xch_request *request = xch_request_read(parser, xml, sizeof xml - 1, error);
    CHECK(request != NULL && request->kind == XCH_TRANSACTIONS && request->count == 3, "%s", error);
    if (request == NULL)
        return;
    const struct xch_item *items = request->items;
    CHECK(request->account == 7 && request->ref == NULL, "%d", (int)request->account);
    CHECK(items[0].kind == XCH_ORDER && items[0].amount == -2500 && items[0].limit == 1456700, "order");
    CHECK(items[1].kind == XCH_QUERY && items[1].order == 1, "query");
    CHECK(items[2].kind == XCH_CANCEL && items[2].order == 18, "cancel");
    xch_request_free(request);
}

/* The example of the assignment: seven orders with their answers, followed by two queries. */
static void the_worked_example_is_answered_byte_for_byte(void) {
    static const struct {
        const char *amount, *limit;
    } orders[] = {{"300", "125"},  {"-100", "130"}, {"200", "127"}, {"-500", "128"},
                  {"-200", "140"}, {"400", "125"},  {"-400", "124"}};
    struct xch_bytes xml = {0}, wanted = {0};
    xch_bytes_text(&xml, "<transactions id=\"1\">");
    for (size_t i = 0; i < 7; i++) {
        char text[160];
        snprintf(text, sizeof text, "<order sym=\"SPY\" amount=\"%s\" limit=\"%s\"/>", orders[i].amount,
                 orders[i].limit);
        xch_bytes_text(&xml, text);
        snprintf(text, sizeof text, "<opened sym=\"SPY\" amount=\"%s\" limit=\"%s\" id=\"%zu\"/>", orders[i].amount,
                 orders[i].limit, i + 1);
        xch_bytes_text(&wanted, text);
    }
    xch_bytes_add(&xml, "</transactions>", sizeof "</transactions>");
    xch_bytes_add(&wanted, "", 1);
    check_line(parser, xml.data, wanted.data);
    xch_bytes_free(&xml);
    xch_bytes_free(&wanted);

    static const char asked[] = "<transactions id=\"1\"><query id=\"1\"/><query id=\"7\"/></transactions>";
    static const struct xch_execution of_1[] = {{2000000, 1250000, INT64_C(1519348326999999)}},
                                      of_7[] = {{2000000, 1270000, INT64_C(1519348326000000)},
                                                {2000000, 1250000, INT64_C(1519348327000000)}};
    const struct xch_answer answers[] = {
        {.kind = XCH_ANSWER_STATUS, .id = 1, .open = 1000000, .executed = of_1, .executed_count = 1},
        {.kind = XCH_ANSWER_STATUS, .id = 7, .executed = of_7, .executed_count = 2}};
    char error[XCH_ERROR_BYTES];
    struct xch_request *request = xch_request_read(parser, asked, sizeof asked - 1, error);
    struct xch_bytes out = {0};
    xch_write_results(&out, request, answers);
    xch_bytes_add(&out, "", 1);
    CHECK(strcmp(out.data, "<results><status id=\"1\"><open shares=\"100\"/>"
                           "<executed shares=\"200\" price=\"125\" time=\"1519348326\"/></status>"
                           "<status id=\"7\"><executed shares=\"200\" price=\"127\" time=\"1519348326\"/>"
                           "<executed shares=\"200\" price=\"125\" time=\"1519348327\"/></status></results>\n") == 0,
          "%s", out.data);
    xch_bytes_free(&out);
    xch_request_free(request);
}

static void a_cancel_tells_what_was_canceled_and_executed(void) {
    static const char xml[] = "<transactions id='1'><cancel id='3'/></transactions>";
    static const struct xch_execution executed[] = {{5000, 12345678, 3000000}};
    const struct xch_answer answer = {.kind = XCH_ANSWER_CANCELED,
                                      .id = 3,
                                      .canceled = 15000,
                                      .canceled_time = 4999999,
                                      .executed = executed,
                                      .executed_count = 1};
    char error[XCH_ERROR_BYTES];
    struct xch_bytes out = {0};
    struct xch_request *request = xch_request_read(parser, xml, sizeof xml - 1, error);
    xch_write_results(&out, request, &answer);
    xch_bytes_add(&out, "", 1);
    CHECK(strcmp(out.data, "<results><canceled id=\"3\"><canceled shares=\"1.5\" time=\"4\"/>"
                           "<executed shares=\"0.5\" price=\"1234.5678\" time=\"3\"/></canceled></results>\n") == 0,
          "%s", out.data);
    xch_bytes_free(&out);
    xch_request_free(request);
}

static void a_refused_item_has_its_attributes_and_the_reason(void) {
    static const char xml[] = "<transactions id='1'><order sym='A' amount='1.50' limit='2'/><query id='3'/>"
                              "<cancel id='4'/></transactions>";
    const struct xch_answer answers[] = {
        {.error = "has < \"enough\""}, {.error = "no such order"}, {.error = "canceled already"}};
    char error[XCH_ERROR_BYTES];
    struct xch_bytes out = {0};
    struct xch_request *request = xch_request_read(parser, xml, sizeof xml - 1, error);
    xch_write_results(&out, request, answers);
    xch_bytes_add(&out, "", 1);
    CHECK(strcmp(out.data,
                 "<results><error sym=\"A\" amount=\"1.50\" limit=\"2\">has &lt; &quot;enough&quot;</error>"
                 "<error id=\"3\">no such order</error><error id=\"4\">canceled already</error></results>\n") == 0,
          "%s", out.data);
    xch_bytes_free(&out);
    xch_request_free(request);
}

static void an_empty_create_has_an_empty_answer(void) {
    check_line(parser, "<create/>", "");
}

static void answers_are_one_line_whatever_the_values_have_in_them(void) {
    check_line(
        parser, "<transactions id='1'><query id='&#10;&#13;&#9;&lt;&gt;&amp;&quot;&apos;\xc3\xa9'/></transactions>",
        "<error id=\"&#10;&#13;&#9;&lt;&gt;&amp;&quot;'\xc3\xa9\">an order's id is a number up to 9223372036854775807, "
        "without leading zeros</error>");
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(a_document_is_found_behind_its_length),
        CASE(an_unfinished_frame_asks_for_more),
        CASE(an_empty_document_is_a_document),
        CASE(a_wrong_length_line_is_broken),
        CASE(the_example_of_a_create_has_173_bytes_and_two_answers),
        CASE(the_values_of_a_create_are_read),
        CASE(the_values_of_transactions_are_read),
        CASE(the_worked_example_is_answered_byte_for_byte),
        CASE(a_cancel_tells_what_was_canceled_and_executed),
        CASE(a_refused_item_has_its_attributes_and_the_reason),
        CASE(an_empty_create_has_an_empty_answer),
        CASE(answers_are_one_line_whatever_the_values_have_in_them),
    };
    parser = xch_parser_new();
    const int status = run_cases(cases, sizeof cases / sizeof cases[0]);
    xch_parser_free(parser);
    return status;
}
