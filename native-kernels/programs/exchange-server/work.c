/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "base/fingerprint.h"
#include "base/rows.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* The most bytes of answers for which an emptied work keeps room. */
enum { MOST_KEPT = 8 << 20 };

const char other_request[] = "the ref was used before, for another request";

struct job *work_add(struct work *work, struct connection *connection) {
    struct job *const jobs = sw_rows_grow(work->jobs, &work->job_room, work->job_count + 1, sizeof *jobs);
    if (jobs == NULL)
        return NULL;
    work->jobs = jobs;
    struct job *const job = &jobs[work->job_count++];
    *job = (struct job){.connection = connection, .ref = XCH_NONE, .asked_ref = XCH_NONE};
    connection->jobs++;
    return job;
}

uint32_t work_ask_order(struct work *work, uint64_t id) {
    struct xch_batch *const batch = &work->batch;
    const uint32_t before = xch_map_find(&work->asked, id);
    if (before != XCH_NONE)
        return before;
    struct xch_asked_order *const orders =
        sw_rows_grow(batch->orders, &work->order_room, batch->order_count + 1, sizeof *orders);
    if (orders == NULL)
        return XCH_NONE;
    batch->orders = orders;
    if (xch_map_add(&work->asked, id, (uint32_t)batch->order_count) != 0)
        return XCH_NONE;
    orders[batch->order_count] = (struct xch_asked_order){.id = id};
    return (uint32_t)batch->order_count++;
}

static void put_ref(char out[XCH_REF_BYTES], const char *ref) {
    memset(out, 0, XCH_REF_BYTES);
    memcpy(out, ref, strnlen(ref, XCH_REF_BYTES - 1));
}

uint32_t work_ask_ref(struct work *work, const char *ref) {
    struct xch_batch *const batch = &work->batch;
    struct xch_asked_ref *const asked =
        sw_rows_grow(batch->asked_refs, &work->asked_ref_room, batch->asked_ref_count + 1, sizeof *asked);
    if (asked == NULL)
        return XCH_NONE;
    batch->asked_refs = asked;
    asked[batch->asked_ref_count] = (struct xch_asked_ref){0};
    put_ref(asked[batch->asked_ref_count].ref, ref);
    return (uint32_t)batch->asked_ref_count++;
}

static uint64_t hash_of(const struct ref_places *places, const char *ref) {
    return sw_bytes_hash(places->seed, ref, strlen(ref));
}

uint32_t work_find_ref(const struct work *work, const char *ref) {
    uint32_t place = xch_map_find(&work->refs.map, hash_of(&work->refs, ref));
    while (place != XCH_NONE && strcmp(work->batch.refs[place].ref, ref) != 0)
        place = work->refs.before[place];
    return place;
}

/* Notes the place of the last ref of the batch. Returns 0, or -1 without memory. */
static int note_place(struct work *work) {
    struct ref_places *const places = &work->refs;
    const uint32_t place = (uint32_t)work->batch.ref_count - 1;
    const uint64_t hash = hash_of(places, work->batch.refs[place].ref);
    uint32_t *const before = sw_rows_grow(places->before, &places->room, work->batch.ref_count, sizeof *before);
    if (before == NULL)
        return -1;
    places->before = before;
    before[place] = xch_map_find(&places->map, hash);
    xch_map_remove(&places->map, hash);
    return xch_map_add(&places->map, hash, place);
}

uint32_t work_add_ref(struct work *work, const char *ref, uint64_t hash, const unsigned char *content) {
    struct xch_batch *const batch = &work->batch;
    struct xch_ref *const refs = sw_rows_grow(batch->refs, &work->ref_room, batch->ref_count + 1, sizeof *refs);
    if (refs == NULL)
        return XCH_NONE;
    batch->refs = refs;
    refs[batch->ref_count] = (struct xch_ref){.hash = hash};
    put_ref(refs[batch->ref_count].ref, ref);
    memcpy(refs[batch->ref_count].content, content, XCH_CONTENT_BYTES);
    batch->ref_count++;
    return note_place(work) == 0 ? (uint32_t)batch->ref_count - 1 : XCH_NONE;
}

void content_of(const struct text *document, unsigned char content[XCH_CONTENT_BYTES]) {
    const uint64_t fnv = sw_bytes_hash(SW_HASH_BASIS, document->bytes, document->count);
    const uint64_t sum = sw_fingerprint(document->bytes, document->count, 0) + document->count;
    memcpy(content, &fnv, sizeof fnv);
    memcpy(content + sizeof fnv, &sum, sizeof sum);
}

void work_reckon(struct work *work, struct job *job, size_t bytes) {
    work->due += bytes - job->due;
    job->due = bytes;
}

size_t work_bytes(const struct work *work) {
    return work->out.count + work->held + work->due;
}

/* --- answers from the store --- */

struct xch_execution *executions_of(const struct xch_fill *fills, size_t count) {
    struct xch_execution *const executions = malloc((count + 1) * sizeof *executions);
    for (size_t i = 0; i < count && executions != NULL; i++)
        executions[i] = (struct xch_execution){.shares = fills[i].shares, .price = fills[i].price, .time = fills[i].at};
    return executions;
}

void answer_order(struct xch_answer *answer, xch_answer_kind kind, const struct xch_order_row *row) {
    *answer = (struct xch_answer){.kind = kind, .id = row->id};
    if (row->state == XCH_OPEN)
        answer->open = row->remaining;
    if (row->state == XCH_CANCELED) {
        answer->canceled = row->remaining;
        answer->canceled_time = row->closed;
    }
}

static void refuse(struct xch_answer *answer, xch_refusal refusal) {
    *answer = (struct xch_answer){.kind = XCH_ANSWER_ERROR, .error = xch_refusal_text(refusal)};
}

bool answer_has_room(struct waits *waits, size_t count) {
    const bool has_room = waits->executions + count <= MOST_EXECUTIONS;
    waits->executions += has_room ? count : 0;
    return has_room;
}

void answer_too_long(struct xch_answer *answer, size_t count) {
    static const char together[] = "the answer would have more than 50000 executions: ask in a request of its own";
    static const char alone[] = "the order has more than the 50000 executions of an answer: ask SQL for them";
    *answer = (struct xch_answer){.kind = XCH_ANSWER_ERROR, .error = count > MOST_EXECUTIONS ? alone : together};
}

/* Says whether an answer of this work has room for the executions of an order, and if so counts them. */
static bool work_has_room(struct work *work, size_t count) {
    if (count <= USUAL_EXECUTIONS)
        return true;
    const bool has_room = work->late + count <= MOST_LATE;
    work->late += has_room ? count : 0;
    return has_room;
}

static void answer_too_many(struct xch_answer *answer) {
    static const char text[] = "too many executions are asked for at once: ask again";
    *answer = (struct xch_answer){.kind = XCH_ANSWER_ERROR, .error = text};
}

int answer_stored(struct work *work, const struct xch_item *item, uint64_t account, const struct xch_asked_order *asked,
                  struct waits *waits, struct xch_answer *answer) {
    if (!asked->found) {
        refuse(answer, XCH_NO_ORDER);
        return 0;
    }
    if (item->kind == XCH_CANCEL) {
        refuse(answer, xch_cancel_refusal((xch_state)asked->row.state, asked->row.account == account));
        return 0;
    }
    const size_t count = asked->too_many ? MOST_EXECUTIONS + 1 : asked->fill_count;
    if (!asked->left_out && !answer_has_room(waits, count)) {
        answer_too_long(answer, count);
        return 0;
    }
    if (asked->left_out || !work_has_room(work, count)) {
        answer_too_many(answer);
        return 0;
    }
    struct xch_execution *const executed = executions_of(asked->fills, asked->fill_count);
    if (executed == NULL)
        return -1;
    answer_order(answer, XCH_ANSWER_STATUS, &asked->row);
    answer->executed = executed;
    answer->executed_count = asked->fill_count;
    return 0;
}

static void free_answers(struct xch_answer *answers, size_t count) {
    for (size_t i = 0; i < count; i++)
        free((void *)answers[i].executed);
    free(answers);
}

/* Writes the answer of a request that has waited for orders. */
static int answer_late(struct work *work, struct job *job) {
    for (size_t i = 0; i < job->waits.count; i++) {
        const struct wait *const wait = &job->waits.at[i];
        if (answer_stored(work, &job->request->items[wait->item], job->request->account,
                          &work->batch.orders[wait->asked], &job->waits, &job->answers[wait->item]) != 0)
            return -1;
    }
    xch_write_results(&job->late, job->request, job->answers);
    return job->late.failed ? -1 : 0;
}

static void answer_before(struct job *job, const unsigned char *content, const char *answer, size_t count) {
    unsigned char mine[XCH_CONTENT_BYTES];
    const struct text document = {job->document.data, job->document.count};
    content_of(&document, mine);
    if (memcmp(mine, content, sizeof mine) == 0)
        xch_bytes_add(&job->late, answer, count);
    else
        xch_write_error(&job->late, other_request);
}

/* Gives a request the earlier answer of its ref. */
static int answer_by_ref(struct work *work, struct job *job) {
    const struct xch_asked_ref *const asked = &work->batch.asked_refs[job->asked_ref];
    const uint32_t place = work_find_ref(work, asked->ref); /* of this work, so not stored yet */
    const struct xch_ref *const here = place == XCH_NONE ? NULL : &work->batch.refs[place];
    if (here != NULL)
        answer_before(job, here->content, here->answer, here->answer_bytes);
    else if (asked->found)
        answer_before(job, asked->content, asked->answer, asked->answer_bytes);
    else
        job->again = true;
    return job->late.failed ? -1 : 0;
}

/* Stores the answer of a job with its ref. */
static void keep_answer(struct work *work, const struct job *job) {
    struct xch_ref *const ref = &work->batch.refs[job->ref];
    ref->answer = job->kind == JOB_ANSWERED ? work->out.data + job->from : job->late.data;
    ref->answer_bytes = job->kind == JOB_ANSWERED ? job->count : job->late.count;
}

/* Writes the open answers in order: a request may repeat the ref of an earlier one. */
static int answer_all(void *context) {
    struct work *const work = context;
    for (size_t i = 0; i < work->job_count; i++) {
        struct job *const job = &work->jobs[i];
        if (job->kind == JOB_WAITS &&
            (job->asked_ref == XCH_NONE ? answer_late(work, job) : answer_by_ref(work, job)) != 0)
            return -1;
        if (job->ref != XCH_NONE)
            keep_answer(work, job);
    }
    return 0;
}

void work_seal(struct work *work, struct xch_ledger *ledger) {
    xch_ledger_take(ledger, &work->batch.entries);
    work->batch.ledger = ledger;
    work->batch.answered = answer_all;
    work->batch.context = work;
    work->batch.answers_first = false;
    for (size_t i = 0; i < work->job_count; i++) {
        const struct job *const job = &work->jobs[i];
        if (job->ref != XCH_NONE && job->kind == JOB_ANSWERED)
            keep_answer(work, job);
        else if (job->ref != XCH_NONE)
            work->batch.answers_first = true;
    }
}

static void clear_job(struct job *job) {
    if (job->kind != JOB_WAITS)
        return;
    xch_bytes_free(&job->late);
    xch_bytes_free(&job->document);
    if (job->answers != NULL)
        free_answers(job->answers, job->request->count);
    xch_request_free(job->request);
    free(job->waits.at);
}

void work_clear(struct work *work) {
    for (size_t i = 0; i < work->job_count; i++)
        clear_job(&work->jobs[i]);
    for (size_t i = 0; i < work->batch.order_count; i++) {
        xch_map_remove(&work->asked, work->batch.orders[i].id);
        free(work->batch.orders[i].fills);
    }
    for (size_t i = 0; i < work->batch.asked_ref_count; i++)
        free(work->batch.asked_refs[i].answer);
    for (size_t i = 0; i < work->batch.ref_count; i++)
        xch_map_remove(&work->refs.map, hash_of(&work->refs, work->batch.refs[i].ref));
    work->held = work->due = work->late = work->job_count = work->finished = work->batch.order_count =
        work->batch.asked_ref_count = work->batch.ref_count = 0;
    work->out.count = 0;
    if (work->out.room > MOST_KEPT)
        xch_bytes_free(&work->out);
}

void work_free(struct work *work) {
    work_clear(work);
    xch_bytes_free(&work->out);
    xch_map_free(&work->asked);
    xch_map_free(&work->refs.map);
    free(work->refs.before);
    free(work->jobs);
    free(work->batch.orders);
    free(work->batch.asked_refs);
    free(work->batch.refs);
    free(work->batch.entries.at);
}
