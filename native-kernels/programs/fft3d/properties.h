/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What holds of any transform. The transform of each array is known, or follows from that of the random array, which is
 * the one beside; so single elements can be held against it, in any order, of arrays beyond memory, too.
 */
#ifndef SLIPWAY_FFT3D_PROPERTIES_H
#define SLIPWAY_FFT3D_PROPERTIES_H

#include "generated.h"

enum property {
    PROPERTY_PARSEVAL,  /* of the random array: its transform has N times its sum of squares */
    PROPERTY_IMPULSE,   /* has a flat transform, turned by its place */
    PROPERTY_WAVE,      /* has one element, N */
    PROPERTY_SHIFT,     /* turns each element of the transform beside */
    PROPERTY_LINEARITY, /* a + 3 i b has the transform of a and 3 i times that of b, which is a shifted */
    PROPERTY_ROUNDTRIP, /* of the random array: back again it is what it was */
    PROPERTIES
};

struct properties {
    int64_t size[3];
    double complex *turns[3];   /* along each axis: exp(-2 pi i k at / length) */
    struct generated generated; /* the array that is checked */
    long double far, all;       /* sums of squares: of what differs, and of what is wanted */
    char missed[128];           /* the first property that was beyond its bound, with figures; "": none was */
};

/* Fills PROPERTIES for arrays of SIZE. properties_end follows, also after a failure. */
int properties_begin(const int64_t size[3], struct properties *properties, struct sw_failure *f);
void properties_end(struct properties *properties);

/* Begins to check PROPERTY: sets what is generated to its array. */
void property_begin(struct properties *properties, enum property property);

/* Holds COUNT elements from place FIRST on against what is wanted. ROOM has as many: it holds those beside for SHIFT
 * and LINEARITY, and is filled with the array where the others need that. */
void property_add(struct properties *properties, enum property property, int64_t first, int64_t count,
                  const double complex *elements, double complex *room);

/* Returns whether PROPERTY needs the transform beside. */
static inline bool property_needs_beside(enum property property) {
    return property == PROPERTY_SHIFT || property == PROPERTY_LINEARITY;
}

/* Returns the error of PROPERTY, relative and L2, from the sums. */
double property_error(const struct properties *properties, enum property property);

/* Prints the error of PROPERTY and its bound. */
void property_tell(struct properties *properties, enum property property, double error);

/* The same for any other check: NAME_e16. BOUND is in 1e-16. */
void property_tell_named(struct properties *properties, const char *name, double error, double bound);

#endif
