/* SPDX-License-Identifier: Apache-2.0 */
/* Requests: finds them in the bytes of a connection, does them, and puts their answers into the work being filled. */
#include "server.h"

#include "items.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* The most bytes of a character in an answer; the bytes that a connection owes for an order that the store has to
 * answer. */
enum { MOST_ESCAPE = 6, OWED_BYTES = 8192 };

/* Answers with the default error. ENDS: the bytes behind are unreadable. */
static int answer_error(struct server *server, struct connection *connection, const char *text, bool ends) {
    struct work *const work = server->filling;
    struct job *const job = work_add(work, connection);
    if (job == NULL)
        return -1;
    job->from = work->out.count;
    xch_write_error(&work->out, text);
    job->count = work->out.count - job->from;
    job->ends = ends;
    connection->ends = connection->ends || ends;
    return work->out.failed ? -1 : 0;
}

/* Puts a request aside until the store has found the earlier answer for its ref. */
static int park(struct server *server, struct connection *connection, struct xch_request *request,
                const struct text *document) {
    struct job *const job = work_add(server->filling, connection);
    if (job == NULL)
        return -1;
    job->kind = JOB_WAITS;
    job->request = request;
    xch_bytes_add(&job->document, document->bytes, document->count);
    server->filling->held += document->count;
    job->asked_ref = work_ask_ref(server->filling, request->ref);
    connection->parked = true;
    work_reckon(server->filling, job, ANSWER_BYTES);
    return job->document.failed || job->asked_ref == XCH_NONE ? -1 : 0;
}

/* Frees the memory of the answers of a request. */
static void free_executed(const struct xch_request *request, const struct xch_answer *answers) {
    for (size_t i = 0; i < request->count; i++)
        free((void *)answers[i].executed);
}

/* Charges the bytes of a coming answer to its connection. */
static void owe(struct job *job, size_t bytes) {
    job->connection->owed += bytes - job->owed;
    job->owed = bytes;
}

/* Asks the store for the orders that a job waits for. */
static int ask_for(struct work *work, struct job *job) {
    for (size_t i = 0; i < job->waits.count; i++) {
        struct wait *const wait = &job->waits.at[i];
        wait->asked = work_ask_order(work, job->request->items[wait->item].order);
        if (wait->asked == XCH_NONE)
            return -1;
    }
    const size_t usual = job->waits.count * USUAL_EXECUTIONS * EXECUTION_BYTES;
    work_reckon(work, job, usual < ANSWER_BYTES ? usual : ANSWER_BYTES);
    owe(job, job->waits.count * OWED_BYTES);
    return 0;
}

/* Gives a job memory for its answers. */
static int keep_answers(struct work *work, struct job *job, struct xch_request *request) {
    job->kind = JOB_WAITS;
    job->request = request;
    job->answers = calloc(request->count, sizeof *job->answers);
    work->held += request->count * (sizeof *job->answers + sizeof *request->items);
    return job->answers == NULL ? -1 : 0;
}

static int write_answer(struct work *work, struct job *job, struct xch_request *request,
                        const struct xch_answer *answers) {
    job->kind = JOB_ANSWERED;
    job->from = work->out.count;
    xch_write_results(&work->out, request, answers);
    job->count = work->out.count - job->from;
    work_reckon(work, job, 0);
    owe(job, job->count);
    free_executed(request, answers);
    xch_request_free(request);
    return work->out.failed ? -1 : 0;
}

/* Notes the ref of the current request. */
static int note_ref(struct server *server, const struct xch_request *request, const struct text *document,
                    struct job *job) {
    unsigned char content[XCH_CONTENT_BYTES];
    const uint64_t hash = sw_text_hash(request->ref);
    content_of(document, content);
    job->ref = work_add_ref(server->filling, request->ref, hash, content);
    return job->ref == XCH_NONE ? -1 : refs_add(&server->refs, hash);
}

/* Does a request at once. */
static int do_now(struct server *server, struct job *job, struct xch_request *request) {
    const struct doing doing = {.ledger = server->ledger,
                                .shard = server->crew.members[0].shard,
                                .request = request,
                                .answers = server->answers,
                                .waits = &job->waits};
    if (do_items(&doing) != 0)
        return -1;
    if (job->waits.count == 0)
        return write_answer(server->filling, job, request, server->answers);
    if (keep_answers(server->filling, job, request) != 0)
        return -1;
    memcpy(job->answers, server->answers, request->count * sizeof *job->answers);
    return ask_for(server->filling, job);
}

/* Says whether an answer may have executions. */
static bool looks(const struct xch_request *request) {
    for (size_t i = 0; i < request->count; i++)
        if (request->items[i].kind == XCH_QUERY || request->items[i].kind == XCH_CANCEL)
            return true;
    return false;
}

/* Leaves a request to the crew. Until the request is done, the answer counts with the largest possible size. */
static int do_later(struct server *server, struct connection *connection, struct job *job, struct xch_request *request,
                    const struct text *document) {
    if (keep_answers(server->filling, job, request) != 0)
        return -1;
    work_reckon(server->filling, job, MOST_ESCAPE * document->count + (looks(request) ? ANSWER_BYTES : 0));
    return crew_add(&server->crew, connection, (uint32_t)(job - server->filling->jobs));
}

int front_finish(struct server *server) {
    struct work *const work = server->filling;
    if (server->crew.count == 1)
        return 0;
    if (crew_run(&server->crew, work) != 0)
        return -1;
    for (; work->finished < work->job_count; work->finished++) {
        struct job *const job = &work->jobs[work->finished];
        if (job->answers == NULL)
            continue;
        struct xch_answer *const answers = job->answers;
        if (job->waits.count > 0 && ask_for(work, job) != 0)
            return -1;
        if (job->waits.count > 0)
            continue;
        job->answers = NULL;
        if (write_answer(work, job, job->request, answers) != 0)
            return -1;
        free(answers);
    }
    return 0;
}

/* Makes a request wait for the answer of an earlier request with the same ref in the same work. */
static int repeat(struct server *server, struct connection *connection, struct xch_request *request,
                  const struct text *document, uint32_t place) {
    unsigned char content[XCH_CONTENT_BYTES];
    content_of(document, content);
    xch_request_free(request);
    if (memcmp(content, server->filling->batch.refs[place].content, sizeof content) != 0)
        return answer_error(server, connection, other_request, false);
    struct job *const job = work_add(server->filling, connection);
    if (job == NULL)
        return -1;
    job->kind = JOB_REPEATS;
    work_reckon(server->filling, job, ANSWER_BYTES);
    job->repeats = place;
    return 0;
}

/* Says whether the store has to be asked for a ref, now or once the work with that ref is durable. AGAIN: the store was
 * asked. */
static bool is_to_be_asked(const struct server *server, const char *ref, bool again) {
    const bool on_its_way = server->committing != NULL && work_find_ref(server->committing, ref) != XCH_NONE;
    return on_its_way || (!again && refs_know(&server->refs, sw_text_hash(ref)));
}

int front_do(struct server *server, struct connection *connection, struct xch_request *request,
             const struct text *document, bool again) {
    if (request->ref != NULL && server->store == NULL) {
        xch_request_free(request);
        return answer_error(server, connection, "this server keeps no refs (--no-store)", false);
    }
    const uint32_t place = request->ref == NULL ? XCH_NONE : work_find_ref(server->filling, request->ref);
    if (place != XCH_NONE)
        return repeat(server, connection, request, document, place);
    if (request->ref != NULL && is_to_be_asked(server, request->ref, again))
        return park(server, connection, request, document);
    struct job *const job = work_add(server->filling, connection);
    if (job == NULL)
        return -1;
    if (request->ref != NULL && note_ref(server, request, document, job) != 0)
        return -1;
    return server->crew.count == 1 ? do_now(server, job, request)
                                   : do_later(server, connection, job, request, document);
}

static int take_document(struct server *server, struct connection *connection, const struct xch_frame *frame) {
    char error[XCH_ERROR_BYTES];
    const struct text document = {frame->document, frame->bytes};
    struct xch_request *const request = xch_request_read(server->parser, frame->document, frame->bytes, error);
    if (request == NULL)
        return answer_error(server, connection, error, false);
    return front_do(server, connection, request, &document, false);
}

/* Says whether a connection may have more requests under way. */
static bool may_take(const struct server *server, const struct connection *connection) {
    return connection->fd >= 0 && !connection->ends && !connection->parked && !server->stopping && !server->full &&
           connection->jobs < MOST_JOBS && connection->owed + connection->out.count - connection->sent < MOST_UNREAD;
}

/* Checks whether there is room for more. Unfinished requests of the crew count with their largest possible answers; if
 * that is too much, the crew finishes first. */
static int look_for_room(struct server *server) {
    server->full = front_is_full(server);
    if (!server->full || server->crew.count == 1)
        return 0;
    const int failed = front_finish(server);
    server->full = front_is_full(server);
    return failed;
}

/* Takes one request. Returns whether there may be another one. */
static bool take_one(struct server *server, struct connection *connection) {
    const struct xch_bytes *const in = &connection->in;
    struct xch_frame frame;
    int failed = 0;
    switch (xch_frame_find(&frame, in->data + connection->taken, in->count - connection->taken,
                           server->options.most_bytes)) {
    case XCH_FRAME_MORE:
        return false;
    case XCH_FRAME_WHOLE:
        connection->taken += frame.taken;
        failed = take_document(server, connection, &frame);
        break;
    case XCH_FRAME_BROKEN:
        failed = answer_error(server, connection, frame.error, true);
        break;
    }
    if (look_for_room(server) != 0 || failed != 0)
        server->broken = true;
    return failed == 0;
}

void front_take(struct server *server, struct connection *connection) {
    while (may_take(server, connection) && connection->in.count > connection->taken)
        if (!take_one(server, connection))
            break;
    xch_bytes_drop(&connection->in, connection->taken);
    connection->taken = 0;
}
