/* SPDX-License-Identifier: Apache-2.0 */
/* The clients: one thread, one epoll. A client has one request under way at a time. */
#include "load.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS = 256 };
static const int64_t second = 1000000000, try_again = 20000000, tell_every = 250000000, last_wait = 120;

static volatile sig_atomic_t stopped;

static void stop(int signal) {
    (void)signal;
    stopped = 1;
}

static bool is_over(const struct load *load, int64_t now) {
    return now >= load->ends || stopped || (load->options.requests > 0 && load->started >= load->options.requests);
}

/* Returns the time of the next request: now, unless a rate is set. */
static int64_t next_intended(const struct load *load, int64_t now) {
    if (load->options.rate <= 0)
        return now;
    return load->began + (int64_t)((double)load->started / load->options.rate * 1e9);
}

/* --- one client --- */

static void watch(const struct load *load, struct load_client *client, uint32_t events, int operation) {
    struct epoll_event event = {.events = events, .data.ptr = client};
    epoll_ctl(load->epoll, operation, client->fd, &event);
}

static void begin_connect(struct load *load, struct load_client *client, int64_t now) {
    client->in.count = 0;
    client->sent = 0;
    client->fd = load_begin_connect(&load->options);
    client->connecting = client->fd >= 0;
    client->retry = now + try_again;
    if (client->fd >= 0)
        watch(load, client, EPOLLIN | EPOLLOUT, EPOLL_CTL_ADD);
}

/* Handles a broken connection. With refs the request is sent again; without refs it is unknown whether the request has
 * counted. */
static int lose_connection(struct load *load, struct load_client *client, int64_t now, struct sw_failure *f) {
    close(client->fd);
    client->fd = -1;
    client->retry = now + try_again;
    load->totals.lost_connections += !client->connecting;
    if (load->options.refs || client->connecting)
        return STATUS_OK;
    return sw_fail(f, STATUS_FILE, "give --refs to go on after that", "a connection broke");
}

static int send_more(struct load *load, struct load_client *client, int64_t now, struct sw_failure *f) {
    const size_t rest = client->out.count - client->sent;
    const ssize_t count = send(client->fd, client->out.data + client->sent, rest, MSG_NOSIGNAL);
    if (count < 0 && errno != EAGAIN && errno != EINTR)
        return lose_connection(load, client, now, f);
    client->sent += count > 0 ? (size_t)count : 0;
    if (client->sent < client->out.count)
        watch(load, client, EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD);
    return STATUS_OK;
}

/* Sends the request that an idle client has or gets now. */
static int start_request(struct load *load, struct load_client *client, int64_t now, struct sw_failure *f) {
    client->intended = next_intended(load, now);
    client->busy = true;
    load->busy++;
    load->started++;
    if (!client->again)
        load_make_request(load, client);
    if (client->out.failed || client->in.failed || client->last.failed)
        return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for requests");
    client->sent = 0;
    return client->fd >= 0 && !client->connecting ? send_more(load, client, now, f) : STATUS_OK;
}

/* Takes a received answer, and draws whether to repeat the request. */
static void take_answer(struct load *load, struct load_client *client, const char *line, size_t bytes, int64_t now) {
    mkt_times_add(&load->totals.times, now - client->intended);
    load_check_answer(load, client, line, bytes);
    client->busy = false;
    load->busy--;
    client->again = !client->again && load_happens(&client->random, load->options.again);
    if (client->again) {
        client->last.count = 0;
        xch_bytes_add(&client->last, line, bytes);
    }
}

static int receive(struct load *load, struct load_client *client, int64_t now, struct sw_failure *f) {
    static char buffer[65536];
    const char *line;
    size_t bytes;
    const ssize_t count = recv(client->fd, buffer, sizeof buffer, 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return STATUS_OK;
    if (count <= 0)
        return lose_connection(load, client, now, f);
    xch_bytes_add(&client->in, buffer, (size_t)count);
    if (client->in.failed)
        return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for an answer");
    const size_t taken = load_find_answer(client->in.data, client->in.count, &line, &bytes);
    if (taken == 0)
        return STATUS_OK;
    if (!client->busy || client->sent < client->out.count)
        return sw_fail(f, STATUS_CONTENT, NULL, "an answer came before its request: %.*s", (int)(bytes - 1), line);
    take_answer(load, client, line, bytes, now);
    xch_bytes_drop(&client->in, taken);
    return STATUS_OK;
}

static int connected(struct load *load, struct load_client *client, int64_t now, struct sw_failure *f) {
    int reason = 0;
    socklen_t bytes = sizeof reason;
    getsockopt(client->fd, SOL_SOCKET, SO_ERROR, &reason, &bytes);
    if (reason != 0) {
        lose_connection(load, client, now, f);
        if (!load->options.refs)
            return sw_fail(f, STATUS_FILE, "is exchange-server running there?", "cannot connect: %s", strerror(reason));
        return STATUS_OK;
    }
    client->connecting = false;
    watch(load, client, EPOLLIN, EPOLL_CTL_MOD);
    return client->busy ? send_more(load, client, now, f) : STATUS_OK;
}

static int serve(struct load *load, struct load_client *client, uint32_t events, int64_t now, struct sw_failure *f) {
    if (client->connecting)
        return connected(load, client, now, f);
    if ((events & EPOLLOUT) != 0 && client->busy && client->sent < client->out.count) {
        watch(load, client, EPOLLIN, EPOLL_CTL_MOD);
        if (send_more(load, client, now, f) != STATUS_OK)
            return f->status;
    }
    if ((events & ~(uint32_t)EPOLLOUT) != 0 && client->fd >= 0)
        return receive(load, client, now, f);
    return STATUS_OK;
}

/* --- all clients --- */

static void connect_again(struct load *load, int64_t now) {
    for (uint64_t i = 0; i < load->options.connections; i++)
        if (load->clients[i].fd < 0 && now >= load->clients[i].retry)
            begin_connect(load, &load->clients[i], now);
}

/* Gives due work to idle clients, the longest waiting first. */
static int give_work(struct load *load, size_t *turn, int64_t now, struct sw_failure *f) {
    const uint64_t count = load->options.connections;
    for (uint64_t i = 0; i < count && f->status == STATUS_OK; i++) {
        struct load_client *client = &load->clients[*turn];
        if (!client->busy) {
            if (is_over(load, now) || next_intended(load, now) > now)
                break;
            start_request(load, client, now, f);
        }
        *turn = (*turn + 1) % count;
    }
    return f->status;
}

/* Returns the time during which only answers can come. */
static struct timespec next_wait(const struct load *load, bool cut_off, int64_t now) {
    int64_t wait = tell_every;
    const bool idle = load->busy < load->options.connections; /* if all connections wait for answers, no work is due */
    if (load->options.rate > 0 && idle && !is_over(load, now) && next_intended(load, now) - now < wait)
        wait = next_intended(load, now) - now;
    if (cut_off && wait > try_again)
        wait = try_again;
    return (struct timespec){.tv_nsec = wait < 0 ? 0 : wait};
}

static bool is_any_cut_off(const struct load *load) {
    for (uint64_t i = 0; i < load->options.connections; i++)
        if (load->clients[i].fd < 0)
            return true;
    return false;
}

static int wait_for_events(struct load *load, bool cut_off, struct sw_failure *f) {
    struct epoll_event events[EVENTS];
    const struct timespec wait = next_wait(load, cut_off, mkt_now());
    int count = epoll_pwait2(load->epoll, events, EVENTS, &wait, NULL);
    if (count < 0 && errno == ENOSYS) /* before Linux 5.11 there are only whole milliseconds */
        count = epoll_wait(load->epoll, events, EVENTS, (int)((wait.tv_nsec + 999999) / 1000000));
    const int64_t now = mkt_now();
    for (int i = 0; i < count; i++) {
        struct load_client *client = events[i].data.ptr;
        if (serve(load, client, events[i].events, now, f) != STATUS_OK)
            return f->status;
        if (load->options.rate <= 0 && !client->busy && client->fd >= 0 && !is_over(load, now) &&
            start_request(load, client, now, f) != STATUS_OK)
            return f->status;
    }
    return STATUS_OK;
}

int load_run(struct load *load, struct sw_failure *f) {
    size_t turn = 0;
    signal(SIGTERM, stop);
    signal(SIGINT, stop);
    load->began = mkt_now();
    load->ends = load->began + (int64_t)(load->options.seconds * 1e9);
    for (uint64_t i = 0; i < load->options.connections; i++)
        begin_connect(load, &load->clients[i], load->began);
    while (f->status == STATUS_OK) {
        const int64_t now = mkt_now();
        const bool cut_off = is_any_cut_off(load);
        if (stopped && load->ends > now)
            load->ends = now;
        if (is_over(load, now) && load->busy == 0)
            break;
        if (now > load->ends + last_wait * second)
            return sw_fail(f, STATUS_COMPUTE, NULL, "%" PRIu64 " requests had no answer after %d s", load->busy,
                           (int)last_wait);
        if (cut_off)
            connect_again(load, now);
        if (give_work(load, &turn, now, f) == STATUS_OK)
            wait_for_events(load, cut_off, f);
        load_tell(load, now, false);
    }
    load->ends = mkt_now();
    load_tell(load, load->ends, true);
    return f->status;
}
