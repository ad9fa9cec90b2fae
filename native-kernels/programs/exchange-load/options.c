/* SPDX-License-Identifier: Apache-2.0 */
#include "load.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const prepares[] = {"yes", "no", "only", NULL};
static const char *const trades[] = {"some", "all", "none", NULL};

static const struct sw_option rows[] = {
    {.name = "--host",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct load_options, host),
     .argument = "HOST",
     .help = "the address of the server [127.0.0.1]"},
    {.name = "--port",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct load_options, port),
     .argument = "N",
     .help = "the server's port [12345]",
     .least = 1,
     .most = 65535},
    {.name = "--socket",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct load_options, socket),
     .argument = "PATH",
     .help = "the server's Unix socket, in place of host and port"},
    {.name = "--connections",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct load_options, connections),
     .argument = "N",
     .help = "clients at once, 1 to 1024 [64]",
     .least = 1,
     .most = LOAD_MOST_CONNECTIONS},
    {.name = "--seconds",
     .kind = SW_OPTION_REAL,
     .field = offsetof(struct load_options, seconds),
     .argument = "S",
     .help = "the time for which requests are sent [10]",
     .at_most = 86400,
     .from_above = 1},
    {.name = "--requests",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct load_options, requests),
     .argument = "N",
     .help = "end after N requests, even before the time is over",
     .least = 0,
     .most = UINT64_MAX},
    {.name = "--rate",
     .kind = SW_OPTION_REAL,
     .field = offsetof(struct load_options, rate),
     .argument = "R",
     .help = "requests a second, independent of the answers; 0: each after an answer [0]",
     .at_most = 1e7,
     .from_above = 1},
    {.name = "--orders-per-request",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct load_options, items),
     .argument = "N",
     .help = "items of a request [1]",
     .least = 1,
     .most = 1000},
    {.name = "--mix",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct load_options, mix),
     .argument = "O/Q/C/N",
     .help = "shares of orders, queries, cancels and new accounts [70/15/10/5]"},
    {.name = "--valid",
     .kind = SW_OPTION_REAL,
     .field = offsetof(struct load_options, valid),
     .argument = "PERCENT",
     .help = "share of valid items [95]",
     .at_most = 100,
     .from_above = 1},
    {.name = "--report-data",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct load_options, report_data),
     .help = "random data as in the report: most requests name unknown accounts and symbols"},
    {.name = "--trade",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct load_options, trade),
     .argument = "HOW",
     .help = "limits: some (95 to 105), all (one price: orders trade if they can), none (no order trades) [some]",
     .choices = trades},
    {.name = "--symbols",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct load_options, symbols),
     .argument = "N",
     .help = "traded symbols [100]",
     .least = 1,
     .most = 1000000},
    {.name = "--accounts",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct load_options, accounts),
     .argument = "N",
     .help = "accounts that trade, with the ids 1 to N [64]",
     .least = 1,
     .most = 1000000},
    {.name = "--seed",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct load_options, seed),
     .argument = "N",
     .help = "the seed of the random draws [1]",
     .least = 0,
     .most = UINT64_MAX},
    {.name = "--refs",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct load_options, refs),
     .help = "give each request a ref, and after a broken connection send it again until it is answered"},
    {.name = "--again",
     .kind = SW_OPTION_REAL,
     .field = offsetof(struct load_options, again),
     .argument = "PERCENT",
     .help = "with --refs: share of the answered requests that are sent again [0]",
     .at_most = 100,
     .from_above = 1},
    {.name = "--prepare",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct load_options, prepare),
     .argument = "HOW",
     .help = "create the accounts and symbols first: yes, no, or only that [yes]",
     .choices = prepares},
    {.name = "--answers",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct load_options, answers),
     .argument = "FILE",
     .help = "write a line for each opened order: ID ACCOUNT SYMBOL AMOUNT LIMIT"},
    {.name = "--help", .kind = SW_OPTION_FLAG, .field = offsetof(struct load_options, help), .help = "print this help"},
};

const struct sw_options load_option_table = {rows, sizeof rows / sizeof rows[0], "exchange-load"};

static const char *const meanings[STATUS_OUTPUT + 1] = {
    [STATUS_OK] = "all answers were right",
    [STATUS_USAGE] = "wrong usage",
    [STATUS_FILE] = "the server cannot be reached, or a connection broke",
    [STATUS_CONTENT] = "an answer was wrong, or an account belongs to another client",
    [STATUS_COMPUTE] = "memory is short, or requests were never answered",
    [STATUS_OUTPUT] = "the file of --answers cannot be written"};

void load_print_usage(FILE *out) {
    fputs("usage: exchange-load [OPTION...]\n"
          "Sends random requests to an exchange server, checks each answer, and measures.\n",
          out);
    sw_options_print(&load_option_table, out);
    fputs("The last line is LOAD requests=N per_s=F p50_ms=F p99_ms=F errors=N wrong=N cpu_s=F: errors counts items\n"
          "with an error, wrong counts answers that cannot be right, cpu_s is the processor time of this program.\n"
          "With --rate, times count from the planned start of a request.\n"
          "Progress is appended as lines of JSON to the file in SLIPWAY_PROGRESS.\n",
          out);
    sw_statuses_print(out, STATUS_OUTPUT, meanings);
}

/* Reads four numbers with slashes in between, not all of them 0. */
static bool read_mix(const char *text, uint64_t parts[4]) {
    uint64_t sum = 0;
    for (int i = 0; i < 4; i++) {
        char *end;
        if (*text < '0' || *text > '9')
            return false;
        parts[i] = strtoull(text, &end, 10);
        if (parts[i] > 1000000 || *end != (i < 3 ? '/' : '\0'))
            return false;
        sum += parts[i];
        text = end + 1;
    }
    return sum > 0;
}

int load_options_read(struct load_options *options, int argc, char **argv, struct sw_failure *f) {
    *options = (struct load_options){.host = "127.0.0.1",
                                     .port = XCH_PORT,
                                     .connections = 64,
                                     .seconds = 10,
                                     .items = 1,
                                     .mix = "70/15/10/5",
                                     .valid = 95,
                                     .symbols = 100,
                                     .accounts = 64,
                                     .seed = 1};
    if (sw_options_take(&load_option_table, options, argc, argv, f) != STATUS_OK || options->help)
        return f->status;
    if (!read_mix(options->mix, options->parts))
        return sw_fail(f, STATUS_USAGE, "as in --mix 70/15/10/5", "--mix %s is not four shares", options->mix);
    if (options->again > 0 && !options->refs)
        return sw_fail(f, STATUS_USAGE, "give --refs, too", "--again needs refs");
    return STATUS_OK;
}
