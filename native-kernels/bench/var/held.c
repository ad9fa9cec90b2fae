/* SPDX-License-Identifier: Apache-2.0 */
#include "held.h"
#include "riskmc/bank.h"

rmc_err value_held(struct rmc_bank *bank, const struct rmc_scenarios *scenarios, struct rmc_error *error) {
    const rmc_err code = rmc_bank_make_room(bank, scenarios, error);
    if (code != RMC_OK)
        return code;
    const struct prc_block block = rmc_bank_block(bank, scenarios);
    for (size_t i = 0; i < bank->held; i++) {
        const uint32_t at = bank->order[i];
        struct prc_error cause;
        if (prc_value(&bank->setup.instruments[at], &block, bank->scratch, bank->row, &cause) != PRC_OK)
            return rmc_bank_pricing_failure(bank, &cause, at, error);
    }
    return RMC_OK;
}
