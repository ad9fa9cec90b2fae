/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random streams of all kinds of orders, cancellations and replacements: the fast and the plain version give the same
 * answers, the same handles and the same events to the byte, and both are sound after each step.
 *
 *     orderbook-random-test [--streams N] [--steps N] [--seed S]
 *
 * The seed S + i alone decides stream i. A failure names its seed.
 */
#include "recorder.h"

#include "support/draw.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HANDLES = 256 };

static uint64_t seed;

#define REQUIRE(condition, ...)                                                                                        \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "not so: %s: ", #condition);                                                               \
            fprintf(stderr, "" __VA_ARGS__);                                                                           \
            fprintf(stderr, "; again: orderbook-random-test --streams 1 --seed %" PRIu64 "\n", seed);                  \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)

/* The traits and the progress of a stream. */
struct stream {
    struct book *books[2]; /* fast and plain */
    struct recorder said[2];
    struct book_options options;
    uint64_t handles[HANDLES]; /* handles given lately, including stale ones */
    size_t given;
    uint64_t ids;
    int shape; /* of the prices */
};

/* Draws a price: a few neighbours, a band like the reports', some bands far apart, or any price. */
static int64_t draw_price(const struct stream *stream) {
    switch (stream->shape) {
    case 0:
        return (int64_t)draw(4);
    case 1:
        return 450 + (int64_t)draw(100);
    case 2:
        return ((int64_t)draw(5) - 2) * (INT64_C(1) << (8 + draw(3) * 20)) + (int64_t)draw(3);
    case 3:
        return (int64_t)draw(40) * 100;
    default:
        return (int64_t)draw_bits() >> (draw(2) == 0 ? 1 : draw(60));
    }
}

static uint64_t draw_handle(const struct stream *stream) {
    if (stream->given == 0 || draw(50) == 0)
        return draw_bits() >> draw(40);
    return stream->handles[draw(stream->given < HANDLES ? stream->given : HANDLES)];
}

static void remember(struct stream *stream, uint64_t handle) {
    if (handle != BOOK_NO_HANDLE)
        stream->handles[stream->given++ % HANDLES] = handle;
}

static struct book_order draw_order(struct stream *stream) {
    return (struct book_order){.id = draw(10) == 0 ? draw(50) : 100 + stream->ids++,
                               .price = draw_price(stream),
                               .volume =
                                   draw(100) == 0 ? (int64_t)draw_bits() : 1 + (int64_t)draw(draw(20) == 0 ? 1000 : 20),
                               .instrument = (uint32_t)draw(stream->options.instruments + (draw(100) == 0)),
                               .owner = (uint32_t)draw(4),
                               .side = (uint8_t)draw(draw(200) == 0 ? 3 : 2),
                               .kind = (uint8_t)(draw(3) == 0 ? draw(BOOK_KINDS + (draw(100) == 0)) : BOOK_LIMIT)};
}

static void step(struct stream *stream) {
    const size_t what = draw(100);
    const struct book_order order = draw_order(stream);
    const uint64_t handle = draw_handle(stream);
    struct book_result results[2] = {{.handle = 0}, {.handle = 0}};
    struct book_order looks[2];
    book_err codes[2];
    memset(looks, 0, sizeof looks);
    for (int i = 0; i < 2; i++) {
        struct book *book = stream->books[i];
        REQUIRE(book_look(book, handle, &looks[i]) == BOOK_OK || looks[i].volume == 0, "look");
        const int same_price = looks[i].volume != 0 && order.id % 2 == 0;
        if (what < 60)
            codes[i] = book_submit(book, &order, &results[i]);
        else if (what < 80)
            codes[i] = book_cancel(book, handle);
        else if (what < 95)
            codes[i] = book_replace(book, handle, same_price ? looks[i].price : order.price, order.volume, &results[i]);
        else
            codes[i] = book_load(book, &order, &results[i].handle);
        book_flush(book);
    }
    REQUIRE(codes[0] == codes[1], "%s, and the plain version: %s", book_strerror(codes[0]), book_strerror(codes[1]));
    REQUIRE(memcmp(&looks[0], &looks[1], sizeof looks[0]) == 0, "they see another order at a handle");
    REQUIRE(memcmp(&results[0], &results[1], sizeof results[0]) == 0, "results differ");
    remember(stream, results[0].handle);
}

static void compare(struct stream *stream) {
    char text[BOOK_ERROR_TEXT_BYTES];
    const struct recorder *said = stream->said;
    REQUIRE(said[0].count == said[1].count, "%zu events, and %zu of the plain version", said[0].count, said[1].count);
    REQUIRE(said[0].count == 0 || memcmp(said[0].events, said[1].events, said[0].count * sizeof *said[0].events) == 0,
            "events differ");
    for (int i = 0; i < 2; i++) {
        REQUIRE(book_check(stream->books[i], text) == BOOK_OK, "%s: %s", i == 0 ? "fast" : "plain", text);
        recorder_clear(&stream->said[i]);
    }
    REQUIRE(book_resting(stream->books[0]) == book_resting(stream->books[1]), "resting");
    if (stream->options.unique_ids) {
        const uint64_t id = draw(50);
        REQUIRE(book_find(stream->books[0], id) == book_find(stream->books[1], id), "find");
    }
}

static int add_to(void *context, const struct book_order *order, uint64_t handle) {
    struct recorder *recorder = context;
    const struct book_event seen = {.kind = order->side,
                                    .instrument = order->owner,
                                    .order = order->id,
                                    .taker = handle,
                                    .price = order->price,
                                    .volume = order->volume};
    record_events(recorder, &seen, 1);
    return 0;
}

/* Checks that the same orders rest, in the same ranks. */
static void compare_books(struct stream *stream) {
    for (int i = 0; i < 2; i++)
        for (uint32_t instrument = 0; instrument < stream->options.instruments; instrument++) {
            book_visit(stream->books[i], instrument, BOOK_BID, add_to, &stream->said[i]);
            book_visit(stream->books[i], instrument, BOOK_ASK, add_to, &stream->said[i]);
        }
    compare(stream);
}

static void run_stream(size_t steps) {
    struct stream stream = {.given = 0};
    draw_seed(seed);
    stream.shape = (int)draw(5);
    stream.options = (struct book_options){.instruments = 1 + (uint32_t)draw_size(6),
                                           .unique_ids = draw(2) == 0,
                                           .refuse_own = draw(3) == 0,
                                           .batch = 1 + draw_size(40),
                                           .take = record_events};
    if (draw(4) == 0)
        stream.options.most_volume = 100;
    if (draw(4) == 0) {
        stream.options.least_price = 2;
        stream.options.most_price = 520;
    }
    for (int i = 0; i < 2; i++) {
        stream.options.plain = i;
        stream.options.context = &stream.said[i];
        REQUIRE(book_new(&stream.options, &stream.books[i]) == BOOK_OK, "new");
    }
    for (size_t i = 0; i < steps; i++) {
        step(&stream);
        compare(&stream);
    }
    compare_books(&stream);
    for (int i = 0; i < 2; i++) {
        book_free(stream.books[i]);
        recorder_free(&stream.said[i]);
    }
}

int main(int argc, char **argv) {
    uint64_t streams = 200, steps = 2000, first = 1;
    for (int i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], "--streams") == 0)
            streams = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--steps") == 0)
            steps = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0)
            first = strtoull(argv[i + 1], NULL, 10);
    for (seed = first; seed < first + streams; seed++)
        run_stream(steps);
    printf("%" PRIu64 " streams of %" PRIu64 " steps from seed %" PRIu64 "\n", streams, steps, first);
    return EXIT_SUCCESS;
}
