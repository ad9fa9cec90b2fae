/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include "base/options.h"
#include "exchange/store.h"
#include "until.h"

#include <stddef.h>

static const struct sw_option rows[] = {
    {.name = "--database",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, database),
     .argument = "CONNINFO",
     .help = "the exchange's PostgreSQL database, by libpq's connection string, without a password",
     .needed = SW_OPTION_NEEDED},
    {.name = "--password-file",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, password_file),
     .argument = "FILE",
     .help = "the file with the password of the database's user in its first line"},
    {.name = "--until",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, until),
     .argument = "N|INSTANT",
     .help = "replay up to entry N, or up to a time such as \"2026-11-26 14:00:00+00\" (default: to the end)"},
    {.name = "--books",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct options, books),
     .help = "print the books: BOOK SYMBOL buy|sell PRICE SHARES ORDERS, the best price first"},
    {.name = "--balances",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct options, balances),
     .help = "print ACCOUNT ID BALANCE RESERVED and POSITION ID SYMBOL SHARES RESERVED"},
    {.name = "--executions",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, executions),
     .argument = "FILE",
     .help = "write each execution to this CSV file"},
    {.name = "--prices",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, prices),
     .argument = "FILE",
     .help = "write prices and volume of each symbol and second to this CSV file"},
    {.name = "--tables",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct options, tables),
     .help = "compare the tables with the replay, at the entry that they state; keeps all orders in memory"},
    {.name = "--help", .kind = SW_OPTION_FLAG, .field = offsetof(struct options, help), .help = "print this and exit"},
};
static const struct sw_options table = {rows, sizeof rows / sizeof rows[0], "exchange-audit"};

static const char *const meanings[STATUS_OUTPUT + 1] = {
    [STATUS_OK] = "the ledger is sound",
    [STATUS_FILE] = "the database cannot be read",
    [STATUS_CONTENT] = "an entry does not follow from those before it, money or shares are off, or the tables differ",
    [STATUS_COMPUTE] = "memory is short"};

void options_explain(FILE *out) {
    fputs("usage: exchange-audit --database CONNINFO [OPTION...]\n"
          "Replays the ledger of an exchange server through the plain order book, and checks money and shares.\n"
          "Writes nothing to the database; the server may run meanwhile. The last line is\n"
          "AUDIT entries=N digest=H money_off=M shares_off=S; equal ledgers have equal digests.\n\n",
          out);
    sw_options_print(&table, out);
    sw_statuses_print(out, STATUS_OUTPUT, meanings);
}

int options_take(int argc, char **argv, struct options *options, struct sw_failure *f) {
    *options = (struct options){0};
    if (sw_options_take(&table, options, argc, argv, f) != STATUS_OK || options->help)
        return f->status;
    if (options->until != NULL && !until_is_entry(options->until) && !until_is_instant(options->until))
        return sw_fail(f, STATUS_USAGE, "as in --until 1000 or --until '2026-11-26 14:00:00+00'",
                       "--until '%.40s' is neither the number of an entry nor a time", options->until);
    return xch_check_conninfo(options->database, f);
}
