/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "internal.h"

const char *rmc_strerror(rmc_err code) {
    static const char *const messages[] = {
        [RMC_OK] = "no error",
        [RMC_ERR_ARGUMENT] = "a parameter is out of its range",
        [RMC_ERR_MEMORY] = "not enough memory",
        [RMC_ERR_PANEL] = "the prices give no covariance",
        [RMC_ERR_NOT_PSD] = "a matrix is not positive semidefinite, or not definite",
        [RMC_ERR_NOT_FINITE] = "a value is not finite",
        [RMC_ERR_FEW_SCENARIOS] = "too few scenarios for the confidence",
        [RMC_ERR_NOT_FILLED] = "a table of paths was never filled",
        [RMC_ERR_OVERFLOW] = "an amount is too large for the grid of the sums",
    };
    return sw_text_of_code(messages, sizeof messages / sizeof messages[0], (int)code);
}

SW_DEFINES_FAIL(rmc_fail, struct rmc_error *, rmc_err)
