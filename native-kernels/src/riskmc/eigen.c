/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Eigenvalues and eigenvectors of a symmetric matrix: reflections make the matrix tridiagonal (Householder), then
 * rotations diagonal (implicit QL). Wilkinson and Reinsch, Handbook for Automatic Computation II, Linear Algebra, 1971,
 * contributions II/2 and II/4. Eigenvectors are rows, so that all inner loops run along rows.
 */
#include "models.h"

#include <float.h>
#include <math.h>
#include <string.h>

double rmc_dot(const double *a, const double *b, size_t count) {
    double sums[LANES] = {0}, rest = 0;
    size_t i = 0;
    for (; i + LANES <= count; i += LANES)
        for (size_t lane = 0; lane < LANES; lane++)
            sums[lane] += a[i + lane] * b[i + lane];
    for (; i < count; i++)
        rest += a[i] * b[i];
    for (size_t lane = 0; lane < LANES; lane++)
        rest += sums[lane];
    return rest;
}

void rmc_add_times(double *to, double factor, const double *of, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] += factor * of[i];
}

/*
 * Reduces row K of A to its diagonal and one entry. The mirror v, scaled so that I - v v' sends the rest of the row to
 * (side, 0, ..., 0), replaces that rest. Reflects the rows and columns below K. W is scratch. Returns `side`.
 */
static double reflect(double *a, size_t n, size_t k, double *w) {
    double *v = a + k * n + k + 1;
    const size_t left = n - k - 1;
    const double norm = sqrt(rmc_dot(v, v, left)), side = v[0] > 0 ? -norm : norm;
    if (norm == 0)
        return 0;
    v[0] -= side;
    const double scale = sqrt(2 / rmc_dot(v, v, left));
    for (size_t i = 0; i < left; i++)
        v[i] *= scale;
    for (size_t i = 0; i < left; i++)
        w[i] = rmc_dot(a + (k + 1 + i) * n + k + 1, v, left);
    rmc_add_times(w, -0.5 * rmc_dot(w, v, left), v, left);
    for (size_t i = 0; i < left; i++) {
        double *row = a + (k + 1 + i) * n + k + 1;
        rmc_add_times(row, -v[i], w, left);
        rmc_add_times(row, -w[i], v, left);
    }
    return side;
}

/* Makes A tridiagonal with DIAGONAL and SIDE (side[k] between k and k + 1), and overwrites A with the product of all
 * mirrors, the last first. */
static void tridiagonal(double *a, size_t n, double *diagonal, double *side, double *w) {
    for (size_t k = 0; k < n; k++) {
        diagonal[k] = a[k * n + k];
        side[k] = k + 1 < n ? reflect(a, n, k, w) : 0;
    }
    for (size_t k = n; k-- > 0;) {
        const size_t left = n - k - 1;
        const double *mirror = a + k * n + k + 1;
        memcpy(w, mirror, left * sizeof *w);
        memset(a + k * n, 0, n * sizeof *a);
        for (size_t i = k + 1; i < n; i++)
            a[i * n + k] = 0;
        a[k * n + k] = 1;
        for (size_t i = k + 1; i < n; i++)
            rmc_add_times(a + i * n + k + 1, -rmc_dot(a + i * n + k + 1, w, left), w, left);
    }
}

static void rotate(double *upper, double *lower, double cosine, double sine, size_t n) {
    for (size_t k = 0; k < n; k++) {
        const double low = lower[k];
        lower[k] = sine * upper[k] + cosine * low;
        upper[k] = cosine * upper[k] - sine * low;
    }
}

/* Takes one step of implicit QL on the rows FIRST to LAST, shifted by the eigenvalue near diagonal[first]. */
static void ql_step(double *vectors, size_t n, double *diagonal, double *side, const size_t rows[2]) {
    const size_t first = rows[0], last = rows[1];
    const double slope = (diagonal[first + 1] - diagonal[first]) / (2 * side[first]);
    double bulge = diagonal[last] - diagonal[first] + side[first] / (slope + copysign(hypot(slope, 1), slope));
    double sine = 1, cosine = 1, shift = 0;
    for (size_t i = last; i-- > first;) {
        const double across = sine * side[i], along = cosine * side[i];
        const double length = hypot(across, bulge);
        side[i + 1] = length;
        if (length == 0) { /* the matrix splits here */
            diagonal[i + 1] -= shift;
            side[last] = 0;
            return;
        }
        sine = across / length;
        cosine = bulge / length;
        const double corner = diagonal[i + 1] - shift;
        const double mixed = (diagonal[i] - corner) * sine + 2 * cosine * along;
        shift = sine * mixed;
        diagonal[i + 1] = corner + shift;
        bulge = cosine * mixed - along;
        rotate(vectors + i * n, vectors + (i + 1) * n, cosine, sine, n);
    }
    diagonal[first] -= shift;
    side[first] = bulge;
    side[last] = 0;
}

int rmc_eigen(double *a, size_t n, double *values, double *scratch) {
    enum { MOST_STEPS = 60 };
    double *side = scratch;
    tridiagonal(a, n, values, side, scratch + n);
    for (size_t first = 0; first < n; first++)
        for (int step = 0;; step++) {
            size_t last = first;
            while (last + 1 < n && fabs(side[last]) > DBL_EPSILON * (fabs(values[last]) + fabs(values[last + 1])))
                last++;
            if (last == first)
                break;
            if (step == MOST_STEPS)
                return -1;
            ql_step(a, n, values, side, (const size_t[2]){first, last});
        }
    return 0;
}
