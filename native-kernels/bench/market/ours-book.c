/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench-market-book ORDERS KIND WHO: our book's time on random orders of the reports, as a line for market_report.py.
 * KIND is "limit", or "mix": each order is followed by a cancellation. WHO is "ours" or "plain", our plain version.
 *
 * The program measures the processor time of this thread from the first message to the last event in the batch. Orders
 * are drawn before; each event is written into a batch, and the batch is read. The handle of each order is kept by id.
 */
#include "orderflow/orderflow.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { AT_ONCE = 4096, LATELY = 1000 };

struct run {
    size_t count; /* of orders */
    struct book_order *orders;
    uint32_t *cancelled; /* the id that is cancelled after each order */
    uint64_t *handles;
    struct book *book;
    uint64_t fills, notional, gone, last; /* counted from the events */
};

/* Reads the events that a receiver would read: each fill, and each cancellation. */
static void look(void *context, const struct book_event *events, size_t count) {
    struct run *run = context;
    uint64_t fills = 0, notional = 0, gone = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t is_fill = events[i].kind == BOOK_TRADE_MAKER;
        fills += is_fill;
        notional += is_fill * (uint64_t)events[i].price * (uint64_t)events[i].volume;
        gone += events[i].kind == BOOK_CANCELLED;
    }
    run->fills += fills;
    run->notional += notional;
    run->gone += gone;
}

static void draw_orders(struct run *run) {
    struct sw_orderflow flow = {.state = 1};
    for (size_t i = 0; i < run->count; i++)
        run->orders[i] = sw_orderflow_next(&flow);
    /* Touches the pages before, because first touches are not the book's cost. */
    memset(run->handles, 1, (run->count + 1) * sizeof *run->handles);
}

/* Chooses the order to cancel after each order, by matching and cancelling. */
static int draw_cancelled(struct run *run) {
    uint64_t lately[LATELY], state = 2, rested = 0;
    struct book_result result;
    for (size_t i = 0; i < run->count; i++) {
        const uint64_t id = run->orders[i].id;
        if (book_submit(run->book, &run->orders[i], &result) != BOOK_OK)
            return -1;
        run->handles[id] = result.handle;
        if (result.handle != BOOK_NO_HANDLE)
            lately[rested++ % LATELY] = id;
        const uint64_t drawn = sw_orderflow_bits(&state) % (rested < LATELY ? rested + 1 : LATELY);
        run->cancelled[i] = (uint32_t)(drawn < rested ? lately[drawn] : id);
        book_cancel(run->book, run->handles[run->cancelled[i]]);
    }
    return 0;
}

static int write_cancelled(const struct run *run, const char *path) {
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return -1;
    const size_t written = fwrite(run->cancelled, sizeof *run->cancelled, run->count, file);
    return fclose(file) == 0 && written == run->count ? 0 : -1;
}

static int read_cancelled(struct run *run, const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return -1;
    const size_t got = fread(run->cancelled, sizeof *run->cancelled, run->count, file);
    fclose(file);
    return got == run->count ? 0 : -1;
}

static int match_limits(struct run *run) {
    for (size_t at = 0; at < run->count; at += AT_ONCE) {
        const size_t count = run->count - at < AT_ONCE ? run->count - at : AT_ONCE;
        size_t done;
        if (book_submit_all(run->book, run->orders + at, count, run->handles + at + 1, &done) != BOOK_OK)
            return -1;
    }
    return 0;
}

static int match_mix(struct run *run) {
    struct book_result result;
    for (size_t i = 0; i < run->count; i++) {
        if (book_submit(run->book, &run->orders[i], &result) != BOOK_OK)
            return -1;
        run->handles[run->orders[i].id] = result.handle;
        book_cancel(run->book, run->handles[run->cancelled[i]]);
    }
    return 0;
}

static double thread_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int make(struct run *run, int plain) {
    const struct book_options options = {
        .instruments = 1, .least_price = 1, .most_price = 999, .plain = plain, .take = look, .context = run};
    run->orders = malloc(run->count * sizeof *run->orders);
    run->cancelled = malloc(run->count * sizeof *run->cancelled);
    run->handles = malloc((run->count + 1) * sizeof *run->handles);
    if (run->orders == NULL || run->cancelled == NULL || run->handles == NULL ||
        book_new(&options, &run->book) != BOOK_OK)
        return -1;
    draw_orders(run);
    return 0;
}

static int measure(struct run *run, int mix, const char *kind, const char *who) {
    const double begin = thread_seconds();
    const int failed = mix ? match_mix(run) : match_limits(run);
    book_flush(run->book);
    const double seconds = thread_seconds() - begin, messages = (double)run->count * (mix ? 2 : 1);
    printf("%s %s %.3f fills=%" PRIu64 ",notional=%" PRIu64 ",cancelled=%" PRIu64 ",resting=%" PRIu64 " %.2f\n", kind,
           who, seconds * 1e9 / messages, run->fills, run->notional, run->gone, book_resting(run->book),
           (double)book_bytes(run->book) / (double)book_resting(run->book));
    return failed;
}

int main(int argc, char **argv) {
    struct run run = {.count = argc == 5 ? strtoull(argv[1], NULL, 10) : 0};
    if (run.count == 0) {
        fputs("usage: bench-market-book ORDERS FILE limit|mix ours|plain|draw\n", stderr);
        return 2;
    }
    const int mix = strcmp(argv[3], "mix") == 0, draws = strcmp(argv[4], "draw") == 0;
    int failed = make(&run, strcmp(argv[4], "plain") == 0);
    if (failed == 0 && draws)
        failed = draw_cancelled(&run) != 0 || write_cancelled(&run, argv[2]) != 0;
    else if (failed == 0)
        failed = (mix && read_cancelled(&run, argv[2]) != 0) || measure(&run, mix, argv[3], argv[4]) != 0;
    book_free(run.book);
    free(run.orders);
    free(run.cancelled);
    free(run.handles);
    return failed != 0;
}
