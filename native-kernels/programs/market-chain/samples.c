/* SPDX-License-Identifier: Apache-2.0 */
#include "market-chain.h"

#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static FILE *open_table(const char *folder, const char *name, char **path, struct sw_failure *f) {
    char file[64];
    snprintf(file, sizeof file, "/%s.csv", name);
    *path = sw_text_join(folder, file);
    FILE *out = *path != NULL ? fopen(*path, "w") : NULL;
    if (out == NULL)
        sw_fail(f, STATUS_OUTPUT, NULL, "cannot write %s%s: %s", folder, file, strerror(errno));
    return out;
}

static int close_table(FILE *out, char *path, struct sw_failure *f) {
    const int failed = ferror(out);
    if (fclose(out) != 0 || failed)
        sw_fail(f, STATUS_OUTPUT, NULL, "cannot write %s: %s", path, strerror(errno));
    free(path);
    return f->status;
}

static void put_times(FILE *out, const struct mkt_summary *times) {
    fprintf(out, ",%.3f,%.3f,%.3f,%.3f", times->mean, times->p50, times->p99, times->p999);
}

/* Writes a sample, with rates per second since the previous sample of the same rate. */
static void put_sample(FILE *out, const struct mkt_run *run, const struct mkt_sample *sample,
                       const struct mkt_sample *before) {
    const bool same = before != NULL && before->rate == sample->rate;
    const double seconds = (double)(sample->ns - (same ? before->ns : 0)) / 1e9;
    const uint64_t orders = sample->orders - (same ? before->orders : 0);
    const uint64_t messages = sample->messages - (same ? before->messages : 0);
    fprintf(out, "%" PRIu64 ",%" PRIu64 ",%.6f,%.1f,%.1f", run->rates[sample->rate], sample->orders,
            (double)sample->ns / 1e9, seconds > 0 ? (double)orders / seconds : 0,
            seconds > 0 ? (double)messages / seconds : 0);
}

int write_samples(const char *folder, const char *name, bool times, const struct mkt_meter *meter,
                  struct sw_failure *f) {
    char *path;
    FILE *out = open_table(folder, name, &path, f);
    if (out == NULL) {
        free(path);
        return f->status;
    }
    fputs("rate,orders,seconds,orders_per_s,messages_per_s", out);
    if (times)
        fputs(",order_us,order_p50_us,order_p99_us,order_p999_us,trade_us,trade_p50_us,trade_p99_us,trade_p999_us,"
              "completion_us,completion_p50_us,completion_p99_us,completion_p999_us",
              out);
    fputc('\n', out);
    for (size_t i = 0; i < meter->count; i++) {
        const struct mkt_sample *sample = &meter->samples[i];
        put_sample(out, meter->run, sample, i > 0 ? sample - 1 : NULL);
        if (times) {
            put_times(out, &sample->order);
            put_times(out, &sample->trade);
            put_times(out, &sample->completion);
        }
        fputc('\n', out);
    }
    return close_table(out, path, f);
}

int write_times(const char *folder, const struct mkt_confirmation *confirmation, struct sw_failure *f) {
    char *path;
    FILE *out = open_table(folder, "times", &path, f);
    if (out == NULL) {
        free(path);
        return f->status;
    }
    fputs("rate,order_us,trade_us,completion_us,completion_p50_us,completion_p99_us\n", out);
    for (uint32_t rate = 0; rate < confirmation->run->rate_count; rate++) {
        const struct mkt_summary *times = confirmation->by_rate[rate];
        if (confirmation->run->rates[rate] > 0)
            fprintf(out, "%" PRIu64 ",%.3f,%.3f,%.3f,%.3f,%.3f\n", confirmation->run->rates[rate], times[0].mean,
                    times[1].mean, times[2].mean, times[2].p50, times[2].p99);
    }
    return close_table(out, path, f);
}
