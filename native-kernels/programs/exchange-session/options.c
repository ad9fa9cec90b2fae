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
     .help = "what they hold in the morning: account, symbol, shares (positions.csv)"},
    {.name = "--requests",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, requests),
     .argument = "FILE",
     .help = "the day: id, at (HH:MM:SS), account, kind (order, query, cancel), symbol, amount (below 0 sells), price, "
             "and of a query or cancel the id of the order's row as request (requests.csv)"},
    {.name = "--results",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, results),
     .argument = "FOLDER",
     .help = "where executions.csv, closing-positions.csv, closing-balances.csv, figures.csv, prices.csv and "
             "volumes.csv go (.)"},
    {.name = "--connections",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, connections),
     .argument = "N",
     .least = 1,
     .most = 1024,
     .help = "over which requests go, and as many are under way at once (64); an account has one of them"},
    {.name = "--every",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, every),
     .argument = "MINUTES",
     .least = 1,
     .most = 1440,
     .help = "from one row of prices.csv and volumes.csv to the next (5)"},
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
     .help = "orders of one account do not trade with each other"},
    {.name = "--postgres",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, postgres),
     .argument = "FOLDER",
     .help =
         "with PostgreSQL's programs (postgres) and a data folder to copy (data); default: libexec/exchange-postgres "
         "beside the folder of this program"},
    {.name = "--help", .kind = SW_OPTION_FLAG, .field = offsetof(struct options, help), .help = "print this"},
};
static const struct sw_options table = {rows, sizeof rows / sizeof rows[0], "exchange-session"};

static const char *const meanings[STATUS_OUTPUT + 1] = {
    [STATUS_OK] = "the day is over, and the audit of its ledger found nothing off",
    [STATUS_CONTENT] = "an input can be read but not used; the message says where",
    [STATUS_COMPUTE] = "PostgreSQL, the server or the audit failed, or memory is short"};

void print_usage(FILE *out) {
    fputs("usage: exchange-session [OPTION...]\n"
          "Runs a trading day: an exchange server on a PostgreSQL of its own, to which the day's requests are sent.\n"
          "Needs a user other than root; in the current folder it makes the folder " DAY_FOLDER
          ", which it removes at its end.\n",
          out);
    sw_options_print(&table, out);
    sw_statuses_print(out, STATUS_OUTPUT, meanings);
    fputs("\nProgress goes as lines of JSON to the file named by SLIPWAY_PROGRESS.\n", out);
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
