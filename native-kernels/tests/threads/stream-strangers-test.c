/* SPDX-License-Identifier: Apache-2.0 */
/* Strangers at the port of a link, and crowded ports. */
#include "stream-begin.h"
#include "stream/tcp.h"
#include "wire/sockets.h"

#include <poll.h>

enum { LARGEST = 700 };

/* --- visitors of the port --- */

/* The action of a stranger in a case, and the expected result of the receiver. */
static struct {
    int (*act)(void); /* returns a socket, which stays open while the receiver waits */
    int fd;
    _Atomic int result;
    char text[256];
} visit;

static osf_Result_t visited(osf_KernelContext_t *context) {
    char record[LARGEST];
    osf_Stream_t *in;
    size_t received;
    (void)context;
    osf_Result_t result = osf_Open(&in, OSF_STR_INPUT, 1);
    if (result == OSF_ERR_SUCCESS)
        result = osf_Get(in, record, sizeof record, &received);
    snprintf(visit.text, sizeof visit.text, "%s", osf_ErrorText());
    visit.result = (int)result;
    return OSF_ERR_END;
}

/* Stands in for kernel 1: connects to the port by hand, and keeps its end unopened while the receiver waits. */
static osf_Result_t visitor(osf_KernelContext_t *context) {
    (void)context;
    visit.fd = visit.act();
    while (visit.result == OSF_ERR_AGAIN)
        poll(NULL, 0, 1);
    return OSF_ERR_END;
}

static struct stream_graph known_graph(void) {
    struct stream_graph graph = {.id = "0123456789abcdef", .end_count = 1};
    graph.key[31] = 7;
    return graph;
}

static int connect_now(void) {
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(connect(fd, (struct sockaddr *)&address, sizeof address) == 0, "cannot connect");
    return fd;
}

/* Says hello at the port. The challenge comes to TALK. */
static int say(unsigned char *talk) {
    const int fd = connect_now();
    CHECK(send(fd, talk, TCP_HELLO_BYTES, MSG_NOSIGNAL) == TCP_HELLO_BYTES, "cannot say hello");
    CHECK(recv(fd, talk + TCP_HELLO_BYTES, TCP_CHALLENGE_BYTES, MSG_WAITALL) == TCP_CHALLENGE_BYTES, "no challenge");
    return fd;
}

static void prove(int fd, const struct stream_graph *graph, const unsigned char *talk) {
    unsigned char proof[TCP_PROOF_BYTES];
    CHECK(tcp_proof(graph, talk, proof), "there is no challenge");
    CHECK(send(fd, proof, sizeof proof, MSG_NOSIGNAL) == sizeof proof, "cannot prove");
}

static int be_right(void) {
    const struct stream_graph graph = known_graph();
    unsigned char talk[TCP_TALK_BYTES];
    CHECK(tcp_hello(&graph, 0, talk), "no random bytes");
    const int fd = say(talk);
    prove(fd, &graph, talk);
    CHECK(recv(fd, talk + TCP_ANSWER_AT, TCP_ANSWER_BYTES, MSG_WAITALL) == TCP_ANSWER_BYTES &&
              tcp_verdict(&graph, talk) == TCP_WELCOME,
          "is not welcome");
    return fd;
}

/* A stranger gets no answer but the end of the connection; afterwards the right sender is let in. */
static int be_a_stranger(void) {
    struct stream_graph graph = known_graph();
    unsigned char talk[TCP_TALK_BYTES];
    char byte;
    graph.key[3] = 1;
    CHECK(tcp_hello(&graph, 0, talk), "no random bytes");
    int fd = say(talk);
    prove(fd, &graph, talk);
    CHECK(recv(fd, &byte, 1, 0) <= 0, "a stranger gets an answer");
    close(fd);
    fd = connect_now();
    static const char request[] = "GET / HTTP/1.1\r\nHost: x\r\nAccept: whatever comes, in any language\r\n\r\n";
    CHECK(send(fd, request, sizeof request, MSG_NOSIGNAL) > 0, "cannot send");
    close(fd);
    fd = be_right();
    const uint32_t record[2] = {4, 42};
    CHECK(send(fd, record, sizeof record, MSG_NOSIGNAL) == sizeof record, "cannot send");
    return fd;
}

static int have_another_order(void) {
    const struct stream_graph graph = known_graph();
    unsigned char talk[TCP_TALK_BYTES];
    CHECK(tcp_hello(&graph, 0, talk), "no random bytes");
    for (int i = 0; i < 2; i++) {
        const unsigned char first = talk[8 + i];
        talk[8 + i] = talk[11 - i];
        talk[11 - i] = first;
    }
    const int fd = say(talk);
    prove(fd, &graph, talk);
    return fd;
}

static int tear_a_record(void) {
    const int fd = be_right();
    const uint32_t torn[2] = {100, 1};
    CHECK(send(fd, torn, sizeof torn, MSG_NOSIGNAL) == sizeof torn, "cannot send");
    shutdown(fd, SHUT_WR);
    return fd;
}

static int send_no_record(void) {
    const int fd = be_right();
    CHECK(send(fd, "\xff\xff\xff\xffwhatever", 12, MSG_NOSIGNAL) == 12, "cannot send");
    return fd;
}

static int vanish(void) {
    const int fd = be_right();
    shutdown(fd, SHUT_WR);
    return fd;
}

static void visit_by(int (*act)(void), osf_Result_t result, const char *text) {
    memset(&visit, 0, sizeof visit);
    visit.act = act;
    visit.result = OSF_ERR_AGAIN;
    begin("thread", "link 1 whole forward 4096\nend 0 0 0 0 tcp PORT\n");
    run(visited, visitor, idle);
    CHECK(visit.result == (int)result, "%s: %s", osf_ResultText((osf_Result_t)visit.result), visit.text);
    CHECK(text == NULL || strstr(visit.text, text) != NULL, "\"%s\" is not in: %s", text, visit.text);
    close(visit.fd);
    osf_Finalize();
}

static void drops_strangers_and_lets_the_sender_in(void) {
    visit_by(be_a_stranger, OSF_ERR_SUCCESS, NULL);
}

static void tells_what_is_wrong_with_a_link(void) {
    visit_by(have_another_order, OSF_ERR_LINK,
             "link from left to source: the sender's host has another order of bytes");
    visit_by(tear_a_record, OSF_ERR_LINK, "link from left to source: the connection ended in the midst of a record");
    visit_by(send_no_record, OSF_ERR_LINK, "link from left to source: what has come is no record");
    visit_by(vanish, OSF_ERR_LINK, "the connection ended before the stream");
}

/* --- a port that is crowded --- */

static int door; /* a socket that listens at the sender's destination */

static int accept_next(void) {
    struct pollfd ready = {door, POLLIN, 0};
    CHECK(poll(&ready, 1, 60000) == 1, "no sender comes");
    return socket_accept(door);
}

/* Passes on the bytes of FROM. Returns whether more may come. */
static bool pass_on(int from, int to) {
    char bytes[4096];
    const ssize_t got = recv(from, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got == 0)
        shutdown(to, SHUT_WR);
    CHECK(got <= 0 || send(to, bytes, (size_t)got, MSG_NOSIGNAL) == got, "cannot pass %zd bytes on", got);
    return got != 0;
}

/* Drops the first caller, as a receiver with a crowded port does, and leads the next one on. */
static osf_Result_t be_crowded(osf_KernelContext_t *context) {
    (void)context;
    close(accept_next());
    const int fd[2] = {accept_next(), connect_now()};
    struct pollfd polls[2] = {{fd[0], POLLIN, 0}, {fd[1], POLLIN, 0}};
    while (polls[0].fd >= 0 || polls[1].fd >= 0) {
        CHECK(poll(polls, 2, 60000) > 0, "nobody says anything");
        for (int i = 0; i < 2; i++)
            if (polls[i].revents != 0 && !pass_on(fd[i], fd[1 - i]))
                polls[i].fd = -1;
    }
    close(fd[0]);
    close(fd[1]);
    return OSF_ERR_END;
}

enum { GIVEN = 10 };
static int given, taken; /* records */

static osf_Result_t give(osf_KernelContext_t *context) {
    osf_Stream_t *out;
    (void)context;
    const osf_Result_t result = osf_Open(&out, OSF_STR_OUT, 1);
    if (result != OSF_ERR_SUCCESS || given == GIVEN)
        return result != OSF_ERR_SUCCESS ? result : OSF_ERR_END;
    given++;
    return osf_Put(out, &given, sizeof given);
}

static osf_Result_t take(osf_KernelContext_t *context) {
    osf_Stream_t *in;
    size_t received;
    int number = 0;
    (void)context;
    osf_Result_t result = osf_Open(&in, OSF_STR_INPUT, 0);
    if (result == OSF_ERR_SUCCESS)
        result = osf_GetOne(in, &number, sizeof number, &received);
    if (result == OSF_ERR_SUCCESS)
        CHECK(number == ++taken, "record %d comes as number %d", number, taken);
    return result;
}

static void a_sender_that_is_let_go_before_the_answer_calls_again(void) {
    char links[128];
    const int crowded = draw_port();
    given = taken = 0;
    door = socket_listen("127.0.0.1", crowded);
    CHECK(door >= 0, "cannot listen");
    snprintf(links, sizeof links, "link 0 whole forward 4096\nend 0 0 1 0 tcp 127.0.0.1 %d\n", crowded);
    begin("thread", links);
    CHECK(osf_RegisterKernel(0, OSF_KRNTYP_POLLING, OSF_KRN_STATEFUL, give, NULL) == OSF_ERR_SUCCESS &&
              osf_RegisterKernel(1, OSF_KRNTYP_POLLING, OSF_KRN_STATEFUL, take, NULL) == OSF_ERR_SUCCESS &&
              osf_RegisterKernel(2, OSF_KRNTYP_POLLING, OSF_KRN_STATEFUL, be_crowded, NULL) == OSF_ERR_SUCCESS,
          "%s", osf_ErrorText());
    CHECK(osf_StartStreams() == OSF_ERR_SUCCESS, "%s", osf_ErrorText());
    osf_Finalize();
    close(door);
    CHECK(taken == GIVEN, "%d records came", taken);
}

int main(void) {
    static const struct check_case cases[] = {CASE(drops_strangers_and_lets_the_sender_in),
                                              CASE(tells_what_is_wrong_with_a_link),
                                              CASE(a_sender_that_is_let_go_before_the_answer_calls_again)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
