/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random numbers that depend on their purpose only. Like all figures of this program, they use only integers and + - *
 * / on doubles, and no mathematics library, so that every machine makes the same bytes.
 */
#ifndef MAKE_BANK_DICE_H
#define MAKE_BANK_DICE_H

#include <stdint.h>

/* The purpose of a number. Numbers for different purposes are independent. */
typedef enum { DICE_DRIVER, DICE_FACTOR, DICE_TRAIT, DICE_INSTRUMENT, DICE_POSITION } dice_purpose;

/* A row of numbers for one thing. */
struct dice {
    uint64_t key, thrown;
};

/* Returns the numbers of thing THING for a purpose. */
struct dice dice_of(uint64_t seed, dice_purpose purpose, uint64_t thing);

/* Returns the next number, any 64 bits. */
uint64_t dice_next(struct dice *dice);

/* Returns a whole number from 0 to COUNT - 1. */
int dice_below(struct dice *dice, int count);

/* Returns a number from LOW on, below HIGH. */
double dice_between(struct dice *dice, double low, double high);

/*
 * Returns a number of mean 0 and variance 1 for thing THING on day DAY: the sum of twelve uniform numbers less 6, which
 * is nearly normal and never beyond 6.
 */
double dice_shock(struct dice dice, uint64_t day);

#endif
