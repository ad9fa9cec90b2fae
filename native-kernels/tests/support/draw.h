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

#endif
