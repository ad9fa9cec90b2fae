/* SPDX-License-Identifier: Apache-2.0 */
#include "varmc.h"

/* Adds a number to the figures of a line. */
static void put_number(struct slipway_progress *progress, const struct told *told, const char *bound, double value) {
    char name[64];
    snprintf(name, sizeof name, "%s_%.10g%s", told->measure, 100 * told->level, bound);
    slipway_progress_figure(progress, name, value);
}

void progress_line(struct slipway_progress *progress, size_t done, size_t of, const struct told *told, size_t count) {
    slipway_progress_begin(progress, (long long)done, (long long)of);
    for (size_t i = 0; i < count; i++) {
        put_number(progress, &told[i], "", told[i].figure.value);
        put_number(progress, &told[i], "_lower", told[i].figure.lower);
        put_number(progress, &told[i], "_upper", told[i].figure.upper);
    }
    slipway_progress_end(progress);
}

void progress_last(size_t scenarios, const struct told *told, size_t count) {
    struct slipway_progress progress;
    slipway_progress_open(&progress);
    progress_line(&progress, scenarios, scenarios, told, count);
    slipway_progress_close(&progress);
}
