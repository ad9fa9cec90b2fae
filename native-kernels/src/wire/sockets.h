/* SPDX-License-Identifier: Apache-2.0 */
/* Sockets over TCP, which never block and are never inherited. Each function returns a descriptor, or -1 with errno. */
#ifndef SLIPWAY_WIRE_SOCKETS_H
#define SLIPWAY_WIRE_SOCKETS_H

/* Listens at ADDRESS, a name or a number. EADDRNOTAVAIL also stands for an unknown name. */
int socket_listen(const char *address, int port);

/* Begins to connect to ADDRESS. */
int socket_connect(const char *address, int port);

/* Accepts a connection. */
int socket_accept(int listener);

#endif
