/* SPDX-License-Identifier: Apache-2.0 */
#include "base/rows.h"

#include <stdint.h>
#include <stdlib.h>

enum { FIRST_CAPACITY = 64 };

void *sw_rows_grow(void *rows, size_t *capacity, size_t needed, size_t size) {
    if (rows != NULL && needed <= *capacity)
        return rows;
    size_t wanted = *capacity < FIRST_CAPACITY ? FIRST_CAPACITY : *capacity;
    while (wanted < needed && wanted <= SIZE_MAX / 2)
        wanted *= 2;
    if (wanted < needed || wanted > SIZE_MAX / size)
        return NULL;
    void *grown = realloc(rows, wanted * size);
    if (grown != NULL)
        *capacity = wanted;
    return grown;
}
