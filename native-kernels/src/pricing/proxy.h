/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of proxies share. slipway/pricing_proxy.h explains proxies. */
#ifndef SLIPWAY_PRICING_PROXY_PARTS_H
#define SLIPWAY_PRICING_PROXY_PARTS_H

#include "internal.h"
#include "slipway/pricing_proxy.h"

enum {
    PRC_V_DEGREE = 4,       /* of P in v */
    PRC_V_NODES = 8,        /* a power of 2, as all numbers of nodes are */
    PRC_FURTHER_DEGREE = 3, /* of Q in u */
    PRC_FURTHER_NODES = 4
};

/* The size of the proxy of an instrument. */
struct prc_shape {
    unsigned u_degree, u_nodes; /* of P in u */
    size_t further;             /* further coordinates */
};

struct prc_shape prc_shape_of(const struct prc_instrument *instrument);

/* The range of a coordinate: x is at (x - middle) * inverse, which is from -1 to 1. */
struct prc_range {
    double middle, inverse;
};

/* The parts of a proxy. */
struct prc_proxy_parts {
    struct prc_shape shape;
    double *is_used, *years;
    struct prc_range *ranges; /* of u, v and the further coordinates */
    double *coefficients;     /* of P: [i * (PRC_V_DEGREE + 1) + j] of T_i(u) T_j(v) */
    double *further;          /* of Q: [z * (PRC_FURTHER_DEGREE + 1) + i] of T_i(u), for z from -1 to 1 */
};

/* Returns the parts of a proxy. They may be written only if the proxy may be. */
struct prc_proxy_parts prc_parts_of(const struct prc_instrument *instrument, const double *proxy);

/* Rows of the coordinates of an instrument in a block. The value is SCALE times the polynomial, plus PAID. */
struct prc_coordinates {
    double *scale, *paid;
    double *u; /* not a number outside of all proxies */
    double *v;
    double *further; /* a row for each */
};

/* Writes the coordinates of an instrument with paths after the time of the block. */
typedef void prc_locate(const struct prc_instrument *instrument, struct prc_job *job,
                        const struct prc_coordinates *coordinates);

/* The functions of each level of the processor: coordinates by kind (NULL for kinds without paths), and the polynomial.
 * The polynomial writes 1 to OUTSIDE in scenarios beyond the range, and 0 in others. */
struct prc_proxy_kernels {
    prc_locate *locate[PRC_KINDS];
    void (*evaluate)(const struct prc_proxy_parts *proxy, const struct prc_coordinates *coordinates, size_t row,
                     double *values, double *outside);
};

extern const struct prc_proxy_kernels prc_proxy_kernels_none;
#ifdef __x86_64__
extern const struct prc_proxy_kernels prc_proxy_kernels_avx2, prc_proxy_kernels_avx512;
#endif

/* Takes rows of a job for the coordinates of a proxy of SHAPE: 4 and the further coordinates. */
struct prc_coordinates prc_take_coordinates(struct prc_job *job, struct prc_shape shape);

/*
 * Makes the rest of an instrument YEARS from now as a new instrument at that time: the coming fixings, with the same
 * common paths. The strike of an Asian option becomes STRIKE, since the remaining strike differs by scenario. Returns 0
 * if no paths remain.
 */
int prc_rest_of(const struct prc_instrument *instrument, double years, double strike, struct prc_instrument *rest);

/* Returns cos(pi (2 k + 1) / (2 nodes)): Chebyshev node K of NODES, a power of 2. */
double prc_node(unsigned k, unsigned nodes);

#endif
