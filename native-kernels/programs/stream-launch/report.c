/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The report of a run: a file of one line of JSON, which is replaced as a whole up to four times a second.
 *
 *     {"done":5,"of":10,"figures":{"p50_us":1.5},
 *      "kernels":[{"name":"source","state":"running","in":0,"in_per_s":0,"out":5,"out_per_s":5}],
 *      "links":[{"from":"source","to":["sink"],"records":5,"per_s":5}]}
 *
 * Kernels and links are in the order of the graph's document. done, of and figures come from the programs.
 */
#include "launch.h"

#include "base/clock.h"
#include "base/files.h"
#include "stream/counts.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_LINE = 60000, MEMBER_BYTES = 1024 };
static const double interval = 0.25, window = 1; /* seconds: between two reports, and of the window of a rate */

/* Counts of records at one point. Times are seconds of sw_clock_seconds. */
struct passing {
    uint64_t records, before; /* now, and at the beginning of the window */
    double window_at, rate;   /* of the window before; below 0: no window */
    double first, last;       /* first and last look between which all records passed */
};

struct report {
    struct counts counts;
    char *part; /* name of the file while it is written */
    double looked_at;
    struct passing *links, *in, *out; /* of links, and into and out of kernels */
    char *line;
    size_t bytes;
    bool cut; /* a piece of the line did not fit */
};

/* --- counted records --- */

static void pass(struct passing *passing, uint64_t records, double before, double now) {
    if (records > passing->records) {
        passing->first = passing->records == 0 ? before : passing->first;
        passing->last = now;
    }
    passing->records = records;
    if (passing->window_at == 0)
        passing->window_at = before;
    if (now - passing->window_at < window)
        return;
    passing->rate = (double)(records - passing->before) / (now - passing->window_at);
    passing->before = records;
    passing->window_at = now;
}

/* Returns records per second: lately, or over the whole time in which records passed. */
static double rate_of(const struct passing *passing, bool ended) {
    if (!ended && passing->rate >= 0)
        return passing->rate;
    return passing->last > passing->first ? (double)passing->records / (passing->last - passing->first) : 0;
}

static uint64_t count_of(const struct report *report, size_t end, bool put) {
    const _Atomic uint64_t *records = counts_of(&report->counts, end, put);
    return records == NULL ? 0 : atomic_load_explicit(records, memory_order_relaxed);
}

/* Returns the number of records put into END; if the sender is on another host, the number of records taken out. */
static uint64_t through(const struct report *report, size_t end) {
    const uint64_t put = count_of(report, end, true), taken = count_of(report, end, false);
    return put > taken ? put : taken;
}

/* Returns the records of a link, or those that lead to kernel TO. A duplicating split counts each record once. */
static uint64_t records_of(const struct launch *launch, int link, int to) {
    const struct stream_graph *graph = &launch->graph;
    uint64_t sum = 0, most = 0;
    int copy = -1;
    for (size_t i = 0; i < graph->end_count; i++) {
        const struct stream_end *end = &graph->ends[i];
        if (end->link != link || (to != NOBODY && end->to != to))
            continue;
        const uint64_t records = through(launch->report, i);
        if (graph->links[link].split != STREAM_SPLIT_DUPLICATE) {
            sum += records;
            continue;
        }
        if (end->from_copy != copy) { /* the ends of a copy follow each other */
            sum += most;
            most = 0;
            copy = end->from_copy;
        }
        most = records > most ? records : most;
    }
    return sum + most;
}

static int document_kernel(const struct document *d, int number) {
    for (size_t i = 0; i < d->kernel_count; i++)
        if (d->kernels[i].number == number)
            return (int)i;
    return 0;
}

/* Takes the current values of all counts. */
static void look(const struct launch *launch, double now) {
    const struct document *d = &launch->document;
    struct report *report = launch->report;
    for (size_t i = 0; i < d->link_count; i++)
        pass(&report->links[i], records_of(launch, (int)i, NOBODY), report->looked_at, now);
    for (size_t k = 0; k < d->kernel_count; k++) {
        uint64_t in = 0, out = 0;
        for (size_t i = 0; i < launch->graph.end_count; i++)
            in += document_kernel(d, launch->graph.ends[i].to) == (int)k ? count_of(report, i, false) : 0;
        for (size_t i = 0; i < d->link_count; i++)
            out += d->links[i].from == (int)k ? report->links[i].records : 0;
        pass(&report->in[k], in, report->looked_at, now);
        pass(&report->out[k], out, report->looked_at, now);
    }
    report->looked_at = now;
}

/* --- the line --- */

static void put(struct report *report, const char *text) {
    const size_t bytes = strlen(text);
    report->cut = report->cut || report->bytes + bytes + sizeof "}\n" > MOST_LINE;
    if (report->cut)
        return;
    memcpy(report->line + report->bytes, text, bytes + 1);
    report->bytes += bytes;
}

/* Returns the state of a unit, ordered from the worst to the best: a kernel has the state of its worst copy. */
static int state_of(const struct unit *unit) {
    enum { DIED, RUNNING, WAITING, STOPPED, ENDED };
    if (unit->died)
        return DIED;
    if (!unit->ended)
        return unit->started ? RUNNING : WAITING;
    return WIFEXITED(unit->status) && WEXITSTATUS(unit->status) == 0 ? ENDED : STOPPED;
}

static void put_kernel(const struct launch *launch, size_t kernel) {
    static const char *const states[] = {"died", "running", "waiting", "stopped", "ended"};
    const struct report *report = launch->report;
    const struct passing *in = &report->in[kernel], *out = &report->out[kernel];
    const int process = document_process(&launch->document, (int)kernel);
    const struct unit *worst = NULL;
    char text[MEMBER_BYTES], end[64] = "";
    for (size_t i = 0; i < launch->unit_count; i++)
        if (launch->units[i].kernel == process && (worst == NULL || state_of(&launch->units[i]) < state_of(worst)))
            worst = &launch->units[i];
    const bool ended = worst == NULL || worst->ended;
    if (worst != NULL && worst->died)
        snprintf(end, sizeof end, ",\"%s\":%d", WIFSIGNALED(worst->status) ? "signal" : "status",
                 WIFSIGNALED(worst->status) ? WTERMSIG(worst->status) : WEXITSTATUS(worst->status));
    snprintf(text, sizeof text,
             "%s{\"name\":\"%s\",\"state\":\"%s\"%s,\"in\":%" PRIu64 ",\"in_per_s\":%.1f,\"out\":%" PRIu64
             ",\"out_per_s\":%.1f}",
             kernel > 0 ? "," : "", launch->document.kernels[kernel].name, worst == NULL ? "" : states[state_of(worst)],
             end, in->records, rate_of(in, ended), out->records, rate_of(out, ended));
    put(launch->report, text);
}

static void put_link(const struct launch *launch, size_t number, bool ended) {
    const struct document *d = &launch->document;
    const struct link *link = &d->links[number];
    const struct passing *passing = &launch->report->links[number];
    char text[MEMBER_BYTES];
    snprintf(text, sizeof text, "%s{\"from\":\"%s\",\"to\":[", number > 0 ? "," : "", d->kernels[link->from].name);
    put(launch->report, text);
    for (size_t i = 0; i < link->to_count; i++) {
        snprintf(text, sizeof text, "%s\"%s\"", i > 0 ? "," : "", d->kernels[link->to[i]].name);
        put(launch->report, text);
    }
    snprintf(text, sizeof text, "],\"records\":%" PRIu64 ",\"per_s\":%.1f", passing->records, rate_of(passing, ended));
    put(launch->report, text);
    for (size_t i = 0; link->to_count > 1 && i < link->to_count; i++) {
        snprintf(text, sizeof text, "%s%" PRIu64 "%s", i > 0 ? "," : ",\"each\":[",
                 records_of(launch, (int)number, d->kernels[link->to[i]].number), i + 1 == link->to_count ? "]" : "");
        put(launch->report, text);
    }
    put(launch->report, "}");
}

/* Adds kernels and links, unless the line would become too long for readers. */
static void put_graph(const struct launch *launch, bool ended) {
    struct report *report = launch->report;
    const size_t before = report->bytes;
    report->cut = false;
    put(report, ",\"kernels\":[");
    for (size_t i = 0; i < launch->document.kernel_count; i++)
        put_kernel(launch, i);
    put(report, "],\"links\":[");
    for (size_t i = 0; i < launch->document.link_count; i++)
        put_link(launch, i, ended);
    put(report, "]");
    if (report->cut)
        report->bytes = before;
}

static void make_line(const struct launch *launch, bool ended) {
    struct report *report = launch->report;
    static struct told told;
    char text[MEMBER_BYTES], path[4400];
    told = (struct told){.any = false};
    for (size_t i = 0; i < launch->unit_count; i++) {
        snprintf(path, sizeof path, "%s/progress-%s", launch->folder, launch->units[i].name);
        told_take(&told, path);
    }
    report->bytes = 0;
    report->cut = false;
    snprintf(text, sizeof text, "{\"done\":%.0f,\"of\":%.0f", told.done, told.of);
    put(report, text);
    if (told.count > 0) {
        put(report, ",\"figures\":{");
        put(report, told.figures);
        put(report, "}");
    }
    put_graph(launch, ended);
    memcpy(report->line + report->bytes, "}\n", 3);
    report->bytes += 2;
}

/* Replaces the line of the file, all at once. Returns 0, or -1 with errno. */
static int write_line(const struct launch *launch) {
    const struct report *report = launch->report;
    const int fd = open(report->part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0640);
    if (fd < 0)
        return -1;
    const int written = sw_file_write(fd, report->line, report->bytes);
    if (close(fd) != 0 || written != 0 || rename(report->part, launch->options.report) != 0) {
        const int reason = errno;
        unlink(report->part);
        errno = reason;
        return -1;
    }
    return 0;
}

/* --- the report --- */

static struct report *new_report(const struct launch *launch) {
    const struct document *d = &launch->document;
    struct report *report = calloc(1, sizeof *report);
    if (report == NULL)
        return NULL;
    report->line = malloc(MOST_LINE);
    report->links = calloc(d->link_count + 2 * d->kernel_count + 1, sizeof *report->links);
    if (asprintf(&report->part, "%s.part", launch->options.report) < 0)
        report->part = NULL;
    if (report->line == NULL || report->links == NULL || report->part == NULL) {
        free(report->line);
        free(report->links);
        free(report->part);
        free(report);
        return NULL;
    }
    report->in = report->links + d->link_count;
    report->out = report->in + d->kernel_count;
    for (size_t i = 0; i < d->link_count + 2 * d->kernel_count; i++)
        report->links[i].rate = -1;
    return report;
}

int report_open(struct launch *launch, struct sw_failure *f) {
    launch->report = new_report(launch);
    if (launch->report == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "there is no memory for the report");
    launch->report->looked_at = sw_clock_seconds();
    /* Without counts, as for a graph with very many links, the report has the rest. */
    counts_create(&launch->graph, &launch->report->counts);
    make_line(launch, false);
    if (write_line(launch) == 0)
        return STATUS_OK;
    sw_fail(f, STATUS_OUTPUT, "name another file by --report", "%s cannot be written: %s", launch->options.report,
            strerror(errno));
    report_close(launch);
    return f->status;
}

int report_due(const struct launch *launch) {
    if (launch->report == NULL)
        return -1;
    const double rest = launch->report->looked_at + interval - sw_clock_seconds();
    return rest <= 0 ? 0 : (int)(rest * 1000) + 1;
}

static void tell(const struct launch *launch, bool ended) {
    look(launch, sw_clock_seconds());
    make_line(launch, ended);
    write_line(launch);
}

void report_look(struct launch *launch) {
    if (launch->report != NULL && report_due(launch) == 0)
        tell(launch, false);
}

void report_close(struct launch *launch) {
    struct report *report = launch->report;
    if (report == NULL)
        return;
    tell(launch, true);
    counts_close(&report->counts);
    counts_remove_name(&launch->graph);
    free(report->links);
    free(report->line);
    free(report->part);
    free(report);
    launch->report = NULL;
}
