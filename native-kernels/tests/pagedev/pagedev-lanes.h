/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of pagedev-servers-test that call lanes as a client of another make could. */
#ifndef SLIPWAY_TESTS_PAGEDEV_LANES_H
#define SLIPWAY_TESTS_PAGEDEV_LANES_H

#include "slipway/process_world.h"

extern struct proc_world *world;

void answers_no_bytes_that_no_page_was_read_into(void);
void goes_on_behind_calls_that_it_refuses(void);

#endif
