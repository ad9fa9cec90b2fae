/* SPDX-License-Identifier: Apache-2.0 */
/* Carries records through a link ring: in memory of one process, between threads or kernels in turns, and in memory
 * that processes share. */
#include "application.h"

static struct ring_side *own_side(const struct end *end) {
    return end->sends ? &end->ring.ring->sender : &end->ring.ring->receiver;
}

static const struct stream_member *other_place(const struct end *end) {
    const struct stream_graph *graph = &stream_app.graph;
    return stream_graph_place(graph, end->sends ? stream_end_to(graph, end->plan) : stream_end_from(graph, end->plan));
}

static osf_Result_t ring_open(struct end *end) {
    boxes_ring(&stream_app.boxes, end->plan, &end->ring);
    end->other_bell = &boxes_head(&stream_app.boxes, other_place(end))->bell;
    atomic_store(&own_side(end)->state, RING_OPEN);
    return OSF_ERR_SUCCESS;
}

static osf_Result_t broken(const struct end *end, const char *what) {
    const struct stream_graph *graph = &stream_app.graph;
    return stream_fault(OSF_ERR_LINK, "link from %s to %s: %s %s", stream_graph_name(graph, end->plan->from),
                        stream_graph_name(graph, end->plan->to),
                        stream_graph_name(graph, end->sends ? end->plan->to : end->plan->from), what);
}

/* Returns the result for one side from the STATE of the other side. */
static osf_Result_t by_state(const struct end *end, uint32_t state) {
    return state == RING_DONE ? OSF_ERR_END : state == RING_LOST ? broken(end, "has failed or died") : OSF_ERR_AGAIN;
}

static osf_Result_t fits(struct end *end, uint32_t bytes) {
    const uint32_t state = atomic_load_explicit(&end->ring.ring->receiver.state, memory_order_acquire);
    if (state > RING_OPEN)
        return by_state(end, state);
    return ring_fits(&end->ring, bytes) ? OSF_ERR_SUCCESS : OSF_ERR_AGAIN;
}

static void put(struct end *end, const void *record, uint32_t bytes) {
    ring_put(&end->ring, record, bytes);
}

static osf_Result_t publish(struct end *end, bool now) {
    (void)now;
    ring_publish(&end->ring);
    sw_bell_call(end->other_bell);
    return OSF_ERR_SUCCESS;
}

static osf_Result_t look_in(struct end *end, const void **record, uint32_t *bytes) {
    switch (ring_front(&end->ring, record, bytes)) {
    case RING_FOUND:
        return OSF_ERR_SUCCESS;
    case RING_EMPTY:
        return OSF_ERR_AGAIN;
    default:
        return broken(end, "has written what is no record");
    }
}

static osf_Result_t front(struct end *end, const void **record, uint32_t *bytes) {
    osf_Result_t result = look_in(end, record, bytes);
    if (result != OSF_ERR_AGAIN)
        return result;
    const uint32_t state = atomic_load_explicit(&end->ring.ring->sender.state, memory_order_acquire);
    if (state <= RING_OPEN)
        return OSF_ERR_AGAIN;
    /* All records that were put before the sender ended are visible now. */
    result = look_in(end, record, bytes);
    return result == OSF_ERR_AGAIN ? by_state(end, state) : result;
}

static void take(struct end *end, uint32_t bytes) {
    ring_take(&end->ring, bytes);
}

/* Gives back room by an eighth of the ring: a waiting sender has filled more than half of the ring. */
static void settle(struct end *end) {
    if (ring_unsettled(&end->ring) < end->ring.room / 8)
        return;
    ring_settle(&end->ring);
    sw_bell_call(end->other_bell);
}

static void look(struct end *end) {
    if (!boxes_died(&stream_app.boxes, other_place(end)))
        return;
    /* A process that is gone may have ended well before, and the records that a sender has put are taken first. */
    struct ring_side *other = end->sends ? &end->ring.ring->receiver : &end->ring.ring->sender;
    if (atomic_load(&other->state) <= RING_OPEN)
        atomic_store(&other->state, RING_LOST);
}

static osf_Result_t close_side(struct end *end, bool lost) {
    atomic_store_explicit(&own_side(end)->state, lost ? RING_LOST : RING_DONE, memory_order_release);
    sw_bell_call(end->other_bell);
    return OSF_ERR_SUCCESS;
}

const struct transport stream_by_ring = {ring_open, fits, put, publish, front, take, settle, NULL, look, close_side};
