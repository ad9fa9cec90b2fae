/* SPDX-License-Identifier: Apache-2.0 */
#include "market-chain.h"

#include "base/options.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The fields have the types of base/options.h. */
struct fields {
    bool help, mpi, engine;
    int report, layout; /* positions in the tables below */
    const char *rates, *store, *samples, *orders_from, *trades, *book;
    uint64_t orders, seed, instruments, batch, every;
    double seconds;
};

static const char *const reports[] = {"none", "32", "58", NULL};
static const char *const layouts[] = {"wide", "packed", NULL};

/* The measurements of the report's two versions (section VI). */
static const struct {
    const char *rates;
    uint64_t orders;
    int layout;
} of_report[] = {
    {"0", 1000000, 0}, {"5000,10000,15000,20000,25000,30000", 2000000, 0}, {"5000,10000,15000,20000", 10000000, 1}};

static const struct sw_option rows[] = {
    {.name = "--mpi",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct fields, mpi),
     .help = "pass messages by MPI_Send and MPI_Recv: mpirun -n 2, 3 or 4"},
    {.name = "--engine",
     .kind = SW_OPTION_FLAG,
     .field = offsetof(struct fields, engine),
     .help = "run as the engine of a graph, as an MPI kernel: its ranks share the instruments"},
    {.name = "--report",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct fields, report),
     .argument = "NAME",
     .choices = reports,
     .help = "rates, orders and layout of a report: 32 (5,000 to 30,000 a second, 2 million each, wide) or 58 (to "
             "20,000, 10 million, packed)"},
    {.name = "--rates",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct fields, rates),
     .argument = "LIST",
     .help = "orders per second, one run after the other, such as 5000,30000; 0 is flat out (the default)"},
    {.name = "--orders",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct fields, orders),
     .argument = "N",
     .least = 1,
     .most = UINT32_MAX,
     .help = "orders at each rate (1000000)"},
    {.name = "--seconds",
     .kind = SW_OPTION_REAL,
     .field = offsetof(struct fields, seconds),
     .argument = "S",
     .above = 0,
     .at_most = 1e6,
     .help = "at most the orders of S seconds at each rate; has no effect flat out"},
    {.name = "--layout",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct fields, layout),
     .argument = "NAME",
     .choices = layouts,
     .help = "the layout of messages: wide (18 bytes each) or packed (5 to 11)"},
    {.name = "--batch",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct fields, batch),
     .argument = "N",
     .least = 1,
     .most = MKT_MOST_BATCH,
     .help = "the largest number of messages in a record (1, as in the reports)"},
    {.name = "--instruments",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct fields, instruments),
     .argument = "N",
     .least = 1,
     .most = 256,
     .help = "instruments, drawn at random (1)"},
    {.name = "--seed",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct fields, seed),
     .argument = "S",
     .help = "the seed of the random orders (1)"},
    {.name = "--every",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct fields, every),
     .argument = "N",
     .least = 1,
     .most = UINT32_MAX,
     .help = "orders between two samples (20000)"},
    {.name = "--orders-from",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct fields, orders_from),
     .argument = "FILE",
     .help = "orders from a CSV file in place of random ones: side (bid, ask), price, volume, and perhaps id, "
             "instrument (a number from 0) and kind (limit); several rates share them, one part after the other"},
    {.name = "--trades",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct fields, trades),
     .argument = "FILE",
     .help = "write the trades as CSV"},
    {.name = "--book",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct fields, book),
     .argument = "FILE",
     .help = "write the orders that rest at the end as CSV"},
    {.name = "--store",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct fields, store),
     .argument = "FILE",
     .help = "the message store, which must not exist"},
    {.name = "--samples",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct fields, samples),
     .argument = "FOLDER",
     .help = "write each kernel's samples there, and times.csv, as CSV"},
    {.name = "--help", .kind = SW_OPTION_FLAG, .field = offsetof(struct fields, help), .help = "print this"},
};
static const struct sw_options options = {rows, sizeof rows / sizeof rows[0], "market-chain"};

static const char *const meanings[STATUS_MPI + 1] = {
    [STATUS_OK] = "all orders are confirmed, and stored if there is a store",
    [STATUS_CONTENT] = "the orders of a file cannot be used, or kernels disagree; the message names the place",
    [STATUS_COMPUTE] = "memory is short, or the chain broke"};

void print_usage(FILE *out) {
    fputs("usage: stream-launch GRAPH.xml                      with market-chain as program of its kernels\n"
          "       mpirun -n RANKS market-chain --mpi [OPTION...]\n"
          "Simulates an electronic market: random orders, a matching engine, their confirmation, a message store.\n",
          out);
    sw_options_print(&options, out);
    sw_statuses_print(out, STATUS_MPI, meanings);
}

/* Reads "5000,30000" to the rates of RUN. */
static int take_rates(const char *text, struct mkt_run *run, struct sw_failure *f) {
    const char *at = text;
    for (run->rate_count = 0; run->rate_count < MKT_MOST_RATES; run->rate_count++) {
        char *end;
        errno = 0;
        const unsigned long long rate = strtoull(at, &end, 10);
        if (*at < '0' || *at > '9' || errno != 0 || rate > 1000000000 || (*end != ',' && *end != '\0'))
            break;
        run->rates[run->rate_count] = rate;
        at = end + 1;
        if (*end == '\0') {
            run->rate_count++;
            return STATUS_OK;
        }
    }
    return sw_fail(f, STATUS_USAGE,
                   "Give at most 8 whole numbers up to 1000000000 with commas between: --rates 5000,30000",
                   "--rates does not take \"%s\"", text);
}

static int check(const struct request *request, struct sw_failure *f) {
    const struct mkt_run *run = &request->run;
    if (request->mpi && request->engine)
        return sw_fail(f, STATUS_USAGE, "Use --mpi for the whole chain over MPI, --engine in a graph.",
                       "--mpi and --engine exclude each other");
    if (request->orders_from != NULL && run->seconds > 0)
        return sw_fail(f, STATUS_USAGE, "Leave out --seconds: all orders of the file are given.",
                       "--orders-from and --seconds exclude each other");
    if (mkt_run_instruments(run) > run->layout->instruments)
        return sw_fail(f, STATUS_USAGE, "Each rate trades instruments of its own.",
                       "%" PRIu32 " rates with %" PRIu32 " instruments each are more than the %" PRIu32
                       " that the %s layout tells apart",
                       run->rate_count, run->instruments, run->layout->instruments, run->layout->name);
    if (!run->is_given && run->orders * run->rate_count > run->layout->most_id)
        return sw_fail(f, STATUS_USAGE, "Use --layout wide.", "the %s layout has no ids for so many orders",
                       run->layout->name);
    return STATUS_OK;
}

int take_options(int argc, char **argv, struct request *request, struct sw_failure *f) {
    struct fields fields = {.layout = -1, .seed = 1, .instruments = 1, .batch = 1, .every = 20000};
    if (sw_options_take(&options, &fields, argc, argv, f) != STATUS_OK)
        return f->status;
    const int layout = fields.layout >= 0 ? fields.layout : of_report[fields.report].layout;
    *request = (struct request){.help = fields.help,
                                .mpi = fields.mpi,
                                .engine = fields.engine,
                                .store = fields.store,
                                .samples = fields.samples,
                                .orders_from = fields.orders_from,
                                .trades = fields.trades,
                                .book = fields.book,
                                .run = {.layout = layout == 0 ? &mkt_wide : &mkt_packed,
                                        .orders = fields.orders > 0 ? fields.orders : of_report[fields.report].orders,
                                        .seconds = fields.seconds,
                                        .seed = fields.seed,
                                        .is_given = fields.orders_from != NULL,
                                        .instruments = (uint32_t)fields.instruments,
                                        .batch = (uint32_t)fields.batch,
                                        .every = fields.every}};
    const char *rates = fields.rates != NULL ? fields.rates : of_report[fields.report].rates;
    if (take_rates(rates, &request->run, f) != STATUS_OK || check(request, f) != STATUS_OK)
        return f->status;
    return request->orders_from == NULL ? STATUS_OK : read_orders(request, f);
}
