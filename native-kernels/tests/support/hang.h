/* SPDX-License-Identifier: Apache-2.0 */
/* After how long one case of a test counts as hung. */
#ifndef SLIPWAY_TESTS_HANG_H
#define SLIPWAY_TESTS_HANG_H

/* Many times what the slowest case takes on a busy machine, and less than CTest waits for the whole test. */
enum { HANG_SECONDS = 600 };

#endif
