/* SPDX-License-Identifier: Apache-2.0 */
#include "market-chain.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

static const int64_t interval_ns = 250000000;

void progress_open(struct progress *progress) {
    const char *path = getenv("SLIPWAY_PROGRESS");
    progress->last = 0;
    progress->fd = path != NULL && *path != '\0' ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640) : -1;
}

/* Writes each line at once, so that a reader never sees two lines mixed. A full disk does not fail the run. */
void progress_tell(void *context, const struct mkt_confirmation *confirmation) {
    struct progress *progress = context;
    const struct mkt_run *run = confirmation->run;
    const struct mkt_sample *sample = &confirmation->meter.samples[confirmation->meter.count - 1];
    const uint64_t all = mkt_run_all_orders(run);
    const int64_t now = mkt_now();
    if (progress->fd < 0 || (now - progress->last < interval_ns && confirmation->orders < all))
        return;
    char line[512];
    const double seconds = (double)sample->ns / 1e9;
    int length =
        snprintf(line, sizeof line,
                 "{\"done\":%" PRIu64 ",\"of\":%" PRIu64 ",\"figures\":{\"orders\":%" PRIu64
                 ",\"orders_per_s\":%.0f,\"messages_per_s\":%.0f",
                 confirmation->orders, all, confirmation->orders, seconds > 0 ? (double)sample->orders / seconds : 0,
                 seconds > 0 ? (double)sample->messages / seconds : 0);
    if (run->rates[sample->rate] > 0)
        length += snprintf(line + length, sizeof line - (size_t)length,
                           ",\"rate\":%" PRIu64 ",\"p50_us\":%.1f,\"p99_us\":%.1f", run->rates[sample->rate],
                           sample->completion.p50, sample->completion.p99);
    length += snprintf(line + length, sizeof line - (size_t)length, "}}\n");
    if (write(progress->fd, line, (size_t)length) != length)
        progress_close(progress);
    progress->last = now;
}

void progress_close(struct progress *progress) {
    if (progress->fd >= 0)
        close(progress->fd);
    progress->fd = -1;
}
