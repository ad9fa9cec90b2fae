/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include "base/options.h"
#include "slipway/orderbook.h"

#include <stddef.h>

enum { DEFAULT_MESSAGES = 100000, DEFAULT_INSTRUMENTS = 1 << 16 };

static const struct sw_option rows[] = {
    {.name = "--random",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, random),
     .argument = "N",
     .least = 1,
     .most = UINT32_MAX,
     .help = "match N random orders: 450 to 549 ticks, 1 to 100 lots"},
    {.name = "--input",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, input),
     .argument = "FILE...",
     .help = "match the messages of these files, CSV with a header"},
    {.name = "--make",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, make),
     .argument = "FILE",
     .help = "make a file of random messages for --input"},
    {.name = "--replay",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, replay),
     .argument = "STORE",
     .help = "match the orders of a message store of market-chain again, and compare the events with the store's"},
    {.name = "--until",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, until),
     .argument = "N",
     .least = 1,
     .most = UINT64_MAX,
     .help = "end --replay at message N, and print its order, the events so far and the book after the order"},
    {.name = "--lobster",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct options, lobster),
     .help = "the files of --input and --make are LOBSTER's message files, one instrument each"},
    {.name = "--seed",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, seed),
     .argument = "S",
     .most = UINT64_MAX,
     .help = "the seed of random orders and messages (default 1)"},
    {.name = "--messages",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, messages),
     .argument = "N",
     .least = 1,
     .most = UINT32_MAX,
     .help = "the number of messages for --make (default 100000)"},
    {.name = "--instruments",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, instruments),
     .argument = "N",
     .least = 1,
     .most = BOOK_MAX_INSTRUMENTS,
     .help = "the largest number in --input (default 65536), or the number for --make (default 1)"},
    {.name = "--plain",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct options, plain),
     .help = "match by the plain version of the book, which checks the fast one"},
    {.name = "--trades",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, trades),
     .argument = "FILE",
     .help = "write each fill to this CSV file; the text is in memory until the end"},
    {.name = "--book",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, book),
     .argument = "FILE",
     .help = "write the orders that rest at the end to this CSV file"},
    {.name = "--help", .kind = SW_OPTION_FLAG, .field = offsetof(struct options, help), .help = "print this and exit"},
};
static const struct sw_options table = {rows, sizeof rows / sizeof rows[0], "match-orders"};

static const char *const meanings[STATUS_MPI + 1] = {
    [STATUS_CONTENT] = "a message is invalid, or an event of a store differs from the book's; the error names it",
    [STATUS_COMPUTE] = "memory is short"};

void explain_options(FILE *out) {
    fputs("usage: match-orders --random N [--seed S] [OPTION...]\n"
          "       mpirun -n RANKS match-orders --input FILE... [OPTION...]\n"
          "       match-orders --make FILE [--lobster] [OPTION...]\n"
          "       match-orders --replay STORE [--until N]\n"
          "Matches buy and sell orders by price and time, and prints counts and a digest of the events.\n\n",
          out);
    sw_options_print(&table, out);
    sw_statuses_print(out, STATUS_MPI, meanings);
}

/* Refuses options that exclude each other. */
static int check(const struct options *options, struct sw_failure *f) {
    static const char hint[] = "match-orders --help lists the options";
    const int modes =
        (options->random > 0) + (options->input != NULL) + (options->make != NULL) + (options->replay != NULL);
    if (modes != 1)
        return sw_fail(f, STATUS_USAGE, hint, "%s",
                       modes == 0 ? "nothing to do: --random, --input, --make or --replay?"
                                  : "--random, --input, --make and --replay do not go together");
    if (options->until > 0 && options->replay == NULL)
        return sw_fail(f, STATUS_USAGE, hint, "--until is about a store: --replay STORE --until N");
    if (options->replay != NULL &&
        (options->trades != NULL || options->book != NULL || options->plain || options->lobster))
        return sw_fail(f, STATUS_USAGE, hint, "--replay goes with --until alone");
    if (options->lobster && options->random > 0)
        return sw_fail(f, STATUS_USAGE, hint, "--lobster is about files, and --random reads none");
    if (options->make != NULL && (options->trades != NULL || options->book != NULL || options->plain))
        return sw_fail(f, STATUS_USAGE, "run --input with the file that was made",
                       "--make does not go with --trades, --book and --plain");
    if (options->make != NULL && options->lobster && options->instruments > 1)
        return sw_fail(f, STATUS_USAGE, "make a file for each instrument, with a seed of its own",
                       "a LOBSTER file has one instrument");
    return STATUS_OK;
}

int take_arguments(int argc, char **argv, struct options *options, struct sw_failure *f) {
    static const char hint[] = "match-orders --help lists the options";
    char message[SW_OPTION_MESSAGE_BYTES];
    int at = 1;
    *options = (struct options){.messages = DEFAULT_MESSAGES, .seed = 1};
    int wrong = sw_options_read(&table, options, argc, argv, &at, message);
    /* files after the first follow --input, before further options */
    options->files = argv + at;
    while (at < argc && argv[at][0] != '-' && options->input != NULL) {
        options->file_count++;
        at++;
    }
    if (wrong == 0)
        wrong = sw_options_read(&table, options, argc, argv, &at, message);
    if (options->help)
        return STATUS_OK;
    if (wrong != 0)
        return sw_fail(f, STATUS_USAGE, hint, "%s", message);
    if (at < argc)
        return sw_fail(f, STATUS_USAGE, hint, "no option, and no file behind --input: \"%.60s\"", argv[at]);
    if (options->instruments == 0)
        options->instruments = options->make != NULL ? 1 : DEFAULT_INSTRUMENTS;
    return check(options, f);
}
