/* SPDX-License-Identifier: Apache-2.0 */
/* Commits batches, entries and refs in one transaction, and handles a COMMIT with a lost answer. */
#include "inside.h"
#include "store.h"

#include <string.h>

static int fill_entries(struct xch_store *store, const struct xch_ledger *ledger, const struct xch_entries *entries) {
    static const xch_type types[LEDGER_COLUMNS] = {XCH_BIGINT, XCH_TIME,    XCH_TEXT,    XCH_BIGINT,
                                                   XCH_TEXT,   XCH_NUMERIC, XCH_NUMERIC, XCH_BIGINT};
    struct xch_column *const column = store->entries;
    for (int i = 0; i < LEDGER_COLUMNS; i++)
        xch_column_begin(&column[i], types[i]);
    for (size_t i = 0; i < entries->count; i++)
        xch_put_entry(column, ledger, &entries->at[i]);
    int failed = 0;
    for (int i = 0; i < LEDGER_COLUMNS; i++)
        failed |= xch_column_end(&column[i]);
    return failed;
}

static int fill_refs(struct xch_store *store, const struct xch_batch *batch) {
    static const xch_type types[REF_COLUMNS] = {XCH_TEXT, XCH_BIGINT, XCH_BIGINT, XCH_BYTEA, XCH_BYTEA};
    struct xch_column *const column = store->refs;
    for (int i = 0; i < REF_COLUMNS; i++)
        xch_column_begin(&column[i], types[i]);
    for (size_t i = 0; i < batch->ref_count; i++) {
        const struct xch_ref *const ref = &batch->refs[i];
        xch_column_bytes(&column[0], ref->ref, strlen(ref->ref));
        xch_column_bigint(&column[1], (int64_t)(store->next_ref + i));
        xch_column_bigint(&column[2], (int64_t)ref->hash);
        xch_column_bytes(&column[3], ref->content, sizeof ref->content);
        xch_column_bytes(&column[4], ref->answer, ref->answer_bytes);
    }
    int failed = 0;
    for (int i = 0; i < REF_COLUMNS; i++)
        failed |= xch_column_end(&column[i]);
    return failed;
}

static link_state write_batch(struct xch_store *store, const struct xch_batch *batch,
                              const struct xch_questions *questions) {
    struct xch_statement statements[4] = {{.name = "fence", .columns = {&store->fence}, .count = 1}};
    size_t count = 1;
    if (batch->entries.count > 0) {
        struct xch_statement *const statement = &statements[count++];
        *statement = (struct xch_statement){.name = "entries", .count = LEDGER_COLUMNS};
        for (int i = 0; i < LEDGER_COLUMNS; i++)
            statement->columns[i] = &store->entries[i];
    }
    if (batch->ref_count > 0) {
        struct xch_statement *const forget = &statements[count++], *const statement = &statements[count++];
        *forget = (struct xch_statement){
            .name = "forget", .columns = {&store->refs[0], &store->refs[1], &store->kept_refs}, .count = 3};
        *statement = (struct xch_statement){.name = "refs", .count = REF_COLUMNS};
        for (int i = 0; i < REF_COLUMNS; i++)
            statement->columns[i] = &store->refs[i];
    }
    return xch_link_transact(&store->ledger, statements, count, questions->at, questions->count);
}

/* Checks whether a batch is stored after its connection was lost during COMMIT. The last row of the batch tells,
 * because a transaction is stored as a whole or not at all. */
static link_state look(struct xch_store *store, const struct xch_batch *batch, bool *there) {
    const bool by_entries = batch->entries.count > 0;
    const int64_t wanted = by_entries ? (int64_t)batch->entries.at[batch->entries.count - 1].number
                                      : (int64_t)(store->next_ref + batch->ref_count - 1);
    PGresult *result = NULL;
    int64_t last = 0;
    *there = false;
    if (!by_entries && batch->ref_count == 0)
        return LINK_DONE;
    link_state state = xch_link_ask(&store->ledger,
                                    by_entries ? "SELECT coalesce(max(number), 0) FROM ledger"
                                               : "SELECT coalesce(max(seq), 0) FROM ref",
                                    NULL, 0, &result);
    if (state == LINK_DONE && xch_take_bigint(result, 0, 0, &last) != 0)
        state = LINK_REFUSED;
    PQclear(result);
    *there = state == LINK_DONE && last >= wanted;
    return state;
}

/* The progress of one batch, so that no step is done twice. */
struct way {
    struct xch_batch *batch;
    bool answered, filled, committed;
    bool doubt; /* a COMMIT was sent, and the answer was lost */
};

static link_state take_answers(struct way *way, struct xch_questions *questions) {
    struct xch_batch *const batch = way->batch;
    if (xch_questions_take(questions, batch) != LINK_DONE)
        return LINK_MEMORY;
    way->answered = true;
    return batch->answered != NULL && batch->answered(batch->context) != 0 ? LINK_MEMORY : LINK_DONE;
}

/* Asks the remaining questions alone. */
static link_state ask(struct xch_store *store, struct way *way) {
    struct xch_questions questions;
    link_state state = LINK_DONE;
    if (way->answered)
        return state;
    if (xch_questions_put(store, way->batch, &questions) != 0)
        return LINK_MEMORY;
    if (questions.count > 0)
        state = xch_link_transact(&store->ledger, NULL, 0, questions.at, questions.count);
    return state == LINK_DONE ? take_answers(way, &questions) : state;
}

/* Commits, and asks the remaining questions in the same round trip. */
static link_state commit(struct xch_store *store, struct way *way) {
    struct xch_questions questions = {0};
    if (!way->filled &&
        (fill_entries(store, way->batch->ledger, &way->batch->entries) != 0 || fill_refs(store, way->batch) != 0))
        return LINK_MEMORY;
    way->filled = true;
    if (!way->answered && xch_questions_put(store, way->batch, &questions) != 0)
        return LINK_MEMORY;
    const link_state state = write_batch(store, way->batch, &questions);
    way->doubt = state == LINK_LOST;
    way->committed = state == LINK_DONE;
    return way->committed && !way->answered ? take_answers(way, &questions) : state;
}

/* Tries all remaining steps once. */
static link_state try_once(struct xch_store *store, struct way *way) {
    link_state state = LINK_DONE;
    if (store->ledger.conn == NULL)
        state = xch_open_ledger(store);
    if (state == LINK_DONE && way->doubt)
        state = look(store, way->batch, &way->committed);
    if (state != LINK_DONE)
        return state;
    way->doubt = false;
    if (way->batch->answers_first || way->committed)
        state = ask(store, way);
    return state == LINK_DONE && !way->committed ? commit(store, way) : state;
}

xch_stored xch_store_commit(struct xch_store *store, struct xch_batch *batch) {
    struct way way = {.batch = batch};
    link_state state;
    while ((state = try_once(store, &way)) == LINK_LOST || state == LINK_REFUSED) {
        xch_link_tell(&store->ledger, state);
        if (!xch_store_pause(store))
            return XCH_STORE_STOPPED;
    }
    if (state == LINK_REPLACED)
        return XCH_STORE_REPLACED;
    if (state == LINK_WRONG)
        return XCH_STORE_WRONG;
    if (state == LINK_MEMORY)
        return XCH_STORE_MEMORY;
    xch_link_tell(&store->ledger, state);
    store->next_ref += batch->ref_count;
    return XCH_STORE_DONE;
}
