/* SPDX-License-Identifier: Apache-2.0 */
/* The front: one loop over the input of clients, and over finished work of the committer and the writer. */
#include "server.h"

#include "base/clock.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS = 256, TICK_MS = 1000 };

/* --- connections --- */

/* Says whether a connection is done: the client sends no more, and all requests are answered. */
static bool is_over_with(const struct connection *connection) {
    return (connection->ends || connection->gone) && connection->jobs == 0 && connection->out.count == 0;
}

/* Takes the complete requests of a connection. A client that sends whole requests counts as active. */
static void take_requests(struct server *server, struct connection *connection, double now) {
    const size_t had = connection->in.count;
    front_take(server, connection);
    if (connection->in.count < had)
        connection->since = now;
    connection_trim(connection);
}

/* Sends the answers of a connection, and takes requests that had to wait for the sending. Closes a connection that is
 * lost or done. */
static void send_out(struct server *server, struct connection *connection, double now) {
    if (connection->fd < 0 || connection->lingers)
        return;
    const bool waits = server->full || server->stopping; /* whole requests may be left */
    const bool lost = !connection_send(connection, now);
    connection_count(&server->connections, connection);
    if (!lost)
        take_requests(server, connection, now);
    if (!lost && is_over_with(connection) && !connection->gone) {
        connection_linger(&server->connections, connection);
        return;
    }
    if (lost || (is_over_with(connection) && (!waits || connection->ends))) {
        connection_close(&server->connections, connection);
        return;
    }
    const bool reads = !connection->ends && !connection->gone && !connection->parked && connection->jobs < MOST_JOBS &&
                       !server->full && connection->owed + connection->out.count - connection->sent < MOST_UNREAD;
    connection_watch(&server->connections, connection, reads, connection->out.count > connection->sent);
}

static void serve_connection(struct server *server, struct connection *connection, uint32_t events, double now) {
    /* A client that has closed both directions cannot get an answer; a client that only sends no more can. */
    const bool lost = !(events & EPOLLIN) && (events & (EPOLLHUP | EPOLLERR));
    if (lost || (connection->lingers && !connection_drop(connection))) {
        connection_close(&server->connections, connection);
        return;
    }
    if ((events & EPOLLIN) && !connection->lingers) {
        connection->gone = !connection_read(connection, server->options.most_bytes, now);
        take_requests(server, connection, now);
    }
    send_out(server, connection, now);
}

/* --- answers --- */

static void add_answer(const struct server *server, struct connection *connection, const char *answer, size_t count) {
    if (connection->fd < 0)
        return;
    if (server->options.length_line) {
        xch_bytes_count(&connection->out, count);
        xch_bytes_add(&connection->out, "\n", 1);
    }
    xch_bytes_add(&connection->out, answer, count);
}

/* Does a request after the ref turned out to be unknown: the ref may have been forgotten. */
static void do_again(struct server *server, struct job *job) {
    const struct text document = {job->document.data, job->document.count};
    struct xch_request *const request = job->request;
    job->request = NULL;
    if (front_do(server, job->connection, request, &document, true) != 0)
        server->broken = true;
}

static void answer_job(struct server *server, struct work *work, struct job *job) {
    struct connection *const connection = job->connection;
    if (job->asked_ref != XCH_NONE)
        connection->parked = false;
    if (job->again)
        do_again(server, job);
    else if (job->kind == JOB_ANSWERED)
        add_answer(server, connection, work->out.data + job->from, job->count);
    else if (job->kind == JOB_REPEATS)
        add_answer(server, connection, work->batch.refs[job->repeats].answer,
                   work->batch.refs[job->repeats].answer_bytes);
    else
        add_answer(server, connection, job->late.data, job->late.count);
    connection->ends = connection->ends || job->ends;
    connection->owed -= job->owed;
    connection_count(&server->connections, connection);
    if (connection->out.failed)
        connection_close(&server->connections, connection); /* the connection stays for its jobs */
}

/* Removes an answered job from its connection. */
static void end_job(struct server *server, struct connection *connection, double now) {
    connection->jobs--;
    if (connection->fd < 0) {
        connection_forget(&server->connections, connection);
        return;
    }
    take_requests(server, connection, now);
    send_out(server, connection, now);
}

/* Sends the answers of a durable work, and takes requests that their connections have sent meanwhile. */
static void deliver(struct server *server, struct work *work, double now) {
    for (size_t i = 0; i < work->job_count; i++)
        answer_job(server, work, &work->jobs[i]);
    for (size_t i = 0; i < work->job_count; i++)
        end_job(server, work->jobs[i].connection, now);
    work_clear(work);
}

/* Takes requests that connections have sent while there was no room, once there is room again. */
static void take_all(struct server *server, double now) {
    struct connection *after;
    server->full = false;
    for (struct connection *at = server->connections.first; at != NULL && !server->full; at = after) {
        after = at->after;
        take_requests(server, at, now);
        send_out(server, at, now);
    }
}

/* --- commits --- */

static void commit(void *context) {
    struct server *const server = context;
    server->committing->stored = xch_store_commit(server->store, &server->committing->batch);
}

static void write_cut(void *context) {
    struct server *const server = context;
    server->cut_stored = xch_store_tables(server->store, server->ledger, &server->cut);
}

/* Makes a cut when due, as of the last entry done. */
static void make_cut(struct server *server, double now) {
    const bool due = server->stopping || now - server->cut_at >= CUT_MS / 1000.0;
    if (server->cut_waits || server->writer.busy || !due || xch_last_entry(server->ledger) == server->cut_as_of)
        return;
    xch_ledger_lock(server->ledger);
    server->broken = xch_ledger_cut(server->ledger, &server->cut) != 0 || server->broken;
    xch_ledger_unlock(server->ledger);
    server->cut_waits = true;
    server->cut_at = now;
    server->cut_as_of = server->cut.as_of;
}

/* Without a store, the cut is not needed. */
static void drop_cut(struct server *server) {
    xch_cut_free(&server->cut);
    server->cut_waits = false;
}

/* The end of a commit frees its clients at once, and their next requests are a moment away. The next work waits for as
 * many requests as were under way, but for no longer than a part of the commit's time. Otherwise clients would split
 * into two halves, each waiting for the other's commits. */
static void hold(struct server *server, const struct work *work, double now) {
    const double part = (now - server->handed_at) / HOLD_PART;
    server->expected = work->job_count + server->filling->job_count;
    server->hold_until = now + (part < HOLD_MS / 1000.0 ? part : HOLD_MS / 1000.0);
}

/* Returns the seconds for which the work being filled still waits for more requests; 0: no wait. */
static double held(const struct server *server) {
    if (server->stopping || server->filling->job_count == 0 || server->filling->job_count >= server->expected)
        return 0;
    const double left = server->hold_until - sw_clock_seconds();
    return left > 0 ? left : 0;
}

/* Hands out the finished work if the committer is free. */
static void hand_out(struct server *server, double now) {
    server->broken = front_finish(server) != 0 || server->broken;
    while (server->filling->job_count > 0 && !server->committer.busy && held(server) <= 0 && !server->broken) {
        struct work *const work = server->filling;
        make_cut(server, now);
        work_seal(work, server->ledger);
        server->filling = work == &server->works[0] ? &server->works[1] : &server->works[0];
        if (server->store == NULL) {
            drop_cut(server);
            deliver(server, work, now);
            server->broken = front_finish(server) != 0 || server->broken;
            continue;
        }
        server->committing = work;
        server->handed_at = now;
        worker_go(&server->committer);
    }
}

/*
 * Hands a cut to the writer as soon as all its entries are durable. Without a work under way, all entries are durable.
 */
static void hand_cut(struct server *server, double now) {
    if (server->store == NULL || server->broken)
        return;
    if (server->filling->job_count == 0 && !server->committer.busy) {
        make_cut(server, now);
        server->cut_durable = server->cut_waits;
    }
    if (!server->cut_durable || server->writer.busy)
        return;
    server->cut_waits = server->cut_durable = false;
    worker_go(&server->writer);
}

static int check_stored(struct server *server, xch_stored stored, bool tables, struct sw_failure *f) {
    switch (stored) {
    case XCH_STORE_DONE:
        return STATUS_OK;
    case XCH_STORE_WRONG:
        return sw_fail(f, STATUS_COMPUTE, "what was answered is stored; the server does not try it again",
                       "the database refuses what is to be stored: %s", xch_store_words(server->store, tables));
    case XCH_STORE_REPLACED:
        return sw_fail(f, STATUS_FILE, "it was started with --replace; this one can write no more",
                       "another exchange server has taken over this database");
    case XCH_STORE_STOPPED:
        return sw_fail(f, STATUS_OUTPUT, "requests without an answer may be sent again with their ref",
                       "the database was away when the server was told to end");
    case XCH_STORE_MEMORY:
        server->broken = true;
        break;
    }
    return STATUS_OK;
}

static void commit_done(struct server *server, double now, struct sw_failure *f) {
    struct work *const work = server->committing;
    worker_rest(&server->committer);
    if (server->committer.busy || work == NULL || check_stored(server, work->stored, false, f) != STATUS_OK ||
        server->broken)
        return;
    server->committing = NULL;
    server->cut_durable = server->cut_waits; /* the cut was made before this work was handed out */
    hold(server, work, now);
    deliver(server, work, now);
}

static void cut_done(struct server *server, struct sw_failure *f) {
    worker_rest(&server->writer);
    if (server->writer.busy || check_stored(server, server->cut_stored, true, f) != STATUS_OK || server->broken)
        return;
    xch_ledger_lock(server->ledger);
    xch_ledger_stored(server->ledger, &server->cut);
    xch_ledger_unlock(server->ledger);
    xch_cut_free(&server->cut);
}

/* --- the loop --- */

/* Returns the microseconds since 1970. */
static int64_t time_of_day(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void begin_to_stop(struct server *server, double now) {
    struct signalfd_siginfo info;
    if (read(server->signals, &info, sizeof info) != (ssize_t)sizeof info)
        return;
    if (server->stopping && server->store != NULL)
        xch_store_stop(server->store);
    server->stopping = true;
    server->stop_by = now + STOP_MS / 1000.0;
    connections_refuse(&server->connections);
}

/* Says whether an event belongs to the server, and not to a connection. */
static bool is_own(const struct server *server, const void *at) {
    return at == &server->connections.listeners[0] || at == &server->connections.listeners[1] ||
           at == &server->signals || at == &server->committer || at == &server->writer;
}

static void handle_own(struct server *server, void *at, double now, struct sw_failure *f) {
    if (at == &server->signals)
        begin_to_stop(server, now);
    else if (at == &server->committer)
        commit_done(server, now, f);
    else if (at == &server->writer)
        cut_done(server, f);
    else if (*(int *)at >= 0)
        connections_accept(&server->connections, *(int *)at, now);
}

/* Events of connections come first, because the server's own events may free connections. */
static void handle(struct server *server, const struct epoll_event *events, int count, double now,
                   struct sw_failure *f) {
    for (int i = 0; i < count; i++)
        if (!is_own(server, events[i].data.ptr))
            serve_connection(server, events[i].data.ptr, events[i].events, now);
    for (int i = 0; i < count && f->status == STATUS_OK; i++)
        if (is_own(server, events[i].data.ptr))
            handle_own(server, events[i].data.ptr, now, f);
}

/* Says whether all work before the end is done. */
static bool is_over(const struct server *server) {
    return server->stopping && server->filling->job_count == 0 && !server->committer.busy && !server->writer.busy &&
           !server->cut_waits && (server->store == NULL || xch_last_entry(server->ledger) == server->cut_as_of);
}

int server_watch(struct server *server, int fd, void *what) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = what};
    return epoll_ctl(server->epoll, EPOLL_CTL_ADD, fd, &event);
}

static int start_workers(struct server *server, struct sw_failure *f) {
    if (server->store == NULL)
        return STATUS_OK;
    if (worker_start(&server->committer, commit, server) != 0 ||
        worker_start(&server->writer, write_cut, server) != 0 ||
        server_watch(server, server->committer.done, &server->committer) != 0 ||
        server_watch(server, server->writer.done, &server->writer) != 0)
        return sw_fail(f, STATUS_COMPUTE, NULL, "cannot start a thread: %s", strerror(errno));
    return STATUS_OK;
}

static void end_late(struct server *server, double now) {
    if (server->stopping && server->store != NULL && now > server->stop_by)
        xch_store_stop(server->store);
}

/* Waits for events, at most until work is due without an event. */
static int wait_for_events(const struct server *server, struct epoll_event events[EVENTS]) {
    const bool changed = xch_last_entry(server->ledger) != server->cut_as_of;
    const double tick = (changed || server->stopping ? CUT_MS / 3 : TICK_MS) / 1000.0;
    const double left = server->committer.busy ? 0 : held(server), wait = left > 0 ? left : tick;
    const struct timespec most = {(time_t)wait, (long)((wait - (double)(time_t)wait) * 1e9)};
    const int count = epoll_pwait2(server->epoll, events, EVENTS, &most, NULL);
    if (count >= 0 || errno != ENOSYS) /* before Linux 5.11 there are only whole milliseconds */
        return count;
    return epoll_wait(server->epoll, events, EVENTS, (int)(wait * 1000) + 1);
}

static int loop(struct server *server, struct sw_failure *f) {
    struct epoll_event events[EVENTS];
    double ticked = sw_clock_seconds();
    while (!is_over(server)) {
        const int count = wait_for_events(server, events);
        const double now = sw_clock_seconds();
        xch_ledger_time(server->ledger, time_of_day());
        handle(server, events, count, now, f);
        if (server->full && !front_is_full(server))
            take_all(server, now);
        hand_out(server, now);
        hand_cut(server, now);
        end_late(server, now);
        if (server->broken)
            return sw_fail(f, STATUS_COMPUTE, "what was answered is stored; start the server again",
                           "memory is short, or the books contradict the ledger");
        if (f->status != STATUS_OK)
            return f->status;
        if (now - ticked >= TICK_MS / 1000.0) {
            front_expire(server, now);
            ticked = now;
        }
    }
    return STATUS_OK;
}

int server_run(struct server *server, struct sw_failure *f) {
    server->filling = &server->works[0];
    if (start_workers(server, f) == STATUS_OK)
        loop(server, f);
    if (server->store != NULL)
        xch_store_stop(server->store);
    worker_end(&server->committer);
    worker_end(&server->writer);
    work_free(&server->works[0]);
    work_free(&server->works[1]);
    xch_cut_free(&server->cut);
    return f->status;
}
