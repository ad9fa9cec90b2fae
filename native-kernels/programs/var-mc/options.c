/* SPDX-License-Identifier: Apache-2.0 */
#include "varmc.h"

#include "base/options.h"
#include "base/text.h"
#include "slipway/riskmc_models.h"
#include "slipway/vecmath.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SCENARIOS = 100000000, MAX_DAYS = 2520, MAX_WORST = 1000 };

/* Default numbers of scenarios: of a run, and at most of a run that adds them up to a precision. */
enum { SCENARIOS = 10000, MOST_SCENARIOS = 1000000 };

static const char *const laws[] = {"normal", "student", "filtered", "historical", NULL};
static const char *const estimates[] = {"sample", "shrunk", "ewma", NULL};
static const char *const drifts[] = {"zero", "risk-free", "given", NULL};
static const char *const checks[] = {"none", "delta-gamma", NULL};
static const char *const arithmetics[] = {"double", "single", NULL};

static const char *const levels_of_simd[] = {"auto", "none", "avx2", "avx512", NULL};

static const struct sw_option rows[] = {
    {.name = "--positions",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, positions),
     .argument = "FILE",
     .help = "position_id,book_id,kind,symbol,option,strike,expiry_years,quantity"},
    {.name = "--prices",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, prices),
     .argument = "FILE",
     .help = "symbol,day,close, ordered by symbol and day"},
    {.name = "--curve",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, curve),
     .argument = "FILE",
     .help = "tenor_years,zero_rate, continuously compounded"},
    {.name = "--inputs",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, inputs),
     .argument = "FILE",
     .help = "kind,file: the files of a bank, in place of the three above"},
    {.name = "--pnl",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, outputs[OUTPUT_PNL]),
     .argument = "FILE",
     .help = "output: scenario,pnl; for a bank by horizon",
     .needed = SW_OPTION_NEEDED},
    {.name = "--figures",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, outputs[OUTPUT_FIGURES]),
     .argument = "FILE",
     .help = "output: measure,confidence,value,lower,upper; for a bank by desk and horizon",
     .needed = SW_OPTION_NEEDED},
    {.name = "--desks",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, outputs[OUTPUT_DESKS]),
     .argument = "FILE",
     .help = "output of a bank: scenario,desk,pnl,horizon_days"},
    {.name = "--books",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, outputs[OUTPUT_BOOKS]),
     .argument = "FILE",
     .help = "output of a bank: scenario,desk,book,pnl,horizon_days"},
    {.name = "--values",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, outputs[OUTPUT_VALUES]),
     .argument = "FILE",
     .help = "output of a bank: instrument,value"},
    {.name = "--scenarios",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, scenarios),
     .argument = "N",
     .help = "scenarios (default 10000; --law historical: the days; --interval: the largest number, default 1000000)",
     .least = 1,
     .most = MAX_SCENARIOS},
    {.name = "--horizon-days",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, horizons_text),
     .argument = "D",
     .help = "horizon in trading days (default 1); for a bank also several, such as 1,10,60"},
    {.name = "--paths",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, paths),
     .argument = "N",
     .help = "inner paths of each instrument that needs them (default 1000)",
     .least = 1,
     .most = RMC_MAX_PATHS},
    {.name = "--seed",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, seed),
     .argument = "N",
     .help = "seed of all random numbers (default 1)",
     .most = UINT64_MAX},
    {.name = "--limits",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, outputs[OUTPUT_LIMITS]),
     .argument = "FILE",
     .help = "output of a bank: desk,measure,level,limit,value,broken,horizon_days"},
    {.name = "--stress",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, outputs[OUTPUT_STRESS]),
     .argument = "FILE",
     .help = "output of a bank: scenario,desk,pnl of the given scenarios"},
    {.name = "--contributions",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, outputs[OUTPUT_CONTRIBUTIONS]),
     .argument = "FILE",
     .help = "output of a bank: component, marginal and incremental VaR by desk and factor"},
    {.name = "--convergence",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, outputs[OUTPUT_CONVERGENCE]),
     .argument = "FILE",
     .help = "output of a bank: VaR and ES of the first 1/64, 1/32, ... of the scenarios"},
    {.name = "--worst",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, outputs[OUTPUT_WORST]),
     .argument = "FILE",
     .help = "output of a bank: the worst scenarios, with moves of factors and losses of positions"},
    {.name = "--worst-count",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, worst_count),
     .argument = "N",
     .help = "the number of scenarios of --worst (default 10)",
     .least = 1,
     .most = MAX_WORST},
    {.name = "--levels",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, levels_text),
     .argument = "L,...",
     .help = "confidence levels of a bank's figures (default 0.95,0.99)"},
    {.name = "--law",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct options, law),
     .argument = "LAW",
     .help = "the law of a bank's factors (default normal)",
     .choices = laws},
    {.name = "--degrees",
     .kind = SW_OPTION_REAL,
     .field = offsetof(struct options, degrees),
     .argument = "D",
     .help = "degrees of freedom of --law student (default 5)",
     .above = 2,
     .at_most = 1000},
    {.name = "--covariance",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct options, estimate),
     .argument = "HOW",
     .help = "the estimate of the covariance on a bank's history (default sample)",
     .choices = estimates},
    {.name = "--repair",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct options, repair),
     .help = "make a covariance positive definite, and report changes"},
    {.name = "--drift",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct options, drift),
     .argument = "HOW",
     .help = "growth of a bank's factors in the mean (default zero)",
     .choices = drifts},
    {.name = "--check",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct options, check),
     .argument = "HOW",
     .help = "a bank's value-at-risk without scenarios, beside the simulated one (default none)",
     .choices = checks},
    {.name = "--inner",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct options, inner),
     .argument = "MODE",
     .help = "inner paths of a bank: the same in all scenarios, fresh in each, or replaced by a fit (default common)",
     .choices = inner_names},
    {.name = "--inner-error",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct options, inner_error),
     .help = "add the error of the inner paths to a bank's figures and their intervals"},
    {.name = "--arithmetic",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct options, arithmetic),
     .argument = "HOW",
     .help = "precision of a bank's options: double, or single for speed (default double)",
     .choices = arithmetics},
    {.name = "--simd",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct options, simd),
     .argument = "LEVEL",
     .help = "processor instructions for a bank (default auto: the best available)",
     .choices = levels_of_simd},
    {.name = "--decimals",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, decimals),
     .argument = "N",
     .help = "decimals to which a position's P&L is rounded in a bank (default 4)",
     .most = RMC_MAX_DECIMALS},
    {.name = "--interval",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, interval_text),
     .argument = "W%",
     .help = "add scenarios until the interval of a bank's VaR at the first level is at most W % of the VaR"},
    {.name = "--save",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, outputs[OUTPUT_SAVE]),
     .argument = "RUN",
     .help = "output of a bank: the run itself, for --onto"},
    {.name = "--onto",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, onto),
     .argument = "RUN",
     .help = "a saved run of the same bank, on which the trades of --add are tried"},
    {.name = "--add",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, add),
     .argument = "FILE",
     .help = "position,desk,book,instrument,quantity: trades in instruments of the bank"},
    {.name = "--without",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, outputs[OUTPUT_WITHOUT]),
     .argument = "FILE",
     .help = "output of --onto: the figures without the trades"},
    {.name = "--help", .kind = SW_OPTION_FLAG, .field = offsetof(struct options, help), .help = "print this and exit"},
};
static const struct sw_options table = {rows, sizeof rows / sizeof rows[0], "var-mc"};

void print_help(FILE *out) {
    fprintf(out,
            "usage: mpirun -n RANKS var-mc OPTION VALUE ...\n"
            "Value-at-risk of a portfolio by Monte Carlo. Inputs are CSV files with a header line, plain, BGZF or\n"
            "gzip; the figures have equal bits for any number of ranks.\n\n");
    sw_options_print(&table, out);
    fprintf(out, "\nProgress is appended as lines of JSON to the file in SLIPWAY_PROGRESS.\n");
    sw_statuses_print(out, STATUS_MPI, NULL);
}

/* Takes numbers with commas in between. Returns false for another text, and for too many numbers. */
static bool take_numbers(const char *text, struct numbers *numbers) {
    for (numbers->count = 0; numbers->count < sizeof numbers->values / sizeof numbers->values[0]; text++) {
        char *end;
        numbers->values[numbers->count++] = strtod(text, &end);
        if (end == text || (*end != ',' && *end != '\0'))
            return false;
        if (*end == '\0')
            return true;
        text = end;
    }
    return false;
}

static int take_levels(struct options *options, struct sw_failure *f) {
    bool right = take_numbers(options->levels_text, &options->levels);
    for (size_t i = 0; right && i < options->levels.count; i++)
        right = options->levels.values[i] >= 0.5 && options->levels.values[i] < 1;
    if (right)
        return STATUS_OK;
    return sw_fail(f, STATUS_USAGE, "write at most 8 of them, such as 0.95,0.99",
                   "--levels %.60s: each is from 0.5 to below 1", options->levels_text);
}

static int take_horizons(struct options *options, struct sw_failure *f) {
    bool right = take_numbers(options->horizons_text, &options->horizons);
    for (size_t i = 0; right && i < options->horizons.count; i++) {
        const double days = options->horizons.values[i];
        right = days > (i > 0 ? options->horizons.values[i - 1] : 0) && days <= MAX_DAYS;
    }
    if (!right)
        return sw_fail(f, STATUS_USAGE, "write at most 8 of them, such as 1,10,60",
                       "--horizon-days is not above 0 to %d, ascending: \"%.60s\"", MAX_DAYS, options->horizons_text);
    if (options->horizons.count > 1 && options->inputs == NULL)
        return sw_fail(f, STATUS_USAGE, "give one horizon", "several horizons are for a bank, which --inputs names");
    return STATUS_OK;
}

/* Takes the width from its text: a percentage, or a share of 1. */
static int take_interval(struct options *options, struct sw_failure *f) {
    char *end;
    if (options->interval_text == NULL)
        return STATUS_OK;
    options->interval = strtod(options->interval_text, &end);
    if (*end == '%') {
        options->interval /= 100;
        end++;
    }
    if (end == options->interval_text || *end != '\0' || !(options->interval > 0 && options->interval < 1))
        return sw_fail(f, STATUS_USAGE, "write half a percent as 0.5% or 0.005",
                       "--interval %.60s: it is above 0 and below 100%%", options->interval_text);
    return STATUS_OK;
}

/* Returns whether the P&L of a bank depends on an option. Of the options with texts, only the horizons count. */
static bool is_kept(const struct sw_option *row) {
    static const char *const others[] = {"--simd", "--check", "--worst-count", "--inner-error", "--help", NULL};
    return row->kind == SW_OPTION_TEXT ? strcmp(row->name, "--horizon-days") == 0 : sw_text_find(others, row->name) < 0;
}

void put_kept_options(const struct options *options, FILE *out) {
    for (size_t i = 0; i < table.count; i++)
        if (is_kept(&table.rows[i]))
            sw_options_put(&table.rows[i], options, out);
}

/* Takes the options from the lines of a description. Skips unknown options: comparing the descriptions finds them. */
static void take_kept(char *kept, struct options *options) {
    char message[SW_OPTION_MESSAGE_BYTES], *rest = NULL;
    for (char *line = strtok_r(kept, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        char *space = strchr(line, ' '), *argv[] = {line, space != NULL ? space + 1 : NULL};
        int at = 0;
        if (space != NULL)
            *space = '\0';
        if (strncmp(line, "--", 2) == 0)
            sw_options_read(&table, options, space != NULL ? 2 : 1, argv, &at, message);
    }
}

bool is_given(const struct arguments *arguments, const char *option) {
    return sw_options_give(&table, arguments->argc, arguments->argv, option);
}

/* Checks options that were read, and splits options with lists. */
static int check(struct options *options, const struct arguments *arguments, struct sw_failure *f) {
    if (check_inputs(options, f) != STATUS_OK || check_uses(options, arguments, f) != STATUS_OK)
        return f->status;
    if (options->simd > 0 && vm_simd_force((vm_simd)(options->simd - 1)) != 0)
        return sw_fail(f, STATUS_USAGE, "leave it out: the best level is found by itself",
                       "--simd %s: this processor does not have it", levels_of_simd[options->simd]);
    if (take_levels(options, f) == STATUS_OK && take_horizons(options, f) == STATUS_OK &&
        take_interval(options, f) == STATUS_OK)
        check_outputs(options, f);
    options->covariance_asked = is_given(arguments, "--covariance");
    if (options->scenarios == 0 && (options->inputs == NULL || options->law != RMC_HISTORICAL))
        options->scenarios = options->interval > 0 ? MOST_SCENARIOS : SCENARIOS;
    return f->status;
}

int parse_options(int argc, char **argv, char *kept, struct options *options, struct sw_failure *f) {
    const struct arguments arguments = {argc, argv, kept != NULL};
    *options = (struct options){.paths = 1000,
                                .seed = 1,
                                .horizons_text = "1",
                                .levels_text = "0.95,0.99",
                                .degrees = 5,
                                .decimals = 4,
                                .worst_count = 10};
    if (kept != NULL)
        take_kept(kept, options);
    if (sw_options_take(&table, options, argc, argv, f) != STATUS_OK || options->help)
        return f->status;
    return check(options, &arguments, f);
}
