/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

#include "base/text.h"

SW_DEFINES_FAIL(ooc_fail, struct ooc_error *, ooc_err)

const char *ooc_strerror(ooc_err code) {
    static const char *const texts[] = {
        [OOC_OK] = "done",
        [OOC_ERR_ARGUMENT] = "a parameter is out of its range",
        [OOC_ERR_MEMORY] = "not enough memory",
        [OOC_ERR_GEOMETRY] = "no pages divide the array so that the memory holds what is transformed together",
        [OOC_ERR_DEVICE] = "a page device failed",
        [OOC_ERR_CONTENT] = "the array holds a number that cannot be transformed",
        [OOC_ERR_CALLER] = "a function of the caller failed",
    };
    return sw_text_of_code(texts, sizeof texts / sizeof texts[0], (int)code);
}
