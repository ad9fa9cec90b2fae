/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes ranks of MPICH give up their core while they wait, so that tests can run more ranks than the machine has cores.
 *
 * MPICH polls the network library UCX without pause while a rank waits, and has no option against that. This library is
 * loaded in front of UCX (LD_PRELOAD) and replaces its polling function: after some polls in a row without work, each
 * further poll yields the core to another process. A rank with a core to itself loses no time.
 */
#include <dlfcn.h>
#include <sched.h>
#include <stddef.h>

enum { POLLS_BEFORE_YIELD = 20 };

typedef unsigned poll_function(void *worker);

__attribute__((visibility("default"))) poll_function ucp_worker_progress;

static poll_function *of_ucx;

/* A program without MPI, such as the launcher, lacks this function and never calls it. */
__attribute__((constructor)) static void find_function_of_ucx(void) {
    *(void **)&of_ucx = dlsym(RTLD_NEXT, "ucp_worker_progress");
}

unsigned ucp_worker_progress(void *worker) {
    static _Thread_local unsigned idle;
    const unsigned found = of_ucx(worker);
    idle = found > 0 ? 0 : idle + 1;
    if (idle > POLLS_BEFORE_YIELD)
        sched_yield();
    return found;
}
