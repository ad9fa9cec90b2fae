/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes stores, and altered stores with fitting fingerprints, for the tests of market-audit.
 *
 *     alter-store make STORE wide|packed ORDERS SEED     a store of two instruments
 *     alter-store ALTERATION STORE OUT SEED              prints the number of the first altered message
 *
 * An alteration takes a message drawn by SEED: swap-fills (two fills of one order change their places), lose-fill,
 * lose-taker, lose-quote, lose-confirmation, volume (one more), price (one more), quote (one more), unmark (removes the
 * mark of the last message), invent (a confirmation comes twice), none (no change).
 */
#include "market/market-cases.h"
#include "market/store-format.h"
#include "support/draw.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct mkt_message *messages;
static size_t count;
static struct mkt_market market;

static void fail(const char *what) {
    fprintf(stderr, "alter-store: %s\n", what);
    exit(EXIT_FAILURE);
}

static void read_store(const char *path) {
    struct sw_failure f = {.status = STATUS_OK};
    struct mkt_reader *reader = mkt_reader_open(path, &f);
    struct mkt_message message;
    size_t room = 0;
    if (reader == NULL)
        fail(f.text);
    market = *mkt_reader_market(reader);
    while (mkt_reader_next(reader, &message, &f) == MKT_READ) {
        if (count + 1 >= room) {
            room = 2 * room + 1024;
            messages = realloc(messages, room * sizeof *messages);
        }
        messages[count++] = message;
    }
    mkt_reader_free(reader);
}

static void write_block(FILE *out, const unsigned char *bytes, struct store_block *block) {
    unsigned char header[STORE_BLOCK_HEADER_BYTES];
    store_put_block(block, bytes, header);
    fwrite(header, 1, sizeof header, out);
    fwrite(bytes, 1, block->bytes, out);
    *block = (struct store_block){.first = block->first + block->messages};
}

static void write_store(const char *path) {
    unsigned char header[STORE_HEADER_BYTES], bytes[STORE_BLOCK_BYTES];
    struct store_block block = {.first = 1};
    FILE *out = fopen(path, "wb");
    if (out == NULL)
        fail(path);
    store_put_header(&market, header);
    fwrite(header, 1, sizeof header, out);
    for (size_t i = 0; i < count; i++) {
        if (block.bytes + market.layout->bytes[messages[i].kind] > STORE_BLOCK_BYTES)
            write_block(out, bytes, &block);
        block.bytes += (uint32_t)mkt_encode(market.layout, &messages[i], bytes + block.bytes);
        block.messages++;
        block.orders += messages[i].kind == MKT_ORDER;
    }
    if (block.messages > 0)
        write_block(out, bytes, &block);
    block.end = true;
    write_block(out, bytes, &block);
    if (fclose(out) != 0)
        fail(path);
}

static void lose(size_t at) {
    memmove(messages + at, messages + at + 1, (--count - at) * sizeof *messages);
}

static int is_fill(size_t i) {
    return messages[i].kind == MKT_TRADE && messages[i].resting;
}

static int is_two_fills(size_t i) {
    return i + 1 < count && is_fill(i) && is_fill(i + 1);
}

static int is_taker(size_t i) {
    return messages[i].kind == MKT_TRADE && !messages[i].resting;
}

static int is_quote(size_t i) {
    return messages[i].kind == MKT_QUOTE;
}

static int is_confirmation(size_t i) {
    return messages[i].kind == MKT_CONFIRMATION;
}

static int is_last(size_t i) {
    return messages[i].last;
}

static void swap_fills(size_t at) {
    const struct mkt_message first = messages[at];
    messages[at] = messages[at + 1];
    messages[at + 1] = first;
}

static void more_volume(size_t at) {
    messages[at].volume++;
}

static void more_price(size_t at) {
    messages[at].price++;
}

static void other_quote(size_t at) {
    messages[at].best_bid = messages[at].best_bid == MKT_NO_BID ? 1 : messages[at].best_bid + 1;
}

static void unmark(size_t at) {
    messages[at].last = false;
}

static void invent(size_t at) { /* there is room for one more */
    memmove(messages + at + 1, messages + at, (count++ - at) * sizeof *messages);
    messages[at].last = false;
}

static const struct alteration {
    const char *name;
    int (*fits)(size_t i);
    void (*alter)(size_t i);
} alterations[] = {
    {"swap-fills", is_two_fills, swap_fills},
    {"lose-fill", is_fill, lose},
    {"lose-taker", is_taker, lose},
    {"lose-quote", is_quote, lose},
    {"lose-confirmation", is_confirmation, lose},
    {"volume", is_fill, more_volume},
    {"price", is_fill, more_price},
    {"quote", is_quote, other_quote},
    {"unmark", is_last, unmark},
    {"invent", is_confirmation, invent},
};

/* Prints the number of the first altered message. */
static void alter(const struct alteration *alteration) {
    size_t at = draw(count);
    for (size_t i = 0; i < count && !alteration->fits(at); i++)
        at = (at + 1) % count;
    alteration->alter(at);
    printf("%zu\n", at + 1);
}

static int make(char **argv) {
    struct sw_failure f = {.status = STATUS_OK};
    struct sample_market sample = sample_market_of(strcmp(argv[3], "wide") == 0 ? &mkt_wide : &mkt_packed, 2,
                                                   strtoull(argv[4], NULL, 10), strtoull(argv[5], NULL, 10));
    if (sample_market_store(&sample, argv[2], SIZE_MAX, &f) != STATUS_OK)
        fail(f.text);
    sample_market_free(&sample);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    if (argc == 6 && strcmp(argv[1], "make") == 0)
        return make(argv);
    if (argc != 5)
        fail("see the head of alter-store.c");
    read_store(argv[2]);
    draw_seed(strtoull(argv[4], NULL, 10));
    for (size_t i = 0; i < sizeof alterations / sizeof alterations[0]; i++)
        if (strcmp(argv[1], alterations[i].name) == 0)
            alter(&alterations[i]);
    write_store(argv[3]);
    free(messages);
    return EXIT_SUCCESS;
}
