/* SPDX-License-Identifier: Apache-2.0 */
#include "normals.h"
#include "kernels.h"

/* Counters of the next blocks, and what brings them to those after. */
struct counting {
    struct lane_words at, step;
};

/* Counts one word of COUNTER: the lanes hold blocks FIRST, FIRST + STRIDE and so on. They wrap at 2^32 like the word
 * does, because no more than the low half of a lane counts. */
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

/* Stores X, or as much of it as there is room for. */
LANE void store_some(double *to, lane_double x, size_t room) {
    memcpy(to, &x, room < LANE_DOUBLES ? room * sizeof *to : sizeof x);
}

LANE void store_somef(float *to, lane_float x, size_t room) {
    memcpy(to, &x, room < LANE_FLOATS ? room * sizeof *to : sizeof x);
}

static void normal_pairs(struct vm_key key, const uint32_t counter[4], uint32_t word, size_t n, double *a, double *b) {
    const struct lane_keys keys = lane_keys_of(key);
    struct counting counting = counting_from(counter, word, 0, 1);
    size_t i = 0;
    for (; i + LANE_DOUBLES <= n; i += LANE_DOUBLES) {
        const struct lane_pair pair = lane_box_muller(next_blocks(&counting, &keys));
        lane_store(a + i, pair.a);
        lane_store(b + i, pair.b);
    }
    if (i < n) {
        const struct lane_pair pair = lane_box_muller(next_blocks(&counting, &keys));
        store_some(a + i, pair.a, n - i);
        store_some(b + i, pair.b, n - i);
    }
}

/* Normals of LANE_FLOATS blocks: four of each. */
struct quads {
    struct lane_pairf first, second;
};

LANE struct quads next_quads(struct counting *even, struct counting *odd, const struct lane_keys *keys) {
    const struct lane_words e = next_blocks(even, keys), o = next_blocks(odd, keys);
    return (struct quads){
        lane_box_mullerf(lane_interleave(e.word[0], o.word[0]), lane_interleave(e.word[1], o.word[1])),
        lane_box_mullerf(lane_interleave(e.word[2], o.word[2]), lane_interleave(e.word[3], o.word[3]))};
}

static void normal_quads(struct vm_key key, const uint32_t counter[4], uint32_t word, size_t n, float *const z[4]) {
    const struct lane_keys keys = lane_keys_of(key);
    struct counting even = counting_from(counter, word, 0, 2), odd = counting_from(counter, word, 1, 2);
    for (size_t i = 0; i < n; i += LANE_FLOATS) {
        const struct quads quads = next_quads(&even, &odd, &keys);
        store_somef(z[0] + i, quads.first.a, n - i);
        store_somef(z[1] + i, quads.first.b, n - i);
        store_somef(z[2] + i, quads.second.a, n - i);
        store_somef(z[3] + i, quads.second.b, n - i);
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
