/* SPDX-License-Identifier: Apache-2.0 */
/* The resting orders of the plain version, and the check of the plain version. */
#include "plain.h"

#include <inttypes.h>

static struct book_order order_of(uint32_t instrument, const struct vector *vector, int64_t price,
                                  const struct queued *queued) {
    return (struct book_order){.id = queued->id,
                               .price = price,
                               .volume = queued->volume,
                               .instrument = instrument,
                               .owner = queued->owner,
                               .side = price <= vector->max_bid ? BOOK_BID : BOOK_ASK,
                               .kind = BOOK_LIMIT};
}

book_err book_plain_look(const struct book *book, uint64_t handle, struct book_order *order) {
    const struct plain *plain = (const struct plain *)book;
    const uint32_t place = book_plain_place(plain, handle);
    struct queue *queue;
    size_t position;
    if (place == NO_PLACE)
        return BOOK_ERR_HANDLE;
    const struct place *at = &plain->places[place];
    *order = order_of(at->instrument, &plain->vectors[at->instrument], at->price,
                      book_plain_order(plain, place, &queue, &position));
    return BOOK_OK;
}

void book_plain_best(const struct book *book, uint32_t instrument, int64_t *bid, int64_t *ask) {
    const struct vector *vector = &((const struct plain *)book)->vectors[instrument];
    *bid = vector->max_bid;
    *ask = vector->min_ask;
}

static int visit_element(const struct plain *plain, uint32_t instrument, const struct element *element,
                         book_visitor visitor, void *context) {
    int answer = 0;
    for (size_t i = 0; i < element->queue.count && answer == 0; i++) {
        const struct queued *queued = book_queue_at(&element->queue, i);
        const struct book_order order = order_of(instrument, &plain->vectors[instrument], element->price, queued);
        answer = visitor(context, &order, book_handle_of(queued->slot, plain->places[queued->slot].generation));
    }
    return answer;
}

int book_plain_visit(const struct book *book, uint32_t instrument, book_side side, book_visitor visitor,
                     void *context) {
    const struct plain *plain = (const struct plain *)book;
    const struct vector *vector = &plain->vectors[instrument];
    int answer = 0;
    if (side == BOOK_BID)
        for (size_t i = vector->max_bid == BOOK_NO_BID ? 0 : book_plain_position(vector, vector->max_bid) + 1;
             i > 0 && answer == 0; i--)
            answer = visit_element(plain, instrument, &vector->elements[i - 1], visitor, context);
    else
        for (size_t i = book_plain_position(vector, vector->min_ask); i < vector->count && answer == 0; i++)
            answer = visit_element(plain, instrument, &vector->elements[i], visitor, context);
    return answer;
}

struct search {
    uint64_t id, handle;
};

static int compare(void *context, const struct book_order *order, uint64_t handle) {
    struct search *search = context;
    if (order->id == search->id)
        search->handle = handle;
    return order->id == search->id;
}

uint64_t book_plain_find(const struct book *book, uint64_t id) {
    struct search search = {.id = id, .handle = BOOK_NO_HANDLE};
    for (uint32_t i = 0; i < book->options.instruments && search.handle == BOOK_NO_HANDLE; i++)
        if (book_plain_visit(book, i, BOOK_BID, compare, &search) == 0)
            book_plain_visit(book, i, BOOK_ASK, compare, &search);
    return search.handle;
}

size_t book_plain_bytes(const struct book *book) {
    const struct plain *plain = (const struct plain *)book;
    size_t bytes = sizeof *plain + book->options.instruments * sizeof plain->vectors[0] +
                   plain->place_room * sizeof *plain->places;
    for (uint32_t i = 0; i < book->options.instruments; i++) {
        bytes += plain->vectors[i].room * sizeof(struct element);
        for (size_t j = 0; j < plain->vectors[i].count; j++)
            bytes += plain->vectors[i].elements[j].queue.room * sizeof(struct queued);
    }
    return bytes;
}

static book_err check_element(const struct plain *plain, uint32_t instrument, const struct element *element,
                              char text[BOOK_ERROR_TEXT_BYTES]) {
    for (size_t i = 0; i < element->queue.count; i++) {
        const struct queued *queued = book_queue_at(&element->queue, i);
        const struct place *place = queued->slot < plain->place_count ? &plain->places[queued->slot] : NULL;
        if (place == NULL || place->generation % 2 == 0 || place->price != element->price ||
            place->instrument != instrument)
            return book_damaged(text, "order %" PRIu64 " is not where its handle leads", queued->id);
        if (queued->volume <= 0 || queued->volume > plain->common.options.most_volume)
            return book_damaged(text, "order %" PRIu64 " rests with a volume of %" PRId64, queued->id, queued->volume);
    }
    return BOOK_OK;
}

static book_err check_vector(const struct plain *plain, uint32_t instrument, uint64_t *orders,
                             char text[BOOK_ERROR_TEXT_BYTES]) {
    const struct vector *vector = &plain->vectors[instrument];
    int64_t max_bid = BOOK_NO_BID, min_ask = BOOK_NO_ASK;
    book_err code = BOOK_OK;
    for (size_t i = 0; i < vector->count && code == BOOK_OK; i++) {
        const struct element *element = &vector->elements[i];
        if (i > 0 && element[-1].price >= element->price)
            return book_damaged(text, "prices do not ascend at %" PRId64, element->price);
        code = check_element(plain, instrument, element, text);
        *orders += element->queue.count;
        if (element->queue.count > 0 && element->price <= vector->max_bid)
            max_bid = element->price;
        else if (element->queue.count > 0 && min_ask == BOOK_NO_ASK)
            min_ask = element->price;
    }
    if (code == BOOK_OK && (max_bid != vector->max_bid || min_ask != vector->min_ask || max_bid >= min_ask))
        code = book_damaged(text, "instrument %" PRIu32 ": a best price is wrong, or the book is crossed", instrument);
    return code;
}

book_err book_plain_check(const struct book *book, char text[BOOK_ERROR_TEXT_BYTES]) {
    const struct plain *plain = (const struct plain *)book;
    uint64_t orders = 0, taken = 0;
    book_err code = BOOK_OK;
    for (uint32_t i = 0; i < book->options.instruments && code == BOOK_OK; i++)
        code = check_vector(plain, i, &orders, text);
    for (uint32_t i = 0; i < plain->place_count; i++)
        taken += plain->places[i].generation % 2;
    if (code == BOOK_OK && (orders != book->resting || orders != taken))
        code = book_damaged(text, "%" PRIu64 " orders are in queues, %" PRIu64 " have places", orders, taken);
    return code;
}
