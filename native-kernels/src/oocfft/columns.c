/* SPDX-License-Identifier: Apache-2.0 */
#include "columns.h"

#include "column-kernels.h"
#include "vecmath/choose.h"

#include <math.h>
#include <stdlib.h>

static const long double two_pi = 6.28318530717958647692528676655900577L;

/* Divides a length into few stages with large factors, except that a last factor 32 becomes 8 and 4. */
static int count_stages(int64_t length, int radices[OOC_COLUMN_STAGES]) {
    static const int factors[] = {16, 8, 4, 2, 7, 5, 3};
    int count = 0;
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++)
        while (length % factors[i] == 0 && !(factors[i] == 16 && length % 64 == 32)) {
            radices[count++] = factors[i];
            length /= factors[i];
        }
    if (count == 0)
        radices[count++] = 1;
    return count;
}

/* Writes the turns of a stage that leaves PARTS times RADIX elements. Returns the place of the next turns. */
static double *fill_turns(int radix, int64_t parts, double *turns) {
    for (int64_t p = 0; p < parts; p++)
        for (int k = 1; k < radix; k++) {
            const long double angle = two_pi * (long double)(p * k) / (long double)(parts * radix);
            *turns++ = (double)cosl(angle);
            *turns++ = -(double)sinl(angle);
        }
    return turns;
}

bool ooc_columns_begin(struct ooc_columns *columns, int64_t length) {
    int radices[OOC_COLUMN_STAGES];
    int64_t before = 1;
    *columns = (struct ooc_columns){.length = length, .count = count_stages(length, radices)};
    double *turns = malloc((size_t)(4 * length + 2) * sizeof *turns);
    columns->turns = turns;
    for (int s = 0; s < columns->count && turns != NULL; s++) {
        const int64_t parts = length / before / radices[s];
        columns->stages[s] = (struct ooc_stage){radices[s], before, parts, turns};
        turns = fill_turns(radices[s], parts, turns);
        before *= radices[s];
    }
    return turns != NULL;
}

void ooc_columns_end(struct ooc_columns *columns) {
    free(columns->turns);
    *columns = (struct ooc_columns){.length = 0};
}

int64_t ooc_columns_lanes(void) {
    return VM_CHOOSE(ooc_column_kernels).lanes;
}

void ooc_columns_transform(const struct ooc_columns *columns, double *lanes, double *const rooms[2]) {
    VM_CHOOSE(ooc_column_kernels).transform(columns, lanes, rooms);
}

void ooc_columns_gather(const struct ooc_rows *rows, double *lanes) {
    VM_CHOOSE(ooc_column_kernels).gather(rows, lanes);
}

void ooc_columns_scatter(const struct ooc_rows *rows, const double *lanes, double scale) {
    VM_CHOOSE(ooc_column_kernels).scatter(rows, lanes, scale);
}

void ooc_columns_take(const struct ooc_columns *columns, const struct ooc_strip *strip, double *lanes) {
    VM_CHOOSE(ooc_column_kernels).take(columns, strip, lanes);
}

void ooc_columns_give(const struct ooc_columns *columns, const struct ooc_strip *strip, const double *lanes) {
    VM_CHOOSE(ooc_column_kernels).give(columns, strip, lanes);
}
