/* SPDX-License-Identifier: Apache-2.0 */
/* Describes a plan in words and figures. */
#include "internal.h"

#include "base/amounts.h"

#include <math.h>

static const char *const tasks[] = {"forward transform", "inverse transform", "filter"};

static double most(double a, double b) {
    return a > b ? a : b;
}

static uint64_t array_bytes(const struct ooc_plan *plan) {
    const int64_t *size = plan->question.size;
    return (uint64_t)(size[0] * size[1] * size[2]) * PGD_VALUE_BYTES;
}

static int64_t units_of(const struct ooc_pass *pass) {
    return pass->units[0] * pass->units[1] * pass->units[2];
}

/* Returns the operations on the lines of a pass. */
static double flops_of(const struct ooc_plan *plan, const struct ooc_pass *pass) {
    const int64_t *size = plan->question.size;
    const double n = (double)(size[0] * size[1] * size[2]);
    double flops = 0;
    for (int s = 0; s < pass->step_count; s++)
        flops += 5 * n * log2((double)size[pass->steps[s].axis]) * (pass->steps[s].filter ? 2 : 1);
    return flops;
}

/* Estimates the seconds of a pass: the time of the slower of disks and processors, and for each client the two ends of
 * the pipeline, because the processors wait while the first unit is read and the last one is written. */
static double pass_seconds(const struct ooc_plan *plan, const struct ooc_pass *pass, const struct ooc_rates *rates) {
    const double moving = 2 * (double)array_bytes(plan) / rates->disk_bytes,
                 computing = flops_of(plan, pass) / rates->line_flops;
    const double rounds = ceil((double)units_of(pass) / plan->question.clients);
    return most(moving, computing) + (moving < computing ? moving : computing) / rounds;
}

double ooc_plan_seconds(const struct ooc_plan *plan, const struct ooc_rates *rates) {
    double seconds = plan->pass_count == 0 ? plan->flops / rates->line_flops : 0;
    for (int p = 0; p < plan->pass_count; p++)
        seconds += pass_seconds(plan, &plan->passes[p], rates);
    return seconds;
}

static void print_pass(const struct ooc_plan *plan, int number, const struct ooc_rates *rates, FILE *out) {
    const struct ooc_pass *pass = &plan->passes[number];
    fprintf(out, "pass %d: %lld units of %lldx%lldx%lld pages, axes", number + 1, (long long)units_of(pass),
            (long long)pass->unit[0], (long long)pass->unit[1], (long long)pass->unit[2]);
    for (int s = 0; s < pass->step_count; s++)
        fprintf(out, "%s %d%s", s > 0 ? "," : "", pass->steps[s].axis + 1,
                pass->steps[s].filter                     ? " forward, filter, back"
                : pass->steps[s].direction == OOC_INVERSE ? " back"
                                                          : "");
    char text[SW_AMOUNT_BYTES];
    fprintf(out, "; %s", sw_bytes_text(2 * (double)array_bytes(plan), text));
    if (rates != NULL)
        fprintf(out, ", %s", sw_seconds_text(pass_seconds(plan, pass, rates), text));
    fputc('\n', out);
}

void ooc_plan_print(const struct ooc_plan *plan, const struct ooc_rates *rates, FILE *out) {
    const struct ooc_question *question = &plan->question;
    char text[SW_AMOUNT_BYTES], most_text[SW_AMOUNT_BYTES], memory[SW_AMOUNT_BYTES];
    fprintf(out, "%s of %lldx%lldx%lld, %s; plan %s; %d clients, %d servers; takes %s of %s of memory\n",
            tasks[question->task], (long long)question->size[0], (long long)question->size[1],
            (long long)question->size[2], sw_bytes_text((double)array_bytes(plan), text), ooc_plan_name(question->kind),
            question->clients, question->servers, sw_bytes_text((double)plan->bytes, most_text),
            sw_bytes_text((double)question->memory, memory));
    if (plan->pass_count > 0)
        fprintf(out, "pages of %lldx%lldx%lld, %s each; a client keeps three units of at most %s\n",
                (long long)plan->page[0], (long long)plan->page[1], (long long)plan->page[2],
                sw_bytes_text((double)(plan->page[0] * plan->page[1] * plan->page[2]) * PGD_VALUE_BYTES, text),
                sw_bytes_text((double)plan->unit_bytes, most_text));
    for (int p = 0; p < plan->pass_count; p++)
        print_pass(plan, p, rates, out);
    if (rates != NULL)
        fprintf(out, "disks: %.1f MB/s read and written; lines: %.2f GF/s\n", rates->disk_bytes / 1e6,
                rates->line_flops / 1e9);
    fprintf(out, "moves %s", sw_bytes_text((double)plan->moved_bytes, text));
    if (rates != NULL)
        fprintf(out, " in %s", sw_seconds_text(ooc_plan_seconds(plan, rates), text));
    fputc('\n', out);
}
