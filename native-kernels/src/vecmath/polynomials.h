/* SPDX-License-Identifier: Apache-2.0 */
/* Coefficients, lowest power first. Made by polynomials.py, which says how; do not edit. */
#ifndef SLIPWAY_VECMATH_POLYNOMIALS_H
#define SLIPWAY_VECMATH_POLYNOMIALS_H

/* (exp(r) - 1 - r) / r^2 for |r| <= log(2) / 2: relative error 2.1e-16. */
static const double EXP[] = {0x1.0000000000001p-1,  0x1.555555555554cp-3,  0x1.5555555553d83p-5,  0x1.1111111114d5ap-7,
                             0x1.6c16c178816c5p-10, 0x1.a01a01880f8cfp-13, 0x1.a019b92fe472ep-16, 0x1.71de65b5afd60p-19,
                             0x1.2891613cdbab7p-22, 0x1.ae95c07521e7fp-26};

/* (2 atanh(s) / s - 2) / s^2 in s^2, for s = f / (2 + f), 1 + f in [sqrt(1/2), sqrt(2)]: relative error 4.6e-16. */
static const double LOG[] = {0x1.5555555555558p-1, 0x1.9999999995300p-2, 0x1.2492492dee5a0p-2, 0x1.c71c62e8d3992p-3,
                             0x1.7462b3d0fabd6p-3, 0x1.39fe7a28d6e94p-3, 0x1.2b5726b357134p-3};

/* sin(pi/2 f) / f in f^2, for |f| <= 1/2: relative error 3.3e-18. */
static const double SIN[] = {0x1.921fb54442d18p+0,  -0x1.4abbce625be41p-1,  0x1.466bc677586fdp-4, -0x1.32d2cce2d506fp-8,
                             0x1.50782fca0ba04p-13, -0x1.e30063784a386p-19, 0x1.e3eec892a3c7dp-25};

/* (cos(pi/2 f) - 1) / f^2 in f^2, for |f| <= 1/2: relative error 4.0e-19. */
static const double COS[] = {-0x1.3bd3cc9be45dep+0, 0x1.03c1f081b5ac0p-2,   -0x1.55d3c7e3cb211p-6,
                             0x1.e1f5068682764p-11, -0x1.a6d1eeee56f90p-16, 0x1.f9ce1eea1f088p-22,
                             -0x1.b2f21aa06dc56p-28};

/* (1 - N(x)) / phi(x), the ratio of Mills, for 0 <= x <= 40: relative error 6.3e-17. */
static const double MILLS_TOP[] = {
    0x1.40d931ff62705p+0, 0x1.f0e4da009e908p+0, 0x1.7cb145c5c2cacp+0,  0x1.7297189a599efp-1,  0x1.f431a18288e86p-3,
    0x1.e360d8419da95p-5, 0x1.4e69566542462p-7, 0x1.407fe54b77771p-10, 0x1.850b1fc32290ap-14, 0x1.ce4ae2caa883bp-19};

/* Its denominator. */
static const double MILLS_BOTTOM[] = {0x1.0000000000000p+0,  0x1.2c5c798ff11bap+1, 0x1.47872523e8c79p+1,
                                      0x1.b63a5b16c106bp+0,  0x1.8f91323c6d0b9p-1, 0x1.045b79451798ap-2,
                                      0x1.ed56654fd9279p-5,  0x1.51736c9e99ec1p-7, 0x1.41670abdbd480p-10,
                                      0x1.850b1fc2fc558p-14, 0x1.ce4ae2caae601p-19};

/* The same in single precision: exp: relative error 1.3e-7. */
static const float EXP_F[] = {0x1.0000000000000p-1f, 0x1.5554de0000000p-3f, 0x1.5555ea0000000p-5f,
                              0x1.120b080000000p-7f, 0x1.6c37ee0000000p-10f};

/* Single: log: relative error 1.7e-9. */
static const float LOG_F[] = {0x1.5555560000000p-1f, 0x1.9999ec0000000p-2f, 0x1.245c4e0000000p-2f,
                              0x1.ddcce20000000p-3f};

/* Single: sin: relative error 3.2e-9. */
static const float SIN_F[] = {0x1.921fb60000000p+0f, -0x1.4abbb80000000p-1f, 0x1.465e900000000p-4f,
                              -0x1.2d92c60000000p-8f};

/* Single: cos: relative error 6.3e-10. */
static const float COS_F[] = {-0x1.3bd3cc0000000p+0f, 0x1.03c1ea0000000p-2f, -0x1.55cb880000000p-6f,
                              0x1.db5f6a0000000p-11f};

/* Single: the ratio of Mills, for 0 <= x <= 15: relative error 6.9e-9. */
static const float MILLS_F_TOP[] = {0x1.40d9320000000p+0f, 0x1.1945cc0000000p+0f, 0x1.d653ae0000000p-2f,
                                    0x1.a11f940000000p-4f, 0x1.51e2580000000p-7f};

/* Its denominator. */
static const float MILLS_F_BOTTOM[] = {0x1.0000000000000p+0f, 0x1.acae820000000p+0f, 0x1.33da9c0000000p+0f,
                                       0x1.e0bbec0000000p-2f, 0x1.a126360000000p-4f, 0x1.51e15e0000000p-7f};

#endif
