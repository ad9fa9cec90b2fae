/* SPDX-License-Identifier: Apache-2.0 */
/* The array in a page set on disks: filled, transformed pass by pass, written, compared. */
#include "field.h"
#include "pageset.h"
#include "passes.h"
#include "targets.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

/* Transforms the result of the first passes back, and compares. The time of the way back counts, that of comparing does
 * not. */
static int go_back(struct passes *passes, uint32_t *generation, struct sw_failure *f) {
    struct work *work = passes->work;
    const double begin = sw_clock_seconds();
    if (passes_go_back(passes, generation, f) != STATUS_OK)
        return f->status;
    work->run_seconds += sw_clock_seconds() - begin;
    passes_phase(passes, "compare");
    return field_compare(work, *generation, &work->difference, f);
}

/* Keeps the spectrum in the set before the way back, which drops the pages behind the spectrum. */
static int keep_spectrum(struct work *work, struct state *state, struct sw_failure *f) {
    if (work->power == NULL || work->team->number > 0 || state->bins > 0)
        return f->status;
    state->bins = (int)ooc_spectrum_bins(work->plan.question.size);
    return state_keep(work->set, state, work->power, f);
}

static int transform(struct passes *passes, struct state *state, uint32_t *generation, struct sw_failure *f) {
    struct work *work = passes->work;
    const double begin = sw_clock_seconds();
    double *power = state->bins > 0 ? NULL : work->power; /* that of an earlier run is kept */
    if (passes_run(passes, "pass", &work->plan, generation, power, f) != STATUS_OK)
        return f->status;
    work->run_seconds = sw_clock_seconds() - begin;
    if (!work->options.roundtrip)
        return f->status;
    keep_spectrum(work, state, f);
    return team_agree(work->team, f) == STATUS_OK ? go_back(passes, generation, f) : f->status;
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

static int draw(struct passes *passes, uint32_t generation, struct sw_failure *f) {
    struct work *work = passes->work;
    const bool spectrum = work->options.task == OOC_DO_FORWARD && !work->options.roundtrip;
    struct slice slice = {.scale = 1};
    passes_phase(passes, "slice");
    if (work->team->number == 0)
        slice_begin(work->plan.question.size, spectrum, &slice, f);
    if (team_agree(work->team, f) == STATUS_OK && field_draw(work, generation, &slice, f) == STATUS_OK &&
        work->team->number == 0)
        slice_write(&slice, work->options.slice, f);
    slice_end(&slice);
    return team_agree(work->team, f);
}

static int write_results(struct passes *passes, uint32_t generation, struct sw_failure *f) {
    struct work *work = passes->work;
    if (work->options.output != NULL) {
        passes_phase(passes, "output");
        field_save(work, generation, work->options.output, f);
    }
    if (f->status == STATUS_OK && work->options.slice != NULL)
        draw(passes, generation, f);
    passes_tell(passes);
    return f->status;
}

/* Notes in the set that the whole input was read, with the fingerprint of the input. A file that was written meanwhile
 * may have given parts of two arrays. */
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

/* Notes in the set that the set keeps a result: no --checkpoint of another run may then remove the set. */
static int note_complete(struct work *work, struct state *state, struct sw_failure *f) {
    if (work->team->number == 0 && work->options.checkpoint == NULL && !state->complete) {
        state->complete = 1;
        state_keep(work->set, state, work->kept != NULL ? work->kept : work->power, f);
    }
    return team_agree(work->team, f);
}

/* Moves the array: from its input into the set, through the passes, and out. */
static int move(struct passes *passes, struct state *state, struct sw_failure *f) {
    struct work *work = passes->work;
    uint32_t generation = 1;
    const double loading = sw_clock_seconds();
    passes_phase(passes, "input");
    if (field_load(work, generation, f) != STATUS_OK || note_loaded(work, state, f) != STATUS_OK)
        return f->status;
    work->load_seconds = sw_clock_seconds() - loading;
    if (transform(passes, state, &generation, f) == STATUS_OK)
        write_results(passes, generation, f);
    return f->status;
}

int work_on_disks(struct work *work, struct sw_failure *f) {
    struct state state;
    struct passes passes;
    const int begun = pageset_begin(work, &state, f);
    /* Checks the room once more: the page set has taken room, and a resumed set tells the size. */
    if (begun == STATUS_OK && targets_check_room(work, f) != STATUS_OK && !work->resumed)
        return pageset_remove(work, f);
    if (f->status == STATUS_OK && begin(work, &state, f) == STATUS_OK) {
        if (passes_begin(work, &passes, f) == STATUS_OK)
            move(&passes, &state, f);
        passes_end(&passes);
        if (f->status == STATUS_OK && report(work, f) == STATUS_OK)
            note_complete(work, &state, f);
    }
    return pageset_end(work, f);
}
