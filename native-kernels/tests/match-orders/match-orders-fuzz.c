/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hostile records for match-orders: with any fields, a record is refused with a text, or becomes a message that the
 * fast and the plain version of the book handle alike.
 *
 *     match-orders-fuzz [--cases N] [--seed S]
 *
 * The seed S + i alone decides case i. A check that fails names its seed.
 */
#include "message.h"

#include "support/draw.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDS = 40, FIELD_ROOM = 48 };

static uint64_t seed;

#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "not so: %s; again: match-orders-fuzz --cases 1 --seed %" PRIu64 "\n", #condition, seed);  \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)

static void draw_field(char text[FIELD_ROOM], struct sw_csv_field *field) {
    static const char *const likely[] = {"limit",
                                         "market",
                                         "ioc",
                                         "fok",
                                         "cancel",
                                         "replace",
                                         "bid",
                                         "ask",
                                         "1",
                                         "2",
                                         "3",
                                         "4",
                                         "-1",
                                         "0",
                                         "500",
                                         "I1",
                                         "501",
                                         "99",
                                         "1e3",
                                         " 1",
                                         "+1",
                                         "0x10",
                                         "",
                                         "9223372036854775807",
                                         "-9223372036854775808",
                                         "4611686018427387904",
                                         "4611686018427387905",
                                         "18446744073709551616"};
    const size_t what = draw(20);
    if (what == 0) {
        *field = (struct sw_csv_field){.text = NULL};
        return;
    }
    if (what < 4) {
        const size_t length = draw(FIELD_ROOM);
        for (size_t i = 0; i < length; i++)
            text[i] = (char)(1 + draw(255));
        text[length] = '\0';
    } else {
        strcpy(text, likely[draw(sizeof likely / sizeof likely[0])]);
    }
    /* In separate memory, so that a sanitizer sees reads behind the text. */
    field->length = strlen(text);
    field->text = strdup(text);
}

static book_err apply(struct book *book, const struct message *message) {
    const uint64_t handle = book_find(book, message->order.id);
    switch (message->kind) {
    case MESSAGE_ORDER:
        return book_submit(book, &message->order, NULL);
    case MESSAGE_REPLACE:
        return book_replace(book, handle, message->order.price, message->order.volume, NULL);
    case MESSAGE_CANCEL:
        return book_cancel(book, handle);
    default:
        return BOOK_OK;
    }
}

static void run_case(void) {
    struct book *books[2];
    draw_seed(seed);
    const int lobster = draw(2) == 0;
    for (int i = 0; i < 2; i++) {
        const struct book_options options = {.instruments = 1, .unique_ids = 1, .plain = i};
        REQUIRE(book_new(&options, &books[i]) == BOOK_OK);
    }
    for (int i = 0; i < RECORDS; i++) {
        struct sw_csv_field fields[MESSAGE_COLUMNS];
        char text[FIELD_ROOM];
        for (size_t j = 0; j < MESSAGE_COLUMNS; j++)
            draw_field(text, &fields[j]);
        const struct sw_record record = {.path = "fuzz.csv",
                                         .line = (unsigned long)i + 1,
                                         .columns = lobster ? lobster_columns : message_columns,
                                         .fields = fields};
        struct sw_failure f = {.status = STATUS_OK};
        struct message message;
        if ((lobster ? take_lobster : take_message)(&record, &message, &f) == STATUS_OK) {
            REQUIRE(message.order.price >= BOOK_LEAST_PRICE && message.order.price <= BOOK_MOST_PRICE);
            REQUIRE(message.kind == MESSAGE_CANCEL || message.kind == MESSAGE_NOTHING || message.order.volume > 0);
            const book_err code = apply(books[0], &message);
            REQUIRE(code == apply(books[1], &message));
            REQUIRE(code == BOOK_OK || code == BOOK_ERR_DUPLICATE || code == BOOK_ERR_HANDLE);
        } else {
            REQUIRE(f.status == STATUS_CONTENT && strstr(f.text, "fuzz.csv line ") == f.text);
        }
        for (size_t j = 0; j < MESSAGE_COLUMNS; j++)
            free(fields[j].text);
    }
    for (int i = 0; i < 2; i++)
        book_free(books[i]);
}

int main(int argc, char **argv) {
    uint64_t cases = 5000, first = 1;
    for (int i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], "--cases") == 0)
            cases = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0)
            first = strtoull(argv[i + 1], NULL, 10);
    for (seed = first; seed < first + cases; seed++)
        run_case();
    printf("%" PRIu64 " cases from seed %" PRIu64 "\n", cases, first);
    return EXIT_SUCCESS;
}
