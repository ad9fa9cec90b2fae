#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints polynomials.h: the coefficients of vecmath, worked out in 60 digits. Needs mpmath; a build does not run it.

    python3 polynomials.py > polynomials.h

A polynomial is fitted by least squares at Chebyshev nodes, a rational function by the iteration of Sanathanan and Koerner
("Transfer function synthesis as a ratio of two complex polynomials", 1963). Both come within a small factor of the best
approximation. The largest relative error stands beside each table; it is that of the approximation, without rounding.
"""
import functools
import struct

from mpmath import mp, mpf

mp.dps = 60
NODES = 160


def nodes(low, high):
    """Returns Chebyshev nodes of an interval."""
    return [(low + high) / 2 + (high - low) / 2 * mp.cos((2 * i + 1) * mp.pi / (2 * NODES)) for i in range(NODES)]


def least_squares(rows, right):
    """Solves an overdetermined system."""
    return list(mp.qr_solve(mp.matrix(rows), mp.matrix(right))[0])


def polynomial(function, low, high, degree):
    """Fits c[0] + c[1] x + ... to a function, by its relative error."""
    rows, right = [], []
    for x in nodes(mpf(low), mpf(high)):
        value = function(x)
        rows.append([x**k / value for k in range(degree + 1)])
        right.append(mpf(1))
    return least_squares(rows, right)


def rational(function, points, top, bottom):
    """Fits P / Q with Q[0] = 1 to a function on points, by its relative error."""
    weights = [mpf(1)] * len(points)
    values = [function(x) for x in points]
    for _ in range(6):
        rows, right = [], []
        for x, value, weight in zip(points, values, weights):
            scale = 1 / (value * weight)
            rows.append([x**k * scale for k in range(top + 1)] + [-value * x**k * scale for k in range(1, bottom + 1)])
            right.append(value * scale)
        found = least_squares(rows, right)
        p, q = found[: top + 1], [mpf(1)] + found[top + 1 :]
        weights = [mp.polyval(q[::-1], x) for x in points]
    return p, q


def error(function, fitted, points):
    """Returns the largest relative error of a fit, between the nodes, too."""
    return max(abs(fitted(x) / function(x) - 1) for x in points)


def between(points):
    """Returns the middles of neighbouring points."""
    return [(a + b) / 2 for a, b in zip(points, points[1:])]


def literal(value, single):
    """Returns a coefficient as the nearest C constant of its type."""
    if single:
        return struct.unpack("f", struct.pack("f", float(value)))[0].hex() + "f"
    return float(value).hex()


def table(name, coefficients, note, single):
    """Prints a table of coefficients, lowest power first."""
    kind = "float" if single else "double"
    print(f"\n/* {note} */")
    print(f"static const {kind} {name}[] = {{" + ", ".join(literal(c, single) for c in coefficients) + "};")


def one_polynomial(name, function, span, degree, what, single=False):
    """Fits and prints a polynomial."""
    found = polynomial(function, *span, degree)
    worst = error(function, lambda x: mp.polyval(found[::-1], x), between(nodes(mpf(span[0]), mpf(span[1]))))
    table(name, found, f"{what}: relative error {mp.nstr(worst, 2)}.", single)


def one_rational(name, function, points, degrees, what, single=False):
    """Fits and prints a rational function."""
    p, q = rational(function, points, *degrees)
    worst = error(function, lambda x: mp.polyval(p[::-1], x) / mp.polyval(q[::-1], x), between(points))
    table(name + "_TOP", p, f"{what}: relative error {mp.nstr(worst, 2)}.", single)
    table(name + "_BOTTOM", q, "Its denominator.", single)


def exp_rest(r):
    """(exp(r) - 1 - r) / r^2."""
    return (mpf(1) / 2 + r / 6) if abs(r) < mpf(10) ** -20 else (mp.exp(r) - 1 - r) / r**2


def log_rest(z):
    """(2 atanh(s) / s - 2) / s^2, z = s^2."""
    s = mp.sqrt(z)
    return (2 * mp.atanh(s) / s - 2) / z


def sine(z):
    """sin(pi/2 f) / f, z = f^2."""
    f = mp.sqrt(z)
    return mp.sin(mp.pi / 2 * f) / f


def cosine(z):
    """(cos(pi/2 f) - 1) / f^2, z = f^2."""
    f = mp.sqrt(z)
    return (mp.cos(mp.pi / 2 * f) - 1) / z


def mills(x):
    """(1 - N(x)) / phi(x), the ratio of Mills."""
    return mp.sqrt(mp.pi / 2) * mp.erfc(x / mp.sqrt(2)) * mp.exp(x * x / 2)


CENTRAL = mpf(5)


def central(u):
    """(N(x) - 1/2) / y, u = y^2 - 1, y = x sqrt(2) / 5."""
    y = mp.sqrt(u + 1)
    return mp.erf(CENTRAL * y / 2) / (2 * y)


MIDDLE = mpf("0.180625")  # 0.425^2
TAIL = mpf("1.6")


def inverse_middle(s):
    """z / q for N(z) = q + 1/2, s = 0.425^2 - q^2."""
    q = mp.sqrt(MIDDLE - s)
    return mp.sqrt(2) * mp.erfinv(2 * q) / q


@functools.cache
def inverse_tail(w):
    """-z for log N(z) = -(1.6 + w)^2, by Newton's method."""
    r = TAIL + w
    z = -mp.sqrt(2) * r if r > 2 else mpf(-1)
    for _ in range(60):
        tail = mills(-z)
        z += -(mp.log(tail) - z * z / 2 - mp.log(2 * mp.pi) / 2 + r * r) * tail
    return -z


def half_line(low, middle, high):
    """Returns points from low to high, half of them below middle."""
    top = (high - low) / (high + middle - 2 * low)
    return [low + (middle - low) * t / (1 - t) for t in nodes(mpf(0), mpf(top))]


HALF_LOG2 = mp.log(2) / 2
ATANH_LIMIT = ((mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)) ** 2


def header():
    """Prints the start of the header."""
    print("/* SPDX-License-Identifier: Apache-2.0 */")
    print("/* Coefficients, lowest power first. Made by polynomials.py, which says how; do not edit. */")
    print("#ifndef SLIPWAY_VECMATH_POLYNOMIALS_H\n#define SLIPWAY_VECMATH_POLYNOMIALS_H")


def main():
    """Prints the whole header."""
    header()
    tiny = mpf(10) ** -30
    span = (-HALF_LOG2 * mpf("1.0001"), HALF_LOG2 * mpf("1.0001"))
    one_polynomial("EXP", exp_rest, span, 9, "(exp(r) - 1 - r) / r^2 for |r| <= log(2) / 2")
    one_polynomial("LOG", log_rest, (tiny, ATANH_LIMIT), 6, "(2 atanh(s) / s - 2) / s^2 in s^2, for s = f / (2 + f), 1 + f in [sqrt(1/2), sqrt(2)]")
    one_polynomial("SIN", sine, (tiny, mpf(1) / 4), 6, "sin(pi/2 f) / f in f^2, for |f| <= 1/2")
    one_polynomial("COS", cosine, (tiny, mpf(1) / 4), 6, "(cos(pi/2 f) - 1) / f^2 in f^2, for |f| <= 1/2")
    one_rational("MILLS", mills, half_line(mpf(0), mpf(3), mpf(40)), (9, 10), "(1 - N(x)) / phi(x), the ratio of Mills, for 0 <= x <= 40")
    one_polynomial("EXP_F", exp_rest, span, 4, "The same in single precision: exp", True)
    one_polynomial("LOG_F", log_rest, (tiny, ATANH_LIMIT), 3, "Single: log", True)
    one_polynomial("SIN_F", sine, (tiny, mpf(1) / 4), 3, "Single: sin", True)
    one_polynomial("COS_F", cosine, (tiny, mpf(1) / 4), 3, "Single: cos", True)
    one_rational("MILLS_F", mills, half_line(mpf(0), mpf(3), mpf(15)), (4, 5), "Single: the ratio of Mills, for 0 <= x <= 15", True)
    print("\n/* The root of 2 over 5, beyond which the normal distribution is 0 or 1 to 3e-7. */\n#define CENTRAL_SCALE " + literal(mp.sqrt(2) / CENTRAL, False))
    one_polynomial("CENTRAL_F", central, (tiny - 1, mpf(1)), 12, "Single: (N(x) - 1/2) / y in y^2 - 1, y = CENTRAL_SCALE x", True)
    middle, first = nodes(tiny, MIDDLE - tiny), mp.sqrt(-mp.log(mpf("0.075"))) - TAIL
    one_rational("MIDDLE", inverse_middle, middle, (7, 7), "z / q for N(z) = q + 1/2, |q| <= 0.425, in 0.425^2 - q^2")
    one_rational("TAIL", inverse_tail, half_line(first, mpf(2), mpf("25.8")), (10, 10), "-z for N(z) = exp(-(1.6 + w)^2) in w, N(z) from 2^-1074 to 0.075")
    one_rational("MIDDLE_F", inverse_middle, middle, (4, 4), "Single: z / q", True)
    one_rational("TAIL_F", inverse_tail, half_line(first, mpf(2), mpf("8.7")), (4, 4), "Single: -z", True)
    print("\n#endif")


if __name__ == "__main__":
    main()
