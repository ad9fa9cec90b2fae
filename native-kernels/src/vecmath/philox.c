/* SPDX-License-Identifier: Apache-2.0 */
#include "choose.h"
#include "kernels.h"

void vm_philox(struct vm_key key, const uint32_t counter[4], uint32_t out[4]) {
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    for (int round = 0; round < 10; round++) {
        const uint64_t p0 = (uint64_t)0xD2511F53 * c0, p1 = (uint64_t)0xCD9E8D57 * c2;
        c0 = (uint32_t)(p1 >> 32) ^ c1 ^ key.word[0];
        c1 = (uint32_t)(p1 & 0xffffffff);
        c2 = (uint32_t)(p0 >> 32) ^ c3 ^ key.word[1];
        c3 = (uint32_t)(p0 & 0xffffffff);
        key.word[0] += 0x9E3779B9;
        key.word[1] += 0xBB67AE85;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

struct vm_key vm_key_of(uint64_t seed, uint32_t purpose) {
    const struct vm_key seed_key = {{(uint32_t)(seed & 0xffffffff), (uint32_t)(seed >> 32)}};
    const uint32_t counter[4] = {purpose, 0, 0, 0};
    uint32_t block[4];
    vm_philox(seed_key, counter, block);
    return (struct vm_key){{block[0], block[1]}};
}

void vm_philox_blocks(struct vm_key key, const uint32_t counter[4], uint32_t word, size_t n, uint32_t *blocks) {
    VM_CHOOSE(vm_draws).philox_blocks(key, counter, word, n, blocks);
}

void vm_normal_pairs(struct vm_key key, const uint32_t counter[4], uint32_t word, size_t n, double *a, double *b) {
    VM_CHOOSE(vm_draws).normal_pairs(key, counter, word, n, a, b);
}

void vm_normal_quads(struct vm_key key, const uint32_t counter[4], uint32_t word, size_t n, float *const z[4]) {
    VM_CHOOSE(vm_draws).normal_quads(key, counter, word, n, z);
}
