/* SPDX-License-Identifier: Apache-2.0 */
#include "passes.h"

#include <stdlib.h>
#include <string.h>

static size_t disks_of(const struct passes *passes) {
    return pgd_set_layout(passes->work->set)->disk_count;
}

/* Adds the lines of the server of DISK: the work of the disk and, once for each server, the time of the processor. */
static void tell_disk(const struct passes *passes, size_t disk, const struct pgd_figures *now) {
    const struct pgd_figures *then = &passes->before[disk];
    struct record *record = &passes->work->record;
    const size_t servers = (size_t)passes->work->team->servers;
    const int server = servers > 0 ? (int)(disk % servers) : 0;
    record_disk(record, "disk read", disk, server, now->bytes_read - then->bytes_read,
                now->read_seconds - then->read_seconds);
    record_disk(record, "disk write", disk, server, now->bytes_written - then->bytes_written,
                now->write_seconds - then->write_seconds);
    if (disk < servers)
        record_processor(record, server, now->processor_seconds - then->processor_seconds);
}

/* Asks at all clients, because each client knows the bytes that it sent. The first client tells of the servers. */
void passes_tell(struct passes *passes) {
    struct work *work = passes->work;
    uint64_t sent = 0;
    for (size_t d = 0; passes->before != NULL && d < disks_of(passes); d++) {
        struct pgd_figures now = {.pages_read = 0};
        if (pgd_set_figures(work->set, d, &now, NULL) != PGD_OK)
            continue;
        if (work->record.phase[0] != '\0' && work->team->number == 0)
            tell_disk(passes, d, &now);
        sent += now.network_bytes - passes->before[d].network_bytes;
        passes->before[d] = now;
    }
    record_network(&work->record, sent);
}

void passes_phase(struct passes *passes, const char *name) {
    passes_tell(passes);
    record_phase(&passes->work->record, "%s", name);
}

int passes_begin(struct work *work, struct passes *passes, struct sw_failure *f) {
    *passes = (struct passes){.work = work};
    passes->before = calloc(disks_of(passes), sizeof *passes->before);
    if (passes->before == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the figures of %zu disks", disks_of(passes));
    return team_agree(work->team, f);
}

void passes_end(struct passes *passes) {
    free(passes->before);
    passes->before = NULL;
}

/* --- functions that ooc_run calls --- */

static void begin_pass(void *context, int pass) {
    struct passes *passes = context;
    char name[RECORD_PHASE_BYTES];
    snprintf(name, sizeof name, "%s %d", passes->verb, pass + 1);
    passes_phase(passes, name);
}

static void tell_begin(void *context, int pass, int64_t unit) {
    const struct passes *passes = context;
    record_trace(&passes->work->record, "begun", passes->verb, pass + 1, unit);
}

static void tell_unit(void *context, const struct ooc_unit_figures *figures) {
    struct passes *passes = context;
    struct record *record = &passes->work->record;
    if (!figures->skipped) {
        record_trace(record, "committed", passes->verb, figures->pass + 1, figures->unit);
        record_unit(record, "read", figures->unit, figures->bytes, figures->read_seconds, &figures->box);
        record_unit(record, "compute", figures->unit, figures->bytes, figures->compute_seconds, &figures->box);
        record_unit(record, "write", figures->unit, figures->bytes, figures->write_seconds, &figures->box);
        passes->work->moved += 2 * (double)figures->bytes;
    }
    record_done(record, 2 * figures->bytes, figures->skipped != 0);
}

static int meet(void *context, int failed) {
    return team_meet(((struct passes *)context)->work->team, failed);
}

static int add(void *context, double *values, size_t count) {
    struct sw_failure own = {.status = STATUS_OK};
    return team_add(((struct passes *)context)->work->team, values, count, &own);
}

int passes_run(struct passes *passes, const char *verb, const struct ooc_plan *plan, uint32_t *generation,
               double *power, struct sw_failure *f) {
    const struct work *work = passes->work;
    struct ooc_error error;
    const struct ooc_job job = {
        .plan = plan,
        .set = work->set,
        .engine = work->engine,
        .generation = *generation,
        .filter = {(ooc_filter_kind)work->options.filter, work->options.parameter},
        .clients = {work->team->number, work->team->count, passes, meet, add, begin_pass, tell_begin, tell_unit},
        .barriers = work->options.barriers,
        .power = power,
    };
    passes->verb = verb;
    if (ooc_run(&job, &error) != OOC_OK)
        ooc_failed(&error, f);
    if (team_agree(work->team, f) == STATUS_OK)
        *generation += (uint32_t)plan->pass_count;
    return f->status;
}

int passes_go_back(struct passes *passes, uint32_t *generation, struct sw_failure *f) {
    struct ooc_plan back;
    struct ooc_question question = passes->work->plan.question;
    struct ooc_error error;
    question.task = OOC_DO_INVERSE;
    memcpy(question.page, passes->work->plan.page, sizeof question.page);
    if (ooc_plan_make(&question, &back, &error) != OOC_OK)
        return ooc_failed(&error, f);
    return passes_run(passes, "back", &back, generation, NULL, f);
}
