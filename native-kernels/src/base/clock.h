/* SPDX-License-Identifier: Apache-2.0 */
/* Clocks. */
#ifndef SLIPWAY_BASE_CLOCK_H
#define SLIPWAY_BASE_CLOCK_H

#include <stdint.h>

/* Returns the seconds of a clock that never goes back and has no relation to the time of day. */
double sw_clock_seconds(void);

/* Returns the seconds of the processors that all threads of this process have used. */
double sw_clock_processor_seconds(void);

/* Returns the time of day in milliseconds since 1970-01-01 UTC. */
int64_t sw_clock_day_ms(void);

#endif
