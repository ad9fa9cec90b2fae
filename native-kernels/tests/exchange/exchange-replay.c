/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exchange-replay DATABASE serial|after FILE: replays the ledger of a stopped or idle exchange server through the plain
 * book, and compares the answers of its clients with those that follow from the replay. Each line of FILE is
 * DOCUMENT|ANSWER.
 *
 * serial: the documents are all documents of the server, in the order of their execution. They are executed again from
 * an empty state, at the times of the ledger's entries, and must give the same entries. after: the documents are
 * queries that were answered after all entries.
 */
#include "exchange-random.h"

#include "base/failure.h"
#include "exchange-server/items.h"
#include "exchange/reader.h"
#include "support/check.h"

#include <inttypes.h>

struct replay {
    struct random_market market; /* the state by the ledger */
    int64_t *times;              /* of the entries, from 1 on */
    uint64_t entries;
};

static xch_refusal take_entry(void *context, const struct xch_entry *entry) {
    struct replay *const replay = context;
    replay->times[entry->number] = entry->at;
    return xch_shard_replay(replay->market.shards[0], entry);
}

static int read_ledger(struct replay *replay, const char *database, struct sw_failure *f) {
    const struct xch_store_options options = {.database = database, .program = "exchange-replay"};
    uint64_t as_of = 0;
    struct xch_reader *const reader = xch_reader_open(&options, f);
    if (reader != NULL && xch_reader_span(reader, &replay->entries, &as_of, f) == STATUS_OK) {
        const struct xch_span span = {
            .ledger = replay->market.ledger, .until = replay->entries, .take = take_entry, .context = replay};
        replay->times = calloc(replay->entries + 2, sizeof *replay->times);
        xch_reader_entries(reader, &span, f);
    }
    xch_reader_free(reader);
    return f->status;
}

/* --- requests --- */

/* Executes a document in MARKET, as the server does, and adds the line that answers it to OUT. */
static void answer(struct random_market *market, struct xch_parser *parser, const char *document,
                   struct xch_bytes *out) {
    char error[XCH_ERROR_BYTES];
    struct waits waits = {0};
    struct xch_request *const request = xch_request_read(parser, document, strlen(document), error);
    if (request == NULL) {
        xch_write_error(out, error);
        return;
    }
    struct xch_answer *const answers = calloc(request->count + 1, sizeof *answers);
    const struct doing doing = {
        .ledger = market->ledger, .shard = market->shards[0], .request = request, .answers = answers, .waits = &waits};
    CHECK(do_items(&doing) == 0 && waits.count == 0, "%s", document);
    xch_write_results(out, request, answers);
    for (size_t i = 0; i < request->count; i++)
        free((void *)answers[i].executed);
    free(answers);
    xch_request_free(request);
}

/* Compares each answer of a file with that of MARKET. Returns the number of answers. */
static size_t compare_answers(const struct replay *replay, struct random_market *market, FILE *file) {
    struct xch_parser *const parser = xch_parser_new();
    struct xch_bytes out = {0};
    char *line = NULL;
    size_t room = 0, count = 0;
    for (; getline(&line, &room, file) > 0; count++) {
        char *const bar = strchr(line, '|');
        if (bar == NULL)
            break;
        *bar = '\0';
        const uint64_t next = xch_last_entry(market->ledger) + 1;
        if (next <= replay->entries)
            xch_ledger_time(market->ledger, replay->times[next]);
        out.count = 0;
        answer(market, parser, line, &out);
        xch_bytes_add(&out, "", 1);
        CHECK(strcmp(out.data, bar + 1) == 0, "%s\nwas answered %swhere the replay answers %s", line, bar + 1,
              out.data);
    }
    CHECK(feof(file), "line %zu has no answer", count + 1);
    free(line);
    xch_bytes_free(&out);
    xch_parser_free(parser);
    return count;
}

static size_t compare(struct replay *replay, const char *mode, FILE *file) {
    struct random_market again;
    if (strcmp(mode, "after") == 0)
        return compare_answers(replay, &replay->market, file);
    random_open(&again, 1, true, 0);
    const size_t count = compare_answers(replay, &again, file);
    random_check_same(replay->market.ledger, again.ledger);
    random_check_same(again.ledger, replay->market.ledger);
    random_close(&again);
    return count;
}

int main(int argc, char **argv) {
    struct replay replay = {0};
    struct sw_failure f = {.status = STATUS_OK};
    FILE *const file = argc == 4 ? fopen(argv[3], "r") : NULL;
    if (file == NULL) {
        fputs("usage: exchange-replay DATABASE serial|after FILE\n", stderr);
        return STATUS_USAGE;
    }
    random_open(&replay.market, 1, true, 0);
    if (read_ledger(&replay, argv[1], &f) != STATUS_OK)
        sw_failure_print("exchange-replay", &f);
    else
        printf("REPLAY answers=%zu entries=%" PRIu64 " differ=%d\n", compare(&replay, argv[2], file), replay.entries,
               check_failures);
    random_close(&replay.market);
    free(replay.times);
    fclose(file);
    return f.status != STATUS_OK ? f.status : check_failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
