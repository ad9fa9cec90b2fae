/* SPDX-License-Identifier: Apache-2.0 */
/* Sockets over TCP: none of them waits, and none is inherited. Each function returns a descriptor, or -1 with errno. */
#ifndef SLIPWAY_WIRE_SOCKETS_H
#define SLIPWAY_WIRE_SOCKETS_H

/* Listens at ADDRESS, a name or a number. EADDRNOTAVAIL also stands for a name that nobody knows. */
int socket_listen(const char *address, int port);

/* Begins to connect to ADDRESS. */
int socket_connect(const char *address, int port);

/* Lets somebody in. */
int socket_accept(int listener);

#endif
