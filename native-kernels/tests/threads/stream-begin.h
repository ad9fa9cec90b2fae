/* SPDX-License-Identifier: Apache-2.0 */
/* Begins an application of three kernels in one process, for tests of shared data of threads. */
#ifndef SLIPWAY_TESTS_STREAM_BEGIN_H
#define SLIPWAY_TESTS_STREAM_BEGIN_H

#include "slipway/stream.h"
#include "support/check.h"
#include "support/port.h"

#include <arpa/inet.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static int port; /* free when drawn */

/* Begins an application by a graph: kernels 0, 1 and 2 in one process, of kind PLACE. LINKS has the links and ends of
 * the graph; PORT in LINKS stands for the port of the process. */
static inline void begin(const char *place, const char *links) {
    char text[2048], path[64];
    const int fd = memfd_create("graph", MFD_CLOEXEC);
    port = draw_port();
    int used = snprintf(text, sizeof text,
                        "osf-graph 1\nrun test 0123456789abcdef\nkey %064x\nkernel 0 source 1 plain end\n"
                        "kernel 1 left 1 plain end\nkernel 2 right 1 plain end\nprocess here\n"
                        "member 0 0 0 %s -1\nmember 0 1 0 %s -1\nmember 0 2 0 %s -1\nlistener 0 127.0.0.1 %d\n",
                        7, place, place, place, port);
    for (const char *at = links; *at != '\0'; at++)
        if (strncmp(at, "PORT", 4) == 0) {
            used += snprintf(text + used, sizeof text - (size_t)used, "127.0.0.1 %d", port);
            at += 3;
        } else
            text[used++] = *at;
    CHECK(write(fd, text, (size_t)used) == used, "no graph");
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    setenv("OSF_KERNEL", "0", 1);
    CHECK(osf_Init(path) == OSF_ERR_SUCCESS, "%s", osf_ErrorText());
    close(fd);
}

static inline osf_Result_t run(osf_KernelFunction_t *source, osf_KernelFunction_t *left, osf_KernelFunction_t *right) {
    osf_KernelFunction_t *const functions[] = {source, left, right};
    for (int i = 0; i < 3; i++)
        CHECK(osf_RegisterKernel(i, i == 2 ? OSF_KRNTYP_CALLBACK : OSF_KRNTYP_POLLING, OSF_KRN_STATEFUL, functions[i],
                                 NULL) == OSF_ERR_SUCCESS,
              "%s", osf_ErrorText());
    return osf_StartStreams();
}

static inline osf_Result_t idle(osf_KernelContext_t *context) {
    (void)context;
    return OSF_ERR_END;
}

#endif
