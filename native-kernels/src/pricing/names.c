/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "internal.h"

const char *prc_strerror(prc_err code) {
    static const char *const messages[] = {
        [PRC_OK] = "no error",
        [PRC_ERR_ARGUMENT] = "a term or parameter is out of its range",
        [PRC_ERR_MEMORY] = "not enough memory",
        [PRC_ERR_NOT_FINITE] = "a value is not finite",
    };
    return sw_text_of_code(messages, sizeof messages / sizeof messages[0], (int)code);
}

SW_DEFINES_FAIL(prc_fail, struct prc_error *, prc_err)

const char *prc_kind_name(prc_kind kind) {
    static const char *const names[PRC_KINDS] = {
        [PRC_CASH] = "cash",
        [PRC_STOCK] = "stock",
        [PRC_FX_FORWARD] = "fx-forward",
        [PRC_COMMODITY_FORWARD] = "commodity-forward",
        [PRC_DEPOSIT] = "deposit",
        [PRC_FIXED_BOND] = "fixed-bond",
        [PRC_FLOATING_BOND] = "floating-bond",
        [PRC_INFLATION_BOND] = "inflation-bond",
        [PRC_MORTGAGE] = "mortgage",
        [PRC_POOL] = "pool",
        [PRC_SWAP] = "swap",
        [PRC_EUROPEAN] = "european",
        [PRC_DIGITAL] = "digital",
        [PRC_BARRIER] = "barrier",
        [PRC_ASIAN] = "asian",
        [PRC_DISCRETE_BARRIER] = "discrete-barrier",
        [PRC_BASKET] = "basket",
    };
    return (unsigned)kind < PRC_KINDS ? names[kind] : NULL;
}
