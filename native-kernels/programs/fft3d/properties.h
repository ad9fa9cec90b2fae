/* SPDX-License-Identifier: Apache-2.0 */
/* Properties that every Fourier transform has, for checks of transforms. Each property checks the transform of one
 * array. That transform is known, or follows from the transform of a random array, which is called the transform
 * beside. Single elements can therefore be compared in any order, also for arrays that are larger than memory. */
#ifndef SLIPWAY_FFT3D_PROPERTIES_H
#define SLIPWAY_FFT3D_PROPERTIES_H

#include "generated.h"

enum property {
    PROPERTY_PARSEVAL,  /* the random array: the transform has N times the sum of squares of the array */
    PROPERTY_IMPULSE,   /* an impulse: all elements of the transform have the absolute value 1 */
    PROPERTY_WAVE,      /* a plane wave: one element of the transform is N, and the others are 0 */
    PROPERTY_SHIFT,     /* the shifted random array: each element of the transform beside, turned by an angle */
    PROPERTY_LINEARITY, /* a + 3 i b, where a is random and b is a shifted: the sum of the two transforms */
    PROPERTY_ROUNDTRIP, /* the random array: the inverse transform gives the array back */
    PROPERTIES
};

struct properties {
    int64_t size[3];
    double complex *turns[3];   /* exp(-2 pi i k at / length) for each k, along each axis */
    struct generated generated; /* the array of the property that is checked */
    long double far, all;       /* sums of squares, of the differences and of the required values */
    char missed[128]; /* the name of the first property with an error beyond its bound, with figures; "" if there is
                         none */
};

/* Fills PROPERTIES for arrays of SIZE. Returns STATUS_OK, or fills F. The caller ends PROPERTIES with properties_end,
 * also after a failure. */
int properties_begin(const int64_t size[3], struct properties *properties, struct sw_failure *f);
void properties_end(struct properties *properties);

/* Begins the check of PROPERTY: chooses the array to generate, and clears the sums. */
void property_begin(struct properties *properties, enum property property);

/* Adds the differences of COUNT elements, from place FIRST on, to the sums. For SHIFT and LINEARITY, ROOM holds the
 * COUNT elements of the transform beside. For PARSEVAL and ROUNDTRIP the function fills ROOM, which has COUNT elements,
 * with the array. For PARSEVAL, `far` gets the squares of ELEMENTS and `all` the squares of the array. */
void property_add(struct properties *properties, enum property property, int64_t first, int64_t count,
                  const double complex *elements, double complex *room);

/* Returns whether the check of PROPERTY needs the transform beside. */
static inline bool property_needs_beside(enum property property) {
    return property == PROPERTY_SHIFT || property == PROPERTY_LINEARITY;
}

/* Returns the relative L2 error of PROPERTY from the sums. */
double property_error(const struct properties *properties, enum property property);

/* Prints the error of PROPERTY and the bound, and notes the first error beyond its bound. */
void property_tell(struct properties *properties, enum property property, double error);

/* Prints the ERROR of a check as NAME_e16, and the BOUND, which is in 1e-16. Notes the first error beyond a bound. */
void property_tell_named(struct properties *properties, const char *name, double error, double bound);

#endif
