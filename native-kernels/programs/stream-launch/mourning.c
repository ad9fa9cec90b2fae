/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tells receivers of a process that ended before connecting all links over TCP. The receivers would wait forever, so a
 * child of the launcher connects in place of the process and ends the connection, which shows the death of the sender.
 * A receiver that has had its sender refuses the child. Receivers that this host cannot reach are not told.
 */
#include "launch.h"

#include "stream/tcp.h"
#include "stream/waiting.h"
#include "wire/sockets.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ANSWER_MILLISECONDS = 2000, AGAIN_MILLISECONDS = 20 };
static const int64_t give_up = 60000000000;

/* Waits until FD is ready, and passes COUNT bytes. Returns whether all bytes were passed. */
static bool pass(int fd, bool out, unsigned char *bytes, size_t count) {
    for (size_t done = 0; done < count;) {
        struct pollfd ready = {fd, out ? POLLOUT : POLLIN, 0};
        if (poll(&ready, 1, ANSWER_MILLISECONDS) <= 0)
            return false;
        const ssize_t passed = out ? send(fd, bytes + done, count - done, MSG_NOSIGNAL | MSG_DONTWAIT)
                                   : recv(fd, bytes + done, count - done, MSG_DONTWAIT);
        if (passed <= 0)
            return false;
        done += (size_t)passed;
    }
    return true;
}

/* Tells the receiver of an end. Returns false if the receiver did not answer, and may not be there yet. */
static bool tell(const struct stream_graph *graph, size_t number) {
    const struct stream_end *end = &graph->ends[number];
    unsigned char talk[TCP_TALK_BYTES], proof[TCP_PROOF_BYTES];
    const int fd = socket_connect(end->address, end->port);
    const bool told = fd >= 0 && tcp_hello(graph, (int)number, talk) && pass(fd, true, talk, TCP_HELLO_BYTES) &&
                      pass(fd, false, talk + TCP_HELLO_BYTES, TCP_CHALLENGE_BYTES) && tcp_proof(graph, talk, proof) &&
                      pass(fd, true, proof, sizeof proof) && pass(fd, false, talk + TCP_ANSWER_AT, TCP_ANSWER_BYTES) &&
                      tcp_verdict(graph, talk) >= 0;
    if (fd >= 0)
        close(fd);
    return told;
}

/* Tells the receivers of all ends of PROCESS, in rounds, until all know or the time is over. */
static void tell_all(const struct stream_graph *graph, int process) {
    const int64_t since = idling_now();
    bool *told = calloc(graph->end_count + 1, sizeof *told);
    for (size_t left = 1; told != NULL && left > 0 && idling_now() - since < give_up;) {
        left = 0;
        for (size_t i = 0; i < graph->end_count; i++)
            if (!told[i] && graph->ends[i].carrier == STREAM_BY_TCP &&
                stream_end_from(graph, &graph->ends[i])->process == process) {
                told[i] = tell(graph, i);
                left += !told[i];
            }
        poll(NULL, 0, left > 0 ? AGAIN_MILLISECONDS : 0);
    }
    free(told);
}

static bool sends_by_tcp(const struct stream_graph *graph, int process) {
    for (size_t i = 0; i < graph->end_count; i++)
        if (graph->ends[i].carrier == STREAM_BY_TCP && stream_end_from(graph, &graph->ends[i])->process == process)
            return true;
    return false;
}

void mourn(const struct launch *launch, int process) {
    const pid_t parent = getpid();
    if (!sends_by_tcp(&launch->graph, process) || fork() != 0) /* units_end ends the child if it still runs then */
        return;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == parent)
        tell_all(&launch->graph, process);
    _exit(0);
}
