/* SPDX-License-Identifier: Apache-2.0 */
/* Random draws that a seed repeats: splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014). One stream per program. */
#ifndef SLIPWAY_TESTS_DRAW_H
#define SLIPWAY_TESTS_DRAW_H

#include <stddef.h>
#include <stdint.h>

void draw_seed(uint64_t seed);
uint64_t draw_bits(void);
/* Uniform over 0 .. below - 1; 0 for BELOW 0. */
size_t draw(size_t below);
/* Draws 0 to MOST, with every order of magnitude equally likely: small sizes find more faults than large ones. */
size_t draw_size(size_t most);

/* The number of a fuzzer's cases, and the seed of the first case; each next case has the next seed. */
struct draw_cases {
    uint64_t count, seed;
};

/* Returns the values of the options --cases N and --seed S of a fuzzer: by default COUNT cases from seed 1. For any
 * other option, or an invalid number, ends the program with its usage and status 2. */
struct draw_cases draw_cases(int argc, char **argv, uint64_t count);

#endif
