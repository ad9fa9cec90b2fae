/* SPDX-License-Identifier: Apache-2.0 */
#include "session.h"

#include "base/options.h"

static const struct sw_option rows[] = {
    {.name = "--accounts",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, accounts),
     .argument = "FILE",
     .help = "trading accounts: account, balance (accounts.csv)"},
    {.name = "--positions",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, positions),
     .argument = "FILE",
     .help = "their positions in the morning: account, symbol, shares (positions.csv)"},
    {.name = "--requests",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, requests),
     .argument = "FILE",
     .help = "the day: id, at (HH:MM:SS), account, kind (order, query, cancel), symbol, amount (below 0 sells), price, "
             "and for a query or cancel the id of the order's row as request (requests.csv)"},
    {.name = "--results",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, results),
     .argument = "FOLDER",
     .help = "the folder for executions.csv, closing-positions.csv, closing-balances.csv, figures.csv, prices.csv "
             "and volumes.csv (.)"},
    {.name = "--connections",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, connections),
     .argument = "N",
     .least = 1,
     .most = 1024,
     .help = "connections, and requests under way at once (64); each account has one connection"},
    {.name = "--every",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, every),
     .argument = "MINUTES",
     .least = 1,
     .most = 1440,
     .help = "the time between two rows of prices.csv and volumes.csv (5)"},
    {.name = "--shards",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, shards),
     .argument = "N",
     .least = 1,
     .most = 64,
     .help = "threads of the server that own books (1)"},
    {.name = "--refuse-own",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct options, refuse_own),
     .help = "refuse trades between orders of one account"},
    {.name = "--postgres",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, postgres),
     .argument = "FOLDER",
     .help = "the folder of PostgreSQL's programs (postgres) and a data folder to copy (data); default: "
             "libexec/exchange-postgres beside the folder of this program"},
    {.name = "--help", .kind = SW_OPTION_FLAG, .field = offsetof(struct options, help), .help = "print this"},
};
static const struct sw_options table = {rows, sizeof rows / sizeof rows[0], "exchange-session"};

static const char *const meanings[STATUS_OUTPUT + 1] = {
    [STATUS_OK] = "the day is over, and the audit of its ledger found no difference",
    [STATUS_CONTENT] = "an input can be read but not used; the message names the place",
    [STATUS_COMPUTE] = "PostgreSQL, the server or the audit failed, or memory is short"};

void print_usage(FILE *out) {
    fputs("usage: exchange-session [OPTION...]\n"
          "Runs a trading day: starts an exchange server on a PostgreSQL of its own, and sends the day's requests.\n"
          "Needs a user other than root; makes the folder " DAY_FOLDER
          " in the current folder, and removes it at the end.\n",
          out);
    sw_options_print(&table, out);
    sw_statuses_print(out, STATUS_OUTPUT, meanings);
    fputs("\nProgress is appended as lines of JSON to the file in SLIPWAY_PROGRESS.\n", out);
}

int take_options(int argc, char **argv, struct options *options, struct sw_failure *f) {
    *options = (struct options){.accounts = "accounts.csv",
                                .positions = "positions.csv",
                                .requests = "requests.csv",
                                .results = ".",
                                .connections = 64,
                                .every = 5,
                                .shards = 1};
    return sw_options_take(&table, options, argc, argv, f);
}
