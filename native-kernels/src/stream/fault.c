/* SPDX-License-Identifier: Apache-2.0 */
#include "fault.h"

#include "base/text.h"

static _Thread_local char last[STREAM_FAULT_BYTES];

osf_Result_t stream_fault(osf_Result_t code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    sw_text_format(last, sizeof last, format, args);
    va_end(args);
    return code;
}

const char *osf_ErrorText(void) {
    return last;
}

const char *osf_ResultText(osf_Result_t result) {
    static const char *const texts[] = {
        [OSF_ERR_SUCCESS] = "success",
        [OSF_ERR_END] = "the stream has ended",
        [OSF_ERR_AGAIN] = "nothing is there now, or there is no room now",
        [OSF_ERR_ARGUMENT] = "a parameter is out of its range",
        [OSF_ERR_STATE] = "the function must not be called here or now",
        [OSF_ERR_MEMORY] = "out of memory",
        [OSF_ERR_GRAPH] = "the graph cannot be read, or does not say what the program does",
        [OSF_ERR_ROOM] = "a record does not fit",
        [OSF_ERR_LINK] = "a link is broken",
        [OSF_ERR_KERNEL] = "a kernel has failed or died",
        [OSF_ERR_SYSTEM] = "the system refused a thread, a process, memory to share or a port",
    };
    return sw_text_of_code(texts, sizeof texts / sizeof texts[0], (int)result);
}
