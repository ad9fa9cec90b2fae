/* SPDX-License-Identifier: Apache-2.0 */
/* The time after which one case of a test counts as hung. */
#ifndef SLIPWAY_TESTS_HANG_H
#define SLIPWAY_TESTS_HANG_H

/* Many times the time of the slowest case on a busy machine, and less than CTest's limit for the whole test. */
enum { HANG_SECONDS = 600 };

#endif
