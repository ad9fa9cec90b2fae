/* SPDX-License-Identifier: Apache-2.0 */
#include "protocol.h"

static xch_frame_state broken(struct xch_frame *frame, const char *error) {
    *frame = (struct xch_frame){.error = error};
    return XCH_FRAME_BROKEN;
}

xch_frame_state xch_frame_find(struct xch_frame *frame, const char *bytes, size_t count, size_t most) {
    uint64_t length = 0;
    size_t digits = 0;
    *frame = (struct xch_frame){0};
    while (digits < count && digits <= XCH_MOST_LENGTH && bytes[digits] >= '0' && bytes[digits] <= '9')
        length = 10 * length + (uint64_t)(bytes[digits++] - '0');
    if (digits > XCH_MOST_LENGTH)
        return broken(frame, "the length has more than 10 digits");
    if (digits == count)
        return XCH_FRAME_MORE;
    if (digits == 0 || bytes[digits] != '\n')
        return broken(frame, "a length is 1 to 10 digits and a line feed");
    if (length > most)
        return broken(frame, "the length is more than a request may have");
    frame->bytes = (size_t)length;
    frame->taken = digits + 1 + frame->bytes;
    if (count < frame->taken)
        return XCH_FRAME_MORE;
    frame->document = bytes + digits + 1;
    return XCH_FRAME_WHOLE;
}
