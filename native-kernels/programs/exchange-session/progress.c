/* SPDX-License-Identifier: Apache-2.0 */
#include "session.h"

#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static const int64_t interval_ns = 250000000;

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

void progress_open(struct progress *progress) {
    const char *path = getenv("SLIPWAY_PROGRESS");
    *progress = (struct progress){.fd = -1, .last = clock_ns()};
    if (path != NULL && *path != '\0')
        progress->fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
}

/* Writes each line at once, so that a reader never sees two lines mixed. A full disk does not fail the day. */
void progress_tell(struct progress *progress, const struct day *day, size_t done, int64_t now) {
    if (progress->fd < 0 || (now - progress->last < interval_ns && done < day->count))
        return;
    char line[256];
    const double seconds = (double)(now - progress->last) / 1e9;
    const int length =
        snprintf(line, sizeof line, "{\"done\":%zu,\"of\":%zu,\"figures\":{\"requests_per_s\":%.0f,\"p99_ms\":%.2f}}\n",
                 done, day->count, seconds > 0 ? (double)(done - progress->told) / seconds : 0,
                 answer_time(day, progress->told, done - progress->told, 99));
    if (write(progress->fd, line, (size_t)length) != length)
        progress_close(progress);
    progress->last = now;
    progress->told = done;
}

void progress_close(struct progress *progress) {
    if (progress->fd >= 0)
        close(progress->fd);
    progress->fd = -1;
}
