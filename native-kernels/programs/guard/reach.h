/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How mpirun of a run starts daemons on other hosts by ssh, while the run cannot read the key of ssh.
 *
 *   mpirun -> `slipway-guard reach` HOST COMMAND  (in the run)  -> socket -> starter -> ssh HOST `slipway-guard join`
 *
 * The starter is a process of the guard outside of the run. This process listens at the socket "reach" in the folder of
 * the run, and accepts processes of the run only. The process calls ssh with the settings of --ssh, only for the hosts
 * in the file of --hosts. The one command that the process starts on a host is a guard that joins the run and runs
 * COMMAND. So on these hosts a program of the run can start what a rank of the run could start, and no more.
 *
 * A request is HOST and COMMAND, each ended by a NUL, and then the end of the stream. The answer is the output of ssh,
 * a NUL, and a byte with the exit status of ssh. The end of the connection ends ssh, and so the guard on the host.
 */
#ifndef SLIPWAY_GUARD_REACH_H
#define SLIPWAY_GUARD_REACH_H

#include "run.h"

#include <sys/un.h>

#define REACH_SOCKET "reach"
enum { REACH_BYTES = 1 << 16, REACH_FAILED = 255 };

/* Fills ADDRESS for the socket in FOLDER. The path of FOLDER may be longer than the address of a socket. */
void reach_address(int folder, struct sockaddr_un *address);

#endif
