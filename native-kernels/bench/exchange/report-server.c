/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench-exchange-report CONNINFO PORT POOL The server of the exchange report, rebuilt: one thread reads requests, POOL
 * threads serve them, each with a separate connection to PostgreSQL; a lock lets one thread at a time use the tables.
 * Prints "ready" once it takes connections. Ends with its standard input.
 */
#include "report-design.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_CLIENTS = 2048, MOST_POOL = 128 };

/* A client with one request under way at a time: the server watches the socket again after the answer. */
struct client {
    int fd;
    struct xch_bytes in;
    struct xch_request *request;
    struct client *next;
    char error[XCH_ERROR_BYTES];
};

static int epoll;
static struct client *first, *last;
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER, tables_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t queue_filled = PTHREAD_COND_INITIALIZER;

static void fail(const char *what, const char *why) {
    fprintf(stderr, "bench-exchange-report: %s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

/* --- the pool --- */

static struct client *next_client(void) {
    pthread_mutex_lock(&queue_lock);
    while (first == NULL)
        pthread_cond_wait(&queue_filled, &queue_lock);
    struct client *client = first;
    first = client->next;
    pthread_mutex_unlock(&queue_lock);
    return client;
}

static void give(struct client *client) {
    pthread_mutex_lock(&queue_lock);
    client->next = NULL;
    if (first == NULL)
        first = client;
    else
        last->next = client;
    last = client;
    pthread_cond_signal(&queue_filled);
    pthread_mutex_unlock(&queue_lock);
}

static void serve(PGconn *connection, const struct xch_request *request, struct xch_bytes *out) {
    struct report_answer *answers = calloc(request->count, sizeof *answers);
    struct xch_answer *plain = calloc(request->count, sizeof *plain);
    if (answers == NULL || plain == NULL)
        fail("a request", "no memory");
    for (size_t i = 0; i < request->count; i++) {
        if (request->items[i].error != NULL)
            continue;
        pthread_mutex_lock(&tables_lock);
        report_serve_item(connection, request, &request->items[i], &answers[i]);
        pthread_mutex_unlock(&tables_lock);
        plain[i] = answers[i].answer;
    }
    xch_write_results(out, request, plain);
    free(plain);
    free(answers);
}

static void answer(PGconn *connection, struct client *client) {
    struct xch_bytes out = {0};
    struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.ptr = client};
    if (client->request == NULL)
        xch_write_error(&out, client->error);
    else
        serve(connection, client->request, &out);
    xch_request_free(client->request);
    client->request = NULL;
    for (size_t sent = 0; sent < out.count;) {
        const ssize_t count = send(client->fd, out.data + sent, out.count - sent, MSG_NOSIGNAL);
        if (count < 0)
            break;
        sent += (size_t)count;
    }
    xch_bytes_free(&out);
    epoll_ctl(epoll, EPOLL_CTL_MOD, client->fd, &event);
}

static void *work(void *conninfo) {
    PGconn *connection = PQconnectdb(conninfo);
    if (PQstatus(connection) != CONNECTION_OK)
        fail("the database", PQerrorMessage(connection));
    PQclear(PQexec(connection, "SET search_path = report"));
    for (;;)
        answer(connection, next_client());
    return NULL;
}

/* --- the thread that reads --- */

static void read_client(struct xch_parser *parser, struct client *client) {
    static char buffer[65536];
    struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.ptr = client};
    struct xch_frame frame;
    const ssize_t count = recv(client->fd, buffer, sizeof buffer, 0);
    if (count <= 0) {
        close(client->fd);
        xch_bytes_free(&client->in);
        free(client);
        return;
    }
    xch_bytes_add(&client->in, buffer, (size_t)count);
    const xch_frame_state state = xch_frame_find(&frame, client->in.data, client->in.count, XCH_MOST_BYTES);
    if (state == XCH_FRAME_BROKEN)
        snprintf(client->error, sizeof client->error, "%s", frame.error);
    if (state == XCH_FRAME_MORE) {
        epoll_ctl(epoll, EPOLL_CTL_MOD, client->fd, &event);
        return;
    }
    client->request =
        state == XCH_FRAME_WHOLE ? xch_request_read(parser, frame.document, frame.bytes, client->error) : NULL;
    xch_bytes_drop(&client->in, state == XCH_FRAME_WHOLE ? frame.taken : client->in.count);
    give(client);
}

static void let_in(int door) {
    const int on = 1;
    struct client *client = calloc(1, sizeof *client);
    if (client == NULL)
        fail("a client", "no memory");
    client->fd = accept4(door, NULL, NULL, SOCK_CLOEXEC);
    if (client->fd < 0)
        fail("accept", strerror(errno));
    setsockopt(client->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.ptr = client};
    epoll_ctl(epoll, EPOLL_CTL_ADD, client->fd, &event);
}

static int open_door(const char *port) {
    const int on = 1, door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_addr.s_addr = htonl(INADDR_ANY),
                                        .sin_port = htons((uint16_t)strtoul(port, NULL, 10))};
    setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (door < 0 || bind(door, (const struct sockaddr *)&address, sizeof address) != 0 ||
        listen(door, MOST_CLIENTS) != 0)
        fail(port, strerror(errno));
    return door;
}

static void run(int door) {
    struct epoll_event events[64];
    struct xch_parser *parser = xch_parser_new();
    for (;;) {
        const int count = epoll_wait(epoll, events, 64, -1);
        for (int i = 0; i < count; i++) {
            char byte;
            if (events[i].data.ptr == &queue_lock) {
                if (read(STDIN_FILENO, &byte, 1) <= 0)
                    exit(EXIT_SUCCESS);
            } else if (events[i].data.ptr == NULL)
                let_in(door);
            else
                read_client(parser, events[i].data.ptr);
        }
    }
}

int main(int argc, char **argv) {
    pthread_t thread;
    const unsigned long pool = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    if (pool == 0 || pool > MOST_POOL) {
        fputs("usage: bench-exchange-report CONNINFO PORT POOL\n", stderr);
        return 2;
    }
    PGconn *connection = PQconnectdb(argv[1]);
    if (PQstatus(connection) != CONNECTION_OK || report_make_tables(connection) != 0)
        fail("the database", PQerrorMessage(connection));
    PQfinish(connection);
    const int door = open_door(argv[2]);
    epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN}, end = {.events = EPOLLIN, .data.ptr = &queue_lock};
    epoll_ctl(epoll, EPOLL_CTL_ADD, door, &event);
    epoll_ctl(epoll, EPOLL_CTL_ADD, STDIN_FILENO, &end);
    for (unsigned long i = 0; i < pool; i++)
        if (pthread_create(&thread, NULL, work, argv[1]) != 0)
            fail("a thread", strerror(errno));
    puts("ready");
    fflush(stdout);
    run(door);
}
