/* SPDX-License-Identifier: Apache-2.0 */
#include "waiting.h"

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

void stream_idle(struct place *place, struct idling *idling, int64_t deadline) {
    if (!idling->begun) {
        idling->begun = true;
        idling->since = idling_now();
    }
    if (!idling->armed && idling_spin(place->spin, idling))
        return;
    if (!idling->armed) { /* the caller checks once more before the sleep */
        idling->armed = true;
        idling->seen = sw_bell_watch(place->bell);
        for_each_end(place, arm);
        return;
    }
    const int64_t now = idling_now(), rest = deadline == INT64_MAX ? INT64_MAX : deadline - now;
    if (rest > 0)
        sw_bell_sleep(place->bell, idling->seen, rest < STREAM_LOOK_AFTER ? rest : STREAM_LOOK_AFTER);
    idling->seen = atomic_load(&place->bell->rings);
    if (idling_now() - now >= STREAM_LOOK_AFTER)
        for_each_end(place, look);
    for_each_end(place, arm);
}

void stream_idle_end(struct place *place, struct idling *idling) {
    if (!idling->begun)
        return;
    if (idling->armed)
        sw_bell_leave(place->bell);
    place->spin = idling_next_spin(place->spin, idling);
    *idling = (struct idling){0};
}

osf_Result_t stream_wait(osf_KernelContext_t *context, struct wait *wait, int64_t deadline) {
    struct place *place = context->place;
    if (atomic_load_explicit(&stream_app.stopping, memory_order_relaxed))
        return stream_fault(OSF_ERR_KERNEL, "the kernel ends because another one of its process has failed");
    if (deadline != INT64_MAX && idling_now() >= deadline)
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
