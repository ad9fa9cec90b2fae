/* SPDX-License-Identifier: Apache-2.0 */
#include "market-chain.h"

void progress_tell(void *context, const struct mkt_confirmation *confirmation) {
    struct slipway_progress *progress = context;
    const struct mkt_run *run = confirmation->run;
    const struct mkt_sample *sample = &confirmation->meter.samples[confirmation->meter.count - 1];
    const uint64_t all = mkt_run_all_orders(run);
    const double seconds = (double)sample->ns / 1e9;
    if (!slipway_progress_due(progress) && confirmation->orders < all)
        return;
    slipway_progress_begin(progress, (long long)confirmation->orders, (long long)all);
    slipway_progress_figure(progress, "orders", (double)confirmation->orders);
    slipway_progress_figure(progress, "orders_per_s", seconds > 0 ? (double)sample->orders / seconds : 0);
    slipway_progress_figure(progress, "messages_per_s", seconds > 0 ? (double)sample->messages / seconds : 0);
    if (run->rates[sample->rate] > 0) {
        slipway_progress_figure(progress, "rate", (double)run->rates[sample->rate]);
        slipway_progress_figure(progress, "p50_us", sample->completion.p50);
        slipway_progress_figure(progress, "p99_us", sample->completion.p99);
    }
    slipway_progress_end(progress);
}
