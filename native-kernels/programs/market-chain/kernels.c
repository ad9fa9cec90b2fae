/* SPDX-License-Identifier: Apache-2.0 */
#include "market-chain.h"

#include <inttypes.h>

const char *kernel_name(int number) {
    static const char *const names[MKT_KERNELS] = {"generator", "engine", "confirmation", "store", "standby"};
    return names[number];
}

static int begin_confirmation(struct kernels *kernels, struct sw_failure *f) {
    struct mkt_confirmation *confirmation = &kernels->confirmation;
    if (mkt_confirmation_new(confirmation, &kernels->request->run, f) != STATUS_OK || kernels->request->trades == NULL)
        return f->status;
    confirmation->watch = trades_watch;
    confirmation->watcher = &kernels->trades;
    return trades_open(&kernels->trades, kernels->request->trades, f);
}

int begin_kernel(struct kernels *kernels, int number, struct sw_failure *f) {
    const struct mkt_run *run = &kernels->request->run;
    kernels->began[number] = true;
    switch (number) {
    case MKT_GENERATOR:
        mkt_generator_new(&kernels->generator, run);
        return STATUS_OK;
    case MKT_CONFIRMER:
        return begin_confirmation(kernels, f);
    case MKT_STORE:
        if (kernels->request->store == NULL)
            return sw_fail(f, STATUS_USAGE, "Name it: --store FILE", "there is a store without a name");
        return mkt_archive_new(&kernels->archive, run, kernels->request->store, f);
    default:
        return mkt_engine_new(&kernels->engine, run, f);
    }
}

mkt_result step_kernel(struct kernels *kernels, int number, struct sw_failure *f) {
    mkt_result result;
    switch (number) {
    case MKT_GENERATOR:
        result = mkt_generator_step(&kernels->generator, f);
        break;
    case MKT_CONFIRMER:
        result = mkt_confirmation_step(&kernels->confirmation, f);
        break;
    case MKT_STORE:
        result = mkt_archive_step(&kernels->archive, f);
        break;
    default:
        result = mkt_engine_step(&kernels->engine, f);
    }
    if (result == MKT_ENDED)
        kernels->ended[number] = true;
    return result;
}

/* --- the counts of the kernels --- */

static double per_second(uint64_t count, int64_t ns) {
    return ns > 0 ? (double)count * 1e9 / (double)ns : 0;
}

/* Returns the sample at the end of a rate, or NULL. */
static const struct mkt_sample *last_of(const struct mkt_meter *meter, uint32_t rate) {
    for (size_t i = meter->count; i > 0; i--)
        if (meter->samples[i - 1].rate == rate)
            return &meter->samples[i - 1];
    return NULL;
}

static void print_rates(const char *name, const struct mkt_meter *meter, const char *orders, const char *messages) {
    for (uint32_t rate = 0; rate < meter->run->rate_count; rate++) {
        const struct mkt_sample *sample = last_of(meter, rate);
        if (sample == NULL)
            continue;
        printf("%s: rate=%" PRIu64 " orders=%" PRIu64 " seconds=%.3f %s=%.0f", name, meter->run->rates[rate],
               sample->orders, (double)sample->ns / 1e9, orders, per_second(sample->orders, sample->ns));
        if (messages != NULL)
            printf(" %s=%.0f", messages, per_second(sample->messages, sample->ns));
        printf("\n");
    }
}

static void print_summary(const char *name, const struct mkt_summary *times) {
    printf(" %s_us=%.1f/%.1f/%.1f/%.1f", name, times->mean, times->p50, times->p99, times->p999);
}

/* The confirmation's times are mean/p50/p99/p99.9 of a rate. */
static void print_confirmation(struct mkt_confirmation *confirmation) {
    const struct mkt_run *run = confirmation->run;
    double p50 = 0;
    bool measured = false;
    print_rates("confirmation", &confirmation->meter, "orders_confirmed_per_s", "messages_received_per_s");
    for (uint32_t rate = 0; rate < run->rate_count; rate++) {
        if (run->rates[rate] == 0)
            continue;
        printf("confirmation: rate=%" PRIu64, run->rates[rate]);
        print_summary("order", &confirmation->by_rate[rate][0]);
        print_summary("trade", &confirmation->by_rate[rate][1]);
        print_summary("completion", &confirmation->by_rate[rate][2]);
        printf(" clock_error_us=%.1f\n", (double)confirmation->clock_error / 1000);
        p50 = confirmation->by_rate[rate][2].p50;
        measured = true;
    }
    printf("orders=%" PRIu64 " trades=%" PRIu64 " order_confirmations=%" PRIu64 " quotes=%" PRIu64
           " digest=%016" PRIx64,
           confirmation->orders, confirmation->kinds[MKT_TRADE], confirmation->kinds[MKT_CONFIRMATION],
           confirmation->kinds[MKT_QUOTE], mkt_confirmation_digest(confirmation));
    if (measured) /* flat-out rates measure no delays */
        printf(" p50_us=%.1f", p50);
    putchar('\n');
}

static int end_kernel(struct kernels *kernels, int number, struct sw_failure *f) {
    const char *folder = kernels->request->samples, *name = kernel_name(number);
    const struct mkt_meter *meter = NULL;
    switch (number) {
    case MKT_GENERATOR:
        meter = &kernels->generator.meter;
        printf("generator: seed=%" PRIu64 " orders=%" PRIu64 " acknowledged=%" PRIu64 " clock_ahead_us=%.1f\n",
               kernels->request->run.seed, kernels->generator.orders, kernels->generator.acknowledged,
               (double)kernels->generator.offset / 1000);
        print_rates(name, meter, "orders_sent_per_s", NULL);
        break;
    case MKT_CONFIRMER:
        meter = &kernels->confirmation.meter;
        print_confirmation(&kernels->confirmation);
        if (folder != NULL)
            write_times(folder, &kernels->confirmation, f);
        break;
    case MKT_STORE:
        printf("store: messages=%" PRIu64 " file=%s\n", kernels->archive.stored, kernels->request->store);
        return STATUS_OK;
    default:
        meter = &kernels->engine.meter;
        print_rates(name, meter, "orders_received_per_s", "messages_sent_per_s");
        if (kernels->request->book != NULL && number == MKT_ENGINE)
            write_book(kernels->request->book, &kernels->engine, f);
    }
    fflush(stdout);
    return folder == NULL || f->status != STATUS_OK ? f->status
                                                    : write_samples(folder, name, number == MKT_CONFIRMER, meter, f);
}

int end_kernels(struct kernels *kernels, struct sw_failure *f) {
    for (int number = 0; number < MKT_KERNELS; number++)
        if (kernels->ended[number] && f->status == STATUS_OK)
            end_kernel(kernels, number, f);
    trades_close(&kernels->trades, f);
    if (kernels->began[MKT_GENERATOR])
        mkt_generator_free(&kernels->generator);
    if (kernels->began[MKT_ENGINE] || kernels->began[MKT_STANDBY])
        mkt_engine_free(&kernels->engine);
    if (kernels->began[MKT_CONFIRMER])
        mkt_confirmation_free(&kernels->confirmation);
    if (kernels->began[MKT_STORE])
        mkt_archive_free(&kernels->archive);
    return f->status;
}
