/* SPDX-License-Identifier: Apache-2.0 */
/* Makes requests: random ones by the mix, and the requests that create their accounts and symbols. */
#include "load.h"

#include <inttypes.h>
#include <string.h>

enum { CENTS = 100, BALANCE = 1000000000, SHARES = 1000000000 };

/* The mark of account N is account first_mark + N, above all new accounts of a run. */
static const uint64_t first_mark = UINT64_C(9000000000000000000);

/* splitmix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. */
uint64_t load_draw(struct load_random *random, uint64_t below) {
    uint64_t x = random->state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    x ^= x >> 31;
    return (uint64_t)((unsigned __int128)x * below >> 64);
}

bool load_happens(struct load_random *random, double percent) {
    return (double)load_draw(random, 1000000) < percent * 10000;
}

/* --- holders of symbols --- */

static uint64_t holders_of(const struct load_options *options) {
    return options->accounts < LOAD_HOLDERS ? options->accounts : LOAD_HOLDERS;
}

/* Returns the account that is holder WHICH of a symbol: each symbol has LOAD_HOLDERS accounts that trade it. */
static uint64_t holder(const struct load_options *options, uint64_t symbol, uint64_t which) {
    return 1 + (symbol * LOAD_HOLDERS + which) % options->accounts;
}

/* Returns a random symbol that ACCOUNT trades, or after some tries BASE, which ACCOUNT trades. */
static uint64_t held_symbol(const struct load_options *options, struct load_random *random, uint64_t account,
                            uint64_t base) {
    for (int tries = 0; tries < 16; tries++) {
        const uint64_t symbol = load_draw(random, options->symbols);
        const uint64_t first = symbol * LOAD_HOLDERS % options->accounts;
        if ((account - 1 + options->accounts - first) % options->accounts < holders_of(options))
            return symbol;
    }
    return base;
}

static void frame(struct xch_bytes *out, const struct xch_bytes *document) {
    xch_bytes_count(out, document->count);
    xch_bytes_add(out, "\n", 1);
    xch_bytes_add(out, document->data, document->count);
}

static void add_number(struct xch_bytes *out, const char *before, uint64_t number, const char *after) {
    xch_bytes_text(out, before);
    xch_bytes_count(out, number);
    xch_bytes_text(out, after);
}

uint64_t load_make_creation(const struct load_options *options, uint64_t first, uint64_t count, struct xch_bytes *out) {
    const uint64_t holders = holders_of(options), all = options->accounts + options->symbols * holders;
    struct xch_bytes document = {0};
    if (first >= all)
        return all;
    xch_bytes_text(&document, "<create>");
    for (uint64_t i = first; i < all && i < first + count; i++) {
        if (i < options->accounts) {
            add_number(&document, "<account id=\"", i + 1, "\"");
            add_number(&document, " balance=\"", BALANCE, "000000\"/>");
            add_number(&document, "<account id=\"", first_mark + i + 1, "\" balance=\"0\"/>");
            continue;
        }
        const uint64_t at = i - options->accounts;
        add_number(&document, "<symbol sym=\"S", at / holders, "\">");
        add_number(&document, "<account id=\"", holder(options, at / holders, at % holders), "\">");
        add_number(&document, "", SHARES, "</account></symbol>");
    }
    xch_bytes_text(&document, "</create>");
    frame(out, &document);
    xch_bytes_free(&document);
    return all;
}

uint64_t load_last_account(const struct load_options *options) {
    return options->report_data ? 10 * options->accounts : options->accounts;
}

/* Asks, on behalf of ACCOUNT, for an order that no exchange has. */
static void add_look(struct xch_bytes *out, uint64_t account) {
    struct xch_bytes document = {0};
    add_number(&document, "<transactions id=\"", account, "\"><query id=\"9223372036854775807\"/></transactions>");
    frame(out, &document);
    out->failed |= document.failed;
    xch_bytes_free(&document);
}

void load_make_looks(uint64_t first, uint64_t last, struct xch_bytes *out) {
    for (uint64_t account = first; account <= last; account++) {
        add_look(out, account);
        add_look(out, first_mark + account);
    }
}

/* --- random requests --- */

static void make_echo(struct load_item *item, const char *symbol, const char *amount, const char *limit) {
    snprintf(item->echo, sizeof item->echo, " sym=\"%s\" amount=\"%s\" limit=\"%s\"", symbol, amount, limit);
}

/* A limit in cents, around 100.00. */
static uint64_t draw_limit(struct load_random *random, int trade, bool buys) {
    if (trade == TRADE_ALL)
        return 10000;
    if (trade == TRADE_NONE)
        return buys ? 9000 + load_draw(random, 1000) : 10001 + load_draw(random, 1000);
    return 9500 + load_draw(random, 1001);
}

/* Writes an order for 1 to 100 shares, now and then with a fraction. */
static void make_order(struct load *load, struct load_client *client, struct load_item *item, uint64_t symbol) {
    struct load_random *random = &client->random;
    char name[24], amount[XCH_AMOUNT_BYTES], limit[XCH_AMOUNT_BYTES];
    item->order.symbol = symbol;
    item->order.amount = (int64_t)(1 + load_draw(random, 100)) * XCH_UNITS;
    if (load_draw(random, 10) == 0)
        item->order.amount -= XCH_UNITS / 4;
    if (load_draw(random, 2) == 0)
        item->order.amount = -item->order.amount;
    item->order.limit = (int64_t)draw_limit(random, load->options.trade, item->order.amount > 0) * (XCH_UNITS / CENTS);
    xch_put_amount(amount, item->order.amount);
    xch_put_amount(limit, item->order.limit);
    snprintf(name, sizeof name, "S%" PRIu64, symbol);
    make_echo(item, name, amount, limit);
    item->expected = load->options.report_data ? EXPECT_ANY : EXPECT_OPENED;
}

/* Makes an order or a query that any server must refuse. */
static void make_invalid(struct load_client *client, struct load_item *item, const char **element) {
    static const char *const rows[][3] = {{"S0", "0", "100"},    {"S0", "5", "0"},      {"S0", "5", "-1"},
                                          {"S0", "NaN", "100"},  {"S0", "5", "1e2"},    {"S0", "1.00001", "100"},
                                          {"NoSuch", "-5", "1"}, {"S-0", "5", "100"},   {"", "5", "100"},
                                          {"S0", "5", ""},       {"S0", "-1e9", "100"}, {"S0", "1000000000001", "1"}};
    const uint64_t row = load_draw(&client->random, sizeof rows / sizeof rows[0] + 2);
    item->expected = EXPECT_ERROR;
    if (row < sizeof rows / sizeof rows[0]) {
        *element = "order";
        make_echo(item, rows[row][0], rows[row][1], rows[row][2]);
    } else {
        *element = row % 2 == 0 ? "query" : "cancel";
        snprintf(item->echo, sizeof item->echo, " id=\"0\"");
    }
}

/* Draws the kind of an item by the mix without its new accounts: 0 order, 1 query, 2 cancel. */
static int draw_kind(struct load *load, struct load_client *client) {
    const uint64_t *parts = load->options.parts, sum = parts[0] + parts[1] + parts[2];
    uint64_t at = sum == 0 ? 0 : load_draw(&client->random, sum);
    for (int kind = 0; kind < 2; kind++) {
        if (at < parts[kind])
            return kind;
        at -= parts[kind];
    }
    return sum == 0 ? 0 : 2;
}

/* Makes a query of an order that this client has opened, for any account. */
static void make_query(struct load_client *client, struct load_item *item) {
    item->order = client->known[load_draw(&client->random, client->known_count)];
    item->expected = EXPECT_STATUS;
    snprintf(item->echo, sizeof item->echo, " id=\"%" PRIu64 "\"", item->order.id);
}

/* Makes a cancel of an order that this client has opened for the account. Returns false without such an order. */
static bool make_cancel(struct load_client *client, struct load_item *item, uint64_t account) {
    const size_t first = client->known_count == 0 ? 0 : load_draw(&client->random, client->known_count);
    for (size_t i = 0; i < client->known_count; i++) {
        struct load_order *order = &client->known[(first + i) % client->known_count];
        if (order->account != account)
            continue;
        item->order = *order;
        item->expected = EXPECT_CANCELED;
        *order = client->known[--client->known_count];
        snprintf(item->echo, sizeof item->echo, " id=\"%" PRIu64 "\"", item->order.id);
        return true;
    }
    return false;
}

/* The account of a request, and a symbol that the account trades. */
struct trader {
    uint64_t account, symbol;
};

static void make_item(struct load *load, struct load_client *client, struct trader trader, int kind,
                      struct xch_bytes *document) {
    struct load_item *item = &client->items[client->count++];
    const char *element = "order";
    *item = (struct load_item){.order.account = trader.account};
    if (!load_happens(&client->random, load->options.valid) && !load->options.report_data)
        make_invalid(client, item, &element);
    else if (kind == 1 && client->known_count > 0) {
        make_query(client, item);
        element = "query";
    } else if (kind == 2 && make_cancel(client, item, trader.account))
        element = "cancel";
    else
        make_order(load, client, item, trader.symbol);
    xch_bytes_add(document, "<", 1);
    xch_bytes_text(document, element);
    xch_bytes_text(document, item->echo);
    xch_bytes_add(document, "/>", 2);
}

static void add_ref(const struct load *load, const struct load_client *client, struct xch_bytes *document) {
    char ref[LOAD_REF + 8];
    if (!load->options.refs)
        return;
    snprintf(ref, sizeof ref, " ref=\"%" PRIx64 "-%" PRIu64 "-%" PRIu64 "\"", load->run, client->number,
             client->requests);
    xch_bytes_text(document, ref);
}

static void make_account(struct load *load, struct load_client *client, struct xch_bytes *document) {
    struct load_item *item = &client->items[client->count++];
    *item = (struct load_item){.expected = EXPECT_CREATED};
    snprintf(item->echo, sizeof item->echo, " id=\"%" PRIu64 "\"", load->run + load->created++);
    xch_bytes_text(document, "<create");
    add_ref(load, client, document);
    xch_bytes_text(document, "><account");
    xch_bytes_text(document, item->echo);
    xch_bytes_text(document, " balance=\"0.00000001\"/></create>");
}

/* Draws the account of a request that begins with an item of KIND. The account of a cancel is that of the order. */
static struct trader draw_trader(const struct load_options *options, struct load_client *client, int kind) {
    struct load_random *random = &client->random;
    if (options->report_data)
        return (struct trader){1 + load_draw(random, 10 * options->accounts), load_draw(random, 10 * options->symbols)};
    const uint64_t symbol = load_draw(random, options->symbols);
    if (kind == 2 && client->known_count > 0) {
        const struct load_order *order = &client->known[load_draw(random, client->known_count)];
        return (struct trader){order->account, order->symbol};
    }
    return (struct trader){holder(options, symbol, load_draw(random, holders_of(options))), symbol};
}

static void make_transactions(struct load *load, struct load_client *client, struct xch_bytes *document) {
    const struct load_options *options = &load->options;
    int kind = draw_kind(load, client);
    struct trader trader = draw_trader(options, client, kind);
    const uint64_t base = trader.symbol;
    add_number(document, "<transactions id=\"", trader.account, "\"");
    add_ref(load, client, document);
    xch_bytes_add(document, ">", 1);
    for (uint64_t i = 0; i < options->items; i++) {
        make_item(load, client, trader, kind, document);
        kind = draw_kind(load, client);
        if (!options->report_data)
            trader.symbol = held_symbol(options, &client->random, trader.account, base);
    }
    xch_bytes_text(document, client->spoiled ? "</transaction>" : "</transactions>");
}

void load_make_request(struct load *load, struct load_client *client) {
    const uint64_t *parts = load->options.parts;
    const uint64_t sum = parts[0] + parts[1] + parts[2] + parts[3];
    struct xch_bytes document = {0};
    client->out.count = 0;
    client->sent = 0;
    client->count = 0;
    client->requests++;
    client->again = false;
    /* A tenth of the invalid items has the wrong form. */
    client->spoiled = !load->options.report_data && load_happens(&client->random, (100 - load->options.valid) / 10);
    if (!client->spoiled && load_draw(&client->random, sum) >= sum - parts[3])
        make_account(load, client, &document);
    else
        make_transactions(load, client, &document);
    frame(&client->out, &document);
    client->out.failed |= document.failed;
    xch_bytes_free(&document);
}
