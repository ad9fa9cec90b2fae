/* SPDX-License-Identifier: Apache-2.0 */
#include "resume.h"

#include <stdlib.h>
#include <string.h>

enum verdict { NOTHING, IS_SAME, IS_OTHER, LOOK }; /* NOTHING: there is no set */

static const char *input_of(const struct options *options, const struct state *state) {
    return options->input != NULL ? options->input : state->path[0] != '\0' ? state->path : NULL;
}

/* Compares the file by its marks. If all was loaded, a missing file is not needed. A later read of a missing file
 * reports the loss. */
static enum verdict judge_file(const struct options *options, const struct state *state) {
    const struct source_marks now = source_marks(input_of(options, state)), none = {.bytes = 0};
    if (source_marks_are_same(&now, &none))
        return options->input != NULL ? LOOK : IS_SAME;
    if (source_marks_are_same(&now, &state->marks))
        return IS_SAME;
    return state->loaded ? LOOK : IS_OTHER;
}

static enum verdict judge_input(const struct options *options, const struct state *state) {
    if (state->generate)
        return options->input == NULL && (!options->generate || options->seed == state->seed) ? IS_SAME : IS_OTHER;
    return options->generate ? IS_OTHER : judge_file(options, state);
}

static enum verdict judge_checkpoint(const struct work *work, const struct state *state) {
    struct state wanted;
    state_of(work, &wanted);
    return state_is_same(state, &wanted) ? judge_input(&work->options, state) : IS_OTHER;
}

/* Refuses a task other than the task of the set. */
static int check_task(const struct options *options, const struct state *state, struct sw_failure *f) {
    const bool filters = (options->filter != 0 && options->filter != state->filter) ||
                         (options->parameter_given && options->parameter != state->parameter);
    if ((options->task != OOC_DO_FORWARD && (int)options->task != state->task) || filters ||
        (options->roundtrip && !state->roundtrip))
        return sw_fail(f, STATUS_USAGE, "leave --inverse, --filter, --parameter and --roundtrip out, or begin anew",
                       "folder %s: the run that was begun there does something else", options->resume);
    if (options->size[0] > 0 && memcmp(options->size, state->size, sizeof state->size) != 0)
        return sw_fail(f, STATUS_USAGE, "leave --size out", "folder %s: the array there is %lldx%lldx%lld",
                       options->resume, (long long)state->size[0], (long long)state->size[1],
                       (long long)state->size[2]);
    return f->status;
}

/* Reads the input whole. */
static int look(struct work *work, const struct state *state, bool *same, struct sw_failure *f) {
    char text[SOURCE_TEXT_BYTES];
    if (work->options.resume != NULL)
        state_take(state, work);
    if (work_open_source(work, f) == STATUS_OK && source_fingerprint(&work->source, f) == STATUS_OK) {
        source_describe(&work->source, text);
        *same = state->loaded && strcmp(text, state->input) == 0 && work->source.print == state->print;
    }
    return team_agree(work->team, f);
}

static int refuse(const struct work *work, const struct state *state, struct sw_failure *f) {
    const struct options *options = &work->options;
    const char *input = options->generate ? "the generator" : input_of(options, state);
    return sw_fail(f, STATUS_FILE, "give the array that was begun with by --input, or begin anew in another folder",
                   "folder %s: %.150s is not the array that the run was begun with, which came from %.150s",
                   options->resume, input != NULL ? input : "the input",
                   state->path[0] != '\0' ? state->path : state->input);
}

static void tell_other(const struct work *work, const struct state *state) {
    const char *folder = work->options.checkpoint, *input = work->options.input;
    if (work->team->number > 0)
        return;
    if (input != NULL && state->path[0] != '\0')
        printf("%s holds a run of another input or other options, of %s as it was then, not of %s: beginning anew\n",
               folder, state->path, input);
    else
        printf("%s holds a run of another input or other options: beginning anew\n", folder);
}

int resume_judge(struct work *work, struct state *state, bool found, bool *same, struct sw_failure *f) {
    const struct options *options = &work->options;
    enum verdict verdict = found ? IS_SAME : NOTHING;
    *same = false;
    if (work->team->number == 0 && found && options->resume == NULL)
        verdict = judge_checkpoint(work, state);
    else if (work->team->number == 0 && found && check_task(options, state, f) == STATUS_OK)
        verdict = judge_input(options, state);
    if (work->team->number == 0 && found && options->resume != NULL && f->status == STATUS_OK)
        resume_tell(work, state);
    if (team_agree(work->team, f) != STATUS_OK || team_tell(work->team, &verdict, sizeof verdict, f) != STATUS_OK ||
        team_tell(work->team, state, sizeof *state, f) != STATUS_OK || verdict == NOTHING)
        return f->status;
    *same = verdict == IS_SAME;
    if (verdict == LOOK && look(work, state, same, f) != STATUS_OK)
        return f->status;
    if (!*same && options->resume != NULL)
        refuse(work, state, f);
    else if (!*same)
        tell_other(work, state);
    return f->status;
}

void resume_tell(const struct work *work, const struct state *state) {
    const struct options *options = &work->options;
    const int64_t *page = pgd_set_layout(work->set)->page;
    if (options->plan != OOC_PLAN_AUTO && options->plan != state->plan)
        printf("the run goes on by the plan %s, with which it was begun, and not by --plan %s\n",
               ooc_plan_name((ooc_plan_kind)state->plan), ooc_plan_name((ooc_plan_kind)options->plan));
    if (options->page[0] > 0 && memcmp(options->page, page, sizeof options->page) != 0)
        printf("the run goes on with pages of %lldx%lldx%lld, with which it was begun\n", (long long)page[0],
               (long long)page[1], (long long)page[2]);
}

int resume_note(struct work *work, struct state *state, struct sw_failure *f) {
    const char *input = input_of(&work->options, state);
    const struct source_marks now = source_marks(input);
    if (!state->loaded || now.bytes == 0 || source_marks_are_same(&now, &state->marks))
        return f->status;
    char *path = realpath(input, NULL);
    if (path != NULL && strlen(path) < sizeof state->path)
        snprintf(state->path, sizeof state->path, "%s", path);
    free(path);
    state->marks = now;
    return state_keep(work->set, state, work->kept, f);
}
