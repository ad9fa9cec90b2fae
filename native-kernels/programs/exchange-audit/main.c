/* SPDX-License-Identifier: Apache-2.0 */
/* exchange-audit: replays the ledger of an exchange through the plain book, up to any entry or time. */
#include "audit.h"

#include "base/files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char executions_header[] = "number,seq,at,symbol,shares,price,buy_order,sell_order\n";
static const char prices_header[] = "at,symbol,first,high,low,last,shares,executions\n";

static int fail_write(struct sw_failure *f, const char *path) {
    return sw_fail(f, STATUS_OUTPUT, NULL, "cannot write %s: %s", path, strerror(errno));
}

/* A CSV file that gets the final name when whole. */
struct output {
    const char *path; /* NULL: not requested */
    struct sw_part part;
    FILE *file;
};

static int open_output(struct output *output, const char *header, struct sw_failure *f) {
    output->part = (struct sw_part){.fd = -1};
    if (output->path == NULL)
        return STATUS_OK;
    if (sw_part_create(output->path, &output->part) != 0)
        return fail_write(f, output->path);
    const int fd = dup(output->part.fd); /* for the stream, which closes the descriptor */
    output->file = fd < 0 ? NULL : fdopen(fd, "w");
    if (output->file == NULL || fputs(header, output->file) == EOF)
        return fail_write(f, output->path);
    return STATUS_OK;
}

/* Closes an output, and gives the file the final name unless the audit has failed. */
static void close_output(struct output *output, struct sw_failure *f) {
    const int wrong = output->file == NULL ? 0 : ferror(output->file);
    if (output->file != NULL && (fclose(output->file) != 0 || wrong) && f->status == STATUS_OK)
        fail_write(f, output->path);
    if (output->file != NULL && f->status == STATUS_OK &&
        (sw_part_finish(&output->part) != 0 || sw_part_publish(&output->part) != 0))
        fail_write(f, output->path);
    sw_part_drop(&output->part);
}

static void print_tables(const struct audit *audit) {
    const struct xch_difference *const difference = &audit->difference;
    printf("TABLES as_of=%" PRIu64 " accounts_off=%" PRIu64 " positions_off=%" PRIu64 " orders_off=%" PRIu64
           " executions_off=%" PRIu64 " symbols_off=%" PRIu64 "\n",
           audit->as_of, difference->accounts, difference->positions, difference->orders, difference->executions,
           difference->symbols);
}

static int print_all(const struct audit *audit, struct sw_failure *f) {
    char money[XCH_AMOUNT_BYTES], shares[XCH_AMOUNT_BYTES];
    const xch_money money_off = audit_money_off(audit), shares_off = audit_shares_off(audit);
    if (audit->options->books)
        audit_print_books(audit);
    if (audit->options->balances)
        audit_print_balances(audit);
    if (audit->options->tables)
        print_tables(audit);
    xch_put_money(money, money_off);
    xch_put_money(shares, shares_off * XCH_UNITS);
    printf("AUDIT entries=%" PRIu64 " digest=%016" PRIx64 " money_off=%s shares_off=%s\n", audit->entries,
           audit_digest(audit), money, shares);
    if (fflush(stdout) != 0)
        return fail_write(f, "the standard output");
    if (money_off != 0 || shares_off != 0)
        return sw_fail(f, STATUS_CONTENT, NULL, "money or shares are not what was created");
    if (audit->difference.first[0] != '\0')
        return sw_fail(f, STATUS_CONTENT, NULL, "the tables differ from the replay: %s", audit->difference.first);
    return STATUS_OK;
}

static int make(struct audit *audit, struct sw_failure *f) {
    const struct xch_store_options database = {.database = audit->options->database,
                                               .password_file = audit->options->password_file,
                                               .program = "exchange-audit"};
    audit->ledger = xch_ledger_new();
    if (audit->ledger != NULL)
        audit->shard = xch_shard_new(audit->ledger, &(struct xch_shard_options){.plain = true});
    if (audit->shard == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for an audit");
    audit->reader = xch_reader_open(&database, f);
    return f->status;
}

static int run(const struct options *options, struct sw_failure *f) {
    struct audit audit = {.options = options};
    struct output executions = {.path = options->executions, .part.fd = -1},
                  prices = {.path = options->prices, .part.fd = -1};
    if (make(&audit, f) == STATUS_OK && open_output(&executions, executions_header, f) == STATUS_OK &&
        open_output(&prices, prices_header, f) == STATUS_OK) {
        audit.executions = executions.file;
        audit.prices = prices.file;
        if (audit_run(&audit, f) == STATUS_OK)
            print_all(&audit, f);
    }
    close_output(&executions, f);
    close_output(&prices, f);
    xch_reader_free(audit.reader);
    xch_shard_free(audit.shard);
    xch_ledger_free(audit.ledger);
    free(audit.bars);
    return f->status;
}

int main(int argc, char **argv) {
    struct sw_failure f = {.status = STATUS_OK};
    struct options options;
    if (options_take(argc, argv, &options, &f) == STATUS_OK) {
        if (options.help)
            options_explain(stdout);
        else
            run(&options, &f);
    }
    if (f.status != STATUS_OK)
        sw_failure_print("exchange-audit", &f);
    return f.status;
}
