/* SPDX-License-Identifier: Apache-2.0 */
#include "normals.h"
#include "kernels.h"

/* Counters of the next blocks, and the step to the blocks after. */
struct counting {
    struct lane_words at, step;
};

/* Counts one word of COUNTER: the lanes hold blocks FIRST, FIRST + STRIDE and so on. They wrap at 2^32 like the word,
 * because only the low half of a lane counts. */
LANE struct counting counting_from(const uint32_t counter[4], uint32_t word, uint64_t first, uint64_t stride) {
    struct counting counting;
    for (uint32_t w = 0; w < 4; w++) {
        const uint64_t runs = w == word % 4;
        counting.at.word[w] = lane_count(counter[w] + runs * first, runs * stride);
        counting.step.word[w] = lane_count(runs * stride * LANE_DOUBLES, 0);
    }
    return counting;
}

/* Computes the next blocks. */
LANE struct lane_words next_blocks(struct counting *counting, const struct lane_keys *keys) {
    const struct lane_words blocks = lane_philox(counting->at, keys);
    for (int w = 0; w < 4; w++)
        counting->at.word[w] += counting->step.word[w];
    return blocks;
}

/* Words of blocks between Philox and Box and Muller. Both steps together have more constants than a processor has
 * registers, and take half as long again; for this many blocks the words stay in the first cache. */
enum { BLOCKS_AT_ONCE = 128 };

static void fill_words(struct counting *counting, const struct lane_keys *keys, size_t n,
                       uint64_t words[4][BLOCKS_AT_ONCE]) {
    for (size_t i = 0; i < n; i += LANE_DOUBLES) {
        const struct lane_words blocks = next_blocks(counting, keys);
        for (int w = 0; w < 4; w++)
            memcpy(words[w] + i, &blocks.word[w], sizeof blocks.word[w]);
    }
}

/* Stores X, or the part of X for which there is room. */
LANE void store_some(double *to, lane_double x, size_t room) {
    if (room >= LANE_DOUBLES)
        lane_store(to, x);
    else
        memcpy(to, &x, room * sizeof *to);
}

LANE void store_somef(float *to, lane_float x, size_t room) {
    if (room >= LANE_FLOATS)
        lane_storef(to, x);
    else
        memcpy(to, &x, room * sizeof *to);
}

static void pairs_of(uint64_t words[4][BLOCKS_AT_ONCE], size_t n, double *a, double *b) {
    for (size_t i = 0; i < n; i += LANE_DOUBLES) {
        struct lane_words block;
        for (int w = 0; w < 4; w++)
            memcpy(&block.word[w], words[w] + i, sizeof block.word[w]);
        const struct lane_pair pair = lane_box_muller(block);
        store_some(a + i, pair.a, n - i);
        store_some(b + i, pair.b, n - i);
    }
}

static void normal_pairs(struct vm_key key, const uint32_t counter[4], uint32_t word, size_t n, double *a, double *b) {
    const struct lane_keys keys = lane_keys_of(key);
    struct counting counting = counting_from(counter, word, 0, 1);
    uint64_t words[4][BLOCKS_AT_ONCE];
    for (size_t i = 0; i < n; i += BLOCKS_AT_ONCE) {
        const size_t count = n - i < BLOCKS_AT_ONCE ? n - i : BLOCKS_AT_ONCE;
        fill_words(&counting, &keys, count, words);
        pairs_of(words, count, a + i, b + i);
    }
}

/* Does the same for floats: their lanes alternate between blocks with even and odd numbers. */
static void fill_halves(struct counting *even, struct counting *odd, const struct lane_keys *keys, size_t n,
                        uint32_t words[4][BLOCKS_AT_ONCE]) {
    for (size_t i = 0; i < n; i += LANE_FLOATS) {
        const struct lane_words e = next_blocks(even, keys), o = next_blocks(odd, keys);
        for (int w = 0; w < 4; w++) {
            const lane_uint32 both = lane_interleave(e.word[w], o.word[w]);
            memcpy(words[w] + i, &both, sizeof both);
        }
    }
}

static void quads_of(uint32_t words[4][BLOCKS_AT_ONCE], size_t n, float *const z[4], size_t at) {
    for (size_t i = 0; i < n; i += LANE_FLOATS)
        for (int half = 0; half < 4; half += 2) {
            lane_uint32 first, second;
            memcpy(&first, words[half] + i, sizeof first);
            memcpy(&second, words[half + 1] + i, sizeof second);
            const struct lane_pairf pair = lane_box_mullerf(first, second);
            store_somef(z[half] + at + i, pair.a, n - i);
            store_somef(z[half + 1] + at + i, pair.b, n - i);
        }
}

static void normal_quads(struct vm_key key, const uint32_t counter[4], uint32_t word, size_t n, float *const z[4]) {
    const struct lane_keys keys = lane_keys_of(key);
    struct counting even = counting_from(counter, word, 0, 2), odd = counting_from(counter, word, 1, 2);
    uint32_t words[4][BLOCKS_AT_ONCE];
    for (size_t i = 0; i < n; i += BLOCKS_AT_ONCE) {
        const size_t count = n - i < BLOCKS_AT_ONCE ? n - i : BLOCKS_AT_ONCE;
        fill_halves(&even, &odd, &keys, count, words);
        quads_of(words, count, z, i);
    }
}

static void philox_blocks(struct vm_key key, const uint32_t counter[4], uint32_t word, size_t n, uint32_t *blocks) {
    const struct lane_keys keys = lane_keys_of(key);
    struct counting counting = counting_from(counter, word, 0, 1);
    for (size_t i = 0; i < n; i += LANE_DOUBLES) {
        const struct lane_words made = next_blocks(&counting, &keys);
        for (size_t k = 0; k < LANE_DOUBLES && i + k < n; k++)
            for (size_t w = 0; w < 4; w++)
                blocks[4 * (i + k) + w] = (uint32_t)made.word[w][k];
    }
}

const struct vm_draws KERNEL(vm_draws) = {philox_blocks, normal_pairs, normal_quads};
