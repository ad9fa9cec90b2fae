/* SPDX-License-Identifier: Apache-2.0 */
/* Attempts of a run against others, and of others against the run. usage: probe listen PORT_FILE | connect PORT |
 * listen-abstract NAME | connect-abstract NAME | lease FILE */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_in loopback(int port) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons((in_port_t)port);
    return address;
}

static int listen_until_killed(const char *port_file) {
    struct sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    FILE *out = fopen(port_file, "w");
    if (out == NULL || bind(fd, (struct sockaddr *)&address, size) != 0 || listen(fd, 8) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &size) != 0)
        return 2;
    fprintf(out, "%d\n", ntohs(address.sin_port));
    fclose(out);
    for (;;)
        pause();
}

static int connect_to(int port) {
    const struct sockaddr_in address = loopback(port);
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    const int bad = connect(fd, (const struct sockaddr *)&address, sizeof address);
    printf("%s\n", bad == 0 ? "connected" : strerror(errno));
    return bad == 0 ? 0 : 1;
}

/* Listens on, or connects to, a socket with a name that begins with a NUL and is no file. */
static int use_abstract(const char *name, bool listens) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "%s", name);
    const struct sockaddr *at = (const struct sockaddr *)&address;
    const int bad = listens ? bind(fd, at, size) != 0 || listen(fd, 8) != 0 : connect(fd, at, size);
    printf("%s\n", bad == 0 ? listens ? "listens" : "connected" : strerror(errno));
    fflush(stdout);
    if (bad == 0 && listens)
        for (;;)
            pause();
    return bad == 0 ? 0 : 1;
}

static void tell(const char *how, long result) {
    printf("%s: %s\n", how, result == 0 ? "leased" : strerror((int)-result));
    fflush(stdout);
}

#if defined __x86_64__
static void no_such_gate(int signal) {
    (void)signal;
    tell("i386", -ENOSYS);
    _exit(0);
}

/* Uses the calls of other architectures, which a filter for this architecture alone would pass. */
static void lease_by_other_gates(int fd) {
    long result;
    tell("x32", syscall(0x40000000 | SYS_fcntl, fd, F_SETLEASE, F_WRLCK) == 0 ? 0 : -errno);
    signal(SIGSEGV, no_such_gate);
    __asm__ volatile("int $0x80"
                     : "=a"(result)
                     : "a"(55L), "b"((long)fd), "c"((long)F_SETLEASE), "d"((long)F_WRLCK)
                     : "memory", "r8", "r9", "r10", "r11");
    tell("i386", result);
}
#endif

static int lease(const char *file) {
    enum { SET_DELEGATION = 1024 + 16 };
    const int fd = open(file, O_RDWR | O_CREAT, 0600);
    if (fd < 0)
        return 2;
    tell("plain", fcntl(fd, F_SETLEASE, F_WRLCK) == 0 ? 0 : -errno);
    tell("high bits", syscall(SYS_fcntl, fd, 0x100000000L | F_SETLEASE, F_WRLCK) == 0 ? 0 : -errno);
    tell("delegation", fcntl(fd, SET_DELEGATION, F_WRLCK) == 0 ? 0 : -errno);
#if defined __x86_64__
    lease_by_other_gates(fd);
#endif
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    if (strcmp(argv[1], "listen") == 0)
        return listen_until_killed(argv[2]);
    if (strcmp(argv[1], "connect") == 0)
        return connect_to(atoi(argv[2]));
    if (strcmp(argv[1], "listen-abstract") == 0 || strcmp(argv[1], "connect-abstract") == 0)
        return use_abstract(argv[2], argv[1][0] == 'l');
    return lease(argv[2]);
}
