/* SPDX-License-Identifier: Apache-2.0 */
/* Puts records into streams. */
#include "application.h"
#include "waiting.h"

static osf_Result_t check_put(const struct osf_Stream *stream, const void *record, size_t bytes) {
    if (stream == NULL || record == NULL || bytes == 0)
        return stream_fault(OSF_ERR_ARGUMENT, "osf_Put: there is no stream, or no record");
    if (stream->direction != OSF_STR_OUT || stream->closed)
        return stream_fault(OSF_ERR_STATE, "osf_Put: the stream is not open for output");
    if (bytes > stream->largest)
        return stream_fault(OSF_ERR_ROOM,
                            "link from %s: a record of %zu bytes does not fit, the largest one has %u: give the link "
                            "more room in the graph",
                            stream_graph_name(&stream_app.graph, stream->context->number), bytes, stream->largest);
    return OSF_ERR_SUCCESS;
}

/* Waits until a record of BYTES fits into END. OSF_ERR_END: the receiver takes no more. */
static osf_Result_t make_fit(struct end *end, uint32_t bytes) {
    struct wait wait = {0};
    osf_Result_t result;
    for (;;) {
        result = end->transport->fits(end, bytes);
        if (result != OSF_ERR_AGAIN)
            break;
        result = end->transport->publish(end, true);
        if (stream_failed(result) || result == OSF_ERR_END)
            break;
        result = stream_wait(end->context, &wait, INT64_MAX);
        if (result != OSF_ERR_SUCCESS)
            break;
    }
    stream_wait_end(end->context, &wait);
    return stream_end_result(end, result);
}

/* Puts COUNT records, which lie STRIDE bytes apart, into one end. OSF_ERR_END: the receiver takes no more. */
static osf_Result_t put_into(struct end *end, const unsigned char *records, uint32_t bytes, size_t stride,
                             size_t count) {
    const struct transport *transport = end->transport;
    if (end->finished)
        return OSF_ERR_END;
    for (size_t i = 0; i < count; i++) {
        if (transport->fits(end, bytes) != OSF_ERR_SUCCESS) {
            const osf_Result_t result = make_fit(end, bytes);
            if (result != OSF_ERR_SUCCESS) {
                stream_count(end, i);
                return result;
            }
        }
        transport->put(end, records + i * stride, bytes);
    }
    stream_count(end, count);
    return stream_end_result(end, transport->publish(end, false));
}

/* Puts the records into each end that still takes records. */
static osf_Result_t put_duplicate(struct osf_Stream *stream, const unsigned char *records, uint32_t bytes,
                                  size_t count) {
    size_t takers = 0;
    for (size_t i = 0; i < stream->count; i++) {
        const osf_Result_t result = put_into(stream->ends[i], records, bytes, bytes, count);
        if (result == OSF_ERR_SUCCESS)
            takers++;
        else if (result != OSF_ERR_END)
            return result;
    }
    return takers > 0 ? OSF_ERR_SUCCESS : OSF_ERR_END;
}

/* Puts one record after another into the end that has the turn. Skips an end that takes no more records. */
static osf_Result_t put_divide(struct osf_Stream *stream, const unsigned char *records, uint32_t bytes, size_t count) {
    size_t refused = 0;
    for (size_t i = 0; i < count && refused < stream->count;) {
        struct end *end = stream->ends[stream->next];
        stream->next = stream->next + 1 == stream->count ? 0 : stream->next + 1;
        const osf_Result_t result = put_into(end, records + i * bytes, bytes, bytes, 1);
        if (stream_failed(result))
            return result;
        refused = result == OSF_ERR_SUCCESS ? 0 : refused + 1;
        i += result == OSF_ERR_SUCCESS;
    }
    return refused < stream->count ? OSF_ERR_SUCCESS : OSF_ERR_END;
}

osf_Result_t osf_PutSet(osf_Stream_t *stream, const void *records, size_t record_bytes, size_t count) {
    osf_Result_t result = check_put(stream, records, record_bytes);
    if (result != OSF_ERR_SUCCESS || count == 0)
        return result;
    const uint32_t bytes = (uint32_t)record_bytes;
    if (stream->count == 1)
        result = put_into(stream->ends[0], records, bytes, bytes, count);
    else if (stream->split == STREAM_SPLIT_DIVIDE)
        result = put_divide(stream, records, bytes, count);
    else
        result = put_duplicate(stream, records, bytes, count);
    if (result == OSF_ERR_SUCCESS)
        stream->records += count;
    return result;
}

osf_Result_t osf_Put(osf_Stream_t *stream, const void *record, size_t bytes) {
    return osf_PutSet(stream, record, bytes, 1);
}

/* Returns whether a record could be put without waiting: for a dividing link into the next end, otherwise into all. */
static osf_Result_t would_fit(struct osf_Stream *stream, uint32_t bytes) {
    const bool divide = stream->split == STREAM_SPLIT_DIVIDE;
    osf_Result_t all = OSF_ERR_END;
    for (size_t i = 0; i < stream->count; i++) {
        struct end *end = stream->ends[divide ? (stream->next + i) % stream->count : i];
        if (end->finished)
            continue;
        osf_Result_t result = end->transport->fits(end, bytes);
        if (result == OSF_ERR_AGAIN) {
            result = end->transport->publish(end, true);
            result = result == OSF_ERR_SUCCESS ? end->transport->fits(end, bytes) : result;
        }
        result = stream_end_result(end, result);
        if (result == OSF_ERR_AGAIN || stream_failed(result) || (divide && result == OSF_ERR_SUCCESS))
            return result;
        all = result == OSF_ERR_SUCCESS ? result : all;
    }
    return all;
}

osf_Result_t osf_TryPut(osf_Stream_t *stream, const void *record, size_t bytes) {
    osf_Result_t result = check_put(stream, record, bytes);
    if (result == OSF_ERR_SUCCESS)
        result = would_fit(stream, (uint32_t)bytes);
    return result == OSF_ERR_SUCCESS ? osf_PutSet(stream, record, bytes, 1) : result;
}
