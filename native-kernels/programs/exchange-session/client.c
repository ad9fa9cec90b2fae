/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The requests of the day are sent in the order of the file. Each goes over the connection of its account, on which the
 * server serves requests one after another. So the requests of one account are done in their order, and those of
 * different accounts nearly so.
 */
#include "session.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { READ_BYTES = 1 << 16, LOOK_MS = 500, MOST_EVENTS = 64, OPENING_ITEMS = 1000 };

struct connection {
    int fd;
    bool waits; /* for room to write */
    struct xch_bytes out, in;
    size_t *queue; /* requests under way: a ring with room for the most that may be under way */
    size_t first, under_way;
};

struct client {
    struct day *day;
    struct children *children;
    struct counts *counts;
    struct connection *connections;
    size_t count; /* of connections, and of requests that may be under way */
    int epoll;
    size_t next, done, under_way;
    struct progress progress;
};

static int connect_one(struct client *client, struct connection *connection, struct sw_failure *f) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", DAY_FOLDER "/" SERVER_SOCKET);
    connection->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    connection->queue = malloc(client->count * sizeof *connection->queue);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    if (connection->queue == NULL || connection->fd < 0 ||
        connect(connection->fd, (struct sockaddr *)&address, sizeof address) != 0 ||
        epoll_ctl(client->epoll, EPOLL_CTL_ADD, connection->fd, &event) != 0)
        return sw_fail(f, STATUS_COMPUTE, NULL, "cannot connect to the exchange server: %s", strerror(errno));
    return STATUS_OK;
}

static int open_client(const struct options *options, struct client *client, struct sw_failure *f) {
    client->count = (size_t)options->connections;
    client->epoll = epoll_create1(EPOLL_CLOEXEC);
    client->connections = calloc(client->count, sizeof *client->connections);
    slipway_progress_open(&client->progress.file);
    if (client->epoll < 0 || client->connections == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for %zu connections", client->count);
    for (size_t i = 0; i < client->count; i++)
        client->connections[i].fd = -1;
    for (size_t i = 0; i < client->count; i++)
        if (connect_one(client, &client->connections[i], f) != STATUS_OK)
            return f->status;
    return STATUS_OK;
}

static void close_client(struct client *client) {
    slipway_progress_close(&client->progress.file);
    for (size_t i = 0; client->connections != NULL && i < client->count; i++) {
        struct connection *connection = &client->connections[i];
        if (connection->fd >= 0)
            close(connection->fd);
        free(connection->queue);
        xch_bytes_free(&connection->out);
        xch_bytes_free(&connection->in);
    }
    free(client->connections);
    if (client->epoll >= 0)
        close(client->epoll);
}

static int lost(struct client *client, struct sw_failure *f) {
    /* The end of the server says more than the end of its connection. */
    if (check_children(client->children, f) == STATUS_OK)
        sw_fail(f, STATUS_COMPUTE, "What it said stands above.", "the exchange server closed a connection");
    return f->status;
}

/* Writes as many bytes as the socket takes now, and asks for an event when there is more room. */
static int flush(struct client *client, struct connection *connection, struct sw_failure *f) {
    while (connection->out.count > 0) {
        const ssize_t sent =
            send(connection->fd, connection->out.data, connection->out.count, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && errno != EAGAIN)
            return lost(client, f);
        if (sent < 0)
            break;
        xch_bytes_drop(&connection->out, (size_t)sent);
    }
    const bool waits = connection->out.count > 0;
    if (waits != connection->waits) {
        struct epoll_event event = {.events = waits ? EPOLLIN | EPOLLOUT : EPOLLIN, .data.ptr = connection};
        epoll_ctl(client->epoll, EPOLL_CTL_MOD, connection->fd, &event);
        connection->waits = waits;
    }
    return STATUS_OK;
}

static int put_document(struct connection *connection, const char *xml, size_t bytes, struct sw_failure *f) {
    xch_bytes_count(&connection->out, bytes);
    xch_bytes_text(&connection->out, "\n");
    xch_bytes_add(&connection->out, xml, bytes);
    return connection->out.failed ? sw_fail(f, STATUS_COMPUTE, NULL, "no memory for a request") : STATUS_OK;
}

/* Reads the received bytes. */
static int fill(struct client *client, struct connection *connection, struct sw_failure *f) {
    char bytes[READ_BYTES];
    const ssize_t count = recv(connection->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return STATUS_OK;
    if (count <= 0)
        return lost(client, f);
    xch_bytes_add(&connection->in, bytes, (size_t)count);
    return connection->in.failed ? sw_fail(f, STATUS_COMPUTE, NULL, "no memory for an answer") : STATUS_OK;
}

/* Finds a whole answer in the received bytes. Returns false without a whole answer; F then tells whether the answer is
 * damaged. */
static bool find_answer(struct connection *connection, struct xch_frame *frame, struct sw_failure *f) {
    const xch_frame_state state =
        xch_frame_find(frame, connection->in.data, connection->in.count, (size_t)XCH_MOST_BYTES * 64);
    if (state == XCH_FRAME_BROKEN)
        sw_fail(f, STATUS_COMPUTE, NULL, "the exchange server's answer cannot be read: %s", frame->error);
    return state == XCH_FRAME_WHOLE;
}

/* --- the morning --- */

/* Takes the answer to the openings from FIRST on, all of which must have been created. */
static int take_created(const struct day *day, size_t first, size_t count, const struct xch_frame *frame,
                        struct sw_failure *f) {
    const char *at = frame->document, *end = at + frame->bytes;
    for (size_t i = first; i < first + count; i++) {
        struct element element;
        if (!next_element(&at, end, &element))
            return sw_fail(f, STATUS_COMPUTE, NULL, "the exchange server's answer is too short");
        if (!element_is(&element, "created"))
            return sw_fail(f, STATUS_CONTENT, NULL, "%s line %lu: the exchange server refuses it: %s",
                           day->openings[i].path, day->openings[i].line, element.text);
    }
    return STATUS_OK;
}

/* Sends one document and waits for its answer. */
static int ask(struct client *client, const struct xch_bytes *xml, struct xch_frame *frame, struct sw_failure *f) {
    struct connection *connection = &client->connections[0];
    if (xml->failed)
        return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for the accounts of the day");
    if (put_document(connection, xml->data, xml->count, f) != STATUS_OK)
        return f->status;
    while (flush(client, connection, f) == STATUS_OK && !find_answer(connection, frame, f) && f->status == STATUS_OK) {
        struct epoll_event event;
        const int ready = epoll_wait(client->epoll, &event, 1, LOOK_MS);
        if (ready == 0
                ? check_children(client->children, f) != STATUS_OK
                : ready > 0 && (event.events & ~(unsigned)EPOLLOUT) != 0 && fill(client, connection, f) != STATUS_OK)
            break;
    }
    return f->status;
}

static int open_day(struct client *client, struct sw_failure *f) {
    const struct day *day = client->day;
    for (size_t first = 0, count; first < day->opening_count && f->status == STATUS_OK; first += count) {
        struct xch_bytes xml = {.count = 0};
        struct xch_frame frame;
        count = day->opening_count - first < OPENING_ITEMS ? day->opening_count - first : OPENING_ITEMS;
        xch_bytes_text(&xml, "<create>");
        for (size_t i = first; i < first + count; i++)
            xch_bytes_add(&xml, day->xml.data + day->openings[i].xml, day->openings[i].bytes);
        xch_bytes_text(&xml, "</create>");
        if (ask(client, &xml, &frame, f) == STATUS_OK && take_created(day, first, count, &frame, f) == STATUS_OK)
            xch_bytes_drop(&client->connections[0].in, frame.taken);
        xch_bytes_free(&xml);
    }
    return f->status;
}

/* --- the day --- */

/* Spreads accounts over connections, even if the account numbers have a common pattern. */
static size_t connection_of(const struct client *client, uint64_t account) {
    return (size_t)((account * 0x9e3779b97f4a7c15u >> 32) % client->count);
}

static void pass_over(struct client *client) {
    client->day->requests[client->next].taken = clock_ns();
    client->counts->passed_over++;
    client->next++;
    client->done++;
}

/* Sends the next request. */
static int send_next(struct client *client, struct sw_failure *f) {
    struct day *day = client->day;
    struct request *request = &day->requests[client->next];
    struct connection *connection = &client->connections[connection_of(client, request->account)];
    if (request->kind == REQUEST_ORDER) {
        put_document(connection, day->xml.data + request->xml, request->bytes, f);
    } else {
        char xml[160];
        const int length =
            snprintf(xml, sizeof xml, "<transactions id=\"%" PRIu64 "\"><%s id=\"%" PRIu64 "\"/></transactions>",
                     request->account, request->kind == REQUEST_QUERY ? "query" : "cancel",
                     day->requests[request->target].order);
        put_document(connection, xml, (size_t)length, f);
    }
    request->sent = clock_ns();
    connection->queue[(connection->first + connection->under_way++) % client->count] = client->next++;
    client->under_way++;
    return f->status == STATUS_OK ? flush(client, connection, f) : f->status;
}

/* Sends as many requests as may be under way. A query or cancel waits for the answer to its order. */
static int send_more(struct client *client, struct sw_failure *f) {
    const struct day *day = client->day;
    while (client->next < day->count && client->under_way < client->count && f->status == STATUS_OK) {
        const struct request *request = &day->requests[client->next];
        const struct request *target = request->kind == REQUEST_ORDER ? NULL : &day->requests[request->target];
        if (target != NULL && target->taken == 0)
            break;
        if (target != NULL && target->order == 0)
            pass_over(client);
        else
            send_next(client, f);
    }
    return f->status;
}

static void count_answer(struct counts *counts, struct request *request, const struct element *element) {
    if (element_is(element, "opened")) {
        request->order = element->id;
        counts->orders++;
    } else if (element_is(element, "status")) {
        counts->queries++;
    } else if (element_is(element, "canceled")) {
        counts->cancels++;
    } else {
        counts->refused++;
    }
}

/* Takes all whole answers received on a connection. */
static int take_answers(struct client *client, struct connection *connection, int64_t now, struct sw_failure *f) {
    struct xch_frame frame;
    while (find_answer(connection, &frame, f)) {
        const char *at = frame.document;
        struct element element;
        if (connection->under_way == 0 || !next_element(&at, at + frame.bytes, &element))
            return sw_fail(f, STATUS_COMPUTE, NULL, "the exchange server gives an answer to no request: %.*s",
                           (int)(frame.bytes < 100 ? frame.bytes : 100), frame.document);
        struct request *request = &client->day->requests[connection->queue[connection->first]];
        connection->first = (connection->first + 1) % client->count;
        connection->under_way--;
        request->taken = now;
        count_answer(client->counts, request, &element);
        client->under_way--;
        client->done++;
        xch_bytes_drop(&connection->in, frame.taken);
    }
    return f->status;
}

/* Takes the received bytes of all connections, and waits at most until the next look at the children. */
static int take_events(struct client *client, struct sw_failure *f) {
    struct epoll_event events[MOST_EVENTS];
    const int ready = epoll_wait(client->epoll, events, MOST_EVENTS, LOOK_MS);
    const int64_t now = clock_ns();
    if (ready == 0)
        return check_children(client->children, f);
    for (int i = 0; i < ready && f->status == STATUS_OK; i++) {
        struct connection *connection = events[i].data.ptr;
        if ((events[i].events & EPOLLOUT) != 0 && flush(client, connection, f) != STATUS_OK)
            break;
        if ((events[i].events & ~(unsigned)EPOLLOUT) != 0 && fill(client, connection, f) == STATUS_OK)
            take_answers(client, connection, now, f);
    }
    progress_tell(&client->progress, client->day, client->done, now);
    return f->status;
}

static void sum_up(struct counts *counts, const struct day *day, int64_t started) {
    counts->seconds = (double)(clock_ns() - started) / 1e9;
    counts->per_s = counts->seconds > 0 ? (double)day->count / counts->seconds : 0;
    counts->p50_ms = answer_time(day, 0, day->count, 50);
    counts->p99_ms = answer_time(day, 0, day->count, 99);
}

int trade(const struct options *options, struct day *day, struct children *children, struct counts *counts,
          struct sw_failure *f) {
    struct client client = {.day = day, .children = children, .counts = counts, .epoll = -1};
    if (open_client(options, &client, f) == STATUS_OK && open_day(&client, f) == STATUS_OK) {
        const int64_t started = clock_ns();
        client.progress.last = started;
        while (client.done < day->count && send_more(&client, f) == STATUS_OK && client.done < day->count &&
               take_events(&client, f) == STATUS_OK)
            ;
        sum_up(counts, day, started);
    }
    close_client(&client);
    return f->status;
}
