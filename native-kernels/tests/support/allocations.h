/* SPDX-License-Identifier: Apache-2.0 */
/* Watches how much the code under test allocates. For programs that are linked with
 * LINKER:--wrap=malloc,--wrap=calloc,--wrap=realloc. */
#ifndef SLIPWAY_TESTS_ALLOCATIONS_H
#define SLIPWAY_TESTS_ALLOCATIONS_H

#include <stddef.h>

/* The most bytes that one call has asked for. A test sets it to 0 before it looks. */
extern size_t largest_allocation;

/* The bytes that all calls have asked for, also of what was freed since. A test sets it to 0 before it looks. */
extern size_t all_allocations;

#endif
