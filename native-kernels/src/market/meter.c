/* SPDX-License-Identifier: Apache-2.0 */
#include "meter.h"

#include "base/rows.h"
#include "times.h"

#include <stdlib.h>

void mkt_meter_start(struct mkt_meter *meter, const struct mkt_run *run) {
    *meter = (struct mkt_meter){.run = run, .of = mkt_run_orders(run, 0), .next = 1};
}

static int add_sample(struct mkt_meter *meter, uint64_t orders, uint64_t messages, struct sw_failure *f) {
    struct mkt_sample *samples = sw_rows_grow(meter->samples, &meter->room, meter->count + 1, sizeof *samples);
    if (samples == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for samples");
    meter->samples = samples;
    samples[meter->count++] = (struct mkt_sample){.rate = meter->rate,
                                                  .orders = orders,
                                                  .messages = messages - meter->messages_before,
                                                  .ns = mkt_now() - meter->began};
    return STATUS_OK;
}

static void begin_rate(struct mkt_meter *meter, uint64_t messages) {
    meter->began = mkt_now();
    meter->messages_before = messages;
}

static void next_rate(struct mkt_meter *meter) {
    meter->before += meter->of;
    meter->rate++;
    meter->of = meter->rate < meter->run->rate_count ? mkt_run_orders(meter->run, meter->rate) : UINT64_MAX;
    meter->next = meter->before + 1;
    meter->began = 0;
}

int mkt_meter_due(struct mkt_meter *meter, uint64_t orders, uint64_t messages, struct sw_failure *f) {
    const uint64_t here = orders - meter->before, every = meter->run->every;
    if (meter->began == 0)
        begin_rate(meter, messages);
    if (meter->next > meter->before + 1 || here == meter->of)
        if (add_sample(meter, here, messages, f) != STATUS_OK)
            return f->status;
    if (here == meter->of) {
        next_rate(meter);
        return STATUS_OK;
    }
    const uint64_t next = (here / every + 1) * every;
    meter->next = meter->before + (next < meter->of ? next : meter->of);
    return STATUS_OK;
}

void mkt_meter_free(struct mkt_meter *meter) {
    free(meter->samples);
    *meter = (struct mkt_meter){.run = NULL};
}
