/* SPDX-License-Identifier: Apache-2.0 */
#include "explain.h"

#include "pageset.h"
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

/* Tries the disks that the run would use: the disks of the page set or of the options, or the disk of the folder. */
static int try_disks(const struct work *work, double *rate, struct sw_failure *f) {
    const struct options *options = &work->options;
    const char *folders[MAX_DISKS] = {"."};
    char room[4096];
    size_t count = work->set != NULL ? pgd_set_layout(work->set)->disk_count : options->disk_count;
    const char *own = options->data != NULL ? options->data : options->checkpoint;
    count = count < MAX_DISKS ? count : MAX_DISKS;
    for (size_t d = 0; d < count; d++)
        folders[d] = work->set != NULL ? pgd_set_disk(work->set, d) : options->disks[d];
    if (count == 0 && own != NULL)
        folders[0] = parent_of(own, room, sizeof room);
    const size_t piece = (size_t)elements_of(work->plan.page) * PGD_VALUE_BYTES;
    return probe_disks(folders, count > 0 ? count : 1, piece, rate, f);
}

static int find_disk_rate(const struct work *work, double *rate, struct sw_failure *f) {
    const struct options *options = &work->options;
    *rate = options->rate * 1e6;
    if (options->rate > 0 || work->plan.pass_count == 0 || work->team->number > 0)
        return f->status;
    return try_disks(work, rate, f);
}

static int explain_plan(struct work *work, struct sw_failure *f) {
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

int explain(struct work *work, struct sw_failure *f) {
    struct state state;
    if (work->options.resume == NULL)
        return explain_plan(work, f);
    if (pageset_begin(work, &state, f) == STATUS_OK)
        explain_plan(work, f);
    return pageset_end(work, f);
}
