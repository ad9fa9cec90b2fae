/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes ranks of MPICH give up their core while they wait, so that tests can run more ranks than the machine has cores.
 *
 * MPICH polls the network library UCX without end while a rank waits, and has no option to do otherwise. This library
 * is loaded in front of UCX (LD_PRELOAD) and takes the place of its polling function: after some polls in a row that
 * found nothing, each further one lets another process have the core. A rank that has a core to itself loses nothing.
 */
#include <dlfcn.h>
#include <sched.h>
#include <stddef.h>

enum { POLLS_BEFORE_YIELD = 20 };

typedef unsigned poll_function(void *worker);

__attribute__((visibility("default"))) poll_function ucp_worker_progress;

static poll_function *of_ucx;

/* A program without MPI, as the launcher is, has no such function and never asks for it. */
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
