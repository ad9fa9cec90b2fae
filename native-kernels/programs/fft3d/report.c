/* SPDX-License-Identifier: Apache-2.0 */
/* Reports a finished run, at client 0. */
#include "outputs.h"
#include "work.h"

#include <stdlib.h>

static void print_summary(const struct work *work, FILE *out, char between) {
    const int64_t *size = work->plan.question.size;
    fprintf(out, "size%c%lldx%lldx%lld\n", between, (long long)size[0], (long long)size[1], (long long)size[2]);
    fprintf(out, "plan%c%s\n", between, ooc_plan_name(work->plan.question.kind));
    fprintf(out, "clients%c%d\nservers%c%d\n", between, work->team->count, between, work->team->servers);
    fprintf(out, "input_seconds%c%.3f\ntransform_seconds%c%.3f\n", between, work->load_seconds, between,
            work->run_seconds);
    fprintf(out, "moved_bytes%c%.0f\n", between, work->moved);
    if (work->run_seconds > 0)
        fprintf(out, "gb_per_s%c%.3f\n", between, work->moved / work->run_seconds / 1e9);
    if (work->difference >= 0)
        fprintf(out, "roundtrip_e16%c%.3f\n", between, work->difference * 1e16);
    if (work->power != NULL)
        fprintf(out, "spectrum_rows%c%lld\n", between, (long long)ooc_spectrum_bins(size));
}

static int write_summary(const struct work *work, struct sw_failure *f) {
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    if (out != NULL)
        print_summary(work, out, ',');
    if (out == NULL || fclose(out) != 0)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for a summary");
    else
        write_texts(work->options.summary, "name,value\n", text, f);
    free(text);
    return f->status;
}

int report(struct work *work, struct sw_failure *f) {
    const struct options *options = &work->options;
    if (record_write(&work->record, options->figures, f) != STATUS_OK ||
        team_add(work->team, &work->moved, 1, f) != STATUS_OK)
        return f->status;
    if (work->team->number == 0) {
        if (options->spectrum != NULL)
            write_spectrum(options->spectrum, work->power, ooc_spectrum_bins(work->plan.question.size), f);
        if (f->status == STATUS_OK && options->summary != NULL)
            write_summary(work, f);
        if (f->status == STATUS_OK)
            print_summary(work, stdout, ' ');
    }
    return team_agree(work->team, f);
}
