/* SPDX-License-Identifier: Apache-2.0 */
#include "pageset.h"

#include "claim.h"
#include "lock.h"
#include "resume.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { UNITS_IN_WORK = 2, SPARE_CLIENTS = 4, SPARE_MORE = 8 };

static const char *folder_of(const struct options *options) {
    return options->data != NULL ? options->data : options->checkpoint != NULL ? options->checkpoint : options->resume;
}

static struct pgd_use use_of(const struct work *work) {
    return (struct pgd_use){.world = work->team->world, .servers = (size_t)work->team->servers};
}

/* Pages beyond those of the array that a disk has room for: as many as clients may have written and not committed. A
 * resumed run may have more clients. */
static size_t spare_pages(const struct work *work) {
    const struct ooc_plan *plan = &work->plan;
    const int64_t clients = work->team->count > SPARE_CLIENTS ? work->team->count : SPARE_CLIENTS,
                  disks = work->options.disk_count > 0 ? (int64_t)work->options.disk_count : 1;
    const uint64_t page = (uint64_t)elements_of(plan->page) * PGD_VALUE_BYTES;
    const int64_t unit = (int64_t)(plan->unit_bytes / page);
    return (size_t)(clients * UNITS_IN_WORK * (unit / disks + 1) + SPARE_MORE);
}

static int make(struct work *work, struct state *state, struct sw_failure *f) {
    const struct options *options = &work->options;
    struct pgd_options making = {.disks = options->disk_count > 0 ? (const char *const *)options->disks : NULL,
                                 .disk_count = options->disk_count,
                                 .spare_pages = spare_pages(work)};
    const struct pgd_use use = use_of(work);
    struct pgd_error error;
    memcpy(making.domain, work->plan.question.size, sizeof making.domain);
    memcpy(making.page, work->plan.page, sizeof making.page);
    for (size_t d = 0; d < options->disk_count; d++)
        if (access(options->disks[d], F_OK) != 0)
            work->made_disks |= UINT64_C(1) << d;
    if (pgd_set_create(folder_of(options), &making, &use, &work->set, &error) != PGD_OK)
        return pgd_failed(&error, f);
    work->made = true;
    state_of(work, state);
    return state_keep(work->set, state, NULL, f);
}

static int open_set(struct work *work, struct sw_failure *f) {
    const struct pgd_use use = use_of(work);
    struct pgd_error error;
    if (pgd_set_open(folder_of(&work->options), &use, &work->set, &error) != PGD_OK)
        return pgd_failed(&error, f);
    return f->status;
}

/* Removes the open set, for which another will be made, and keeps the lock on the folder. */
static int clear_folder(struct work *work, struct sw_failure *f) {
    const char *folder = folder_of(&work->options);
    const struct pgd_use use = use_of(work);
    struct pgd_error error;
    pgd_set_abandon(work->set);
    work->set = NULL;
    free(work->kept);
    work->kept = NULL;
    if (pgd_set_remove_at(folder, &use, &error) != PGD_OK)
        return pgd_failed(&error, f);
    /* The lock went with the folder. */
    lock_drop(folder, &work->lock);
    if (lock_take(folder, &work->lock, f) == STATUS_OK && pgd_set_exists(folder))
        sw_fail(f, STATUS_COMPUTE, "wait for its end", "folder %s: another run has begun there", folder);
    return f->status;
}

/* Looks, at client 0, for the set that a run has begun; opens the set and reads the state. *FOUND says whether there is
 * a set. Refuses and closes a set that the options must not touch. Removes an empty set, and the set of an abandoned
 * check. */
static int find(struct work *work, struct state *state, bool *found, struct sw_failure *f) {
    const struct options *options = &work->options;
    *found = options->resume != NULL || pgd_set_exists(folder_of(options));
    if (*found && options->data != NULL && !options->check)
        return claim_refuse(options->data, f);
    if (!*found || open_set(work, f) != STATUS_OK)
        return f->status;
    if (claim_set(work, folder_of(options), state, f) != STATUS_OK) {
        pgd_set_abandon(work->set);
        work->set = NULL;
    } else if (options->check || state->version == 0) {
        *found = false; /* the set of an abandoned check, or of a run that was killed while making the set */
        clear_folder(work, f);
    }
    return f->status;
}

/* Goes on with the set that was found, or begins a new one, at client 0. */
static int begin_first(struct work *work, struct state *state, bool found, bool same, struct sw_failure *f) {
    if (!found)
        return make(work, state, f);
    if (!same)
        return clear_folder(work, f) == STATUS_OK ? make(work, state, f) : f->status;
    work->resumed = true;
    if (work->options.checkpoint != NULL) {
        printf("%s holds an unfinished run of the same input and options: going on with it\n",
               work->options.checkpoint);
        resume_tell(work, state);
    }
    return resume_note(work, state, f);
}

/* Makes the plan of a set that is gone on with: the pages are given. SPECTRUM: the run was begun for a spectrum,
 * too. */
static int plan_resumed(struct work *work, bool spectrum, struct sw_failure *f) {
    const struct pgd_layout *layout = pgd_set_layout(work->set);
    const struct options *options = &work->options;
    const struct ooc_question question = work_question(work, layout->domain, layout->page);
    struct ooc_error error;
    if (options->spectrum != NULL && (options->task != OOC_DO_FORWARD || (options->roundtrip && !spectrum)))
        return sw_fail(f, STATUS_USAGE, "leave --spectrum out", "the run that was begun there gives no spectrum");
    if (ooc_plan_make(&question, &work->plan, &error) != OOC_OK)
        return ooc_failed(&error, f);
    return work_check_plan(work, f);
}

/* Attaches the other clients to the set of the first client. */
static int attach(struct work *work, struct sw_failure *f) {
    char address[PGD_ADDRESS_TEXT_BYTES] = "";
    const struct pgd_use use = use_of(work);
    struct pgd_error error;
    if (work->team->count == 1)
        return f->status;
    if (work->team->number == 0 && pgd_set_address(work->set, address, &error) != PGD_OK)
        pgd_failed(&error, f);
    if (team_agree(work->team, f) != STATUS_OK || team_tell(work->team, address, sizeof address, f) != STATUS_OK)
        return f->status;
    if (work->team->number > 0 && pgd_set_attach(address, &use, &work->set, &error) != PGD_OK)
        pgd_failed(&error, f);
    return team_agree(work->team, f);
}

int pageset_begin(struct work *work, struct state *state, struct sw_failure *f) {
    bool found = false, same = false;
    int resumed = 0;
    memset(state, 0, sizeof *state);
    if (work->team->number == 0 && lock_take(folder_of(&work->options), &work->lock, f) == STATUS_OK)
        find(work, state, &found, f);
    if (team_agree(work->team, f) != STATUS_OK || resume_judge(work, state, found, &same, f) != STATUS_OK)
        return f->status;
    if (work->team->number == 0)
        begin_first(work, state, found, same, f);
    if (team_agree(work->team, f) != STATUS_OK || attach(work, f) != STATUS_OK)
        return f->status;
    resumed = work->resumed;
    if (team_tell(work->team, &resumed, sizeof resumed, f) != STATUS_OK)
        return f->status;
    work->resumed = resumed != 0;
    if (team_tell(work->team, state, sizeof *state, f) == STATUS_OK && work->resumed) {
        state_take(state, work);
        plan_resumed(work, state->spectrum != 0, f);
    }
    if (work->team->number == 0 && *pgd_set_remark(work->set) != '\0')
        printf("%s\n", pgd_set_remark(work->set));
    return team_agree(work->team, f);
}

/* Removes the closed page set. Removes the folder of the set too, the folders of disks that were made with the set, and
 * all folders of a checkpoint, as far as these folders are empty. */
static int remove_set(const struct work *work, struct sw_failure *f) {
    const struct options *options = &work->options;
    const struct pgd_use use = use_of(work);
    struct pgd_error error;
    if (pgd_set_remove_at(folder_of(options), &use, &error) != PGD_OK)
        return f->status == STATUS_OK ? pgd_failed(&error, f) : f->status;
    for (size_t d = 0; d < options->disk_count; d++)
        if (options->checkpoint != NULL || (work->made_disks >> d & 1) != 0)
            rmdir(options->disks[d]);
    rmdir(folder_of(options));
    return f->status;
}

/* Says whether the set is of no use any more: as the checkpoint of a finished run, or for an input that cannot be
 * transformed. A set that was there before --resume stays. */
static bool is_used_up(const struct work *work, const struct sw_failure *f) {
    const bool checkpoint = work->options.checkpoint != NULL;
    return (f->status == STATUS_OK && checkpoint) ||
           (f->status == STATUS_CONTENT && (work->made || (checkpoint && work->resumed)));
}

/* Closes the set on all clients. The first client closes last, because the first client has opened the set. */
static int close_set(struct work *work, struct sw_failure *f) {
    struct pgd_error error;
    const bool mine = work->team->number == 0;
    if (!mine && pgd_set_close(work->set, &error) != PGD_OK && f->status == STATUS_OK)
        pgd_failed(&error, f);
    team_agree(work->team, f);
    if (mine && pgd_set_close(work->set, &error) != PGD_OK && f->status == STATUS_OK)
        pgd_failed(&error, f);
    work->set = NULL;
    return f->status;
}

int pageset_end(struct work *work, struct sw_failure *f) {
    close_set(work, f);
    if (work->team->number == 0 && is_used_up(work, f))
        remove_set(work, f);
    lock_drop(folder_of(&work->options), &work->lock);
    return team_agree(work->team, f);
}

int pageset_remove(struct work *work, struct sw_failure *f) {
    close_set(work, f);
    if (work->made)
        remove_set(work, f);
    lock_drop(folder_of(&work->options), &work->lock);
    return team_agree(work->team, f);
}
