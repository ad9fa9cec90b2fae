/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The plain version: the two routines of the appendix, statement by statement, over one queue for each price. The fast
 * version is checked against the plain version, so the two share no code. "Decrement max_bid by 1" is a step to the
 * next lower price with a queue: the prices between have never had an order.
 */
#include "plain.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WHOLE = 1 << 20 }; /* elements of whole vectors in a book */

static void put(struct book *book, struct book_event event) {
    *book_event_room(book) = event;
}

static void send_trade_maker(struct plain *plain, const struct book_order *taker, const struct queued *maker,
                             int64_t price, int64_t volume) {
    put(&plain->common, (struct book_event){.kind = BOOK_TRADE_MAKER,
                                            .side = taker->side == BOOK_BID ? BOOK_ASK : BOOK_BID,
                                            .last = maker->volume == volume,
                                            .instrument = taker->instrument,
                                            .order = maker->id,
                                            .taker = taker->id,
                                            .price = price,
                                            .volume = volume});
}

static void send_trade_taker(struct plain *plain, const struct book_order *taker, int64_t price, int64_t volume) {
    put(&plain->common, (struct book_event){.kind = BOOK_TRADE_TAKER,
                                            .side = taker->side,
                                            .last = taker->volume == 0,
                                            .instrument = taker->instrument,
                                            .order = taker->id,
                                            .price = price,
                                            .volume = volume});
}

static void send_quote(struct plain *plain, const struct book_order *order, const struct vector *vector) {
    put(&plain->common, (struct book_event){.kind = BOOK_QUOTE,
                                            .side = order->side,
                                            .instrument = order->instrument,
                                            .order = order->id,
                                            .bid = vector->max_bid,
                                            .ask = vector->min_ask});
}

static void send_about(struct plain *plain, book_event_kind kind, const struct book_order *order, int64_t volume) {
    put(&plain->common, (struct book_event){.kind = (uint8_t)kind,
                                            .side = order->side,
                                            .instrument = order->instrument,
                                            .order = order->id,
                                            .price = order->kind == BOOK_MARKET ? 0 : order->price,
                                            .volume = volume});
}

/* OrderBook[price] */
static struct queue *queue_at(const struct vector *vector, int64_t price) {
    return &vector->elements[book_plain_position(vector, price)].queue;
}

static void next_lower(struct vector *vector) {
    const size_t position = book_plain_position(vector, vector->max_bid);
    vector->max_bid = position == 0 ? BOOK_NO_BID : vector->elements[position - 1].price;
}

static void next_higher(struct vector *vector) {
    const size_t position = book_plain_position(vector, vector->min_ask) + 1;
    vector->min_ask = position == vector->count ? BOOK_NO_ASK : vector->elements[position].price;
}

/* The while loop at the end of the routine, for both sides. */
static void leave_empty_queues(struct vector *vector) {
    while (vector->max_bid != BOOK_NO_BID && queue_at(vector, vector->max_bid)->count == 0)
        next_lower(vector);
    while (vector->min_ask != BOOK_NO_ASK && queue_at(vector, vector->min_ask)->count == 0)
        next_higher(vector);
}

static uint64_t push_back(struct plain *plain, struct vector *vector, const struct book_order *order) {
    const uint32_t place = book_plain_take_place(plain, order);
    book_queue_push_back(queue_at(vector, order->price),
                         (struct queued){order->id, order->volume, order->owner, place});
    return book_handle_of(place, plain->places[place].generation);
}

/* The while loop of the routine: trades with the orders at one price. */
static void trade_at(struct plain *plain, struct queue *queue, int64_t price, struct book_order *order) {
    int64_t cumulative_volume = 0;
    while (queue->count > 0) {
        struct queued *resting = book_queue_at(queue, 0);
        const int64_t trade_volume = order->volume < resting->volume ? order->volume : resting->volume;
        send_trade_maker(plain, order, resting, price, trade_volume);
        resting->volume -= trade_volume;
        order->volume -= trade_volume;
        cumulative_volume += trade_volume;
        if (resting->volume == 0) {
            book_plain_release_place(plain, resting->slot);
            book_queue_pop_front(queue);
        }
        if (order->volume == 0)
            break;
    }
    if (cumulative_volume > 0)
        send_trade_taker(plain, order, price, cumulative_volume);
}

/* Runs Ask_Order_Routine up to the last while loop. Returns the handle of the resting order. */
static uint64_t ask_order_routine(struct plain *plain, struct vector *vector, struct book_order *order, int64_t limit) {
    for (;;) {
        if (limit > vector->max_bid) {
            if (order->kind != BOOK_LIMIT)
                return BOOK_NO_HANDLE;
            const uint64_t handle = push_back(plain, vector, order);
            if (order->price < vector->min_ask)
                vector->min_ask = order->price;
            return handle;
        }
        trade_at(plain, queue_at(vector, vector->max_bid), vector->max_bid, order);
        if (order->volume == 0)
            return BOOK_NO_HANDLE;
        next_lower(vector);
    }
}

/* Runs Bid_Order_Routine, the mirror of Ask_Order_Routine. */
static uint64_t bid_order_routine(struct plain *plain, struct vector *vector, struct book_order *order, int64_t limit) {
    for (;;) {
        if (limit < vector->min_ask) {
            if (order->kind != BOOK_LIMIT)
                return BOOK_NO_HANDLE;
            const uint64_t handle = push_back(plain, vector, order);
            if (order->price > vector->max_bid)
                vector->max_bid = order->price;
            return handle;
        }
        trade_at(plain, queue_at(vector, vector->min_ask), vector->min_ask, order);
        if (order->volume == 0)
            return BOOK_NO_HANDLE;
        next_higher(vector);
    }
}

/* The best prices of an instrument before a call. */
struct saved {
    int64_t max_bid, min_ask;
};

static struct saved save(const struct vector *vector) {
    return (struct saved){vector->max_bid, vector->min_ask};
}

static void take(struct plain *plain, const struct book_order *order, struct saved saved, struct book_result *result) {
    struct vector *vector = &plain->vectors[order->instrument];
    struct book_order left = *order;
    const int64_t limit = book_limit_of(order);
    const uint64_t handle = order->side == BOOK_ASK ? ask_order_routine(plain, vector, &left, limit)
                                                    : bid_order_routine(plain, vector, &left, limit);
    leave_empty_queues(vector);
    if (vector->max_bid != saved.max_bid || vector->min_ask != saved.min_ask)
        send_quote(plain, order, vector);
    if (handle != BOOK_NO_HANDLE && left.volume == order->volume)
        send_about(plain, BOOK_CONFIRMED, order, left.volume);
    if (handle == BOOK_NO_HANDLE && left.volume > 0)
        send_about(plain, BOOK_CANCELLED, order, left.volume);
    *result = (struct book_result){
        .handle = handle, .traded = order->volume - left.volume, .rests = handle != BOOK_NO_HANDLE ? left.volume : 0};
}

/* The orders with which an order would trade. */
struct crossing {
    const struct book_order *order;
    int64_t limit, left;
    bool own; /* an order of the same owner is among them */
};

static int cross(void *context, const struct book_order *resting, uint64_t handle) {
    struct crossing *crossing = context;
    (void)handle;
    if (crossing->left == 0 ||
        (crossing->order->side == BOOK_BID ? resting->price > crossing->limit : resting->price < crossing->limit))
        return 1;
    crossing->own |= resting->owner != 0 && resting->owner == crossing->order->owner;
    crossing->left -= resting->volume < crossing->left ? resting->volume : crossing->left;
    return 0;
}

static struct crossing look_ahead(const struct book *book, const struct book_order *order) {
    struct crossing crossing = {.order = order, .limit = book_limit_of(order), .left = order->volume};
    book_plain_visit(book, order->instrument, order->side == BOOK_BID ? BOOK_ASK : BOOK_BID, cross, &crossing);
    return crossing;
}

static book_err submit(struct book *book, const struct book_order *order, struct book_result *result) {
    struct plain *plain = (struct plain *)book;
    struct vector *vector = &plain->vectors[order->instrument];
    const bool ahead = order->kind == BOOK_FOK || book->options.refuse_own;
    const struct crossing crossing = ahead ? look_ahead(book, order) : (struct crossing){.left = 0};
    if (!book_plain_place_ready(plain) ||
        (order->kind == BOOK_LIMIT && !book_plain_element_ready(vector, order->price)))
        return BOOK_ERR_MEMORY;
    if (book->options.unique_ids && book_plain_find(book, order->id) != BOOK_NO_HANDLE)
        return BOOK_ERR_DUPLICATE;
    if (order->kind == BOOK_FOK && crossing.left > 0) {
        send_about(plain, BOOK_CANCELLED, order, order->volume);
        *result = (struct book_result){.handle = BOOK_NO_HANDLE};
        return BOOK_OK;
    }
    if (book->options.refuse_own && crossing.own)
        return BOOK_ERR_OWN;
    take(plain, order, save(vector), result);
    return BOOK_OK;
}

static book_err submit_all(struct book *book, const struct book_order *orders, size_t count, uint64_t *handles,
                           size_t *done) {
    struct book_result result;
    book_err code = BOOK_OK;
    for (*done = 0; *done < count; ++*done) {
        if ((code = book_submit(book, &orders[*done], &result)) != BOOK_OK)
            break;
        if (handles != NULL)
            handles[*done] = result.handle;
    }
    return code;
}

/* Removes an order from its queue. */
static void leave(struct plain *plain, uint32_t place) {
    struct queue *queue;
    size_t position;
    struct vector *vector = &plain->vectors[plain->places[place].instrument];
    book_plain_order(plain, place, &queue, &position);
    book_queue_remove(queue, position);
    book_plain_release_place(plain, place);
    leave_empty_queues(vector);
}

static book_err cancel(struct book *book, uint64_t handle) {
    struct plain *plain = (struct plain *)book;
    struct book_order order;
    book_err code = book_plain_look(book, handle, &order);
    if (code != BOOK_OK)
        return code;
    struct vector *vector = &plain->vectors[order.instrument];
    const struct saved saved = save(vector);
    leave(plain, book_plain_place(plain, handle));
    if (vector->max_bid != saved.max_bid || vector->min_ask != saved.min_ask)
        send_quote(plain, &order, vector);
    send_about(plain, BOOK_CANCELLED, &order, order.volume);
    return BOOK_OK;
}

static book_err replace(struct book *book, uint64_t handle, int64_t price, int64_t volume, struct book_result *result) {
    struct plain *plain = (struct plain *)book;
    struct book_order before, order;
    struct queue *queue;
    size_t position;
    book_err code = book_plain_look(book, handle, &before);
    if (code != BOOK_OK)
        return code;
    order = before;
    order.price = price;
    order.volume = volume;
    if (!book_plain_place_ready(plain) || !book_plain_element_ready(&plain->vectors[order.instrument], price))
        return BOOK_ERR_MEMORY;
    if (book->options.refuse_own && look_ahead(book, &order).own)
        return BOOK_ERR_OWN;
    send_about(plain, BOOK_REPLACED, &order, volume);
    const uint32_t place = book_plain_place(plain, handle);
    if (price == before.price && volume <= before.volume) {
        book_plain_order(plain, place, &queue, &position)->volume = volume;
        *result = (struct book_result){.handle = handle, .rests = volume};
        return BOOK_OK;
    }
    const struct saved saved = save(&plain->vectors[order.instrument]);
    leave(plain, place);
    take(plain, &order, saved, result);
    return BOOK_OK;
}

static book_err load(struct book *book, const struct book_order *order, uint64_t *handle) {
    struct plain *plain = (struct plain *)book;
    struct vector *vector = &plain->vectors[order->instrument];
    if (order->side == BOOK_BID ? order->price >= vector->min_ask : order->price <= vector->max_bid)
        return BOOK_ERR_CROSSED;
    if (!book_plain_place_ready(plain) || !book_plain_element_ready(vector, order->price))
        return BOOK_ERR_MEMORY;
    if (book->options.unique_ids && book_plain_find(book, order->id) != BOOK_NO_HANDLE)
        return BOOK_ERR_DUPLICATE;
    *handle = push_back(plain, vector, order);
    if (order->side == BOOK_BID && order->price > vector->max_bid)
        vector->max_bid = order->price;
    if (order->side == BOOK_ASK && order->price < vector->min_ask)
        vector->min_ask = order->price;
    return BOOK_OK;
}

/* Gives an instrument an element for each price of a small range. Returns false without memory. */
static bool make_vector(struct vector *vector, const struct book_options *options) {
    *vector = (struct vector){.max_bid = BOOK_NO_BID, .min_ask = BOOK_NO_ASK};
    const uint64_t prices = (uint64_t)options->most_price - (uint64_t)options->least_price + 1;
    if (prices > MOST_WHOLE / options->instruments)
        return true;
    vector->elements = calloc(prices, sizeof *vector->elements);
    if (vector->elements == NULL)
        return false;
    vector->whole = true;
    vector->room = vector->count = prices;
    for (uint64_t i = 0; i < prices; i++)
        vector->elements[i].price = options->least_price + (int64_t)i;
    return true;
}

static void drop(struct book *book);

static struct book *make(const struct book_options *options) {
    struct plain *plain = calloc(1, sizeof *plain + options->instruments * sizeof plain->vectors[0]);
    if (plain == NULL)
        return NULL;
    plain->place_free = NO_PLACE;
    plain->common.options = *options;
    for (uint32_t i = 0; i < options->instruments; i++)
        if (!make_vector(&plain->vectors[i], options)) {
            drop(&plain->common);
            return NULL;
        }
    return &plain->common;
}

static void drop(struct book *book) {
    struct plain *plain = (struct plain *)book;
    for (uint32_t i = 0; i < book->options.instruments; i++) {
        for (size_t j = 0; j < plain->vectors[i].count; j++)
            free(plain->vectors[i].elements[j].queue.orders);
        free(plain->vectors[i].elements);
    }
    free(plain->places);
    free(plain);
}

const struct book_version book_plain_version = {
    .make = make,
    .drop = drop,
    .submit = submit,
    .submit_all = submit_all,
    .cancel = cancel,
    .replace = replace,
    .load = load,
    .find = book_plain_find,
    .look = book_plain_look,
    .best = book_plain_best,
    .visit = book_plain_visit,
    .bytes = book_plain_bytes,
    .check = book_plain_check,
};
