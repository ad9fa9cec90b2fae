/* SPDX-License-Identifier: Apache-2.0 */
/* The array in a page set on disks: filled, transformed pass by pass, written, compared. */
#include "field.h"
#include "pageset.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

/* What ooc_run calls. */
struct calls {
    struct work *work;
    const char *verb; /* "pass", or "back" */
    int pass;
    struct pgd_figures *before; /* of each disk, when the phase began; of client 0 */
};

/* Adds lines of what the disks have done since the phase began. */
static void tell_servers(struct calls *calls) {
    struct work *work = calls->work;
    const size_t disks = pgd_set_layout(work->set)->disk_count;
    if (work->team->number > 0 || calls->before == NULL)
        return;
    for (size_t d = 0; d < disks; d++) {
        struct pgd_figures now = {.pages_read = 0}, *then = &calls->before[d];
        if (pgd_set_figures(work->set, d, &now, NULL) != PGD_OK)
            continue;
        const int server = work->team->servers > 0 ? (int)(d % (size_t)work->team->servers) : 0;
        if (work->record.phase[0] != '\0') {
            record_server(&work->record, "disk read", server, now.bytes_read - then->bytes_read,
                          now.read_seconds - then->read_seconds);
            record_server(&work->record, "disk write", server, now.bytes_written - then->bytes_written,
                          now.write_seconds - then->write_seconds);
        }
        *then = now;
    }
}

static void begin_phase(struct calls *calls, int pass) {
    tell_servers(calls);
    calls->pass = pass;
    record_phase(&calls->work->record, "%s %d", calls->verb, pass + 1);
}

static void tell_begin(void *context, int pass, int64_t unit) {
    const struct calls *calls = context;
    record_trace(&calls->work->record, "begun", calls->verb, pass + 1, unit);
}

static void tell_unit(void *context, const struct ooc_unit_figures *figures) {
    struct calls *calls = context;
    struct record *record = &calls->work->record;
    if (figures->pass != calls->pass)
        begin_phase(calls, figures->pass);
    if (!figures->skipped) {
        record_trace(record, "committed", calls->verb, figures->pass + 1, figures->unit);
        record_unit(record, "read", figures->unit, figures->bytes, figures->read_seconds, &figures->box);
        record_unit(record, "compute", figures->unit, figures->bytes, figures->compute_seconds, &figures->box);
        record_unit(record, "write", figures->unit, figures->bytes, figures->write_seconds, &figures->box);
    }
    record_done(record, 2 * figures->bytes, figures->skipped != 0);
}

static int meet(void *context, int failed) {
    return team_meet(((struct calls *)context)->work->team, failed);
}

static int add(void *context, double *values, size_t count) {
    struct sw_failure own = {.status = STATUS_OK};
    return team_add(((struct calls *)context)->work->team, values, count, &own);
}

/* Runs the passes of PLAN on the array in GENERATION. POWER: of the spectrum; NULL: none is wanted. */
static int run_passes(struct calls *calls, const struct ooc_plan *plan, uint32_t generation, double *power,
                      struct sw_failure *f) {
    const struct work *work = calls->work;
    struct ooc_error error;
    const struct ooc_job job = {
        .plan = plan,
        .set = work->set,
        .engine = work->engine,
        .generation = generation,
        .filter = {(ooc_filter_kind)work->options.filter, work->options.parameter},
        .clients = {work->team->number, work->team->count, calls, meet, add, tell_begin, tell_unit},
        .barriers = work->options.barriers,
        .power = power,
    };
    if (ooc_run(&job, &error) != OOC_OK)
        ooc_failed(&error, f);
    return team_agree(work->team, f);
}

/* Transforms back what the first passes gave, and compares. */
static int go_back(struct work *work, uint32_t *generation, struct calls *calls, struct sw_failure *f) {
    struct ooc_plan back;
    struct ooc_question question = work->plan.question;
    struct ooc_error error;
    question.task = OOC_DO_INVERSE;
    memcpy(question.page, work->plan.page, sizeof question.page);
    if (ooc_plan_make(&question, &back, &error) != OOC_OK)
        return ooc_failed(&error, f);
    calls->verb = "back";
    begin_phase(calls, 0);
    if (run_passes(calls, &back, *generation, NULL, f) != STATUS_OK)
        return f->status;
    *generation += (uint32_t)back.pass_count;
    tell_servers(calls);
    record_phase(&work->record, "compare");
    return field_compare(work, *generation, &work->difference, f);
}

/* Before the way back, the set keeps the spectrum: the pages that it comes from will go. */
static int keep_spectrum(struct work *work, struct state *state, struct sw_failure *f) {
    if (work->power == NULL || work->team->number > 0 || state->bins > 0)
        return f->status;
    state->bins = (int)ooc_spectrum_bins(work->plan.question.size);
    return state_keep(work->set, state, work->power, f);
}

static int transform(struct work *work, struct state *state, uint32_t *generation, struct sw_failure *f) {
    struct calls calls = {.work = work, .verb = "pass"};
    calls.before = calloc(pgd_set_layout(work->set)->disk_count, sizeof *calls.before);
    begin_phase(&calls, 0);
    const double begin = sw_clock_seconds();
    double *power = state->bins > 0 ? NULL : work->power; /* that of an earlier run is kept */
    if (run_passes(&calls, &work->plan, *generation, power, f) == STATUS_OK) {
        *generation += (uint32_t)work->plan.pass_count;
        work->run_seconds = sw_clock_seconds() - begin;
        if (work->options.roundtrip) {
            keep_spectrum(work, state, f);
            if (team_agree(work->team, f) == STATUS_OK)
                go_back(work, generation, &calls, f);
        }
    }
    if (!work->options.roundtrip)
        tell_servers(&calls);
    free(calls.before);
    return f->status;
}

static int begin(struct work *work, const struct state *state, struct sw_failure *f) {
    const struct options *options = &work->options;
    const int64_t *size = work->plan.question.size;
    struct ooc_error error;
    const double share = (double)work_bytes(work) / work->team->count;
    const int moves =
        1 + 2 * work->plan.pass_count * (options->roundtrip ? 2 : 1) + options->roundtrip + (options->output != NULL);
    if (record_begin(work->team, share * moves, options->trace, &work->record, f) == STATUS_OK &&
        ooc_engine_new(size, work_threads(work), &work->engine, &error) != OOC_OK)
        ooc_failed(&error, f);
    if (f->status == STATUS_OK && options->spectrum != NULL) {
        work->power = calloc((size_t)ooc_spectrum_bins(size), sizeof *work->power);
        if (work->power == NULL)
            sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for a spectrum");
        else if (work->kept != NULL && state->bins == ooc_spectrum_bins(size))
            memcpy(work->power, work->kept, (size_t)state->bins * sizeof *work->power);
    }
    return team_agree(work->team, f);
}

static int write_results(struct work *work, uint32_t generation, struct sw_failure *f) {
    const bool spectrum = work->options.task == OOC_DO_FORWARD && !work->options.roundtrip;
    struct slice slice = {.scale = 1};
    if (work->options.output != NULL) {
        record_phase(&work->record, "output");
        field_save(work, generation, work->options.output, f);
    }
    if (f->status != STATUS_OK || work->options.slice == NULL)
        return f->status;
    if (work->team->number == 0)
        slice_begin(work->plan.question.size, spectrum, &slice, f);
    if (team_agree(work->team, f) == STATUS_OK && field_draw(work, generation, &slice, f) == STATUS_OK &&
        work->team->number == 0)
        slice_write(&slice, work->options.slice, f);
    slice_end(&slice);
    return team_agree(work->team, f);
}

/* Notes in the set that the whole input was read, with its fingerprint. A file that was written meanwhile may have
 * given parts of two arrays. */
static int note_loaded(struct work *work, struct state *state, struct sw_failure *f) {
    const struct source *source = &work->source;
    if (work->team->number > 0 || state->loaded || source->file == NULL)
        return team_agree(work->team, f);
    const struct source_marks now = source_marks(work->options.input);
    if (!source_marks_are_same(&now, &state->marks)) {
        sw_fail(f, STATUS_FILE, "begin anew, with a file that stays as it is", "%s was written while it was read",
                work->options.input);
    } else if (source->elements == work_elements(work)) {
        state->loaded = 1;
        state->print = source->print;
        state_keep(work->set, state, work->kept, f);
    }
    return team_agree(work->team, f);
}

int work_on_disks(struct work *work, struct sw_failure *f) {
    struct state state;
    uint32_t generation = 1;
    if (pageset_begin(work, &state, f) == STATUS_OK && begin(work, &state, f) == STATUS_OK) {
        const double loading = sw_clock_seconds();
        record_phase(&work->record, "input");
        if (field_load(work, f) == STATUS_OK && note_loaded(work, &state, f) == STATUS_OK) {
            work->load_seconds = sw_clock_seconds() - loading;
            if (transform(work, &state, &generation, f) == STATUS_OK && write_results(work, generation, f) == STATUS_OK)
                report(work, f);
        }
    }
    return pageset_end(work, f);
}
