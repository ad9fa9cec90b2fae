/* SPDX-License-Identifier: Apache-2.0 */
#include "lines.h"

#include "wisdom.h"

#include <fftw3.h>
#include <pthread.h>
#include <stdlib.h>

/* FFTW makes plans in one thread at a time. */
static pthread_mutex_t planning = PTHREAD_MUTEX_INITIALIZER;

bool ooc_length_fits(int64_t length) {
    static const int64_t factors[] = {2, 3, 5, 7};
    if (length < 1)
        return false;
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++)
        while (length % factors[i] == 0)
            length /= factors[i];
    return length == 1;
}

/* Returns the pitch of lines in a block. Each line of a power of two begins a cache line further, because all would
 * otherwise begin in one set of the cache. */
static int64_t pitch_of(int64_t length) {
    return (length + 3) / 4 * 4 + 4;
}

/* Returns whether lines of LENGTH are transformed in lanes. A build with the MKL uses the MKL for all lengths. */
static bool in_lanes(int64_t length) {
#ifdef OOC_MKL
    (void)length;
    return false;
#else
    return length <= OOC_COLUMNS_LENGTH;
#endif
}

int64_t ooc_lines_width(int64_t length, int axis) {
    const int64_t fit = OOC_WIDE_BYTES / (length * (int64_t)sizeof(double complex)) / OOC_BLOCK_LINES * OOC_BLOCK_LINES;
    if (axis == 2 || !in_lanes(length) || fit < OOC_BLOCK_LINES)
        return OOC_BLOCK_LINES;
    return ooc_least(fit, OOC_MOST_WIDE);
}

/* FFTW needs a block twice: gathered, and transformed. Lanes need a block, two rooms of one group, and two tables of
 * rows. */
int64_t ooc_lines_room(int64_t length) {
    return in_lanes(length) ? (ooc_lines_width(length, 0) + 2 * OOC_MOST_LANES + 1) * length
                            : 2 * OOC_BLOCK_LINES * pitch_of(length);
}

/* Returns the plan for LENGTH from the wisdom of this library. Without such a plan, or if FFTW refuses the wisdom,
 * returns the plan that FFTW chooses without a measurement. Neither plan depends on the load of the machine. */
static fftw_plan plan_lines(int length, int sign, double complex *room, double complex *to) {
    fftw_plan plan = fftw_plan_dft_1d(length, room, to, sign, FFTW_MEASURE | FFTW_WISDOM_ONLY);
    return plan != NULL ? plan : fftw_plan_dft_1d(length, room, to, sign, FFTW_ESTIMATE);
}

ooc_err ooc_lines_begin(struct ooc_lines *lines, int64_t length, struct ooc_error *error) {
    static bool wise;
    void *room = NULL;
    *lines = (struct ooc_lines){.length = length, .pitch = pitch_of(length)};
    if (in_lanes(length))
        return ooc_columns_begin(&lines->columns, length)
                   ? OOC_OK
                   : ooc_fail(error, OOC_ERR_MEMORY, "not enough memory for lines of %lld elements", (long long)length);
    const size_t bytes = (size_t)ooc_lines_room(length) * sizeof(double complex);
    if (posix_memalign(&room, OOC_ALIGNMENT, bytes) != 0)
        return ooc_fail(error, OOC_ERR_MEMORY, "not enough memory for lines of %lld elements", (long long)length);
    pthread_mutex_lock(&planning);
    if (!wise)
        fftw_import_wisdom_from_string(ooc_wisdom);
    wise = true;
    double complex *from = room, *to = from + OOC_BLOCK_LINES * lines->pitch;
    lines->plans[OOC_FORWARD] = plan_lines((int)length, FFTW_FORWARD, from, to);
    lines->plans[OOC_INVERSE] = plan_lines((int)length, FFTW_BACKWARD, from, to);
    pthread_mutex_unlock(&planning);
    free(room);
    if (lines->plans[OOC_FORWARD] == NULL || lines->plans[OOC_INVERSE] == NULL)
        return ooc_fail(error, OOC_ERR_MEMORY, "FFTW has no plan for lines of %lld elements", (long long)length);
    return OOC_OK;
}

void ooc_lines_end(struct ooc_lines *lines) {
    pthread_mutex_lock(&planning);
    for (int i = 0; i < 2; i++)
        if (lines->plans[i] != NULL)
            fftw_destroy_plan(lines->plans[i]);
    pthread_mutex_unlock(&planning);
    ooc_columns_end(&lines->columns);
    *lines = (struct ooc_lines){.length = 0};
}

void ooc_lines_transform(const struct ooc_lines *lines, ooc_direction direction, double complex *from,
                         int64_t from_pitch, double complex *to, int64_t count) {
    for (int64_t i = 0; i < count; i++)
        fftw_execute_dft(lines->plans[direction], from + i * from_pitch, to + i * lines->pitch);
}
