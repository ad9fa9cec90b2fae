/* SPDX-License-Identifier: Apache-2.0 */
/* The places of resting orders in the plain version, to which handles lead, and the elements of vectors. */
#include "plain.h"

#include "base/rows.h"

#include <string.h>

size_t book_plain_position(const struct vector *vector, int64_t price) {
    if (vector->whole) {
        const int64_t least = vector->elements[0].price, most = vector->elements[vector->count - 1].price;
        return price < least ? 0 : price > most ? vector->count : (size_t)(price - least);
    }
    size_t low = 0, high = vector->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (vector->elements[middle].price < price)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t book_plain_place(const struct plain *plain, uint64_t handle) {
    const uint32_t place = (uint32_t)handle, generation = (uint32_t)(handle >> 32);
    return place < plain->place_count && plain->places[place].generation == generation && generation % 2 == 1
               ? place
               : NO_PLACE;
}

struct queued *book_plain_order(const struct plain *plain, uint32_t place, struct queue **queue, size_t *position) {
    const struct place *at = &plain->places[place];
    const struct vector *vector = &plain->vectors[at->instrument];
    *queue = &vector->elements[book_plain_position(vector, at->price)].queue;
    for (*position = 0; book_queue_at(*queue, *position)->slot != place;)
        ++*position;
    return book_queue_at(*queue, *position);
}

bool book_plain_place_ready(struct plain *plain) {
    if (plain->place_free != NO_PLACE)
        return true;
    if (plain->place_count == NO_PLACE)
        return false;
    struct place *places =
        sw_rows_grow(plain->places, &plain->place_room, (size_t)plain->place_count + 1, sizeof *places);
    if (places != NULL)
        plain->places = places;
    return places != NULL;
}

uint32_t book_plain_take_place(struct plain *plain, const struct book_order *order) {
    uint32_t place = plain->place_free;
    if (place == NO_PLACE) {
        place = plain->place_count++;
        plain->places[place].generation = 0;
    } else {
        plain->place_free = plain->places[place].next_free;
    }
    plain->places[place].generation++;
    plain->places[place].instrument = order->instrument;
    plain->places[place].price = order->price;
    plain->common.resting++;
    return place;
}

void book_plain_release_place(struct plain *plain, uint32_t place) {
    plain->places[place].generation++;
    plain->places[place].next_free = plain->place_free;
    plain->place_free = place;
    plain->common.resting--;
}

bool book_plain_element_ready(struct vector *vector, int64_t price) {
    const size_t position = book_plain_position(vector, price);
    if (position == vector->count || vector->elements[position].price != price) {
        struct element *elements = sw_rows_grow(vector->elements, &vector->room, vector->count + 1, sizeof *elements);
        if (elements == NULL)
            return false;
        vector->elements = elements;
        memmove(&elements[position + 1], &elements[position], (vector->count - position) * sizeof *elements);
        elements[position] = (struct element){.price = price};
        vector->count++;
    }
    return book_queue_ready(&vector->elements[position].queue);
}
