/* SPDX-License-Identifier: Apache-2.0 */
/* The book against counts of other engines for the same orders, and against the two texts of the appendix. The texts
 * are implemented here as printed: an array of 1,000 prices, whole numbers, and no cancellation of orders. */
#include "orderbook-cases.h"

#include "orderflow/orderflow.h"

#include <inttypes.h>

enum { PRICES = 1000, LOWER_LIMIT = 0, UPPER_LIMIT = PRICES - 1 };

/* A double-ended queue, from which orders are taken at the front only. */
struct deque {
    struct resting {
        uint64_t id;
        int64_t volume;
    } * orders;
    size_t front, back, room;
};

struct appendix {
    struct deque book[PRICES];
    int max_bid, min_ask;
    int repeats; /* the routine ends with the repeat-until loop of the 58 % text, not with the while loop of the 32 %
                    one */
    struct recorder *said;
};

static int is_empty(const struct deque *deque) {
    return deque->front == deque->back;
}

static void push_back(struct deque *deque, const struct book_order *order) {
    if (deque->back == deque->room) {
        deque->room = deque->room == 0 ? 8 : deque->room * 2;
        deque->orders = realloc(deque->orders, deque->room * sizeof *deque->orders);
        if (deque->orders == NULL)
            abort();
    }
    deque->orders[deque->back++] = (struct resting){order->id, order->volume};
}

static void send(struct appendix *appendix, struct book_event event) {
    record_events(appendix->said, &event, 1);
}

/* Runs the loop of a routine at one price. Returns whether it sent trade confirmations. */
static int trade(struct appendix *appendix, int price, struct book_order *order) {
    struct deque *deque = &appendix->book[price];
    int64_t cumulative = 0;
    while (!is_empty(deque)) {
        struct resting *first = &deque->orders[deque->front];
        const int64_t volume = order->volume < first->volume ? order->volume : first->volume;
        send(appendix,
             (struct book_event){.kind = BOOK_TRADE_MAKER, .order = first->id, .price = price, .volume = volume});
        first->volume -= volume;
        order->volume -= volume;
        cumulative += volume;
        if (first->volume == 0)
            deque->front++;
        if (order->volume == 0)
            break;
    }
    if (cumulative > 0)
        send(appendix,
             (struct book_event){.kind = BOOK_TRADE_TAKER, .order = order->id, .price = price, .volume = cumulative});
    return cumulative > 0;
}

static int ask_order_routine(struct appendix *appendix, struct book_order *order) {
    int traded = 0;
    for (;;) {
        if (order->price > appendix->max_bid) {
            push_back(&appendix->book[order->price], order);
            if (order->price < appendix->min_ask)
                appendix->min_ask = (int)order->price;
            break;
        }
        traded |= trade(appendix, appendix->max_bid, order);
        if (order->volume == 0)
            break;
        appendix->max_bid--;
    }
    if (appendix->repeats) {
        do
            appendix->max_bid--;
        while (appendix->max_bid > LOWER_LIMIT && is_empty(&appendix->book[appendix->max_bid]));
        if (appendix->max_bid < LOWER_LIMIT)
            appendix->max_bid = LOWER_LIMIT;
    } else {
        while (is_empty(&appendix->book[appendix->max_bid]) && appendix->max_bid != LOWER_LIMIT)
            appendix->max_bid--;
    }
    return traded;
}

static int bid_order_routine(struct appendix *appendix, struct book_order *order) {
    int traded = 0;
    for (;;) {
        if (order->price < appendix->min_ask) {
            push_back(&appendix->book[order->price], order);
            if (order->price > appendix->max_bid)
                appendix->max_bid = (int)order->price;
            break;
        }
        traded |= trade(appendix, appendix->min_ask, order);
        if (order->volume == 0)
            break;
        appendix->min_ask++;
    }
    while (is_empty(&appendix->book[appendix->min_ask]) && appendix->min_ask != UPPER_LIMIT)
        appendix->min_ask++;
    return traded;
}

static void take(struct appendix *appendix, const struct book_order *order) {
    const int max_bid = appendix->max_bid, min_ask = appendix->min_ask;
    struct book_order left = *order;
    const int traded =
        order->side == BOOK_ASK ? ask_order_routine(appendix, &left) : bid_order_routine(appendix, &left);
    if (appendix->max_bid != max_bid || appendix->min_ask != min_ask)
        send(appendix, (struct book_event){.kind = BOOK_QUOTE, .bid = appendix->max_bid, .ask = appendix->min_ask});
    if (!traded)
        send(appendix, (struct book_event){.kind = BOOK_CONFIRMED, .order = order->id});
}

static struct appendix *new_appendix(int repeats, struct recorder *said) {
    struct appendix *appendix = calloc(1, sizeof *appendix);
    if (appendix == NULL)
        abort();
    appendix->max_bid = LOWER_LIMIT;
    appendix->min_ask = UPPER_LIMIT;
    appendix->repeats = repeats;
    appendix->said = said;
    return appendix;
}

static void free_appendix(struct appendix *appendix) {
    for (int i = 0; i < PRICES; i++)
        free(appendix->book[i].orders);
    free(appendix);
}

/* --- cases --- */

/* Measured with four engines: the algorithm of the appendix, a prototype, CppTrader and exchange-core. */
void gives_the_golden_counts_of_a_million_orders(void) {
    struct recorder said = {.count = 0};
    struct counts counts = {.fills = 0};
    struct book *book = new_book((struct book_options){0}, &said);
    struct sw_orderflow flow = {.state = 1};
    for (int i = 0; i < 1000000; i++) {
        const struct book_order order = sw_orderflow_next(&flow);
        CHECK(book_submit(book, &order, NULL) == BOOK_OK, "order %d", i);
        if (i % 10000 == 0) {
            count_events(&counts, said.events, said.count);
            recorder_clear(&said);
        }
    }
    book_flush(book);
    count_events(&counts, said.events, said.count);
    CHECK(counts.trade_confirmations == 1476254, "%" PRIu64 " trade confirmations", counts.trade_confirmations);
    CHECK(counts.notional == INT64_C(9907542677), "notional %" PRId64, counts.notional);
    CHECK(counts.order_confirmations == 570889, "%" PRIu64 " order confirmations", counts.order_confirmations);
    CHECK(counts.quotes == 382661, "%" PRIu64 " quotes", counts.quotes);
    CHECK(book_resting(book) == 215219, "%" PRIu64 " rest", book_resting(book));
    check_sound(book);
    book_free(book);
    recorder_free(&said);
}

/* Converts an event of the book to the fields of the reports' messages, with their price limits for empty sides. */
static struct book_event as_reported(const struct book_event *event) {
    switch (event->kind) {
    case BOOK_QUOTE:
        return (struct book_event){.kind = BOOK_QUOTE,
                                   .bid = event->bid == BOOK_NO_BID ? LOWER_LIMIT : event->bid,
                                   .ask = event->ask == BOOK_NO_ASK ? UPPER_LIMIT : event->ask};
    case BOOK_CONFIRMED:
        return (struct book_event){.kind = BOOK_CONFIRMED, .order = event->order};
    default:
        return (struct book_event){
            .kind = event->kind, .order = event->order, .price = event->price, .volume = event->volume};
    }
}

/* Returns the number of equal events of the book and of a text of the appendix before the first difference, or SIZE_MAX
 * without a difference. */
static size_t events_alike(int repeats, int orders) {
    struct recorder ours = {.count = 0}, theirs = {.count = 0};
    struct book *book = new_book((struct book_options){0}, &ours);
    struct appendix *appendix = new_appendix(repeats, &theirs);
    struct sw_orderflow flow = {.state = 2};
    size_t alike = 0;
    for (int i = 0; i < orders; i++) {
        const struct book_order order = sw_orderflow_next(&flow);
        CHECK(book_submit(book, &order, NULL) == BOOK_OK, "order %d", i);
        take(appendix, &order);
    }
    book_flush(book);
    for (; alike < ours.count && alike < theirs.count; alike++) {
        const struct book_event event = as_reported(&ours.events[alike]);
        if (memcmp(&event, &theirs.events[alike], sizeof event) != 0)
            break;
    }
    const int same = alike == ours.count && alike == theirs.count;
    book_free(book);
    free_appendix(appendix);
    recorder_free(&ours);
    recorder_free(&theirs);
    return same ? SIZE_MAX : alike;
}

void agrees_with_the_routines_of_the_appendix(void) {
    const size_t alike = events_alike(0, 100000);
    CHECK(alike == SIZE_MAX, "event %zu differs from the 32 %% text's", alike);
}

/* The 58 % text ends with "repeat: decrement max_bid; until its queue is not empty": the text steps down even from a
 * price with resting bids, after a partial fill. Later orders then skip these bids, and the book is crossed. */
void shows_what_the_other_text_loses(void) {
    static const struct book_order orders[] = {
        {.id = 1, .price = 510, .volume = 50, .side = BOOK_BID},
        {.id = 2, .price = 505, .volume = 10, .side = BOOK_BID},
        {.id = 3, .price = 510, .volume = 30, .side = BOOK_ASK}, /* leaves 20 of order 1 at 510 */
        {.id = 4, .price = 508, .volume = 5, .side = BOOK_ASK},
    };
    struct recorder right = {.count = 0}, wrong = {.count = 0}, ours = {.count = 0};
    struct appendix *while_loop = new_appendix(0, &right), *repeat_loop = new_appendix(1, &wrong);
    struct book *book = new_book((struct book_options){0}, &ours);
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        take(while_loop, &orders[i]);
        take(repeat_loop, &orders[i]);
        CHECK(book_submit(book, &orders[i], NULL) == BOOK_OK, "order");
    }
    CHECK(while_loop->max_bid == 510 && is_empty(&while_loop->book[508]), "order 4 trades at 510");
    CHECK(!is_empty(&repeat_loop->book[510]) && !is_empty(&repeat_loop->book[508]) && repeat_loop->min_ask == 508,
          "order 4 rests at 508, below the bid at 510: crossed");
    int64_t bid, ask;
    CHECK(book_best(book, 0, &bid, &ask) == BOOK_OK && bid == 510 && ask == BOOK_NO_ASK, "the book does as the first");
    check_sound(book);
    CHECK(events_alike(1, 1000) != SIZE_MAX, "random orders show it, too");
    book_free(book);
    free_appendix(while_loop);
    free_appendix(repeat_loop);
    recorder_free(&right);
    recorder_free(&wrong);
    recorder_free(&ours);
}
