/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of the market chain with misbehaving neighbours. */
#include "market/archive.h"
#include "market/confirmation.h"
#include "market/generator.h"
#include "support/check.h"

#include <unistd.h>

/* A port that gives prepared bytes once and then ends, and drops bytes that are put into it. */
struct told {
    struct mkt_port port;
    const void *bytes;
    size_t count;
    int sender;
};

static mkt_result put(struct mkt_port *port, const unsigned char *bytes, size_t each, size_t count,
                      struct sw_failure *f) {
    (void)port, (void)bytes, (void)each, (void)count, (void)f;
    return MKT_OK;
}

static mkt_result get(struct mkt_port *port, unsigned char *bytes, size_t room, size_t *got, int64_t nanoseconds,
                      struct sw_failure *f) {
    struct told *told = (struct told *)port;
    (void)room, (void)nanoseconds, (void)f;
    *got = told->count;
    if (told->count == 0)
        return MKT_ENDED;
    memcpy(bytes, told->bytes, told->count);
    told->count = 0;
    port->sender = told->sender;
    return MKT_OK;
}

static mkt_result end(struct mkt_port *port, struct sw_failure *f) {
    (void)port, (void)f;
    return MKT_OK;
}

static struct told port_of(const void *bytes, size_t count, int sender) {
    return (struct told){{put, get, end, 0}, bytes, count, sender};
}

static const struct mkt_run run = {.layout = &mkt_wide,
                                   .rates = {0},
                                   .rate_count = 1,
                                   .orders = 1,
                                   .seed = 1,
                                   .instruments = 1,
                                   .batch = 1,
                                   .every = 10};

static void a_torn_answer_ends_the_generator(void) {
    const unsigned char torn[MKT_CLOCK_BYTES - 1] = {MKT_CLOCK_TELL};
    struct told answers = port_of(torn, sizeof torn, MKT_CONFIRMER), out = port_of(NULL, 0, 0);
    static struct mkt_generator generator;
    struct sw_failure f = {.status = STATUS_OK};
    mkt_generator_new(&generator, &run);
    generator.answers = &answers.port;
    generator.clock = generator.out = &out.port;
    mkt_result result = mkt_generator_step(&generator, &f);
    if (result == MKT_OK)
        result = mkt_generator_step(&generator, &f);
    CHECK(result == MKT_FAILED && strstr(f.text, "is torn") != NULL, "%d: %s", (int)result, f.text);
    mkt_generator_free(&generator);
}

static void torn_words_of_the_clock_end_the_confirmation(void) {
    const unsigned char torn[MKT_CLOCK_BYTES + 1] = {MKT_CLOCK_ASK};
    struct told in = port_of(torn, sizeof torn, MKT_GENERATOR), out = port_of(NULL, 0, 0);
    static struct mkt_confirmation confirmation;
    struct sw_failure f = {.status = STATUS_OK};
    CHECK(mkt_confirmation_new(&confirmation, &run, &f) == STATUS_OK, "%s", f.text);
    confirmation.in = &in.port;
    confirmation.out = confirmation.answers = &out.port;
    const mkt_result result = mkt_confirmation_step(&confirmation, &f);
    CHECK(result == MKT_FAILED && strstr(f.text, "is torn") != NULL, "%d: %s", (int)result, f.text);
    mkt_confirmation_free(&confirmation);
}

/* Events behind the last one of the last order would be lost if the store ended with the orders. */
static void events_without_an_order_fail_the_store(void) {
    const struct mkt_message order = {.kind = MKT_ORDER, .id = 1, .price = 500, .volume = 1},
                             quote = {.kind = MKT_QUOTE, .best_bid = 500, .best_ask = MKT_NO_ASK},
                             confirmed = {.kind = MKT_CONFIRMATION, .id = 1, .last = true};
    unsigned char orders[MKT_LONGEST], events[4 * MKT_LONGEST];
    char path[64];
    snprintf(path, sizeof path, "/tmp/slipway-market-kernels-test.%d", (int)getpid());
    for (int more = 0; more < 2; more++) {
        size_t count = mkt_encode(&mkt_wide, &quote, events);
        count += mkt_encode(&mkt_wide, &confirmed, events + count);
        if (more)
            count += mkt_encode(&mkt_wide, &quote, events + count);
        struct told in = port_of(orders, mkt_encode(&mkt_wide, &order, orders), MKT_GENERATOR),
                    other = port_of(events, count, MKT_CONFIRMER), out = port_of(NULL, 0, 0);
        static struct mkt_archive archive;
        struct sw_failure f = {.status = STATUS_OK};
        CHECK(mkt_archive_new(&archive, &run, path, &f) == STATUS_OK, "%s", f.text);
        archive.orders = &in.port;
        archive.events = &other.port;
        archive.durable = &out.port;
        mkt_result result = MKT_OK;
        while (result == MKT_OK)
            result = mkt_archive_step(&archive, &f);
        CHECK(result == (more ? MKT_FAILED : MKT_ENDED), "%d more: %d: %s", more, (int)result, f.text);
        CHECK(!more || strstr(f.text, "more events came") != NULL, "%s", f.text);
        mkt_archive_free(&archive);
        unlink(path);
    }
}

/* A rate so low that its time is over before the second order; the first order comes at the start. */
static void each_rate_has_an_order(void) {
    struct mkt_run slow = run;
    slow.rates[0] = 1;
    slow.orders = 1000;
    slow.seconds = 0.25;
    CHECK(mkt_run_orders(&slow, 0) == 1, "%llu orders", (unsigned long long)mkt_run_orders(&slow, 0));
    slow.seconds = 10;
    CHECK(mkt_run_orders(&slow, 0) == 10, "%llu orders", (unsigned long long)mkt_run_orders(&slow, 0));
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(a_torn_answer_ends_the_generator), CASE(torn_words_of_the_clock_end_the_confirmation),
        CASE(events_without_an_order_fail_the_store), CASE(each_rate_has_an_order)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
