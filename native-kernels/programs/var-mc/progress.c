/* SPDX-License-Identifier: Apache-2.0 */
#include "varmc.h"

#include "base/clock.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

void progress_open(struct progress *progress) {
    const char *path = getenv("SLIPWAY_PROGRESS");
    progress->last = 0;
    progress->fd = path != NULL && *path != '\0' ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640) : -1;
}

bool progress_due(const struct progress *progress) {
    return progress->fd >= 0 && sw_clock_seconds() - progress->last >= 0.25;
}

/* Appends a figure to LINE, as far as it fits. A bound that the sample does not give is left out. */
static int put_figure(char *line, size_t size, int length, const char *name, double value) {
    if (!isfinite(value))
        return length;
    return length + snprintf(line + length, size - (size_t)length, "%s\"%s\":%.10g", line[length - 1] == '{' ? "" : ",",
                             name, value);
}

/* Writes each line at once, so that a reader never sees two lines mixed. A full disk does not fail the run. */
void progress_line(struct progress *progress, size_t done, size_t of, const struct rmc_interval *var) {
    char line[256];
    int length;
    if (progress->fd < 0)
        return;
    length = snprintf(line, sizeof line, "{\"done\":%zu,\"of\":%zu", done, of);
    if (var != NULL) {
        length += snprintf(line + length, sizeof line - (size_t)length, ",\"figures\":{");
        length = put_figure(line, sizeof line, length, "var_mean_99", var->value);
        length = put_figure(line, sizeof line, length, "var_mean_99_lower", var->lower);
        length = put_figure(line, sizeof line, length, "var_mean_99_upper", var->upper);
        length += snprintf(line + length, sizeof line - (size_t)length, "}");
    }
    length += snprintf(line + length, sizeof line - (size_t)length, "}\n");
    if (write(progress->fd, line, (size_t)length) != length) {
        close(progress->fd);
        progress->fd = -1;
    }
    progress->last = sw_clock_seconds();
}

void progress_last(size_t scenarios, const struct rmc_interval *var) {
    struct progress progress;
    progress_open(&progress);
    progress_line(&progress, scenarios, scenarios, var);
    progress_close(&progress);
}

void progress_close(struct progress *progress) {
    if (progress->fd >= 0)
        close(progress->fd);
    progress->fd = -1;
}
