/* SPDX-License-Identifier: Apache-2.0 */
#include "slipway/vecmath.h"

#include <stdatomic.h>
#include <string.h>

static const char *const names[] = {[VM_SIMD_NONE] = "none", [VM_SIMD_AVX2] = "avx2", [VM_SIMD_AVX512] = "avx512"};

enum { LEVELS = sizeof names / sizeof names[0], NOT_CHOSEN = -1 };

static atomic_int chosen = NOT_CHOSEN;

/* GCC and clang also ask whether the operating system saves the registers. */
vm_simd vm_simd_best(void) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("fma"))
        return VM_SIMD_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return VM_SIMD_AVX2;
#endif
    return VM_SIMD_NONE;
}

vm_simd vm_simd_now(void) {
    int level = atomic_load_explicit(&chosen, memory_order_relaxed);
    if (level == NOT_CHOSEN) {
        int expected = NOT_CHOSEN;
        level = (int)vm_simd_best();
        if (!atomic_compare_exchange_strong(&chosen, &expected, level))
            level = expected;
    }
    return (vm_simd)level;
}

int vm_simd_force(vm_simd level) {
    if ((int)level < 0 || level > vm_simd_best())
        return -1;
    atomic_store(&chosen, (int)level);
    return 0;
}

const char *vm_simd_name(vm_simd level) {
    return (int)level >= 0 && (int)level < LEVELS ? names[level] : "unknown";
}

int vm_simd_named(const char *name, vm_simd *level) {
    for (int i = 0; i < LEVELS; i++)
        if (strcmp(name, names[i]) == 0) {
            *level = (vm_simd)i;
            return 0;
        }
    return -1;
}
