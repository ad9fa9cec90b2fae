/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels of one thread in turns. Each kernel has a separate stack (makecontext(3)). A kernel that would wait, or has
 * returned from its function, passes the thread on. If no kernel has gone on in a whole round, the thread idles.
 */
#undef _FORTIFY_SOURCE /* the fortified longjmp takes another stack for a mistake */

#include "application.h"
#include "waiting.h"

#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

enum { STACK_BYTES = 262144, GUARD_BYTES = 4096 };

/* The point at which a stack goes on. */
struct side {
    ucontext_t context;
    jmp_buf jump;
    bool entered; /* the kernel has run, and goes on at `jump` */
};

struct fiber {
    struct side own, round; /* `round`: the point at which the round of all goes on */
    osf_KernelContext_t *kernel;
    unsigned char *stack; /* with an inaccessible page below */
    bool done;
    void *sanitizer, *round_sanitizer; /* records of a sanitizer for both stacks */
    const void *round_stack;
    size_t round_bytes;
};

/*
 * Leaves FROM and goes on with TO. swapcontext(3) calls the system for the signal mask each time, which takes longer
 * than all else. So swapcontext enters a stack once, and _longjmp(3) returns to a stack. The sanitizers follow
 * swapcontext.
 */
static void cross(struct side *from, struct side *to) {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    swapcontext(&from->context, &to->context);
#else
    from->entered = true;
    if (_setjmp(from->jump) != 0)
        return;
    if (to->entered)
        _longjmp(to->jump, 1);
    setcontext(&to->context);
#endif
}

/* Tells the sanitizers that the thread goes on with another stack. */
static void leave_for_fiber(struct fiber *fiber) {
#ifdef __SANITIZE_THREAD__
    fiber->round_sanitizer = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(fiber->sanitizer, 0);
#endif
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_start_switch_fiber(&fiber->round_sanitizer, fiber->stack + GUARD_BYTES, STACK_BYTES);
#endif
    (void)fiber;
}

static void back_in_round(struct fiber *fiber) {
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_finish_switch_fiber(fiber->round_sanitizer, NULL, NULL);
#endif
    (void)fiber;
}

static void arrive_in_fiber(struct fiber *fiber) {
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_finish_switch_fiber(fiber->sanitizer, &fiber->round_stack, &fiber->round_bytes);
#endif
    (void)fiber;
}

static void leave_for_round(struct fiber *fiber) {
#ifdef __SANITIZE_THREAD__
    __tsan_switch_to_fiber(fiber->round_sanitizer, 0);
#endif
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_start_switch_fiber(fiber->done ? NULL : &fiber->sanitizer, fiber->round_stack, fiber->round_bytes);
#endif
    (void)fiber;
}

/* Runs a fiber. The pointer comes in two halves, because makecontext passes ints. */
static void live(unsigned high, unsigned low) {
    struct fiber *fiber = (struct fiber *)(((uintptr_t)high << 32) | low); // NOLINT(performance-no-int-to-ptr)
    arrive_in_fiber(fiber);
    stream_kernel_run(fiber->kernel);
    fiber->done = true;
    fiber->kernel->place->progress++;
    leave_for_round(fiber);
    cross(&fiber->own, &fiber->round);
}

static osf_Result_t make_fiber(struct fiber *fiber, osf_KernelContext_t *kernel) {
    void *stack = mmap(NULL, STACK_BYTES + GUARD_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED)
        return stream_fault(OSF_ERR_MEMORY, "there is no memory for the stack of kernel %s: %s",
                            stream_graph_name(&stream_app.graph, kernel->number), strerror(errno));
    mprotect(stack, GUARD_BYTES, PROT_NONE);
    fiber->kernel = kernel;
    fiber->stack = stack;
    getcontext(&fiber->own.context);
    fiber->own.context.uc_stack.ss_sp = fiber->stack + GUARD_BYTES;
    fiber->own.context.uc_stack.ss_size = STACK_BYTES;
    fiber->own.context.uc_link = NULL;
    const uintptr_t address = (uintptr_t)fiber;
    makecontext(&fiber->own.context, (void (*)(void))live, 2, (unsigned)(address >> 32), (unsigned)address);
#ifdef __SANITIZE_THREAD__
    fiber->sanitizer = __tsan_create_fiber(0);
#endif
    return OSF_ERR_SUCCESS;
}

static void free_fibers(struct place *place) {
    for (size_t i = 0; i < place->count; i++) {
        struct fiber *fiber = &place->fibers[i];
        if (fiber->stack == NULL)
            continue;
#ifdef __SANITIZE_THREAD__
        __tsan_destroy_fiber(fiber->sanitizer);
#endif
        munmap(fiber->stack, STACK_BYTES + GUARD_BYTES);
    }
    free(place->fibers);
    place->fibers = NULL;
}

/* Lets each kernel of the place go on until it passes. Returns the number of kernels that are not done. */
static size_t one_round(struct place *place) {
    size_t alive = 0;
    place->deadline = INT64_MAX;
    for (size_t i = 0; i < place->count; i++) {
        struct fiber *fiber = &place->fibers[i];
        if (fiber->done)
            continue;
        place->running = fiber;
        stream_current = fiber->kernel;
        leave_for_fiber(fiber);
        cross(&fiber->round, &fiber->own);
        back_in_round(fiber);
        alive += !fiber->done;
    }
    stream_current = NULL;
    return alive;
}

osf_Result_t stream_turns_run(struct place *place) {
    struct idling idling = {0};
    osf_Result_t result = OSF_ERR_SUCCESS;
    place->fibers = calloc(place->count, sizeof *place->fibers);
    if (place->fibers == NULL)
        return stream_fault(OSF_ERR_MEMORY, "there is no memory for kernels in turns");
    for (size_t i = 0; i < place->count && result == OSF_ERR_SUCCESS; i++)
        result = make_fiber(&place->fibers[i], place->kernels[i]);
    while (result == OSF_ERR_SUCCESS) {
        const uint64_t before = place->progress;
        if (one_round(place) == 0)
            break;
        if (place->progress == before)
            stream_idle(place, &idling, place->deadline);
        else
            stream_idle_end(place, &idling);
    }
    stream_idle_end(place, &idling);
    free_fibers(place);
    return result;
}

void stream_turns_pass(struct place *place) {
    struct fiber *fiber = place->running;
    leave_for_round(fiber);
    cross(&fiber->own, &fiber->round);
    arrive_in_fiber(fiber);
    stream_current = fiber->kernel;
}
