/* SPDX-License-Identifier: Apache-2.0 */
#include "confirmation.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int mkt_confirmation_new(struct mkt_confirmation *confirmation, const struct mkt_run *run, struct sw_failure *f) {
    *confirmation = (struct mkt_confirmation){.run = run};
    mkt_meter_start(&confirmation->meter, run);
    const book_err code = book_digest_new(mkt_run_instruments(run), &confirmation->digest);
    return code == BOOK_OK ? STATUS_OK : sw_fail(f, STATUS_COMPUTE, NULL, "no digest: %s", book_strerror(code));
}

void mkt_confirmation_free(struct mkt_confirmation *confirmation) {
    book_digest_free(confirmation->digest);
    mkt_meter_free(&confirmation->meter);
}

uint64_t mkt_confirmation_digest(const struct mkt_confirmation *confirmation) {
    return book_digest_value(confirmation->digest);
}

/* Adds one event at a time: the processor mixes the event in, a long chain of multiplications, while it reads the next
 * message. */
static void add_to_digest(struct mkt_confirmation *confirmation, const struct mkt_message *message) {
    struct book_event event = {.instrument = message->instrument, .order = message->id};
    switch (message->kind) {
    case MKT_QUOTE:
        event.kind = BOOK_QUOTE;
        event.bid = message->best_bid == MKT_NO_BID ? BOOK_NO_BID : message->best_bid;
        event.ask = message->best_ask == MKT_NO_ASK ? BOOK_NO_ASK : message->best_ask;
        break;
    case MKT_TRADE:
        event.kind = message->resting ? BOOK_TRADE_MAKER : BOOK_TRADE_TAKER;
        event.price = message->price;
        event.volume = message->volume;
        break;
    default:
        event.kind = BOOK_CONFIRMED;
    }
    book_digest_add(confirmation->digest, &event, 1); /* the instrument is checked */
}

/* --- times --- */

static void summarize(const struct mkt_times *times, struct mkt_summary *summary) {
    *summary = (struct mkt_summary){times->count, mkt_times_mean_us(times), mkt_times_share_us(times, 0.5),
                                    mkt_times_share_us(times, 0.99), mkt_times_share_us(times, 0.999)};
}

/* Notes the time from the intended time of an order to its confirmation. */
static inline void measure(struct mkt_confirmation *confirmation, const struct mkt_message *message, int64_t now) {
    if (confirmation->rate == 0 || message->resting || message->kind == MKT_QUOTE)
        return;
    const uint64_t before = confirmation->orders - confirmation->meter.before; /* orders of the rate */
    const int64_t time = now - confirmation->begin - (int64_t)(before * UINT64_C(1000000000) / confirmation->rate);
    mkt_times_add(message->kind == MKT_TRADE ? &confirmation->trade : &confirmation->order, time);
    if (!confirmation->answered)
        mkt_times_add(&confirmation->completion, time);
    confirmation->answered = true;
}

/* Adds the times since the last sample to the times of the rate. */
static void take_times(struct mkt_times *times, struct mkt_times *all, struct mkt_summary *sample,
                       struct mkt_summary *rate) {
    summarize(times, sample);
    mkt_times_join(all, times);
    *times = (struct mkt_times){.count = 0};
    summarize(all, rate);
}

static mkt_result put_answer(struct mkt_confirmation *confirmation, struct mkt_clock clock, struct sw_failure *f) {
    unsigned char record[MKT_CLOCK_BYTES];
    mkt_clock_put(&clock, record);
    return confirmation->answers->put(confirmation->answers, record, sizeof record, 1, f);
}

static mkt_result take_sample(struct mkt_confirmation *confirmation, struct sw_failure *f) {
    struct mkt_sample *sample = &confirmation->meter.samples[confirmation->meter.count - 1];
    struct mkt_summary *rate = confirmation->by_rate[sample->rate];
    take_times(&confirmation->order, &confirmation->all_order, &sample->order, &rate[0]);
    take_times(&confirmation->trade, &confirmation->all_trade, &sample->trade, &rate[1]);
    take_times(&confirmation->completion, &confirmation->all_completion, &sample->completion, &rate[2]);
    if (confirmation->tell != NULL)
        confirmation->tell(confirmation->context, confirmation);
    return sample->orders == mkt_run_orders(confirmation->run, sample->rate)
               ? put_answer(confirmation, (struct mkt_clock){.kind = MKT_CLOCK_DONE, .a = sample->rate}, f)
               : MKT_OK;
}

/* --- events --- */

static mkt_result end_order(struct mkt_confirmation *confirmation, struct sw_failure *f) {
    const size_t samples = confirmation->meter.count;
    confirmation->answered = false;
    confirmation->orders++;
    if (mkt_meter_pass(&confirmation->meter, confirmation->orders, confirmation->messages, f) != STATUS_OK)
        return MKT_FAILED;
    return confirmation->meter.count > samples ? take_sample(confirmation, f) : MKT_OK;
}

static mkt_result count_events(struct mkt_confirmation *confirmation, const unsigned char *bytes, size_t count,
                               struct sw_failure *f) {
    const struct mkt_layout *layout = confirmation->run->layout;
    const uint32_t instruments = mkt_run_instruments(confirmation->run);
    const int64_t now = mkt_now();
    mkt_result result = MKT_OK;
    struct mkt_message message;
    for (size_t at = 0; at < count && result == MKT_OK;) {
        const int length = mkt_decode(layout, bytes + at, count - at, &message);
        if (length <= 0 || message.kind == MKT_ORDER || message.instrument >= instruments) {
            sw_fail(f, STATUS_CONTENT, NULL, "number %" PRIu64 " of the stream of events is no event",
                    confirmation->messages + 1);
            return MKT_FAILED;
        }
        at += (size_t)length;
        confirmation->messages++;
        confirmation->kinds[message.kind]++;
        add_to_digest(confirmation, &message);
        measure(confirmation, &message, now);
        if (confirmation->watch != NULL && confirmation->watch(confirmation->watcher, &message, f) != STATUS_OK)
            return MKT_FAILED;
        if (message.last)
            result = end_order(confirmation, f);
    }
    return result;
}

/* Takes the events that no other engine has given before, and passes them on first. */
static mkt_result take_events(struct mkt_confirmation *confirmation, int engine, size_t count, struct sw_failure *f) {
    uint64_t *taken = &confirmation->taken[engine];
    *taken += count;
    if (*taken <= confirmation->joined)
        return MKT_OK;
    const size_t fresh = (size_t)(*taken - confirmation->joined);
    const unsigned char *bytes = confirmation->records + count - fresh;
    confirmation->joined = *taken;
    if (confirmation->out != NULL) {
        const mkt_result result =
            mkt_put_messages(confirmation->out, confirmation->run->layout, confirmation->run->batch, bytes, fresh, f);
        if (result != MKT_OK)
            return result;
    }
    return count_events(confirmation, bytes, fresh, f);
}

/* --- the clock --- */

static void begin_rate(struct mkt_confirmation *confirmation, const struct mkt_clock *clock) {
    confirmation->begin = (int64_t)clock->b;
    confirmation->rate = confirmation->run->rates[clock->a];
    if ((int64_t)clock->c > confirmation->clock_error)
        confirmation->clock_error = (int64_t)clock->c;
    confirmation->all_order = confirmation->all_trade = confirmation->all_completion = (struct mkt_times){.count = 0};
}

static mkt_result take_clock(struct mkt_confirmation *confirmation, size_t count, struct sw_failure *f) {
    mkt_result result = MKT_OK;
    if (count % MKT_CLOCK_BYTES != 0) {
        sw_fail(f, STATUS_CONTENT, NULL, "what the generator says of the time is torn: it has %zu bytes", count);
        return MKT_FAILED;
    }
    for (size_t at = 0; at < count && result == MKT_OK; at += MKT_CLOCK_BYTES) {
        const struct mkt_clock clock = mkt_clock_get(confirmation->records + at);
        if (clock.kind == MKT_CLOCK_ASK) {
            result = put_answer(confirmation, (struct mkt_clock){.kind = MKT_CLOCK_TELL, .a = (uint64_t)mkt_now()}, f);
        } else if (clock.kind == MKT_CLOCK_BEGIN && clock.a < confirmation->run->rate_count &&
                   clock.d == mkt_run_orders(confirmation->run, (uint32_t)clock.a)) {
            begin_rate(confirmation, &clock);
            result = put_answer(confirmation, (struct mkt_clock){.kind = MKT_CLOCK_READY, .a = clock.a}, f);
        } else {
            sw_fail(f, STATUS_CONTENT, "Give all kernels of a graph the same options.",
                    "the generator has %" PRIu64 " orders at its rate number %" PRIu64 ", and the confirmation has not",
                    clock.d, clock.a + 1);
            return MKT_FAILED;
        }
    }
    return result;
}

static mkt_result finish(struct mkt_confirmation *confirmation, struct sw_failure *f) {
    const uint64_t all = mkt_run_all_orders(confirmation->run);
    if (confirmation->orders != all) {
        sw_fail(f, STATUS_CONTENT, NULL, "the events ended after order %" PRIu64 " of %" PRIu64, confirmation->orders,
                all);
        return MKT_FAILED;
    }
    if (confirmation->out != NULL && confirmation->out->end(confirmation->out, f) == MKT_FAILED)
        return MKT_FAILED;
    return confirmation->answers->end(confirmation->answers, f) == MKT_FAILED ? MKT_FAILED : MKT_ENDED;
}

mkt_result mkt_confirmation_step(struct mkt_confirmation *confirmation, struct sw_failure *f) {
    size_t got;
    struct mkt_port *in = confirmation->in;
    const mkt_result result = in->get(in, confirmation->records, sizeof confirmation->records, &got, MKT_ANY_TIME, f);
    if (result == MKT_ENDED)
        return finish(confirmation, f);
    if (result != MKT_OK)
        return result;
    if (in->sender == MKT_GENERATOR)
        return take_clock(confirmation, got, f);
    if (in->sender == MKT_ENGINE || in->sender == MKT_STANDBY)
        return take_events(confirmation, in->sender, got, f);
    sw_fail(f, STATUS_CONTENT, NULL, "kernel %d is no engine, and has put %zu bytes", in->sender, got);
    return MKT_FAILED;
}
