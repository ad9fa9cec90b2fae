/* SPDX-License-Identifier: Apache-2.0 */
/* The digest of events: a chain for each instrument, which mixes each event with all earlier ones. */
#include "slipway/orderbook.h"

#include <stdlib.h>

struct book_digest {
    uint32_t instruments;
    uint64_t chains[]; /* 0: no event yet */
};

/* The kinds of links in a chain. Trades of makers and takers are one kind of message in the reports. */
enum { LINK_TRADE = 1, LINK_QUOTE, LINK_CONFIRMED, LINK_CANCELLED, LINK_REPLACED };

/* Mixes a word into a chain by the last steps of splitmix64 (Steele, Lea and Flood, OOPSLA 2014). The multiplication
 * before makes the result depend on the place of a word. */
static uint64_t mix(uint64_t chain, uint64_t word) {
    uint64_t z = chain * UINT64_C(0x9e3779b97f4a7c15) + word + 1;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t mix_words(uint64_t chain, const uint64_t words[], size_t count) {
    for (size_t i = 0; i < count; i++)
        chain = mix(chain, words[i]);
    return chain;
}

static uint64_t link(uint64_t chain, const struct book_event *event) {
    const uint64_t order = event->order, price = (uint64_t)event->price, volume = (uint64_t)event->volume;
    switch (event->kind) {
    case BOOK_TRADE_MAKER:
    case BOOK_TRADE_TAKER:
        return mix_words(chain, (const uint64_t[]){LINK_TRADE, order, price, volume}, 4);
    case BOOK_QUOTE:
        return mix_words(chain, (const uint64_t[]){LINK_QUOTE, (uint64_t)event->bid, (uint64_t)event->ask}, 3);
    case BOOK_CONFIRMED:
        return mix_words(chain, (const uint64_t[]){LINK_CONFIRMED, order}, 2);
    case BOOK_CANCELLED:
        return mix_words(chain, (const uint64_t[]){LINK_CANCELLED, order, volume}, 3);
    default:
        return mix_words(chain, (const uint64_t[]){LINK_REPLACED, order, price, volume}, 4);
    }
}

book_err book_digest_new(uint32_t instruments, struct book_digest **digest) {
    *digest = NULL;
    if (instruments < 1 || instruments > BOOK_MAX_INSTRUMENTS)
        return BOOK_ERR_ARGUMENT;
    *digest = calloc(1, sizeof **digest + instruments * sizeof(*digest)->chains[0]);
    if (*digest == NULL)
        return BOOK_ERR_MEMORY;
    (*digest)->instruments = instruments;
    return BOOK_OK;
}

book_err book_digest_add(struct book_digest *digest, const struct book_event *events, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (events[i].instrument >= digest->instruments)
            return BOOK_ERR_INSTRUMENT;
        else if (events[i].kind >= BOOK_EVENT_KINDS)
            return BOOK_ERR_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        digest->chains[events[i].instrument] = link(digest->chains[events[i].instrument], &events[i]);
    return BOOK_OK;
}

uint64_t book_digest_value(const struct book_digest *digest) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < digest->instruments; i++)
        if (digest->chains[i] != 0)
            sum += mix(digest->chains[i], i);
    return sum;
}

void book_digest_free(struct book_digest *digest) {
    free(digest);
}
