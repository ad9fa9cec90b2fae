/* SPDX-License-Identifier: Apache-2.0 */
/* Gets records out of streams. */
#include "application.h"
#include "waiting.h"

/* The place and the number of taken records. */
struct taking {
    unsigned char *out;
    size_t room, most;
    size_t *received;
};

/* Takes the records of END, beginning with RECORD of BYTES, as far as they fit. */
static osf_Result_t take_records(struct osf_Stream *stream, struct end *end, const void *record, uint32_t bytes,
                                 const struct taking *taking) {
    const struct transport *transport = end->transport;
    size_t used = 0, taken = 0;
    if (bytes > taking->room) {
        *taking->received = bytes;
        return stream_fault(OSF_ERR_ROOM, "link from %s to %s: the next record has %u bytes, and the buffer %zu",
                            stream_graph_name(&stream_app.graph, end->plan->from),
                            stream_graph_name(&stream_app.graph, end->plan->to), bytes, taking->room);
    }
    do {
        ring_copy(taking->out + used, record, bytes);
        used += bytes;
        taken++;
        transport->take(end, bytes);
    } while (taken < taking->most && transport->front(end, &record, &bytes) == OSF_ERR_SUCCESS &&
             bytes <= taking->room - used);
    transport->settle(end);
    stream_count(end, taken);
    *taking->received = used;
    stream->records += taken;
    stream->sender = end->plan->from;
    stream->sender_copy = end->plan->from_copy;
    return OSF_ERR_SUCCESS;
}

/* Returns whether END can keep the stream from ending: feedback links of a join cannot. */
static bool counts(const struct osf_Stream *stream, const struct end *end) {
    return !end->finished && (stream->kernel != OSF_ANY_KERNEL || !stream_app.graph.links[end->plan->link].feedback);
}

/* Gets without waiting: from the sender that has the turn, or the next sender with records. */
static osf_Result_t try_get(struct osf_Stream *stream, const struct taking *taking) {
    const void *record;
    uint32_t bytes;
    size_t open = 0;
    for (size_t i = 0, at = stream->next; i < stream->count; i++, at = at + 1 == stream->count ? 0 : at + 1) {
        struct end *end = stream->ends[at];
        if (end->finished)
            continue;
        const osf_Result_t result = stream_end_result(end, end->transport->front(end, &record, &bytes));
        if (result == OSF_ERR_SUCCESS) {
            stream->next = at + 1 == stream->count ? 0 : at + 1;
            return take_records(stream, end, record, bytes, taking);
        }
        if (stream_failed(result))
            return result;
        open += counts(stream, end);
    }
    return open > 0 ? OSF_ERR_AGAIN : OSF_ERR_END;
}

static osf_Result_t get(osf_Stream_t *stream, const struct taking *taking, int64_t nanoseconds) {
    if (stream == NULL || taking->out == NULL || taking->room == 0 || taking->received == NULL)
        return stream_fault(OSF_ERR_ARGUMENT, "osf_Get: there is no stream, or no room for a record");
    *taking->received = 0;
    if (stream->direction != OSF_STR_INPUT || stream->closed)
        return stream_fault(OSF_ERR_STATE, "osf_Get: the stream is not open for input");
    osf_KernelContext_t *context = stream->context;
    osf_Result_t result = context->unsent > 0 ? stream_flush_all(context, false) : OSF_ERR_SUCCESS;
    if (result == OSF_ERR_SUCCESS)
        result = try_get(stream, taking);
    if (result != OSF_ERR_AGAIN || nanoseconds == 0)
        return result;
    struct wait wait = {0};
    const int64_t now = idling_now();
    const int64_t deadline = nanoseconds < 0 || nanoseconds > INT64_MAX - now ? INT64_MAX : now + nanoseconds;
    while (result == OSF_ERR_AGAIN) {
        result = stream_wait(context, &wait, deadline);
        if (result != OSF_ERR_SUCCESS)
            break;
        result = try_get(stream, taking);
    }
    stream_wait_end(context, &wait);
    return result;
}

osf_Result_t osf_Get(osf_Stream_t *stream, void *records, size_t room, size_t *received) {
    return get(stream, &(struct taking){records, room, SIZE_MAX, received}, -1);
}

osf_Result_t osf_GetOne(osf_Stream_t *stream, void *record, size_t room, size_t *received) {
    return get(stream, &(struct taking){record, room, 1, received}, -1);
}

osf_Result_t osf_GetWithin(osf_Stream_t *stream, void *records, size_t room, size_t *received, int64_t nanoseconds) {
    return get(stream, &(struct taking){records, room, SIZE_MAX, received}, nanoseconds < 0 ? 0 : nanoseconds);
}

int osf_Sender(const osf_Stream_t *stream) {
    return stream == NULL ? -1 : stream->sender;
}

int osf_SenderCopy(const osf_Stream_t *stream) {
    return stream == NULL ? 0 : stream->sender_copy;
}

uint64_t osf_Records(const osf_Stream_t *stream) {
    return stream == NULL ? 0 : stream->records;
}
