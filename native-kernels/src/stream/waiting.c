/* SPDX-License-Identifier: Apache-2.0 */
#include "waiting.h"

#include <sched.h>
#include <time.h>

enum { SPINS_A_READING = 8 };

int64_t stream_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t stream_first_spin(void) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    return sched_getaffinity(0, sizeof cores, &cores) == 0 && CPU_COUNT(&cores) < 2 ? 0 : STREAM_SPIN_MOST;
}

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static void for_each_end(struct place *place, void (*act)(struct end *end)) {
    for (size_t k = 0; k < place->count; k++)
        for (size_t i = 0; i < place->kernels[k]->end_count; i++) {
            struct end *end = &place->kernels[k]->ends[i];
            if (end->transport != NULL && !end->closed && !end->finished)
                act(end);
        }
}

static void arm(struct end *end) {
    if (end->transport->arm != NULL)
        end->transport->arm(end);
}

static void look(struct end *end) {
    end->transport->look(end);
}

/* Spins until the next look. It offers the core to nobody: that asks the system, which takes longer than most waits,
 * and a wait spins for place->spin only. Returns false where that time is over; reading the clock takes as long as a
 * look, so it is read now and then. */
static bool spin(const struct place *place, struct idling *idling) {
    if (place->spin == 0 || (idling->spins++ % SPINS_A_READING == 0 && stream_now() - idling->since >= place->spin))
        return false;
    relax();
    return true;
}

void stream_idle(struct place *place, struct idling *idling, int64_t deadline) {
    if (!idling->begun) {
        idling->begun = true;
        idling->since = stream_now();
    }
    if (!idling->armed && spin(place, idling))
        return;
    if (!idling->armed) { /* the caller looks once more before it sleeps */
        idling->armed = true;
        idling->seen = sw_bell_watch(place->bell);
        for_each_end(place, arm);
        return;
    }
    const int64_t now = stream_now(), rest = deadline == INT64_MAX ? INT64_MAX : deadline - now;
    if (rest > 0)
        sw_bell_sleep(place->bell, idling->seen, rest < STREAM_LOOK_AFTER ? rest : STREAM_LOOK_AFTER);
    idling->seen = atomic_load(&place->bell->rings);
    if (stream_now() - now >= STREAM_LOOK_AFTER)
        for_each_end(place, look);
    for_each_end(place, arm);
}

void stream_idle_end(struct place *place, struct idling *idling) {
    if (!idling->begun)
        return;
    if (!idling->armed) { /* spinning was enough: what has come is not kept waiting by more questions */
        place->spin = STREAM_SPIN_MOST;
    } else {
        sw_bell_leave(place->bell);
        if (stream_now() - idling->since < STREAM_SPIN_MOST)
            place->spin = stream_first_spin();
        else
            place->spin = place->spin / 2 < STREAM_SPIN_LEAST ? 0 : place->spin / 2;
    }
    *idling = (struct idling){0};
}

osf_Result_t stream_wait(osf_KernelContext_t *context, struct wait *wait, int64_t deadline) {
    struct place *place = context->place;
    if (atomic_load_explicit(&stream_app.stopping, memory_order_relaxed))
        return stream_fault(OSF_ERR_KERNEL, "the kernel ends because another one of its process has failed");
    if (deadline != INT64_MAX && stream_now() >= deadline)
        return OSF_ERR_AGAIN;
    wait->begun = true;
    if (context->unsent > 0) { /* also later in a wait: the connection may have come, or taken only a part */
        const osf_Result_t result = stream_flush_all(context, true);
        if (result != OSF_ERR_SUCCESS)
            return result;
    }
    if (!place->turns) {
        stream_idle(place, &wait->idling, deadline);
        return OSF_ERR_SUCCESS;
    }
    if (deadline < place->deadline)
        place->deadline = deadline;
    stream_turns_pass(place);
    return OSF_ERR_SUCCESS;
}

void stream_wait_end(osf_KernelContext_t *context, struct wait *wait) {
    if (!wait->begun)
        return;
    if (context->place->turns)
        context->place->progress++;
    stream_idle_end(context->place, &wait->idling);
}
