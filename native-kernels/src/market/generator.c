/* SPDX-License-Identifier: Apache-2.0 */
#include "generator.h"

#include "times.h"

#include <inttypes.h>
#include <string.h>

/* Number of questions to the clock, and time between the announcement of a rate and its first order. */
enum { QUESTIONS = 32, START_NS = 1000000 };

void mkt_generator_new(struct mkt_generator *generator, const struct mkt_run *run) {
    *generator = (struct mkt_generator){.run = run, .phase = MKT_ASKING};
    mkt_meter_start(&generator->meter, run);
}

void mkt_generator_free(struct mkt_generator *generator) {
    mkt_meter_free(&generator->meter);
}

static mkt_result put_clock(struct mkt_generator *generator, struct mkt_clock clock, struct sw_failure *f) {
    unsigned char record[MKT_CLOCK_BYTES];
    mkt_clock_put(&clock, record);
    return generator->clock->put(generator->clock, record, sizeof record, 1, f);
}

/* Waits up to NANOSECONDS for an answer. */
static mkt_result get_answer(struct mkt_generator *generator, struct mkt_port *port, struct mkt_clock *answer,
                             int64_t nanoseconds, struct sw_failure *f) {
    unsigned char records[MKT_RECORD_BYTES];
    size_t got;
    const mkt_result result = port->get(port, records, sizeof records, &got, nanoseconds, f);
    if (result == MKT_OK && (got == 0 || got % MKT_CLOCK_BYTES != 0)) {
        sw_fail(f, STATUS_CONTENT, NULL, "an answer to the generator is torn: it has %zu bytes", got);
        return MKT_FAILED;
    }
    if (result == MKT_OK) /* the last answer counts most */
        *answer = mkt_clock_get(records + got - MKT_CLOCK_BYTES);
    if (result == MKT_ENDED && generator->phase != MKT_STORING) {
        sw_fail(f, STATUS_CONTENT, NULL, "the confirmation ended after %" PRIu64 " orders", generator->orders);
        return MKT_FAILED;
    }
    return result;
}

static mkt_result ask(struct mkt_generator *generator, struct sw_failure *f) {
    struct mkt_clock answer;
    if (generator->asked_at == 0) {
        generator->asked_at = mkt_now();
        return put_clock(generator, (struct mkt_clock){.kind = MKT_CLOCK_ASK}, f);
    }
    const mkt_result result = get_answer(generator, generator->answers, &answer, MKT_ANY_TIME, f);
    if (result != MKT_OK)
        return result;
    const int64_t now = mkt_now(), way = now - generator->asked_at;
    if (generator->asked == 0 || way < generator->shortest) {
        generator->shortest = way;
        generator->offset = (int64_t)answer.a - (generator->asked_at + way / 2);
    }
    generator->asked_at = 0;
    if (++generator->asked < QUESTIONS)
        return MKT_OK;
    generator->begin = now + START_NS;
    generator->phase = MKT_STARTING;
    return put_clock(generator,
                     (struct mkt_clock){.kind = MKT_CLOCK_BEGIN,
                                        .a = generator->rate,
                                        .b = (uint64_t)(generator->begin + generator->offset),
                                        .c = (uint64_t)generator->shortest / 2,
                                        .d = generator->meter.of},
                     f);
}

static mkt_result start(struct mkt_generator *generator, struct sw_failure *f) {
    struct mkt_clock answer;
    const mkt_result result = get_answer(generator, generator->answers, &answer, MKT_ANY_TIME, f);
    if (result != MKT_OK || answer.kind != MKT_CLOCK_READY)
        return result;
    generator->flow = (struct sw_orderflow){.state = generator->run->seed};
    generator->instrument_state = ~generator->run->seed;
    generator->drawn = 0;
    generator->phase = MKT_GIVING;
    return MKT_OK;
}

/* Writes the next order to OUT and returns its bytes; 0 if the order does not fit the layout. */
static size_t next_order(struct mkt_generator *generator, unsigned char *out) {
    const struct mkt_run *run = generator->run;
    if (run->given != NULL) {
        const size_t bytes = run->layout->bytes[MKT_ORDER];
        memcpy(out, run->given + (generator->meter.before + generator->drawn++) * bytes, bytes);
        return bytes;
    }
    const struct book_order order = sw_orderflow_next(&generator->flow);
    struct mkt_message message = {.kind = MKT_ORDER,
                                  .ask = order.side == BOOK_ASK,
                                  .instrument = generator->rate * run->instruments,
                                  .id = generator->meter.before + ++generator->drawn,
                                  .price = order.price,
                                  .volume = order.volume};
    if (run->instruments > 1)
        message.instrument +=
            (uint32_t)((sw_orderflow_bits(&generator->instrument_state) >> 32) * run->instruments >> 32);
    return mkt_encode(run->layout, &message, out);
}

/* Returns the number of orders of the rate that are due now; *NEXT is the due time of the next order. */
static uint64_t due(const struct mkt_generator *generator, int64_t now, int64_t *next) {
    const uint64_t rate = generator->run->rates[generator->rate], all = generator->meter.of;
    if (rate == 0)
        return all;
    *next = generator->begin + (int64_t)(generator->drawn * UINT64_C(1000000000) / rate);
    if (now < *next)
        return generator->drawn;
    const uint64_t passed = (uint64_t)(now - generator->begin), seconds = passed / 1000000000;
    const uint64_t given = seconds * rate + passed % 1000000000 * rate / 1000000000 + 1;
    return given < all ? given : all;
}

static mkt_result put_batch(struct mkt_generator *generator, uint64_t count, struct sw_failure *f) {
    size_t bytes = 0;
    for (uint64_t i = 0; i < count; i++) {
        const size_t length = next_order(generator, generator->batch + bytes);
        if (length == 0) {
            sw_fail(f, STATUS_CONTENT, "Use --layout wide, or fewer orders.",
                    "order %" PRIu64 " does not fit the %s layout", generator->orders + i + 1,
                    generator->run->layout->name);
            return MKT_FAILED;
        }
        bytes += length;
    }
    const mkt_result result = generator->out->put(generator->out, generator->batch, bytes, 1, f);
    generator->orders += count;
    if (result == MKT_ENDED) {
        sw_fail(f, STATUS_CONTENT, NULL, "nobody takes orders after number %" PRIu64, generator->orders);
        return MKT_FAILED;
    }
    return result;
}

/* Looks, without waiting, for acknowledgements of the store. */
static mkt_result look_at_store(struct mkt_generator *generator, int64_t nanoseconds, struct sw_failure *f) {
    struct mkt_clock answer;
    if (generator->durable == NULL)
        return MKT_ENDED;
    const mkt_result result = get_answer(generator, generator->durable, &answer, nanoseconds, f);
    if (result == MKT_OK)
        generator->acknowledged = answer.a;
    return result;
}

static mkt_result give(struct mkt_generator *generator, struct sw_failure *f) {
    struct mkt_clock answer;
    int64_t next = 0;
    const int64_t now = generator->run->rates[generator->rate] == 0 ? 0 : mkt_now();
    uint64_t count = due(generator, now, &next) - generator->drawn;
    if (count == 0)
        return get_answer(generator, generator->answers, &answer, next - now, f);
    if (count > generator->run->batch)
        count = generator->run->batch;
    const mkt_result result = put_batch(generator, count, f);
    if (result != MKT_OK)
        return result;
    const size_t samples = generator->meter.count;
    const bool all = generator->drawn == generator->meter.of;
    if (mkt_meter_pass(&generator->meter, generator->orders, generator->orders, f) != STATUS_OK)
        return MKT_FAILED;
    if (all)
        generator->phase = MKT_CONFIRMING;
    if (generator->meter.count > samples && look_at_store(generator, 0, f) == MKT_FAILED)
        return MKT_FAILED;
    return MKT_OK;
}

/* Waits until all orders of the rate are confirmed; the books of the next rate then begin in a quiet chain. */
static mkt_result confirm(struct mkt_generator *generator, struct sw_failure *f) {
    struct mkt_clock answer;
    const mkt_result result = get_answer(generator, generator->answers, &answer, MKT_ANY_TIME, f);
    if (result != MKT_OK || answer.kind != MKT_CLOCK_DONE)
        return result;
    generator->asked = 0;
    generator->phase = MKT_ASKING;
    if (++generator->rate < generator->run->rate_count)
        return MKT_OK;
    generator->phase = MKT_STORING;
    return generator->out->end(generator->out, f) == MKT_FAILED ||
                   generator->clock->end(generator->clock, f) == MKT_FAILED
               ? MKT_FAILED
               : MKT_OK;
}

mkt_result mkt_generator_step(struct mkt_generator *generator, struct sw_failure *f) {
    switch (generator->phase) {
    case MKT_ASKING:
        return ask(generator, f);
    case MKT_STARTING:
        return start(generator, f);
    case MKT_GIVING:
        return give(generator, f);
    case MKT_CONFIRMING:
        return confirm(generator, f);
    default:
        return look_at_store(generator, MKT_ANY_TIME, f);
    }
}
