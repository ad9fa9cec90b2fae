/* SPDX-License-Identifier: Apache-2.0 */
/* Watches the allocations of the code under test. For programs linked with
 * LINKER:--wrap=malloc,--wrap=calloc,--wrap=realloc. */
#ifndef SLIPWAY_TESTS_ALLOCATIONS_H
#define SLIPWAY_TESTS_ALLOCATIONS_H

#include <stddef.h>

/* The largest number of bytes that one call has requested. A test sets this to 0 before the measured calls. */
extern size_t largest_allocation;

/* The bytes that all calls have requested, including bytes freed since. A test sets this to 0 before the measured
 * calls. */
extern size_t all_allocations;

#endif
