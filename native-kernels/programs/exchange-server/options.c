/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include "base/options.h"
#include "exchange/protocol.h"
#include "exchange/store.h"

#include <stddef.h>

/* The most refs of a work: a ref must not be forgotten before the work of its request is durable. */
enum { LEAST_REFS = 100000 };
enum { DEFAULT_REFS = 1000000, DEFAULT_IDLE = 60, DEFAULT_CONNECTIONS = 4096, MOST_SHARDS = 64 };

static const struct sw_option rows[] = {
    {.name = "--database",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, database),
     .argument = "CONNINFO",
     .help = "the PostgreSQL database, by libpq's connection string, without a password"},
    {.name = "--password-file",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, password_file),
     .argument = "FILE",
     .help = "the file with the password of the database's user in its first line"},
    {.name = "--port",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, port),
     .argument = "N",
     .most = UINT16_MAX,
     .help = "listen on this TCP port (default 12345); 0: a free port, which is printed"},
    {.name = "--listen",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, listen),
     .argument = "HOST",
     .help = "listen on this address (default 127.0.0.1)"},
    {.name = "--socket",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, socket),
     .argument = "PATH",
     .help = "listen also on this Unix socket"},
    {.name = "--shards",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, shards),
     .argument = "N",
     .least = 1,
     .most = MOST_SHARDS,
     .help = "shards of symbols, each with a thread (default 1: the thread that reads requests)"},
    {.name = "--length-line",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct options, length_line),
     .help = "put a length line before each answer"},
    {.name = "--refuse-own",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct options, refuse_own),
     .help = "refuse an order that would trade with an order of the same account"},
    {.name = "--refs",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, refs),
     .argument = "N",
     .least = LEAST_REFS,
     .most = 100000000,
     .help = "keep the answers to the last N requests with a ref, at least 100000 (default 1000000)"},
    {.name = "--most-bytes",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, most_bytes),
     .argument = "N",
     .least = 1,
     .most = 1 << 30,
     .help = "the largest request in bytes (default 1048576)"},
    {.name = "--most-connections",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, most_connections),
     .argument = "N",
     .least = 1,
     .most = 1000000,
     .help = "serve at most N clients at once (default 4096, fewer if the system gives fewer descriptors)"},
    {.name = "--idle",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, idle),
     .argument = "S",
     .least = 1,
     .most = 86400,
     .help = "close a connection if a request is not complete S seconds after its first byte, or an answer is not "
             "read for S seconds (default 60)"},
    {.name = "--no-store",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct options, no_store),
     .help = "keep all data in memory until the server ends, to measure the cost of durability"},
    {.name = "--replace",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct options, replace),
     .help = "take the database over from another exchange server, which can then write no more"},
    {.name = "--help", .kind = SW_OPTION_FLAG, .field = offsetof(struct options, help), .help = "print this and exit"},
};
static const struct sw_options table = {rows, sizeof rows / sizeof rows[0], "exchange-server"};

static const char *const meanings[STATUS_OUTPUT + 1] = {
    [STATUS_OK] = "the server was told to end, and all data are stored",
    [STATUS_FILE] = "the database or the port is not available, or another server has taken over",
    [STATUS_CONTENT] = "the data in the database contradict each other",
    [STATUS_COMPUTE] = "memory is short, or the database refuses the data themselves",
    [STATUS_OUTPUT] = "the server was told to end while the database was unavailable; answered requests are stored"};

void options_explain(FILE *out) {
    fputs("usage: exchange-server --database CONNINFO [OPTION...]\n"
          "       exchange-server --no-store [OPTION...]\n"
          "Matches buy and sell orders that clients send as XML over TCP, and stores accounts, positions and orders\n"
          "in PostgreSQL. The server sends an answer when its content is durable. SIGTERM ends the server.\n\n",
          out);
    sw_options_print(&table, out);
    sw_statuses_print(out, STATUS_OUTPUT, meanings);
}

int options_take(int argc, char **argv, struct options *options, struct sw_failure *f) {
    static const char hint[] = "exchange-server --help lists the options";
    *options = (struct options){.listen = "127.0.0.1",
                                .port = XCH_PORT,
                                .shards = 1,
                                .refs = DEFAULT_REFS,
                                .most_bytes = XCH_MOST_BYTES,
                                .most_connections = DEFAULT_CONNECTIONS,
                                .idle = DEFAULT_IDLE};
    if (sw_options_take(&table, options, argc, argv, f) != STATUS_OK || options->help)
        return f->status;
    if ((options->database == NULL) != options->no_store)
        return sw_fail(f, STATUS_USAGE, hint, "%s",
                       options->no_store ? "--database and --no-store do not go together"
                                         : "nothing to keep the state in: --database CONNINFO");
    return options->database == NULL ? STATUS_OK : xch_check_conninfo(options->database, f);
}
