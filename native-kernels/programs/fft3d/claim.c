/* SPDX-License-Identifier: Apache-2.0 */
#include "claim.h"

#include <string.h>

/* Refuses the set in FOLDER, for the reason WHAT. The remedy is FIRST, or to remove the set. */
static int refuse(const char *folder, int status, const char *first, const char *what, struct sw_failure *f) {
    char hint[sizeof f->hint];
    snprintf(hint, sizeof hint, "%s, or remove it by fft3d --remove %.150s", first, folder);
    return sw_fail(f, status, hint, "%.300s%s", folder, what);
}

int claim_refuse(const char *folder, struct sw_failure *f) {
    return refuse(folder, STATUS_USAGE, "go on with it by --resume", " holds a page set already", f);
}

/* Says whether no page was ever committed to SET: a run was killed while it made the set. */
static bool is_empty(struct pgd_set *set) {
    struct pgd_figures figures;
    bool empty = true;
    for (size_t d = 0; empty && d < pgd_set_layout(set)->disk_count; d++)
        empty = pgd_set_figures(set, d, &figures, NULL) == PGD_OK && figures.free_places == figures.places;
    return empty;
}

static int claim_checkpoint(const char *folder, const struct state *state, struct sw_failure *f) {
    const char *what = state->maker == MADE_BY_CHECK        ? ": --check made the page set there"
                       : state->maker == MADE_BY_CHECKPOINT ? ": the page set there keeps the result of --resume"
                       : state->complete                    ? ": the page set there keeps the result of --data"
                                                            : ": the page set there has an unfinished run of --data";
    if (state->maker == MADE_BY_CHECKPOINT && !state->complete)
        return f->status;
    return state->maker == MADE_BY_CHECK
               ? refuse(folder, STATUS_USAGE, "take another folder", what, f)
               : refuse(folder, STATUS_USAGE, "take another folder, go on with it by --resume", what, f);
}

/* Refuses a set after the failure OWN to read the state. */
static int refuse_unread(const char *folder, const struct sw_failure *own, struct sw_failure *f) {
    *f = *own;
    if (own->status == STATUS_FILE)
        snprintf(f->hint, sizeof f->hint, "take another folder, or remove it by fft3d --remove %.150s", folder);
    return f->status;
}

int claim_set(struct work *work, const char *folder, struct state *state, struct sw_failure *f) {
    const struct options *options = &work->options;
    struct sw_failure own = {.status = STATUS_OK};
    if (state_read(work->set, folder, state, &work->kept, &own) != STATUS_OK) {
        memset(state, 0, sizeof *state);
        return options->resume != NULL || !is_empty(work->set) ? refuse_unread(folder, &own, f) : f->status;
    }
    if (options->check && state->maker != MADE_BY_CHECK)
        return refuse(folder, STATUS_USAGE, "take another folder", ": --check did not make the page set there", f);
    if (options->resume != NULL && state->maker == MADE_BY_CHECK)
        return refuse(folder, STATUS_USAGE, "take another folder", ": --check made the page set there", f);
    return options->checkpoint != NULL ? claim_checkpoint(folder, state, f) : f->status;
}
