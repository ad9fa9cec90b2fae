/* SPDX-License-Identifier: Apache-2.0 */
#include "parameter.h"
#include "state.h"

#include "base/amounts.h"
#include "base/clock.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

int64_t work_elements(const struct work *work) {
    return elements_of(work->plan.question.size);
}

uint64_t work_bytes(const struct work *work) {
    return (uint64_t)work_elements(work) * PGD_VALUE_BYTES;
}

int work_threads(const struct work *work) {
    cpu_set_t set;
    if (work->options.threads > 0)
        return (int)work->options.threads;
    const int cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return cores > work->team->count ? cores / work->team->count : 1;
}

/* A page set that is to keep the result is made also where the memory holds the array, and an unfinished run in one is
 * gone on with there. */
static ooc_err plan_on_disks(struct ooc_question *question, struct ooc_plan *plan, struct ooc_error *error) {
    struct ooc_error first;
    question->kind = OOC_PLAN_TWO_PASS;
    if (ooc_plan_make(question, plan, &first) == OOC_OK)
        return OOC_OK;
    question->kind = OOC_PLAN_REPORT;
    return ooc_plan_make(question, plan, error);
}

int work_check_plan(const struct work *work, struct sw_failure *f) {
    const int64_t row = work->plan.question.size[2];
    if (parameter_check_size(&work->options, work->plan.question.size, f) != STATUS_OK)
        return f->status;
    if (work->options.slice != NULL && work->plan.pass_count > 0 && row > CHUNK_ELEMENTS)
        sw_fail(f, STATUS_OUTPUT, "leave --slice out", "a plane with rows of %lld elements is not drawn",
                (long long)row);
    return f->status;
}

struct ooc_question work_question(const struct work *work, const int64_t size[3], const int64_t page[3]) {
    const struct options *options = &work->options;
    return (struct ooc_question){.size = {size[0], size[1], size[2]},
                                 .task = options->task,
                                 .kind = (ooc_plan_kind)options->plan,
                                 .memory = options->memory,
                                 .clients = work->team->count,
                                 .servers = work->team->servers,
                                 .spectrum = options->spectrum != NULL,
                                 .page = {page[0], page[1], page[2]}};
}

/* ON_DISKS: also where the memory holds the array. */
static int make_plan(struct work *work, const int64_t size[3], bool on_disks, struct sw_failure *f) {
    struct ooc_error error;
    const struct options *options = &work->options;
    struct ooc_question question = work_question(work, size, options->page);
    if (options->data != NULL && options->plan == OOC_PLAN_MEMORY)
        return sw_fail(f, STATUS_USAGE, "leave one of them out", "--plan memory uses no disks, and --data names some");
    ooc_err code = ooc_plan_make(&question, &work->plan, &error);
    if (code == OOC_OK && on_disks && work->plan.question.kind == OOC_PLAN_MEMORY)
        code = plan_on_disks(&question, &work->plan, &error);
    if (code != OOC_OK)
        return ooc_failed(&error, f);
    if (options->roundtrip && options->spectrum != NULL && work->plan.pass_count > 0 &&
        ooc_spectrum_bins(size) > STATE_MOST_BINS)
        return sw_fail(f, STATUS_USAGE, "make the spectrum by a run of its own",
                       "--roundtrip goes with a spectrum of at most %d rows", STATE_MOST_BINS);
    if (work_check_plan(work, f) != STATUS_OK)
        return f->status;
    const bool folder = options->data != NULL || options->checkpoint != NULL || options->resume != NULL;
    if (work->plan.pass_count > 0 && !folder && !options->explain && options->plan > OOC_PLAN_MEMORY)
        return sw_fail(f, STATUS_USAGE, "leave --plan out, or name a folder by --data or --checkpoint",
                       "--plan %s works on a page set, and no folder for one is named",
                       ooc_plan_name((ooc_plan_kind)options->plan));
    char bytes[SW_AMOUNT_BYTES], memory[SW_AMOUNT_BYTES];
    if (work->plan.pass_count > 0 && !folder && !options->explain)
        return sw_fail(f, STATUS_USAGE, "name a folder on a disk by --data, or give more --memory",
                       "an array of %s is more than the memory of %s", sw_bytes_text((double)work_bytes(work), bytes),
                       sw_bytes_text((double)options->memory, memory));
    return f->status;
}

int work_begin(struct work *work, struct sw_failure *f) {
    const struct options *options = &work->options;
    int on_disks = options->data != NULL || (options->checkpoint != NULL && pgd_set_exists(options->checkpoint));
    work->begin = sw_clock_seconds();
    work->difference = -1;
    if (options->resume != NULL)
        return f->status; /* the page set says */
    work->source_open = true;
    source_open(work->team->comm, options, &work->source, f);
    if (team_agree(work->team, f) != STATUS_OK)
        return f->status;
    source_describe(&work->source, work->input);
    /* All clients do as the first one, for others may have other folders. */
    return team_tell(work->team, &on_disks, sizeof on_disks, f) == STATUS_OK
               ? make_plan(work, work->source.size, on_disks != 0, f)
               : f->status;
}

int work_open_source(struct work *work, struct sw_failure *f) {
    if (work->source_open)
        return f->status;
    work->source_open = true;
    return source_open(work->team->comm, &work->options, &work->source, f);
}

void work_end(struct work *work) {
    source_close(&work->source);
    ooc_engine_free(work->engine);
    free(work->array);
    free(work->power);
    free(work->kept);
    record_end(&work->record);
}
