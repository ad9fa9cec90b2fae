/* SPDX-License-Identifier: Apache-2.0 */
/* The last failure of each thread: the text behind osf_ErrorText. */
#ifndef SLIPWAY_STREAM_FAULT_H
#define SLIPWAY_STREAM_FAULT_H

#include "slipway/stream.h"

enum { STREAM_FAULT_BYTES = 512 };

/* Keeps a text as the last failure of this thread, and returns CODE. */
osf_Result_t stream_fault(osf_Result_t code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns whether RESULT is a failure: not success, end or again. */
static inline int stream_failed(osf_Result_t result) {
    return result > OSF_ERR_AGAIN;
}

#endif
