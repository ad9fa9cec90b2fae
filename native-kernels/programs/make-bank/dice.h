/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random numbers that are functions of what they are for. They are made of whole numbers and of + - * / on doubles
 * only, as all figures of this program are: no function of a mathematics library has a say, so that every machine makes
 * the same bytes.
 */
#ifndef MAKE_BANK_DICE_H
#define MAKE_BANK_DICE_H

#include <stdint.h>

/* What a number is for. Numbers for different purposes have nothing to do with each other. */
typedef enum { DICE_DRIVER, DICE_FACTOR, DICE_TRAIT, DICE_INSTRUMENT, DICE_POSITION } dice_purpose;

/* A row of numbers for one thing. */
struct dice {
    uint64_t key, thrown;
};

/* Returns the numbers of thing THING for a purpose. */
struct dice dice_of(uint64_t seed, dice_purpose purpose, uint64_t thing);

/* Returns the next number: any 64 bits. */
uint64_t dice_next(struct dice *dice);

/* Returns a whole number from 0 to COUNT - 1. */
int dice_below(struct dice *dice, int count);

/* Returns a number from LOW on, below HIGH. */
double dice_between(struct dice *dice, double low, double high);

/*
 * Returns a number of mean 0 and variance 1 for thing THING on day DAY: the sum of twelve uniform ones less 6, which is
 * nearly normal and never beyond 6.
 */
double dice_shock(struct dice dice, uint64_t day);

#endif
