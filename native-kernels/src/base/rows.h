/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that grow. */
#ifndef SLIPWAY_BASE_ROWS_H
#define SLIPWAY_BASE_ROWS_H

#include <stddef.h>

/*
 * Returns ROWS with room for at least NEEDED elements of SIZE bytes (at least 1), and writes that room to *CAPACITY.
 * Initially ROWS is NULL and *CAPACITY 0. The room doubles, so that appending costs constant time per element. Returns
 * NULL without memory; ROWS and *CAPACITY then stay as they were. The caller frees the array.
 */
void *sw_rows_grow(void *rows, size_t *capacity, size_t needed, size_t size);

#endif
