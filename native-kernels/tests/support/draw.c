/* SPDX-License-Identifier: Apache-2.0 */
#include "draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

void draw_seed(uint64_t seed) {
    state = seed;
}

uint64_t draw_bits(void) {
    uint64_t z = state += 0x9E3779B97F4A7C15ULL;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return z ^ z >> 31;
}

size_t draw(size_t below) {
    return below == 0 ? 0 : (size_t)(draw_bits() % below);
}

size_t draw_size(size_t most) {
    size_t bits = 0;
    while (most >> bits > 1)
        bits++;
    const size_t size = draw((size_t)2 << draw(bits + 1));
    return size <= most ? size : draw(most + 1);
}

struct draw_cases draw_cases(int argc, char **argv, uint64_t count) {
    struct draw_cases cases = {count, 1};
    for (int i = 1; i < argc; i += 2) {
        uint64_t *of = strcmp(argv[i], "--cases") == 0  ? &cases.count
                       : strcmp(argv[i], "--seed") == 0 ? &cases.seed
                                                        : NULL;
        char *end = NULL;
        if (of != NULL && i + 1 < argc)
            *of = strtoull(argv[i + 1], &end, 10);
        if (end == NULL || end == argv[i + 1] || *end != '\0') {
            fprintf(stderr, "usage: %s [--cases N] [--seed S]\n", argv[0]);
            exit(2);
        }
    }
    return cases;
}
