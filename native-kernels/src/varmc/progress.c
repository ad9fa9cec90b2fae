#include "varmc.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_open(struct progress *progress) {
    const char *path = getenv("SLIPWAY_PROGRESS");
    progress->last = 0;
    progress->fd = path != NULL && *path != '\0' ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640) : -1;
}

bool progress_due(const struct progress *progress) {
    return progress->fd >= 0 && now() - progress->last >= 0.25;
}

/* One write a line, so that a reader never sees two lines mixed. A full disk must not fail the run. */
void progress_line(struct progress *progress, size_t done, size_t of, double var) {
    char line[160];
    int length;
    if (progress->fd < 0)
        return;
    if (isfinite(var))
        length = snprintf(line, sizeof line, "{\"done\":%zu,\"of\":%zu,\"figures\":{\"var_mean_99\":%.10g}}\n", done,
                          of, var);
    else
        length = snprintf(line, sizeof line, "{\"done\":%zu,\"of\":%zu}\n", done, of);
    if (write(progress->fd, line, (size_t)length) != length) {
        close(progress->fd);
        progress->fd = -1;
    }
    progress->last = now();
}

void progress_close(struct progress *progress) {
    if (progress->fd >= 0)
        close(progress->fd);
    progress->fd = -1;
}
