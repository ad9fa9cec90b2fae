/* SPDX-License-Identifier: Apache-2.0 */
/* A port of the loopback for a server that a test starts. */
#ifndef SLIPWAY_TESTS_SUPPORT_PORT_H
#define SLIPWAY_TESTS_SUPPORT_PORT_H

#include "support/check.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

/* Returns a port that is free now. The system chooses the port. */
static inline int draw_port(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t bytes = sizeof address;
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(bind(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
              getsockname(fd, (struct sockaddr *)&address, &bytes) == 0,
          "no port");
    close(fd);
    return ntohs(address.sin_port);
}

#endif
