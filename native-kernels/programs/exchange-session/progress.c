/* SPDX-License-Identifier: Apache-2.0 */
#include "session.h"

#include <stdlib.h>
#include <time.h>

int64_t clock_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

double answer_time(const struct day *day, size_t first, size_t count, double percent) {
    int64_t *times = malloc((count > 0 ? count : 1) * sizeof *times);
    size_t taken = 0;
    if (times == NULL)
        return 0;
    for (size_t i = first; i < first + count; i++)
        if (day->requests[i].taken != 0 && day->requests[i].sent != 0)
            times[taken++] = day->requests[i].taken - day->requests[i].sent;
    qsort(times, taken, sizeof *times, ascending);
    size_t rank = (size_t)((double)taken * percent / 100);
    if (rank >= taken && taken > 0)
        rank = taken - 1;
    const double ms = taken > 0 ? (double)times[rank] / 1e6 : 0;
    free(times);
    return ms;
}

void progress_tell(struct progress *progress, const struct day *day, size_t done, int64_t now) {
    struct slipway_progress *file = &progress->file;
    const double seconds = (double)(now - progress->last) / 1e9;
    const size_t answered = done - progress->told;
    if (!slipway_progress_due(file) && done < day->count)
        return;
    slipway_progress_begin(file, (long long)done, (long long)day->count);
    slipway_progress_figure(file, "requests_per_s", seconds > 0 ? (double)answered / seconds : 0);
    slipway_progress_figure(file, "p99_ms", answer_time(day, progress->told, answered, 99));
    slipway_progress_end(file);
    progress->last = now;
    progress->told = done;
}
