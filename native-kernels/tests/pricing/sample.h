/* SPDX-License-Identifier: Apache-2.0 */
/* Instruments of all kinds on the factors of the fixture, for tests that run over everything. */
#ifndef SLIPWAY_TESTS_PRICING_SAMPLE_H
#define SLIPWAY_TESTS_PRICING_SAMPLE_H

#include "slipway/pricing.h"

/* Some instruments of each kind: short and long ones, before and after a horizon of 0.1 years. */
extern const struct prc_instrument sample[];
extern const size_t sample_count;

#endif
