/* SPDX-License-Identifier: Apache-2.0 */
#include "varmc.h"

#include "base/clock.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* Room for a line: 2 * MAX_LEVELS figures of three numbers, each of at most 60 bytes. */
enum { LINE_BYTES = 4096 };

void progress_open(struct progress *progress) {
    const char *path = getenv("SLIPWAY_PROGRESS");
    progress->last = 0;
    progress->fd = path != NULL && *path != '\0' ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640) : -1;
}

bool progress_due(const struct progress *progress) {
    return progress->fd >= 0 && sw_clock_seconds() - progress->last >= 0.25;
}

/* Appends a number to the figures of LINE. Leaves out a number that the sample does not give. */
static int put_number(char line[LINE_BYTES], int length, const struct told *told, const char *bound, double value) {
    if (!isfinite(value))
        return length;
    return length + snprintf(line + length, LINE_BYTES - (size_t)length, "%s\"%s_%.10g%s\":%.10g",
                             line[length - 1] == '{' ? "" : ",", told->measure, 100 * told->level, bound, value);
}

/* Writes each line at once, so that a reader never sees two lines mixed. A full disk does not fail the run. */
void progress_line(struct progress *progress, size_t done, size_t of, const struct told *told, size_t count) {
    static const char figures[] = ",\"figures\":{";
    char line[LINE_BYTES];
    if (progress->fd < 0)
        return;
    const int begin = snprintf(line, sizeof line, "{\"done\":%zu,\"of\":%zu%s", done, of, figures);
    int length = begin;
    for (size_t i = 0; i < count; i++) {
        length = put_number(line, length, &told[i], "", told[i].figure.value);
        length = put_number(line, length, &told[i], "_lower", told[i].figure.lower);
        length = put_number(line, length, &told[i], "_upper", told[i].figure.upper);
    }
    if (length == begin) /* no figures yet */
        length -= (int)sizeof figures - 1;
    else
        line[length++] = '}';
    line[length++] = '}';
    line[length++] = '\n';
    if (write(progress->fd, line, (size_t)length) != length) {
        close(progress->fd);
        progress->fd = -1;
    }
    progress->last = sw_clock_seconds();
}

void progress_last(size_t scenarios, const struct told *told, size_t count) {
    struct progress progress;
    progress_open(&progress);
    progress_line(&progress, scenarios, scenarios, told, count);
    progress_close(&progress);
}

void progress_close(struct progress *progress) {
    if (progress->fd >= 0)
        close(progress->fd);
    progress->fd = -1;
}
