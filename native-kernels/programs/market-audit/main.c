/* SPDX-License-Identifier: Apache-2.0 */
/*
 * market-audit: proves from a message store alone that a market kept its rules, or names the first message that breaks
 * one. The program shares no code with the order book.
 */
#include "audit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const meanings[STATUS_COMPUTE + 1] = {
    [STATUS_OK] = "the market kept its rules",
    [STATUS_USAGE] = "wrong usage",
    [STATUS_FILE] = "the store cannot be read to its end: missing, torn, damaged, not finished",
    [STATUS_CONTENT] = "a message breaks a rule",
    [STATUS_COMPUTE] = "memory is short"};

static void print_usage(FILE *out) {
    fputs(
        "usage: market-audit STORE\n"
        "Reads the message store STORE of market-chain and checks each message against the rules of the market: price\n"
        "and time priority, no trade-through, conserved volume, right confirmations and quotes. Prints the numbers of\n"
        "messages by kind and audit=passed, or the first message that breaks a rule.\n",
        out);
    sw_statuses_print(out, STATUS_COMPUTE, meanings);
}

/* 128 bits, for which printf has no format. */
static const char *decimal(unsigned __int128 value, char out[40]) {
    char *at = out + 39;
    *at = '\0';
    do
        *--at = (char)('0' + (int)(value % 10));
    while ((value /= 10) > 0);
    return at;
}

static void print_summary(const struct audit *audit) {
    char notional[40];
    printf("orders=%" PRIu64 " fills=%" PRIu64 " trade_confirmations=%" PRIu64 " volume=%" PRIu64
           " notional=%s order_confirmations=%" PRIu64 " quotes=%" PRIu64 " resting=%" PRIu64 " audit=passed\n",
           audit->orders, audit->fills, audit->trades, audit->volume, decimal(audit->notional, notional),
           audit->confirmations, audit->quotes, audit->ledger.resting);
}

/* Reads to the end of the store or to the first defect. */
static int audit_all(struct mkt_reader *reader, struct audit *audit, const char *path, struct sw_failure *f) {
    struct mkt_message message;
    mkt_read found;
    while ((found = mkt_reader_next(reader, &message, f)) == MKT_READ)
        if (audit_take(audit, path, mkt_reader_number(reader), &message, f) != STATUS_OK)
            return f->status;
    if (found == MKT_END && audit->next != STEP_ORDER)
        return sw_fail(f, STATUS_CONTENT, NULL, "%s: it ends within what order %" PRIu64 " brings about", path,
                       audit->order.id);
    return f->status;
}

static int run(const char *path, struct sw_failure *f) {
    struct audit audit;
    struct mkt_reader *reader = mkt_reader_open(path, f);
    if (reader == NULL)
        return f->status;
    if (audit_new(&audit, mkt_reader_market(reader)->instruments) != 0)
        sw_fail(f, STATUS_COMPUTE, NULL, "no memory for an audit");
    else if (audit_all(reader, &audit, path, f) == STATUS_OK)
        print_summary(&audit);
    audit_free(&audit);
    mkt_reader_free(reader);
    return f->status;
}

int main(int argc, char **argv) {
    struct sw_failure f = {.status = STATUS_OK};
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        print_usage(stdout);
        return STATUS_OK;
    }
    if (argc != 2 || argv[1][0] == '-' || argv[1][0] == '\0') {
        print_usage(stderr);
        return STATUS_USAGE;
    }
    if (run(argv[1], &f) != STATUS_OK)
        sw_failure_print("market-audit", &f);
    return f.status;
}
