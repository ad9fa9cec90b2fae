/* SPDX-License-Identifier: Apache-2.0 */
#include "state.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { STATE_VERSION = 3 };

void state_of(const struct work *work, struct state *state) {
    const struct options *options = &work->options;
    char *path = options->input != NULL ? realpath(options->input, NULL) : NULL;
    memset(state, 0, sizeof *state);
    state->version = STATE_VERSION;
    state->maker = (int)(options->check                ? MADE_BY_CHECK
                         : options->checkpoint != NULL ? MADE_BY_CHECKPOINT
                                                       : MADE_BY_DATA);
    state->plan = (int)work->plan.question.kind;
    state->task = (int)options->task;
    state->filter = options->filter;
    state->parameter = options->parameter;
    state->generate = options->generate;
    state->seed = options->seed;
    state->roundtrip = options->roundtrip;
    state->spectrum = options->spectrum != NULL;
    memcpy(state->size, work->plan.question.size, sizeof state->size);
    snprintf(state->input, sizeof state->input, "%s", work->input);
    state->marks = source_marks(path);
    if (path != NULL && strlen(path) < sizeof state->path)
        snprintf(state->path, sizeof state->path, "%s", path);
    free(path);
}

bool state_is_same(const struct state *a, const struct state *b) {
    return a->task == b->task && a->filter == b->filter && a->parameter == b->parameter &&
           a->roundtrip == b->roundtrip && strcmp(a->input, b->input) == 0;
}

static void print_state(const struct state *state, const double *power, FILE *out) {
    fprintf(out, "fft3d %d\nmaker %d\ncomplete %d\n", state->version, state->maker, state->complete);
    fprintf(out, "plan %d\ntask %d\nfilter %d\nparameter %a\nroundtrip %d\ngenerate %d\nseed %llu\n", state->plan,
            state->task, state->filter, state->parameter, state->roundtrip, state->generate,
            (unsigned long long)state->seed);
    fprintf(out, "spectrum %d\nbins %d\nsize %lld %lld %lld\nmarks %llu %llu %lld\nloaded %d %llx\n", state->spectrum,
            state->bins, (long long)state->size[0], (long long)state->size[1], (long long)state->size[2],
            (unsigned long long)state->marks.bytes, (unsigned long long)state->marks.inode,
            (long long)state->marks.written, state->loaded, (unsigned long long)state->print);
    fprintf(out, "input %s\npath %s\npower", state->input, state->path);
    for (int b = 0; b < state->bins; b++)
        fprintf(out, " %a", power[b]);
    fputc('\n', out);
}

int state_keep(struct pgd_set *set, const struct state *state, const double *power, struct sw_failure *f) {
    struct pgd_error error;
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    if (out != NULL)
        print_state(state, power, out);
    if (out == NULL || fclose(out) != 0)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for what a page set keeps");
    else if (pgd_set_keep(set, text, bytes, &error) != PGD_OK)
        pgd_failed(&error, f);
    free(text);
    return f->status;
}

/* Copies the line that begins with NAME to OUT. Returns whether there is one that fits. */
static bool take_line(const char *text, const char *name, char *out, size_t room) {
    const char *at = strstr(text, name);
    if (at == NULL)
        return false;
    at += strlen(name);
    const size_t length = strcspn(at, "\n");
    if (length >= room)
        return false;
    memcpy(out, at, length);
    out[length] = '\0';
    return true;
}

static bool parse(const char *text, struct state *state) {
    unsigned long long seed;
    memset(state, 0, sizeof *state);
    if (sscanf(text,
               "fft3d %d\nmaker %d\ncomplete %d\nplan %d\ntask %d\nfilter %d\nparameter %la\nroundtrip %d\ngenerate "
               "%d\nseed %llu\n"
               "spectrum %d\nbins %d\nsize %" SCNd64 " %" SCNd64 " %" SCNd64 "\nmarks %" SCNu64 " %" SCNu64 " %" SCNd64
               "\nloaded %d %" SCNx64 "\n",
               &state->version, &state->maker, &state->complete, &state->plan, &state->task, &state->filter,
               &state->parameter, &state->roundtrip, &state->generate, &seed, &state->spectrum, &state->bins,
               &state->size[0], &state->size[1], &state->size[2], &state->marks.bytes, &state->marks.inode,
               &state->marks.written, &state->loaded, &state->print) != 20)
        return false;
    state->seed = seed;
    return state->version == STATE_VERSION && state->maker >= 0 && state->maker < MAKERS &&
           state->plan > OOC_PLAN_MEMORY && state->plan < OOC_PLANS && state->task >= 0 &&
           state->task <= OOC_DO_FILTER && state->filter >= 0 && state->filter < OOC_FILTERS && state->bins >= 0 &&
           state->bins <= STATE_MOST_BINS && take_line(text, "\ninput ", state->input, sizeof state->input) &&
           take_line(text, "\npath ", state->path, sizeof state->path);
}

/* Reads the spectrum. Returns false if the spectrum is not whole. */
static bool take_power(const char *text, int bins, double *power) {
    const char *at = strstr(text, "\npower");
    if (at == NULL || power == NULL)
        return false;
    at += strlen("\npower");
    for (int b = 0; b < bins; b++) {
        char *end;
        power[b] = strtod(at, &end);
        if (end == at)
            return false;
        at = end;
    }
    return true;
}

int state_read(struct pgd_set *set, const char *folder, struct state *state, double **power, struct sw_failure *f) {
    struct pgd_error error;
    size_t bytes;
    char *text = calloc(1, PGD_MAX_STATE_BYTES + 1);
    *power = NULL;
    if (text == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory to read what %s keeps", folder);
    if (pgd_set_kept(set, text, &bytes, &error) != PGD_OK) {
        free(text);
        return pgd_failed(&error, f);
    }
    bool right = parse(text, state);
    if (right && state->bins > 0) {
        *power = calloc((size_t)state->bins, sizeof **power);
        right = take_power(text, state->bins, *power);
    }
    if (!right)
        sw_fail(f, STATUS_FILE, "begin it anew, in another folder",
                "the page set in %s was not made by this version of fft3d, or not whole", folder);
    free(text);
    return f->status;
}

void state_take(const struct state *state, struct work *work) {
    struct options *options = &work->options;
    options->plan = state->plan;
    options->task = (ooc_task)state->task;
    options->inverse = options->task == OOC_DO_INVERSE;
    options->filter = state->filter;
    options->parameter = state->parameter;
    options->generate = state->generate != 0;
    options->roundtrip = state->roundtrip != 0;
    options->seed = state->seed;
    memcpy(options->size, state->size, sizeof options->size);
    if (options->input == NULL && state->path[0] != '\0')
        options->input = state->path;
    snprintf(work->input, sizeof work->input, "%s", state->input);
}
