/* SPDX-License-Identifier: Apache-2.0 */
/* exchange-session: a trading day from files to files. This file parses, calls and reports. */
#include "session.h"

#include <inttypes.h>
#include <string.h>

static void print_figures(const struct results *results, uint64_t executions) {
    const struct counts *counts = results->counts;
    const struct audit *audit = results->audit;
    printf("DAY requests=%zu orders=%" PRIu64 " executions=%" PRIu64 " refused=%" PRIu64
           " per_s=%.0f p50_ms=%.2f p99_ms=%.2f entries=%" PRIu64 " digest=%s money_off=%s shares_off=%s\n",
           results->day->count, counts->orders, executions, counts->refused, counts->per_s, counts->p50_ms,
           counts->p99_ms, audit->entries, audit->digest, audit->money_off, audit->shares_off);
    fflush(stdout);
}

/* Checks the day against the findings of the audit. */
static int judge(const struct audit *audit, struct sw_failure *f) {
    if (strcmp(audit->money_off, "0") == 0 && strcmp(audit->shares_off, "0") == 0)
        return STATUS_OK;
    return sw_fail(f, STATUS_COMPUTE, NULL, "the audit of the ledger finds money off by %s and shares by %s",
                   audit->money_off, audit->shares_off);
}

/* Runs the day between the start of PostgreSQL and its end. */
static void run_day(const struct options *options, struct day *day, struct children *children, struct sw_failure *f) {
    struct counts counts = {.orders = 0};
    struct audit audit;
    uint64_t executions = 0;
    const struct results results = {day, &counts, &audit};
    if (start_postgres(options, children, f) == STATUS_OK && start_server(options, children, f) == STATUS_OK &&
        trade(options, day, children, &counts, f) == STATUS_OK && end_server(children, f) == STATUS_OK &&
        run_audit(&audit, f) == STATUS_OK && write_results(options, &results, &executions, f) == STATUS_OK) {
        print_figures(&results, executions);
        judge(&audit, f);
    }
}

int main(int argc, char **argv) {
    struct options options;
    struct day day = {.count = 0};
    struct children children = {.postgres = 0};
    struct sw_failure f = {.status = STATUS_OK};
    if (take_options(argc, argv, &options, &f) == STATUS_OK && options.help) {
        print_usage(stdout);
        return STATUS_OK;
    }
    if (f.status == STATUS_OK && read_day(&options, &day, &f) == STATUS_OK)
        run_day(&options, &day, &children, &f);
    end_children(&children);
    free_day(&day);
    if (f.status != STATUS_OK)
        sw_failure_print("exchange-session", &f);
    return f.status;
}
