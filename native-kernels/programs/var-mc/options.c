/* SPDX-License-Identifier: Apache-2.0 */
#include "varmc.h"

#include "base/options.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { MAX_SCENARIOS = 100000000, MAX_DAYS = 2520 };

static const struct sw_option rows[] = {
    {.name = "--positions",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, positions),
     .argument = "FILE",
     .help = "position_id,book_id,kind,symbol,option,strike,expiry_years,quantity",
     .needed = SW_OPTION_NEEDED},
    {.name = "--prices",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, prices),
     .argument = "FILE",
     .help = "symbol,day,close, ordered by symbol and day",
     .needed = SW_OPTION_NEEDED},
    {.name = "--curve",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, curve),
     .argument = "FILE",
     .help = "tenor_years,zero_rate, continuously compounded",
     .needed = SW_OPTION_NEEDED},
    {.name = "--pnl",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, pnl),
     .argument = "FILE",
     .help = "output: scenario,pnl",
     .needed = SW_OPTION_NEEDED},
    {.name = "--figures",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, figures),
     .argument = "FILE",
     .help = "output: measure,confidence,value,lower,upper",
     .needed = SW_OPTION_NEEDED},
    {.name = "--scenarios",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, scenarios),
     .argument = "N",
     .help = "scenarios (default 10000)",
     .least = 1,
     .most = MAX_SCENARIOS},
    {.name = "--horizon-days",
     .kind = SW_OPTION_REAL,
     .field = offsetof(struct options, horizon_days),
     .argument = "D",
     .help = "horizon in trading days (default 1)",
     .at_most = MAX_DAYS},
    {.name = "--paths",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, paths),
     .argument = "N",
     .help = "inner paths of each Asian option (default 1000)",
     .least = 1,
     .most = RMC_MAX_PATHS},
    {.name = "--seed",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, seed),
     .argument = "N",
     .help = "seed of all random numbers (default 1)",
     .most = UINT64_MAX},
    {.name = "--help", .kind = SW_OPTION_FLAG, .field = offsetof(struct options, help), .help = "print this and exit"},
};
static const struct sw_options table = {rows, sizeof rows / sizeof rows[0]};

void print_help(FILE *out) {
    fprintf(out,
            "usage: mpirun -n RANKS var-mc OPTION VALUE ...\n"
            "Value-at-risk of a portfolio by Monte Carlo. Inputs are CSV files with a header line, plain, BGZF or\n"
            "gzip; the figures have the same bits for any number of ranks.\n\n");
    sw_options_print(&table, out);
    fprintf(out, "\nProgress goes as lines of JSON to the file named by SLIPWAY_PROGRESS.\n");
    print_statuses(out);
}

/* Returns whether OTHER is PATH, or a name that PATH has before it is whole, or that an index of PATH would have. */
static bool is_name_of(const char *path, const char *other) {
    static const char *const suffixes[] = {"", ".part", ".gzi", ".gzi.part", NULL};
    const size_t length = strlen(path);
    return strncmp(path, other, length) == 0 && sw_text_find(suffixes, other + length) >= 0;
}

int parse_options(int argc, char **argv, struct options *options, struct failure *f) {
    static const char hint[] = "var-mc --help lists the options";
    char message[SW_OPTION_MESSAGE_BYTES];
    int at = 1;
    *options = (struct options){.scenarios = 10000, .paths = 1000, .seed = 1, .horizon_days = 1};
    const int wrong = sw_options_read(&table, options, argc, argv, &at, message);
    if (options->help)
        return STATUS_OK;
    if (wrong)
        return fail(f, STATUS_USAGE, hint, "%s", message);
    if (at < argc)
        return fail(f, STATUS_USAGE, hint, "no such option: %s", argv[at]);
    if (sw_options_complete(&table, options, message) != 0)
        return fail(f, STATUS_USAGE, hint, "%s", message);
    if (is_name_of(options->pnl, options->figures) || is_name_of(options->figures, options->pnl))
        return fail(f, STATUS_USAGE, "give each output a name of its own",
                    "--pnl %.100s and --figures %.100s would overwrite each other", options->pnl, options->figures);
    return STATUS_OK;
}
