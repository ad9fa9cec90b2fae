/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the facts about a process that other processes need: its host and its addresses. */
#include "worlds.h"

#include "base/files.h"
#include "errors.h"
#include "porter.h"

#include "wire/sockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Reads the first line of a file of the system. */
static void read_line(const char *path, char *out, size_t room) {
    struct stat status;
    const int fd = sw_file_open(path, &status);
    const ssize_t got = fd < 0 ? 0 : sw_file_read_at(fd, out, room - 1, 0);
    if (fd >= 0)
        close(fd);
    out[got > 0 ? got : 0] = '\0';
    out[strcspn(out, "\n")] = '\0';
}

void member_fill(struct member *member) {
    char boot[48], net[32];
    memset(member, 0, sizeof *member);
    if (gethostname(member->host, sizeof member->host - 1) != 0 || member->host[0] == '\0')
        snprintf(member->host, sizeof member->host, "?");
    member->pid = (int32_t)getpid();
    /* Processes reach each other by sockets of the host if they share one boot of a system and one network
     * namespace. */
    read_line("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
    const ssize_t length = readlink("/proc/self/ns/net", net, sizeof net - 1);
    net[length > 0 ? length : 0] = '\0';
    snprintf(member->machine, sizeof member->machine, "%s %s", boot, net);
}

static proc_err open_door(struct proc_world *world, struct member *member, struct proc_error *error) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    uint64_t random = 0;
    if (getrandom(&random, sizeof random, 0) != sizeof random)
        return proc_fail(error, PROC_ERR_SYSTEM, "the system gives no random bytes");
    snprintf(member->door, sizeof member->door, "slipway-process-%016llx", (unsigned long long)random);
    const size_t length = strlen(member->door);
    memcpy(address.sun_path + 1, member->door, length);
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0 &&
        bind(fd, (struct sockaddr *)&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) == 0 &&
        listen(fd, 1024) == 0)
        return porter_listen(world, fd, false, error);
    proc_fail(error, PROC_ERR_SYSTEM, "a server cannot listen on host %s: %s", member->host, strerror(errno));
    if (fd >= 0)
        close(fd);
    return PROC_ERR_SYSTEM;
}

/* Finds the first address of the host that is not a loopback address. */
static void find_address(char *out, size_t room) {
    struct ifaddrs *all = NULL;
    snprintf(out, room, "127.0.0.1");
    if (getifaddrs(&all) != 0)
        return;
    for (const struct ifaddrs *each = all; each != NULL; each = each->ifa_next)
        if (each->ifa_addr != NULL && each->ifa_addr->sa_family == AF_INET && (each->ifa_flags & IFF_LOOPBACK) == 0 &&
            (each->ifa_flags & IFF_UP) != 0) {
            inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)each->ifa_addr)->sin_addr, out,
                      (socklen_t)room);
            break;
        }
    freeifaddrs(all);
}

static proc_err open_port(struct proc_world *world, struct member *member, struct proc_error *error) {
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } bound;
    socklen_t bytes = sizeof bound;
    const int fd = socket_listen(member->address, 0);
    if (fd < 0 || getsockname(fd, &bound.any, &bytes) != 0) {
        proc_fail(error, PROC_ERR_SYSTEM,
                  "a server cannot listen at %s of host %s: %s: give the world's plan an address", member->address,
                  member->host, strerror(errno));
        if (fd >= 0)
            close(fd);
        return PROC_ERR_SYSTEM;
    }
    member->port = ntohs(bound.any.sa_family == AF_INET6 ? bound.six.sin6_port : bound.four.sin_port);
    return porter_listen(world, fd, true, error);
}

proc_err doors_open(struct proc_world *world, struct member *member, bool others, const char *address,
                    struct proc_error *error) {
    const proc_err code = open_door(world, member, error);
    if (code != PROC_OK || (!others && address == NULL))
        return code;
    if (address == NULL)
        find_address(member->address, sizeof member->address);
    else
        snprintf(member->address, sizeof member->address, "%s", address);
    return open_port(world, member, error);
}
