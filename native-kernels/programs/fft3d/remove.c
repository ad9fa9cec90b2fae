/* SPDX-License-Identifier: Apache-2.0 */
#include "remove.h"

#include "lock.h"

#include "base/text.h"
#include "slipway/pagedev.h"

#include <stdlib.h>
#include <unistd.h>

/* Says whether FOLDER holds a page set, or the rest of a page set after a killed removal. */
static bool holds_set(const char *folder) {
    char *unmade = sw_text_join(folder, "/unmade");
    const bool holds = pgd_set_exists(folder) || (unmade != NULL && access(unmade, F_OK) == 0);
    free(unmade);
    return holds;
}

static int refuse(const char *folder, struct sw_failure *f) {
    return sw_fail(f, STATUS_FILE, "name the folder that --data or --checkpoint was given",
                   "folder %.300s: holds no page set", folder);
}

static int remove_locked(const char *folder, const struct team *team, struct sw_failure *f) {
    const struct pgd_use use = {.world = team->world, .servers = (size_t)team->servers};
    struct pgd_error error;
    if (!holds_set(folder))
        return refuse(folder, f); /* another run has removed the set */
    if (pgd_set_remove_at(folder, &use, &error) != PGD_OK)
        return pgd_failed(&error, f);
    printf("%s: the page set is removed\n", folder);
    return f->status;
}

int remove_pageset(const char *folder, const struct team *team, struct sw_failure *f) {
    struct lock lock = {.number = 0};
    if (team->number == 0 && !holds_set(folder)) {
        refuse(folder, f);
    } else if (team->number == 0 && lock_take(folder, &lock, f) == STATUS_OK) {
        remove_locked(folder, team, f);
        lock_drop(folder, &lock);
    }
    return team_agree(team, f);
}
