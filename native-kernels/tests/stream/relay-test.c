/* SPDX-License-Identifier: Apache-2.0 */
/* Tests stream-relay as a program, with its path as the first argument: silent clients do not keep others out. */
#include "support/check.h"
#include "support/port.h"
#include "wire/sockets.h"

#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SILENT = 256, WAIT_MS = 60000 };
static const char *relay;

static pid_t start_relay(int port, int to_port) {
    char from[16], to[16];
    snprintf(from, sizeof from, "%d", port);
    snprintf(to, sizeof to, "%d", to_port);
    const pid_t pid = fork();
    if (pid == 0) {
        execl(relay, relay, "127.0.0.1", from, "127.0.0.1", to, (char *)NULL);
        _exit(127);
    }
    return pid;
}

/* Connects to the relay, and tries again until it listens. */
static int connect_to(int port) {
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    for (int tries = 0; tries < 1000; tries++) {
        const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0)
            return fd;
        close(fd);
        poll(NULL, 0, 10);
    }
    CHECK(false, "the relay does not listen");
    return -1;
}

/* Accepts connections of the relay until one of them sends bytes. Returns whether one did. */
static bool hear_hello(int listener) {
    static struct pollfd polls[2 + 2 * SILENT];
    nfds_t count = 1;
    bool heard = false;
    polls[0] = (struct pollfd){listener, POLLIN, 0};
    while (!heard && count < sizeof polls / sizeof polls[0] && poll(polls, count, WAIT_MS) > 0) {
        char text[8] = "";
        for (nfds_t i = 1; i < count && !heard; i++) {
            if (polls[i].revents == 0)
                continue;
            heard = recv(polls[i].fd, text, sizeof text, 0) == 5 && memcmp(text, "hello", 5) == 0;
            close(polls[i].fd);
            polls[i].fd = -1;
        }
        const int fd = polls[0].revents != 0 ? socket_accept(listener) : -1;
        if (fd >= 0)
            polls[count++] = (struct pollfd){fd, POLLIN, 0};
    }
    for (nfds_t i = 1; i < count; i++)
        if (polls[i].fd >= 0)
            close(polls[i].fd);
    return heard;
}

static void the_silent_keep_nobody_out(void) {
    const int port = draw_port(), to_port = draw_port();
    const pid_t pid = start_relay(port, to_port);
    int silent[SILENT];
    for (int i = 0; i < SILENT; i++)
        silent[i] = connect_to(port);
    const int fd = connect_to(port), listener = socket_listen("127.0.0.1", to_port);
    CHECK(send(fd, "hello", 5, MSG_NOSIGNAL) == 5 && listener >= 0, "cannot say hello");
    CHECK(hear_hello(listener), "nobody says hello");
    close(fd);
    close(listener);
    for (int i = 0; i < SILENT; i++)
        close(silent[i]);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

int main(int argc, char **argv) {
    static const struct check_case cases[] = {CASE(the_silent_keep_nobody_out)};
    if (argc != 2)
        return EXIT_FAILURE;
    relay = argv[1];
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
