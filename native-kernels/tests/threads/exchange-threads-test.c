/* SPDX-License-Identifier: Apache-2.0 */
/* Shards of one ledger, each with its thread: the order of the entries' numbers is the order of events. */
#include "exchange/exchange-random.h"
#include "support/check.h"

#include <pthread.h>

enum { SHARDS = 4, REQUESTS = 3000, SEEDS = 4 };

struct part {
    struct random_market *market;
    unsigned shard;
};

static void *trade(void *context) {
    const struct part *const part = context;
    random_trade(part->market, part->shard, REQUESTS);
    return NULL;
}

static void replays_what_several_shards_did_at_once(void) {
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct random_market market;
        struct xch_entries entries = {0};
        pthread_t threads[SHARDS];
        struct part parts[SHARDS];
        random_open(&market, SHARDS, false, seed);
        for (unsigned i = 0; i < SHARDS; i++) {
            parts[i] = (struct part){.market = &market, .shard = i};
            CHECK(pthread_create(&threads[i], NULL, trade, &parts[i]) == 0, "so it has to be");
        }
        for (unsigned i = 0; i < SHARDS; i++)
            pthread_join(threads[i], NULL);
        random_check_sums(&market);
        xch_ledger_take(market.ledger, &entries);
        random_check_replay(&market, &entries);
        free(entries.at);
        random_close(&market);
    }
}

int main(void) {
    static const struct check_case cases[] = {CASE(replays_what_several_shards_did_at_once)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
