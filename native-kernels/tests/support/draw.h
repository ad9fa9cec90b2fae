/* SPDX-License-Identifier: Apache-2.0 */
/* Random draws that come back with the seed: splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014). One stream a program. */
#ifndef SLIPWAY_TESTS_DRAW_H
#define SLIPWAY_TESTS_DRAW_H

#include <stddef.h>
#include <stdint.h>

void draw_seed(uint64_t seed);
uint64_t draw_bits(void);
/* Uniform over 0 .. below - 1; 0 for BELOW 0. */
size_t draw(size_t below);
/* 0 .. most, every order of magnitude as likely as the next: small sizes find more than large ones. */
size_t draw_size(size_t most);

/* How many cases a fuzzer draws, and the seed of the first; the next ones have the next seeds. */
struct draw_cases {
    uint64_t count, seed;
};

/* Returns what the options --cases N and --seed S of a fuzzer say: without them COUNT cases from seed 1. Ends the
 * program with its usage and status 2 where there is any other option, or no number. */
struct draw_cases draw_cases(int argc, char **argv, uint64_t count);

#endif
