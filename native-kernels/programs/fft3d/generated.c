/* SPDX-License-Identifier: Apache-2.0 */
#include "generated.h"

#include <math.h>
#include <string.h>

/* Uniform from -1 to 1, by the place alone: splitmix64. */
static double drawn(uint64_t seed, uint64_t place) {
    uint64_t z = seed * UINT64_C(0xd1342543de82ef95) + (place + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)(int64_t)(z ^ z >> 31) * 0x1p-63;
}

static double complex random_at(uint64_t seed, int64_t place) {
    return drawn(seed, 2 * (uint64_t)place) + I * drawn(seed, 2 * (uint64_t)place + 1);
}

static void indexes_of(const int64_t size[3], int64_t place, int64_t x[3]) {
    x[0] = place / size[2] / size[1];
    x[1] = place / size[2] % size[1];
    x[2] = place % size[2];
}

static double complex wave_at(const struct generated *generated, const int64_t size[3], int64_t place) {
    int64_t x[3];
    double turns = 0;
    indexes_of(size, place, x);
    for (int i = 0; i < 3; i++)
        turns += (double)(x[i] * generated->at[i] % size[i]) / (double)size[i];
    return cexp(2 * M_PI * I * (turns - floor(turns)));
}

static double complex shifted_at(const struct generated *generated, const int64_t size[3], int64_t place) {
    int64_t x[3];
    indexes_of(size, place, x);
    for (int i = 0; i < 3; i++)
        x[i] = (x[i] + size[i] - generated->at[i]) % size[i];
    return random_at(generated->seed, (x[0] * size[1] + x[1]) * size[2] + x[2]);
}

void generate(const struct generated *generated, const int64_t size[3], int64_t first, int64_t count,
              double complex *out) {
    const int64_t *at = generated->at, impulse = (at[0] * size[1] + at[1]) * size[2] + at[2];
    for (int64_t i = 0; i < count; i++) {
        const int64_t place = first + i;
        switch (generated->kind) {
        case GENERATED_IMPULSE:
            out[i] = place == impulse;
            break;
        case GENERATED_WAVE:
            out[i] = wave_at(generated, size, place);
            break;
        case GENERATED_SHIFTED:
            out[i] = shifted_at(generated, size, place);
            break;
        case GENERATED_SUM:
            out[i] = random_at(generated->seed, place) + 3 * I * shifted_at(generated, size, place);
            break;
        case GENERATED_RANDOM:
            out[i] = random_at(generated->seed, place);
            break;
        }
    }
}
