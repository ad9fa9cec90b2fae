/* SPDX-License-Identifier: Apache-2.0 */
/* exchange-load: sends random requests to an exchange server, checks each answer, and measures. */
#include "load.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static double per_second(const struct load *load, int64_t now) {
    return now <= load->began ? 0 : (double)load->totals.requests / ((double)(now - load->began) / 1e9);
}

void load_tell(const struct load *load, int64_t now, bool last) {
    static struct slipway_progress progress;
    static bool opened;
    const struct load_options *options = &load->options;
    const bool counted = options->requests > 0 || last;
    if (!opened)
        slipway_progress_open(&progress);
    opened = true;
    if (!slipway_progress_due(&progress) && !last)
        return;
    slipway_progress_begin(&progress, (long long)load->totals.requests,
                           counted ? (long long)load->started : (long long)(per_second(load, now) * options->seconds));
    slipway_progress_figure(&progress, "requests", (double)load->totals.requests);
    slipway_progress_figure(&progress, "requests_per_s", per_second(load, now));
    slipway_progress_figure(&progress, "p99_ms", mkt_times_share_us(&load->totals.times, 0.99) / 1000);
    slipway_progress_end(&progress);
}

static double own_cpu(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void report(const struct load *load) {
    const struct load_totals *totals = &load->totals;
    if (totals->lost_connections > 0)
        printf("connections lost and made again: %" PRIu64 "\n", totals->lost_connections);
    if (totals->wrong > 0)
        printf("the first wrong answer: %s\n", totals->first_wrong);
    printf("LOAD requests=%" PRIu64 " per_s=%.1f p50_ms=%.3f p99_ms=%.3f errors=%" PRIu64 " wrong=%" PRIu64
           " cpu_s=%.2f\n",
           totals->requests, per_second(load, load->ends), mkt_times_share_us(&totals->times, 0.5) / 1000,
           mkt_times_share_us(&totals->times, 0.99) / 1000, totals->errors, totals->wrong, own_cpu());
}

/* Makes the clients and the other data of a run. load_free frees LOAD, also after a failure. */
static int load_new(struct load *load, struct sw_failure *f) {
    const struct load_options *options = &load->options;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    /* ids from 10^18 on, which accounts of other runs do not have */
    load->run = UINT64_C(1000000000000000000) +
                ((uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000) % UINT64_C(8000000000000) * 1000000;
    load->epoll = epoll_create1(EPOLL_CLOEXEC);
    load->clients = calloc(options->connections, sizeof *load->clients);
    if (load->epoll < 0 || load->clients == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for %" PRIu64 " connections", options->connections);
    for (uint64_t i = 0; i < options->connections; i++) {
        struct load_client *client = &load->clients[i];
        *client = (struct load_client){.number = i, .fd = -1, .random = {options->seed + (i << 32)}};
        client->items = calloc(options->items, sizeof *client->items);
        if (client->items == NULL)
            return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for %" PRIu64 " connections", options->connections);
    }
    if (options->answers != NULL && (load->answers = fopen(options->answers, "w")) == NULL)
        return sw_fail(f, STATUS_OUTPUT, NULL, "cannot write %s: %s", options->answers, strerror(errno));
    return STATUS_OK;
}

static void load_free(struct load *load) {
    for (uint64_t i = 0; load->clients != NULL && i < load->options.connections; i++) {
        struct load_client *client = &load->clients[i];
        if (client->fd >= 0)
            close(client->fd);
        xch_bytes_free(&client->out);
        xch_bytes_free(&client->in);
        xch_bytes_free(&client->last);
        free(client->items);
    }
    free(load->clients);
    if (load->epoll >= 0)
        close(load->epoll);
}

static int run(struct load *load, struct sw_failure *f) {
    if (load_new(load, f) != STATUS_OK)
        return f->status;
    if (load->options.prepare != PREPARE_NO && load_prepare(load, f) != STATUS_OK)
        return f->status;
    if (load->options.prepare == PREPARE_ONLY)
        return STATUS_OK;
    const int status = load_run(load, f);
    if (load->answers != NULL && fclose(load->answers) != 0 && status == STATUS_OK)
        sw_fail(f, STATUS_OUTPUT, NULL, "cannot write %s: %s", load->options.answers, strerror(errno));
    report(load);
    if (f->status == STATUS_OK && load->totals.wrong > 0)
        sw_fail(f, STATUS_CONTENT, NULL, "%" PRIu64 " answers were wrong", load->totals.wrong);
    return f->status;
}

int main(int argc, char **argv) {
    struct sw_failure f = {.status = STATUS_OK};
    static struct load load;
    if (load_options_read(&load.options, argc, argv, &f) == STATUS_OK && load.options.help) {
        load_print_usage(stdout);
        return STATUS_OK;
    }
    if (f.status == STATUS_OK)
        run(&load, &f);
    if (f.status != STATUS_OK)
        sw_failure_print("exchange-load", &f);
    load_free(&load);
    return f.status;
}
