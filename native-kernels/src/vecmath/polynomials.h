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

/* The denominator of the function above. */
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

/* The denominator of the function above. */
static const float MILLS_F_BOTTOM[] = {0x1.0000000000000p+0f, 0x1.acae820000000p+0f, 0x1.33da9c0000000p+0f,
                                       0x1.e0bbec0000000p-2f, 0x1.a126360000000p-4f, 0x1.51e15e0000000p-7f};

/* The root of 2 over 5, beyond which the normal distribution is 0 or 1 to 3e-7. */
#define CENTRAL_SCALE 0x1.21a1851ff630ap-2

/* Single: (N(x) - 1/2) / y in y^2 - 1, y = CENTRAL_SCALE x: relative error 4.8e-7. */
static const float CENTRAL_F[] = {0x1.ffcaa40000000p-2f,  -0x1.fcff9e0000000p-3f, 0x1.750ca40000000p-3f,
                                  -0x1.24dc6a0000000p-3f, 0x1.c757940000000p-4f,  -0x1.509aba0000000p-4f,
                                  0x1.daa3c00000000p-5f,  -0x1.4563100000000p-5f, 0x1.76566c0000000p-6f,
                                  -0x1.2d6c040000000p-7f, 0x1.7f334c0000000p-8f,  -0x1.7e0a160000000p-8f,
                                  0x1.287b3e0000000p-9f};

/* z / q for N(z) = q + 1/2, |q| <= 0.425, in 0.425^2 - q^2: relative error 8.7e-17. */
static const double MIDDLE_TOP[] = {0x1.b18d91e9eef75p+1,  0x1.09f37ed070d94p+7,  0x1.eb8b10c5b268fp+10,
                                    0x1.ab287aaca1333p+13, 0x1.6457e68e2c486p+15, 0x1.044b5a5b9ac58p+16,
                                    0x1.01ec58b5a8cadp+15, 0x1.349e36d002b3ep+11};

/* The denominator of the function above. */
static const double MIDDLE_BOTTOM[] = {0x1.0000000000000p+0,  0x1.521d469c10692p+5,  0x1.56b8535bd5fc6p+9,
                                       0x1.4fb892ef732edp+12, 0x1.4969f74672b32p+14, 0x1.30770e2b04b21p+15,
                                       0x1.bbce1cd410ef0p+14, 0x1.41eb51cb2467cp+12};

/* -z for N(z) = exp(-(1.6 + w)^2) in w, N(z) from 2^-1074 to 0.075: relative error 4.3e-17. */
static const double TAIL_TOP[] = {0x1.6c665fde9526bp+0,  0x1.3559a89254134p+2, 0x1.9dc53be09bc24p+2,
                                  0x1.253a70c7501b8p+2,  0x1.ec0fe0c86d61ep+0, 0x1.fe75830952c35p-2,
                                  0x1.471237f77c17dp-4,  0x1.efc6068ec5969p-8, 0x1.95cde559f1ef7p-12,
                                  0x1.31bfd1e34cde9p-17, 0x1.2d86bc9dad67ep-24};

/* The denominator of the function above. */
static const double TAIL_BOTTOM[] = {0x1.0000000000000p+0,  0x1.191615a2a1344p+1,  0x1.fe691cdbf7491p+0,
                                     0x1.f4682ccba70c8p-1,  0x1.218106a70e9f7p-2,  0x1.927b15a251022p-5,
                                     0x1.440b78e09bbfep-8,  0x1.14734f8bb1c8bp-12, 0x1.ab128b06345a7p-18,
                                     0x1.aa6b87b3ede6fp-25, 0x1.6016208f545aap-51};

/* Single: z / q: relative error 3.4e-10. */
static const float MIDDLE_F_TOP[] = {0x1.b18d920000000p+1f, 0x1.1c12220000000p+6f, 0x1.a51ade0000000p+8f,
                                     0x1.59519e0000000p+9f, 0x1.2aca280000000p+7f};

/* The denominator of the function above. */
static const float MIDDLE_F_BOTTOM[] = {0x1.0000000000000p+0f, 0x1.7f8dfe0000000p+4f, 0x1.5c9e840000000p+7f,
                                        0x1.973ea60000000p+8f, 0x1.9d65060000000p+7f};

/* Single: -z: relative error 2.0e-9. */
static const float TAIL_F_TOP[] = {0x1.6c66600000000p+0f, 0x1.9b83860000000p+1f, 0x1.13fed40000000p+1f,
                                   0x1.0fb8320000000p-1f, 0x1.4635f80000000p-5f};

/* The denominator of the function above. */
static const float TAIL_F_BOTTOM[] = {0x1.0000000000000p+0f, 0x1.0f10a20000000p+0f, 0x1.52dad00000000p-2f,
                                      0x1.cd13f60000000p-6f, 0x1.03d2ee0000000p-22f};

#endif
