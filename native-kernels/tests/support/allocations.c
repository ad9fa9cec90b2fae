/* SPDX-License-Identifier: Apache-2.0 */
#include "support/allocations.h"

size_t largest_allocation, all_allocations;

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);

static void note_allocation(size_t bytes) {
    largest_allocation = bytes > largest_allocation ? bytes : largest_allocation;
    all_allocations += bytes;
}

void *__wrap_malloc(size_t bytes) {
    note_allocation(bytes);
    return __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes) {
    note_allocation(count * bytes);
    return __real_calloc(count, bytes);
}

void *__wrap_realloc(void *old, size_t bytes) {
    note_allocation(bytes);
    return __real_realloc(old, bytes);
}
