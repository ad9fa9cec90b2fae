/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include "base/options.h"

static const struct sw_option rows[] = {
    {.name = "--scale",
     .kind = SW_OPTION_REAL,
     .field = offsetof(struct options, scale),
     .argument = "S",
     .help = "size: 1 (default) is the report's bank, 0.001 to 4",
     .above = LEAST_SCALE,
     .at_most = MOST_SCALE,
     .from_above = 1},
    {.name = "--seed",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, seed),
     .argument = "N",
     .help = "the seed; each seed gives another bank (default 1)",
     .most = UINT64_MAX},
    {.name = "--tables",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct options, tables),
     .help = "write the tables behind the files, with the SQL that loads and queries them"},
    {.name = "--help", .kind = SW_OPTION_FLAG, .field = offsetof(struct options, help), .help = "print this and exit"},
};
static const struct sw_options table = {rows, sizeof rows / sizeof rows[0], "make-bank"};

void explain_options(FILE *out) {
    fputs("usage: make-bank FOLDER [--scale S] [--seed N] [--tables]\n"
          "Makes a bank for trying value-at-risk: 44 CSV files and their list FOLDER/inputs.csv, or the tables of a\n"
          "database behind them. Equal seeds and scales give equal bytes on every machine.\n\n",
          out);
    sw_options_print(&table, out);
    fputs("\nExit status:\n"
          "  0  done: the folder is complete\n"
          "  2  an option is wrong, or the folder is not empty\n"
          "  5  not enough memory\n"
          "  6  the folder cannot be written, and no part of it remains\n",
          out);
}

int take_arguments(int argc, char **argv, struct options *options, struct sw_failure *failure) {
    static const char hint[] = "make-bank --help lists the options";
    char message[SW_OPTION_MESSAGE_BYTES];
    int at = 1;
    *options = (struct options){.scale = 1, .seed = 1};
    int wrong = sw_options_read(&table, options, argc, argv, &at, message);
    if (wrong == 0 && at < argc) {
        options->folder = argv[at++];
        wrong = sw_options_read(&table, options, argc, argv, &at, message);
    }
    if (options->help)
        return STATUS_OK;
    if (wrong != 0)
        return sw_fail(failure, STATUS_USAGE, hint, "%s", message);
    if (options->folder == NULL || *options->folder == '\0')
        return sw_fail(failure, STATUS_USAGE, hint, "which folder?");
    if (at < argc)
        return sw_fail(failure, STATUS_USAGE, hint, "one folder at a time, not \"%s\" as well", argv[at]);
    return STATUS_OK;
}
