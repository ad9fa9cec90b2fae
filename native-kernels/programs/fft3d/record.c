/* SPDX-License-Identifier: Apache-2.0 */
#include "record.h"

#include "outputs.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int record_begin(const struct team *team, double of, const char *trace, struct record *record, struct sw_failure *f) {
    *record = (struct record){.team = team, .of = of, .trace = -1, .began = sw_clock_seconds()};
    record->lines = open_memstream(&record->text, &record->bytes);
    if (record->lines == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for figures");
    if (trace != NULL) {
        record->trace = open(trace, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
        if (record->trace < 0)
            return sw_fail(f, STATUS_OUTPUT, "give it a folder that can be written, with room",
                           "%s cannot be written: %s", trace, strerror(errno));
    }
    if (team->number == 0)
        slipway_progress_open(&record->progress);
    return f->status;
}

void record_end(struct record *record) {
    if (record->lines != NULL)
        fclose(record->lines);
    free(record->text);
    if (record->trace >= 0)
        close(record->trace);
    slipway_progress_close(&record->progress);
    *record = (struct record){.trace = -1};
}

/* Clients have the same share each, so the work of the first client shows the work of all but for the last units. */
static void tell_progress(struct record *record) {
    struct slipway_progress *progress = &record->progress;
    const double seconds = sw_clock_seconds() - record->began;
    const double rate = seconds > 0 ? record->moved / seconds : 0;
    const double left = rate > 0 ? fmax(record->of - record->done, 0) / rate : 0;
    slipway_progress_begin(progress, (long long)fmin(record->done, record->of), (long long)record->of);
    slipway_progress_phase(progress, record->phase);
    slipway_progress_figure(progress, "gb_per_s", rate * record->team->count / 1e9);
    slipway_progress_figure(progress, "seconds_left", left);
    slipway_progress_end(progress);
}

static void put_line(struct record *record, const char *what, const char *place, uint64_t bytes, double seconds) {
    fprintf(record->lines, "%s%s%s,%s,%llu,%.6f,", record->phase, *what != '\0' ? " " : "", what, place,
            (unsigned long long)bytes, seconds);
    if (seconds > 0)
        fprintf(record->lines, "%.3f", (double)bytes / seconds / 1e6);
}

static void end_phase(struct record *record) {
    char place[64];
    if (record->phase[0] == '\0')
        return;
    snprintf(place, sizeof place, "%d,,", record->team->number);
    put_line(record, "", place, record->phase_bytes, sw_clock_seconds() - record->phase_began);
    fprintf(record->lines, ",,%.6f,%llu\n", sw_clock_processor_seconds() - record->phase_processor,
            (unsigned long long)record->phase_network);
    tell_progress(record);
}

void record_phase(struct record *record, const char *format, ...) {
    va_list args;
    end_phase(record);
    va_start(args, format);
    vsnprintf(record->phase, sizeof record->phase, format, args);
    va_end(args);
    record->phase_began = sw_clock_seconds();
    record->phase_processor = sw_clock_processor_seconds();
    record->phase_bytes = record->phase_network = 0;
    tell_progress(record);
}

void record_unit(struct record *record, const char *what, int64_t unit, uint64_t bytes, double seconds,
                 const struct pgd_box *box) {
    char place[64];
    snprintf(place, sizeof place, "%d,,%lld", record->team->number, (long long)unit);
    put_line(record, what, place, bytes, seconds);
    fputc(',', record->lines);
    for (int i = 0; i < 3; i++)
        fprintf(record->lines, "%s%lld-%lld", i > 0 ? " x " : "", (long long)box->from[i], (long long)box->to[i] - 1);
    fputs(",,\n", record->lines);
}

void record_trace(const struct record *record, const char *what, const char *verb, int pass, int64_t unit) {
    char line[96];
    if (record->trace < 0)
        return;
    const int length =
        snprintf(line, sizeof line, "%s %d %s %d %lld\n", what, record->team->number, verb, pass, (long long)unit);
    if (write(record->trace, line, (size_t)length) != length)
        return; /* a full disk does not fail the run */
}

void record_disk(struct record *record, const char *what, size_t disk, int server, uint64_t bytes, double seconds) {
    char place[64];
    snprintf(place, sizeof place, ",%d,%zu", server, disk);
    put_line(record, what, place, bytes, seconds);
    fputs(",,,\n", record->lines);
}

void record_processor(struct record *record, int server, double seconds) {
    fprintf(record->lines, "%s server,,%d,,,,,,%.6f,\n", record->phase, server, seconds);
}

void record_network(struct record *record, uint64_t bytes) {
    record->phase_network += bytes;
}

void record_done(struct record *record, uint64_t bytes, bool skipped) {
    record->done += (double)bytes;
    if (!skipped) {
        record->moved += (double)bytes;
        record->phase_bytes += bytes;
    }
    if (slipway_progress_due(&record->progress))
        tell_progress(record);
}

int record_write(struct record *record, const char *path, struct sw_failure *f) {
    static const char header[] =
        "phase,client,server,unit,bytes,seconds,mb_per_s,domain,processor_seconds,network_bytes\n";
    char *whole = NULL;
    end_phase(record);
    record->phase[0] = '\0';
    if (path == NULL)
        return f->status;
    if (fflush(record->lines) != 0)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for figures");
    if (team_agree(record->team, f) == STATUS_OK && team_gather(record->team, record->text, &whole, f) == STATUS_OK &&
        record->team->number == 0)
        write_texts(path, header, whole, f);
    free(whole);
    return team_agree(record->team, f);
}
