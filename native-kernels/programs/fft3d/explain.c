/* SPDX-License-Identifier: Apache-2.0 */
#include "explain.h"

#include "probe.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder in which FOLDER lies, or shall lie. */
static const char *parent_of(const char *folder, char *room, size_t bytes) {
    snprintf(room, bytes, "%s", folder);
    while (access(room, W_OK) != 0) {
        char *slash = strrchr(room, '/');
        if (slash == NULL)
            return ".";
        slash[slash == room] = '\0';
    }
    return room;
}

static int find_disk_rate(const struct work *work, double *rate, struct sw_failure *f) {
    const struct options *options = &work->options;
    char room[4096];
    const char *folder = options->data != NULL ? options->data : options->checkpoint;
    const char *own = folder != NULL ? parent_of(folder, room, sizeof room) : ".";
    *rate = options->rate * 1e6;
    if (options->rate > 0 || work->plan.pass_count == 0 || work->team->number > 0)
        return f->status;
    const size_t piece = (size_t)elements_of(work->plan.page) * PGD_VALUE_BYTES;
    return options->disk_count > 0
               ? probe_disks((const char *const *)options->disks, options->disk_count, piece, rate, f)
               : probe_disks(&own, 1, piece, rate, f);
}

int explain(struct work *work, struct sw_failure *f) {
    struct ooc_rates rates = {.disk_bytes = 0};
    struct ooc_error error;
    if (find_disk_rate(work, &rates.disk_bytes, f) == STATUS_OK &&
        ooc_engine_new(work->plan.question.size, work_threads(work), &work->engine, &error) != OOC_OK)
        ooc_failed(&error, f);
    if (team_agree(work->team, f) != STATUS_OK)
        return f->status;
    rates.line_flops = ooc_engine_flops(work->engine); /* of all clients at the same time */
    if (team_add(work->team, &rates.line_flops, 1, f) == STATUS_OK && work->team->number == 0)
        ooc_plan_print(&work->plan, &rates, stdout);
    return f->status;
}
