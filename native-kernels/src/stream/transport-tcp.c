/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Carries records over TCP. Put records go to the system together: when the kernel waits, when enough are together, or
 * when the first has waited for long. So a busy kernel sends many records at a time, and an idle kernel sends each at
 * once.
 */
#include "porter.h"
#include "tcp.h"
#include "waiting.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>

enum {
    BATCH_BYTES = 65536,
    BATCH_NANOSECONDS = 50000,
    READ_BYTES = 65536,
    UNANSWERED = 6 /* repetitions without an answer after which a connection counts as cut: about 13 seconds */
};

static size_t waiting_bytes(const struct tcp *tcp) {
    return tcp->end - tcp->begin;
}

static osf_Result_t tcp_open(struct end *end) {
    end->tcp = porter_side(end->index, end->sends);
    if (end->tcp == NULL)
        return stream_fault(OSF_ERR_MEMORY, "there is no memory for a link over TCP");
    if (end->sends)
        porter_connect(end->tcp);
    return OSF_ERR_SUCCESS;
}

/* Returns the result for the state of the connection: OSF_ERR_SUCCESS while it is ready. */
static osf_Result_t by_state(const struct end *end) {
    switch (atomic_load_explicit(&end->tcp->state, memory_order_acquire)) {
    case TCP_READY:
        return OSF_ERR_SUCCESS;
    case TCP_PENDING:
        return OSF_ERR_AGAIN;
    case TCP_DONE:
        return OSF_ERR_END;
    default:
        return stream_fault(OSF_ERR_LINK, "link from %s to %s: %s",
                            stream_graph_name(&stream_app.graph, end->plan->from),
                            stream_graph_name(&stream_app.graph, end->plan->to), end->tcp->why);
    }
}

/* Moves the waiting bytes to the front if the buffer would end before NEEDED more bytes. */
static void make_tail(struct tcp *tcp, size_t needed) {
    if (tcp->begin == tcp->end)
        tcp->begin = tcp->end = 0;
    if (2 * tcp->room - tcp->end >= needed)
        return;
    memmove(tcp->bytes, tcp->bytes + tcp->begin, waiting_bytes(tcp));
    tcp->end -= tcp->begin;
    tcp->begin = 0;
}

/* Sends as many bytes as the system takes now. */
static osf_Result_t send_some(struct end *end) {
    struct tcp *tcp = end->tcp;
    while (waiting_bytes(tcp) > 0) {
        const ssize_t sent =
            send(atomic_load(&tcp->fd), tcp->bytes + tcp->begin, waiting_bytes(tcp), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && errno != EAGAIN)
            tcp_break(tcp, "the connection to %s:%d is lost: %s", tcp->plan->address, tcp->plan->port, strerror(errno));
        if (sent < 0)
            return errno == EAGAIN ? OSF_ERR_SUCCESS : by_state(end);
        tcp->begin += (size_t)sent;
    }
    end->context->unsent--;
    return OSF_ERR_SUCCESS;
}

static osf_Result_t publish(struct end *end, bool now) {
    const struct tcp *tcp = end->tcp;
    if (waiting_bytes(tcp) == 0)
        return OSF_ERR_SUCCESS;
    if (!now && waiting_bytes(tcp) < BATCH_BYTES && idling_now() - tcp->since < BATCH_NANOSECONDS)
        return OSF_ERR_SUCCESS;
    const osf_Result_t state = by_state(end);
    return state == OSF_ERR_SUCCESS ? send_some(end) : state == OSF_ERR_AGAIN ? OSF_ERR_SUCCESS : state;
}

static osf_Result_t fits(struct end *end, uint32_t bytes) {
    const struct tcp *tcp = end->tcp;
    const size_t needed = sizeof(uint32_t) + bytes;
    osf_Result_t state = by_state(end);
    if (state != OSF_ERR_SUCCESS && state != OSF_ERR_AGAIN)
        return state;
    if (waiting_bytes(tcp) + needed > tcp->room && state == OSF_ERR_SUCCESS)
        state = send_some(end);
    if (state != OSF_ERR_SUCCESS && state != OSF_ERR_AGAIN)
        return state;
    return waiting_bytes(tcp) + needed > tcp->room ? OSF_ERR_AGAIN : OSF_ERR_SUCCESS;
}

static void append(struct end *end, const void *bytes, size_t count) {
    memcpy(end->tcp->bytes + end->tcp->end, bytes, count);
    end->tcp->end += count;
}

static void put(struct end *end, const void *record, uint32_t bytes) {
    struct tcp *tcp = end->tcp;
    if (waiting_bytes(tcp) == 0) {
        tcp->since = idling_now();
        end->context->unsent++;
    }
    make_tail(tcp, sizeof bytes + bytes);
    append(end, &bytes, sizeof bytes);
    append(end, record, bytes);
}

/* Receives the bytes that are there now. OSF_ERR_SUCCESS: some bytes came. */
static osf_Result_t receive_some(struct end *end) {
    struct tcp *tcp = end->tcp;
    size_t most = tcp->room - waiting_bytes(tcp);
    most = most < READ_BYTES ? most : READ_BYTES;
    make_tail(tcp, most);
    ssize_t got;
    do
        got = recv(atomic_load(&tcp->fd), tcp->bytes + tcp->end, most, MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    if (got > 0) {
        tcp->end += (size_t)got;
        return OSF_ERR_SUCCESS;
    }
    if (got < 0 && errno == EAGAIN)
        return OSF_ERR_AGAIN;
    if (got < 0)
        tcp_break(tcp, "the connection is lost: %s", strerror(errno));
    else
        tcp_break(tcp, "the connection ended %s: its sender has failed or died",
                  waiting_bytes(tcp) > 0 ? "in the midst of a record" : "before the stream");
    return by_state(end);
}

static osf_Result_t front(struct end *end, const void **record, uint32_t *bytes) {
    struct tcp *tcp = end->tcp;
    const uint32_t largest = (uint32_t)(tcp->room / 4);
    for (;;) {
        osf_Result_t result = tcp_next(tcp, largest, record, bytes);
        if (result == OSF_ERR_LINK)
            tcp_break(tcp, "what has come is no record");
        if (result == OSF_ERR_END)
            tcp->ended = true;
        if (result == OSF_ERR_LINK)
            return by_state(end);
        if (result != OSF_ERR_AGAIN)
            return result;
        result = by_state(end);
        if (result == OSF_ERR_SUCCESS)
            result = receive_some(end);
        if (result != OSF_ERR_SUCCESS)
            return result;
    }
}

static void take(struct end *end, uint32_t bytes) {
    end->tcp->begin += sizeof bytes + bytes;
}

/* Has no work: taking records makes room. */
static void settle(struct end *end) {
    (void)end;
}

static void arm(struct end *end) {
    if (atomic_load(&end->tcp->state) == TCP_READY && (!end->sends || waiting_bytes(end->tcp) > 0))
        porter_watch(end->tcp, end->sends);
}

static void look(struct end *end) {
    struct tcp_info info;
    socklen_t bytes = sizeof info;
    const int fd = atomic_load(&end->tcp->fd);
    if (!end->sends || atomic_load(&end->tcp->state) != TCP_READY ||
        getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &bytes) != 0)
        return;
    if (info.tcpi_retransmits >= UNANSWERED || info.tcpi_probes >= UNANSWERED)
        tcp_break(end->tcp, "%s:%d does not answer any more: the network is cut or the host is gone",
                  end->plan->address, end->plan->port);
}

static osf_Result_t close_sender(struct end *end) {
    struct tcp *tcp = end->tcp;
    const uint32_t last = 0;
    const osf_Result_t state = by_state(end);
    if (state == OSF_ERR_END || stream_failed(state))
        return state;
    if (!tcp->ended) {
        if (waiting_bytes(tcp) == 0)
            end->context->unsent++;
        make_tail(tcp, sizeof last); /* the buffer has twice the room, so the length 0 fits behind any waiting bytes */
        append(end, &last, sizeof last);
        tcp->ended = true;
    }
    const osf_Result_t sent = state == OSF_ERR_SUCCESS ? send_some(end) : OSF_ERR_AGAIN;
    return sent == OSF_ERR_SUCCESS && waiting_bytes(tcp) > 0 ? OSF_ERR_AGAIN : sent;
}

static osf_Result_t close_side(struct end *end, bool lost) {
    struct tcp *tcp = end->tcp;
    osf_Result_t result = OSF_ERR_SUCCESS;
    if (end->sends && !lost)
        result = close_sender(end);
    if (result == OSF_ERR_AGAIN)
        return result;
    if (end->sends && waiting_bytes(tcp) > 0) {
        tcp->begin = tcp->end = 0;
        end->context->unsent--;
    }
    if (!atomic_exchange(&tcp->closed, true) && !lost)
        porter_release(tcp);
    return result;
}

const struct transport stream_by_tcp = {tcp_open, fits, put, publish, front, take, settle, arm, look, close_side};
