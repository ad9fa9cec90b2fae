/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fft3d-state-fuzz --cases N --seed S: damages the state of a run in a page set, where the set does not see the damage.
 * fft3d reads a run back that could have been begun, or refuses the state.
 */
#include "fft3d/state.h"

#include "stream/damage.h"

enum { BINS = 5, ROOM = 8192 };

static char kept[ROOM];
static size_t kept_bytes;

/* The set of a case. */
pgd_err __wrap_pgd_set_kept(struct pgd_set *set, void *bytes, size_t *count, struct pgd_error *error);
pgd_err __wrap_pgd_set_keep(struct pgd_set *set, const void *bytes, size_t count, struct pgd_error *error);

pgd_err __wrap_pgd_set_kept(struct pgd_set *set, void *bytes, size_t *count, struct pgd_error *error) {
    (void)set;
    (void)error;
    memcpy(bytes, kept, kept_bytes);
    *count = kept_bytes;
    return PGD_OK;
}

pgd_err __wrap_pgd_set_keep(struct pgd_set *set, const void *bytes, size_t count, struct pgd_error *error) {
    (void)set;
    (void)error;
    if (count > sizeof kept)
        wrong("%zu bytes are kept", count);
    memcpy(kept, bytes, count);
    kept_bytes = count;
    return PGD_OK;
}

static struct state draw_state(double power[BINS]) {
    struct state state = {.version = 3, .plan = OOC_PLAN_TWO_PASS, .size = {64, 48, 40}, .parameter = 0.25};
    state.task = (int)draw(OOC_DO_FILTER + 1);
    state.filter = (int)draw(OOC_FILTERS);
    state.bins = draw(2) == 0 ? BINS : 0;
    state.maker = (int)draw(MAKERS);
    state.complete = (int)draw(2);
    state.loaded = (int)draw(2);
    state.seed = draw_bits();
    snprintf(state.input, sizeof state.input, "npy of 64x48x40");
    snprintf(state.path, sizeof state.path, "/data/x.npy");
    for (int b = 0; b < BINS; b++)
        power[b] = (double)draw(1000) / 7;
    return state;
}

static void check_state(const struct state *read, const double *power) {
    if (read->plan <= OOC_PLAN_MEMORY || read->plan >= OOC_PLANS || read->task < 0 || read->task > OOC_DO_FILTER ||
        read->maker < 0 || read->maker >= MAKERS || read->filter < 0 || read->filter >= OOC_FILTERS || read->bins < 0 ||
        read->bins > STATE_MOST_BINS || (read->bins > 0) != (power != NULL))
        wrong("a state that no run has was taken");
    if (memchr(read->input, '\0', sizeof read->input) == NULL || memchr(read->path, '\0', sizeof read->path) == NULL)
        wrong("a text without an end was taken");
}

static void run_case(void) {
    struct sw_failure f = {.status = STATUS_OK};
    struct work work = {.options = {.input = NULL}};
    struct state read;
    double power[BINS], *power_read = NULL;
    const struct state state = draw_state(power);
    const bool damaged = draw(8) > 0;
    if (state_keep(NULL, &state, power, &f) != STATUS_OK)
        wrong("a state cannot be kept: %s", f.text);
    if (damaged)
        kept_bytes = damage(kept, kept_bytes, sizeof kept);
    const int status = state_read(NULL, "the folder", &read, &power_read, &f);
    if (status == STATUS_OK) {
        check_state(&read, power_read);
        state_take(&read, &work);
    } else if (status != STATUS_FILE || strstr(f.text, "the folder") == NULL) {
        wrong("refused by %d: %s", status, f.text);
    }
    if (!damaged && (status != STATUS_OK || !state_is_same(&state, &read) || read.seed != state.seed ||
                     (power_read != NULL && memcmp(power, power_read, sizeof power) != 0)))
        wrong("what was kept comes back as another: %s", f.text);
    free(power_read);
}

int main(int argc, char **argv) {
    return damage_main(argc, argv, run_case);
}
