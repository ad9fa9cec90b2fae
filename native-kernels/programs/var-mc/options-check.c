/* SPDX-License-Identifier: Apache-2.0 */
/* Options that miss or contradict each other. */
#include "varmc.h"

#include "base/text.h"
#include "slipway/riskmc_models.h"

#include <string.h>

static const char *const output_names[OUTPUTS] = {
    [OUTPUT_PNL] = "--pnl",
    [OUTPUT_FIGURES] = "--figures",
    [OUTPUT_DESKS] = "--desks",
    [OUTPUT_VALUES] = "--values",
    [OUTPUT_STRESS] = "--stress",
    [OUTPUT_LIMITS] = "--limits",
    [OUTPUT_CONTRIBUTIONS] = "--contributions",
    [OUTPUT_CONVERGENCE] = "--convergence",
    [OUTPUT_WORST] = "--worst",
    [OUTPUT_BOOKS] = "--books",
    [OUTPUT_WITHOUT] = "--without",
    [OUTPUT_SAVE] = "--save",
};

int check_inputs(const struct options *options, struct sw_failure *f) {
    const char *const of_equity[] = {options->positions, options->prices, options->curve}, *const names[] = {
                                                                                               "--positions",
                                                                                               "--prices", "--curve"};
    for (int i = 0; i < 3; i++) {
        if (options->inputs == NULL && of_equity[i] == NULL)
            return sw_fail(f, STATUS_USAGE, "var-mc --help lists the options", "%s is missing", names[i]);
        if (options->inputs != NULL && of_equity[i] != NULL)
            return sw_fail(f, STATUS_USAGE, "leave one of them out", "--inputs and %s exclude each other", names[i]);
    }
    for (int i = OUTPUTS_OF_PRICES; i < OUTPUTS; i++)
        if (options->inputs == NULL && options->outputs[i] != NULL)
            return sw_fail(f, STATUS_USAGE, "leave it out", "%s is an output of a bank, which --inputs names",
                           output_names[i]);
    return STATUS_OK;
}

/* Refuses --interval where there is nothing to add. */
static int check_precision(const struct options *options, struct sw_failure *f) {
    if (options->interval_text == NULL)
        return STATUS_OK;
    if (options->inputs == NULL)
        return sw_fail(f, STATUS_USAGE, "var-mc --help lists the options",
                       "--interval needs a bank, which --inputs names");
    if (options->onto != NULL)
        return sw_fail(f, STATUS_USAGE, "the scenarios are those of the saved run",
                       "--onto and --interval exclude each other");
    if (options->law == RMC_HISTORICAL)
        return sw_fail(f, STATUS_USAGE, "no more scenarios can be drawn than the history has days",
                       "--law historical and --interval exclude each other");
    return STATUS_OK;
}

/* Refuses what a run does not do that tries trades on a saved one, and what such a run alone does. */
static int check_trades(const struct options *options, struct sw_failure *f) {
    static const bool of_trades[OUTPUTS] = {[OUTPUT_PNL] = true,
                                            [OUTPUT_FIGURES] = true,
                                            [OUTPUT_DESKS] = true,
                                            [OUTPUT_LIMITS] = true,
                                            [OUTPUT_WITHOUT] = true};
    static const char *const hint = "var-mc --help lists the options";
    const bool tries = options->onto != NULL;
    if (tries != (options->add != NULL))
        return sw_fail(f, STATUS_USAGE, hint, "--onto and --add need each other");
    if (!tries && options->outputs[OUTPUT_WITHOUT] != NULL)
        return sw_fail(f, STATUS_USAGE, hint, "--without is an output of --onto");
    if (options->inputs == NULL && tries)
        return sw_fail(f, STATUS_USAGE, hint, "--onto needs a bank, which --inputs names");
    if (tries && options->check != CHECK_NONE)
        return sw_fail(f, STATUS_USAGE, "leave it out", "--onto and --check exclude each other");
    if (tries && options->inner_error)
        return sw_fail(f, STATUS_USAGE, "it takes all positions, not the trades alone",
                       "--onto and --inner-error exclude each other");
    if ((tries || options->outputs[OUTPUT_SAVE] != NULL) && options->inner == INNER_PROXY)
        return sw_fail(f, STATUS_USAGE, "the bound of proxies takes all positions; save a run with --inner common",
                       "%s and --inner proxy exclude each other", tries ? "--onto" : "--save");
    for (int i = 0; i < OUTPUTS; i++)
        if (tries && options->outputs[i] != NULL && !of_trades[i])
            return sw_fail(f, STATUS_USAGE, "leave it out", "--onto and %s exclude each other", output_names[i]);
    return STATUS_OK;
}

/* Returns whether OTHER is PATH, or a name that PATH has before it is whole, or that an index of PATH would have. */
static bool is_name_of(const char *path, const char *other) {
    static const char *const suffixes[] = {"", ".part", ".gzi", ".gzi.part", NULL};
    const size_t length = strlen(path);
    return strncmp(path, other, length) == 0 && sw_text_find(suffixes, other + length) >= 0;
}

/* Refuses two outputs of which one would overwrite the other. */
static int check_outputs(const struct options *options, struct sw_failure *f) {
    for (int i = 0; i < OUTPUTS; i++)
        for (int j = i + 1; j < OUTPUTS; j++) {
            const char *one = options->outputs[i], *other = options->outputs[j];
            if (one != NULL && other != NULL && (is_name_of(one, other) || is_name_of(other, one)))
                return sw_fail(f, STATUS_USAGE, "give each output a name of its own",
                               "%s %.100s and %s %.100s would overwrite each other", output_names[i], one,
                               output_names[j], other);
        }
    return STATUS_OK;
}

int check_uses(const struct options *options, struct sw_failure *f) {
    if (check_precision(options, f) == STATUS_OK && check_trades(options, f) == STATUS_OK)
        check_outputs(options, f);
    return f->status;
}
