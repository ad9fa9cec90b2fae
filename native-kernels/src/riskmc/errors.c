/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "internal.h"

#include <stdarg.h>

const char *rmc_strerror(rmc_err code) {
    static const char *const messages[] = {
        [RMC_OK] = "no error",
        [RMC_ERR_ARGUMENT] = "a parameter is out of its range",
        [RMC_ERR_MEMORY] = "not enough memory",
        [RMC_ERR_PANEL] = "the prices give no covariance",
        [RMC_ERR_NOT_PSD] = "a matrix is not positive semidefinite",
        [RMC_ERR_NOT_FINITE] = "a value is not finite",
        [RMC_ERR_FEW_SCENARIOS] = "too few scenarios for the confidence",
        [RMC_ERR_NOT_FILLED] = "a table of paths was never filled",
        [RMC_ERR_OVERFLOW] = "an amount is too large for the grid of the sums",
    };
    return sw_text_of_code(messages, sizeof messages / sizeof messages[0], (int)code);
}

rmc_err rmc_fail(struct rmc_error *error, rmc_err code, const char *format, ...) {
    if (error != NULL) {
        va_list args;
        error->code = code;
        va_start(args, format);
        sw_text_format(error->text, sizeof error->text, format, args);
        va_end(args);
    }
    return code;
}
