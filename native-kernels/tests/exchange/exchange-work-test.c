/* SPDX-License-Identifier: Apache-2.0 */
/* Works of the server: questions asked once, answers given later, and refs. */
#include "exchange-server/work.h"

#include "base/text.h"
#include "exchange-server/refs.h"
#include "support/check.h"

static void asks_for_an_order_once(void) {
    struct work work = {0};
    const uint32_t first = work_ask_order(&work, 7), other = work_ask_order(&work, 8);
    CHECK(first != other && work_ask_order(&work, 7) == first && work.batch.order_count == 2, "%u and %u", first,
          other);
    work_clear(&work);
    CHECK(work_ask_order(&work, 8) == 0 && work.batch.order_count == 1, "a cleared work asks anew");
    work_free(&work);
}

static void bounds_the_executions_of_an_answer(void) {
    struct waits waits = {0};
    CHECK(!answer_has_room(&waits, MOST_EXECUTIONS + 1), "also of a single order");
    CHECK(answer_has_room(&waits, MOST_EXECUTIONS - 1) && answer_has_room(&waits, 1) && !answer_has_room(&waits, 1),
          "up to the bound");
}

static struct job *add_job(struct work *work, struct connection *connection, const char *answer) {
    struct job *const job = work_add(work, connection);
    job->from = work->out.count;
    xch_bytes_text(&work->out, answer);
    job->count = work->out.count - job->from;
    return job;
}

static struct job *ask_for_ref(struct work *work, struct connection *connection, const char *ref,
                               const char *document) {
    struct job *const job = work_add(work, connection);
    job->kind = JOB_WAITS;
    job->asked_ref = work_ask_ref(work, ref);
    xch_bytes_text(&job->document, document);
    return job;
}

static void check_late(const struct job *job, const char *wanted) {
    CHECK(job->late.count == strlen(wanted) && memcmp(job->late.data, wanted, job->late.count) == 0, "%.*s",
          (int)job->late.count, job->late.data);
}

/* A resend may come while the repeated request is on its way to the store. */
static void answers_a_ref_of_the_same_work(void) {
    struct work work = {0};
    struct connection connection = {.fd = -1};
    struct xch_ledger *ledger = xch_ledger_new();
    unsigned char content[XCH_CONTENT_BYTES];
    content_of(&(struct text){"<a/>", 4}, content);
    add_job(&work, &connection, "other\n");
    struct job *const job = add_job(&work, &connection, "first\n");
    job->ref = work_add_ref(&work, "r", 1, content);
    ask_for_ref(&work, &connection, "r", "<a/>");
    ask_for_ref(&work, &connection, "r", "<b/>");
    ask_for_ref(&work, &connection, "unknown", "<a/>");
    work_seal(&work, ledger);
    CHECK(work.batch.answered(work.batch.context) == 0, "no memory");
    CHECK(work.batch.refs[0].answer_bytes == 6 && memcmp(work.batch.refs[0].answer, "first\n", 6) == 0, "its answer");
    check_late(&work.jobs[2], "first\n");
    check_late(&work.jobs[3], "<results><error>the ref was used before, for another request</error></results>\n");
    CHECK(work.jobs[4].again && !work.jobs[2].again, "nobody knows that ref: it is done anew");
    work_free(&work);
    xch_ledger_free(ledger);
}

static void forgets_the_oldest_ref(void) {
    struct refs refs = {.most = 3};
    for (uint64_t hash = 1; hash <= 4; hash++)
        CHECK(refs_add(&refs, hash) == 0, "no memory");
    CHECK(!refs_know(&refs, 1) && refs_know(&refs, 2) && refs_know(&refs, 3) && refs_know(&refs, 4), "the last three");
    refs_free(&refs);
}

/* Otherwise a ref with the hash of an older ref would be forgotten together with the older one. */
static void knows_a_hash_as_long_as_any_ref_has_it(void) {
    static const uint64_t hashes[] = {1, 2, 1, 4};
    struct refs refs = {.most = 3};
    for (size_t i = 0; i < sizeof hashes / sizeof hashes[0]; i++)
        CHECK(refs_add(&refs, hashes[i]) == 0, "no memory");
    CHECK(refs_know(&refs, 1) && refs_know(&refs, 2) && refs_know(&refs, 4), "the last three");
    CHECK(refs_add(&refs, 5) == 0 && refs_add(&refs, 6) == 0 && !refs_know(&refs, 1), "and then no longer");
    refs_free(&refs);
}

/* Two refs with the same FNV-1a hash. */
static void finds_a_ref_by_its_text(void) {
    static const char first[] = "kj_71sKv51Sdb47Gdo00XtBC1rla07pzp5itee7vxSm60wck13mlkpAdskzXOlI";
    static const char other[] = "kj_71sKv51Sdb47xPexyexzeFrla075rxg61skI97mwfowck13Rhq88eUxLx1VS";
    const uint64_t hash = sw_text_hash(first);
    struct work work = {.refs.seed = SW_HASH_BASIS};
    const unsigned char content[XCH_CONTENT_BYTES] = {0};
    CHECK(sw_text_hash(other) == hash, "the hashes are equal");
    CHECK(work_add_ref(&work, first, hash, content) == 0 && work_find_ref(&work, other) == XCH_NONE, "it is not there");
    CHECK(work_add_ref(&work, other, hash, content) == 1, "no memory");
    CHECK(work_find_ref(&work, first) == 0 && work_find_ref(&work, other) == 1, "each has a place of its own");
    work_clear(&work);
    CHECK(work_find_ref(&work, first) == XCH_NONE && work_find_ref(&work, other) == XCH_NONE,
          "a cleared work has none");
    work_free(&work);
}

int main(void) {
    static const struct check_case cases[] = {CASE(asks_for_an_order_once),
                                              CASE(bounds_the_executions_of_an_answer),
                                              CASE(answers_a_ref_of_the_same_work),
                                              CASE(forgets_the_oldest_ref),
                                              CASE(knows_a_hash_as_long_as_any_ref_has_it),
                                              CASE(finds_a_ref_by_its_text)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
