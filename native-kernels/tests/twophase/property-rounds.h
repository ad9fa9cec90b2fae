/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the sources of twophase-property-test share: the place of a round, the kinds of rounds, and the
 * folder. */
#ifndef SLIPWAY_TESTS_PROPERTY_ROUNDS_H
#define SLIPWAY_TESTS_PROPERTY_ROUNDS_H

#include "places.h"
#include "support/samples.h"

enum { LARGE_BYTES = 3 << 20 };

extern char folder[64];
extern const struct place *place;
extern int rank; /* in place->comm */

/* Adds to the message of a failing round. */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes a sample into the folder, by rank 0 for all. Returns the path, which the next call overwrites. */
const char *store(enum container container, const struct sample *sample, size_t seed);

/* Removes the files of the rounds from the folder. */
void clean(void);

/* The kinds of rounds. Collective over place->comm. */
void round_of_reading(void);
void round_of_shares(void);
void round_of_writing(void);

#endif
