/* SPDX-License-Identifier: Apache-2.0 */
/* The radial power spectrum. All threads cut a view into the same parts, so that sums have the same bits.
 */
#include "engine.h"

#include <math.h>
#include <stdlib.h>

enum { PARTS = 8 };

int64_t ooc_spectrum_bins(const int64_t size[3]) {
    double square = 0;
    for (int i = 0; i < 3; i++) {
        const int64_t most = size[i] / 2;
        square += (double)most * (double)most;
    }
    return (int64_t)(sqrt(square) + 0.5) + 1;
}

struct adding {
    const struct ooc_engine *engine;
    const struct ooc_view *view;
    int64_t bins;
    double *parts;
};

/* Adds the power of COUNT elements of a row, the first of which has the place AT along axis 2 of the array. */
static void add_row(const double complex *row, int64_t count, int64_t at, const struct adding *adding, double base,
                    double *power) {
    const int64_t n = adding->engine->size[2];
    for (int64_t i = 0; i < count; i++) {
        const double k = (double)ooc_frequency(at + i, n);
        const double re = creal(row[i]), im = cimag(row[i]);
        power[(int64_t)(sqrt(base + k * k) + 0.5)] += re * re + im * im;
    }
}

static void add_part(void *context, int worker, int64_t part) {
    const struct adding *adding = context;
    const struct ooc_view *view = adding->view;
    const int64_t *size = adding->engine->size, *page = view->page, width = ooc_view_size(view, 1);
    const int64_t rows = ooc_view_size(view, 0) * width;
    double *power = adding->parts + part * adding->bins;
    (void)worker;
    for (int64_t r = rows * part / PARTS; r < rows * (part + 1) / PARTS; r++) {
        const int64_t x0 = r / width, x1 = r % width;
        const double k0 = (double)ooc_frequency(view->from[0] + x0, size[0]),
                     k1 = (double)ooc_frequency(view->from[1] + x1, size[1]);
        const int64_t first = (x0 / page[0] * view->pages[1] + x1 / page[1]) * view->pages[2],
                      offset = (x0 % page[0] * page[1] + x1 % page[1]) * page[2];
        for (int64_t p = 0; p < view->pages[2]; p++) {
            const double complex *elements = view->at[first + p];
            add_row(elements + offset, page[2], view->from[2] + p * page[2], adding, k0 * k0 + k1 * k1, power);
        }
    }
}

ooc_err ooc_view_power(struct ooc_engine *engine, const struct ooc_view *view, double *row, struct ooc_error *error) {
    const int64_t bins = ooc_spectrum_bins(engine->size);
    const double n = (double)engine->size[0] * (double)engine->size[1] * (double)engine->size[2];
    struct adding adding = {.engine = engine, .view = view, .bins = bins};
    adding.parts = calloc((size_t)(PARTS * bins), sizeof *adding.parts);
    if (adding.parts == NULL)
        return ooc_fail(error, OOC_ERR_MEMORY, "not enough memory for a spectrum of %lld bins", (long long)bins);
    ooc_crew_run(engine->crew, add_part, &adding, PARTS);
    for (int64_t b = 0; b < bins; b++) {
        row[b] = 0;
        for (int64_t p = 0; p < PARTS; p++)
            row[b] += adding.parts[p * bins + b];
        row[b] = row[b] / n / n;
    }
    free(adding.parts);
    return OOC_OK;
}
