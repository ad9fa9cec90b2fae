/* SPDX-License-Identifier: Apache-2.0 */
/* Tests exchange-load without a server: the requests, and the answers that count as wrong. */
#include "exchange-load/load.h"
#include "support/check.h"

#include <inttypes.h>

static struct load load;
static struct load_client client;
static struct xch_parser *parser;

/* A load of one client with the options of a command line. */
static void begin(int argc, char **argv) {
    struct sw_failure f = {.status = STATUS_OK};
    load = (struct load){.run = 1000000000000000000};
    client = (struct load_client){.number = 5, .fd = -1, .random = {7}};
    CHECK(load_options_read(&load.options, argc, argv, &f) == STATUS_OK, "%s", f.text);
    client.items = calloc(load.options.items, sizeof *client.items);
}

#define BEGIN(...)                                                                                                     \
    do {                                                                                                               \
        char *words[] = {"exchange-load", __VA_ARGS__, NULL};                                                          \
        begin((int)(sizeof words / sizeof words[0]) - 1, words);                                                       \
    } while (0)

static void end(void) {
    free(client.items);
    xch_bytes_free(&client.out);
    xch_bytes_free(&client.last);
}

static struct xch_request *read_request(char error[XCH_ERROR_BYTES]) {
    struct xch_frame frame;
    CHECK(xch_frame_find(&frame, client.out.data, client.out.count, XCH_MOST_BYTES) == XCH_FRAME_WHOLE, "no frame");
    CHECK(frame.taken == client.out.count, "more than a frame");
    return xch_request_read(parser, frame.document, frame.bytes, error);
}

/* Answers the client's request as a server would, orders with the ids from FIRST on. */
static void answer(uint64_t first, struct xch_bytes *line) {
    char error[XCH_ERROR_BYTES];
    struct xch_answer answers[8] = {0};
    struct xch_request *request = read_request(error);
    line->count = 0;
    if (request == NULL) {
        xch_write_error(line, error);
        return;
    }
    for (size_t i = 0; i < request->count; i++)
        answers[i] = (struct xch_answer){
            .kind = request->items[i].kind == XCH_ORDER ? XCH_ANSWER_OPENED : XCH_ANSWER_CREATED, .id = first + i};
    xch_write_results(line, request, answers);
    xch_request_free(request);
}

static void requests_follow_their_mix(void) {
    uint64_t kinds[XCH_CANCEL + 1] = {0}, errors = 0, spoiled = 0;
    struct xch_bytes line = {0};
    BEGIN("--mix", "70/15/10/5", "--valid", "90");
    for (uint64_t i = 0; i < 20000; i++) {
        char error[XCH_ERROR_BYTES];
        load_make_request(&load, &client);
        struct xch_request *request = read_request(error);
        CHECK((request == NULL) == client.spoiled, "%.*s", (int)client.out.count, client.out.data);
        spoiled += request == NULL;
        if (request == NULL)
            continue;
        kinds[request->items[0].kind]++;
        errors += client.items[0].expected == EXPECT_ERROR;
        if (client.items[0].expected == EXPECT_OPENED) {
            CHECK(request->items[0].error == NULL, "%s", request->items[0].error);
            answer(i + 1, &line);
            load_check_answer(&load, &client, line.data, line.count);
        }
        xch_request_free(request);
    }
    CHECK(load.totals.wrong == 0, "%s", load.totals.first_wrong);
    CHECK(kinds[XCH_ORDER] > 13000 && kinds[XCH_ORDER] < 15500, "%" PRIu64, kinds[XCH_ORDER]);
    CHECK(kinds[XCH_QUERY] > 2400 && kinds[XCH_QUERY] < 3400, "%" PRIu64, kinds[XCH_QUERY]);
    CHECK(kinds[XCH_CANCEL] > 1600 && kinds[XCH_CANCEL] < 2400, "%" PRIu64, kinds[XCH_CANCEL]);
    CHECK(kinds[XCH_CREATE_ACCOUNT] > 850 && kinds[XCH_CREATE_ACCOUNT] < 1150, "%" PRIu64, kinds[XCH_CREATE_ACCOUNT]);
    CHECK(errors > 1600 && errors < 2200, "%" PRIu64, errors);
    CHECK(spoiled > 150 && spoiled < 260, "%" PRIu64, spoiled);
    xch_bytes_free(&line);
    end();
}

static void the_same_seed_makes_the_same_requests(void) {
    struct xch_bytes first = {0};
    for (int round = 0; round < 2; round++) {
        BEGIN("--mix", "1/0/0/0", "--orders-per-request", "5", "--seed", "3");
        for (int i = 0; i < 3; i++)
            load_make_request(&load, &client);
        if (round == 0)
            xch_bytes_add(&first, client.out.data, client.out.count);
        else
            CHECK(first.count == client.out.count && memcmp(first.data, client.out.data, first.count) == 0, "differ");
        end();
    }
    xch_bytes_free(&first);
}

static void sellers_have_what_they_sell_and_all_of_it_is_created(void) {
    struct load_options *options = &load.options;
    struct xch_bytes out = {0};
    BEGIN("--symbols", "7", "--accounts", "30", "--mix", "1/0/0/0", "--valid", "100");
    CHECK(load_make_creation(options, 0, 1000, &out) == 30 + 7 * LOAD_HOLDERS, "other items");
    xch_bytes_add(&out, "", 1);
    for (int i = 0; i < 2000; i++) {
        char error[XCH_ERROR_BYTES], created[96];
        load_make_request(&load, &client);
        struct xch_request *request = read_request(error);
        snprintf(created, sizeof created, "<symbol sym=\"%s\"><account id=\"%" PRIu64 "\">",
                 request->items[0].texts[XCH_TEXT_SYM], request->account);
        CHECK(strstr(out.data, created) != NULL, "%s is not created", created);
        xch_request_free(request);
    }
    xch_bytes_free(&out);
    end();
}

/* Lets the load check LINE in place of the right answer; the load must count it as wrong. */
static void must_be_wrong(const char *line) {
    const uint64_t wrong = load.totals.wrong;
    load_check_answer(&load, &client, line, strlen(line));
    CHECK(load.totals.wrong == wrong + 1, "taken for right: %s", line);
}

static void answers_to_orders_that_cannot_be_right_are_seen(void) {
    char other[512];
    struct xch_bytes line = {0};
    BEGIN("--mix", "1/0/0/0", "--valid", "100");
    load_make_request(&load, &client);
    answer(1, &line);
    load_check_answer(&load, &client, line.data, line.count);
    CHECK(load.totals.wrong == 0 && load.totals.opened == 1 && client.known[0].id == 1, "the right one is wrong");
    snprintf(other, sizeof other, "<results><opened%s id=\"0\"/></results>\n", client.items[0].echo);
    must_be_wrong(other);
    snprintf(other, sizeof other, "<results><error%s>no</error></results>\n", client.items[0].echo);
    must_be_wrong(other);
    snprintf(other, sizeof other, "<results><opened%s id=\"1\"/><created/></results>\n", client.items[0].echo);
    must_be_wrong(other);
    must_be_wrong("<results><opened sym=\"S1\" amount=\"1\" limit=\"1\" id=\"1\"/></results>\n");
    must_be_wrong("<results></results>\n");
    must_be_wrong("\n");
    xch_bytes_free(&line);
    end();
}

static void answers_to_queries_must_add_up(void) {
    BEGIN("--mix", "0/1/0/0", "--valid", "100");
    client.known[0] = (struct load_order){.id = 9, .account = 1, .symbol = 2, .amount = 1000000, .limit = 1000000};
    client.known_count = 1;
    load_make_request(&load, &client);
    static const char *const right[] = {
        "<results><status id=\"9\"><open shares=\"100\"/></status></results>\n",
        "<results><status id=\"9\"><open shares=\"99.5\"/><executed shares=\"0.5\" price=\"99\" time=\"1\"/></status>"
        "</results>\n",
        "<results><status id=\"9\"><canceled shares=\"60\" time=\"5\"/><executed shares=\"40\" price=\"100\" "
        "time=\"1\"/></status></results>\n"};
    for (size_t i = 0; i < 3; i++)
        load_check_answer(&load, &client, right[i], strlen(right[i]));
    CHECK(load.totals.wrong == 0, "%s", load.totals.first_wrong);
    must_be_wrong("<results><status id=\"8\"><open shares=\"100\"/></status></results>\n");
    must_be_wrong("<results><status id=\"9\"><open shares=\"99\"/></status></results>\n");
    must_be_wrong("<results><status id=\"9\"></status></results>\n");
    must_be_wrong("<results><error id=\"9\">unknown</error></results>\n");
    must_be_wrong(
        "<results><status id=\"9\"><executed shares=\"100\" price=\"100.01\" time=\"1\"/></status></results>\n");
    must_be_wrong("<results><status id=\"9\"><open shares=\"50\"/><canceled shares=\"50\" time=\"1\"/></status>"
                  "</results>\n");
    end();
}

static void a_request_that_is_sent_again_must_have_the_same_answer(void) {
    struct xch_bytes line = {0};
    BEGIN("--mix", "1/0/0/0", "--valid", "100", "--refs", "--again", "100");
    load_make_request(&load, &client);
    CHECK(memmem(client.out.data, client.out.count, " ref=\"", 6) != NULL, "no ref");
    answer(1, &line);
    load_check_answer(&load, &client, line.data, line.count);
    client.again = true;
    xch_bytes_add(&client.last, line.data, line.count);
    load_check_answer(&load, &client, line.data, line.count);
    CHECK(load.totals.wrong == 0 && load.totals.opened == 1, "%s", load.totals.first_wrong);
    answer(2, &line);
    load_check_answer(&load, &client, line.data, line.count);
    CHECK(load.totals.wrong == 1, "another answer is taken for right");
    xch_bytes_free(&line);
    end();
}

static void answers_are_found_with_and_without_their_length(void) {
    const char *line;
    size_t bytes;
    static const char bare[] = "<results></results>\n<res", with[] = "20\n<results></results>\n20\n";
    CHECK(load_find_answer(bare, sizeof bare - 1, &line, &bytes) == 20 && bytes == 20 && line == bare, "bare");
    CHECK(load_find_answer(with, sizeof with - 1, &line, &bytes) == 23 && bytes == 20 && line == with + 3, "with");
    for (size_t count = 0; count < 20; count++)
        CHECK(load_find_answer(bare, count, &line, &bytes) == 0, "bare, %zu bytes", count);
    for (size_t count = 0; count < 23; count++)
        CHECK(load_find_answer(with, count, &line, &bytes) == 0, "with, %zu bytes", count);
}

#define UNKNOWN                                                                                                        \
    "<results><error id=\"9223372036854775807\">there is no such account: create it first</error></results>\n"
#define KNOWN "<results><error id=\"9223372036854775807\">there is no such order</error></results>\n"

static void an_account_without_the_mark_of_a_load_is_seen(void) {
    static const struct {
        const char *answers;
        uint64_t foreign;
    } rows[] = {{UNKNOWN UNKNOWN, 0},
                {KNOWN KNOWN UNKNOWN UNKNOWN, 0},
                {KNOWN KNOWN UNKNOWN UNKNOWN KNOWN UNKNOWN, 7},
                {KNOWN UNKNOWN KNOWN UNKNOWN, 5}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK(load_find_foreign(5, rows[i].answers, strlen(rows[i].answers)) == rows[i].foreign, "row %zu", i);
}

static void a_mix_that_is_none_is_refused(void) {
    static char *const mixes[] = {"70", "1/2/3", "1/2/3/4/5", "0/0/0/0", "a/b/c/d", "-1/2/3/4", "1/2/3/4 "};
    for (size_t i = 0; i < sizeof mixes / sizeof mixes[0]; i++) {
        struct sw_failure f = {.status = STATUS_OK};
        char *words[] = {"exchange-load", "--mix", mixes[i], NULL};
        CHECK(load_options_read(&load.options, 3, words, &f) == STATUS_USAGE, "%s", mixes[i]);
    }
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(requests_follow_their_mix),
        CASE(the_same_seed_makes_the_same_requests),
        CASE(sellers_have_what_they_sell_and_all_of_it_is_created),
        CASE(answers_to_orders_that_cannot_be_right_are_seen),
        CASE(answers_to_queries_must_add_up),
        CASE(a_request_that_is_sent_again_must_have_the_same_answer),
        CASE(answers_are_found_with_and_without_their_length),
        CASE(an_account_without_the_mark_of_a_load_is_seen),
        CASE(a_mix_that_is_none_is_refused),
    };
    parser = xch_parser_new();
    const int status = run_cases(cases, sizeof cases / sizeof cases[0]);
    xch_parser_free(parser);
    return status;
}
