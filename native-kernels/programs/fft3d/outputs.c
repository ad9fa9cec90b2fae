/* SPDX-License-Identifier: Apache-2.0 */
#include "outputs.h"

#include "base/files.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int write_texts(const char *path, const char *first, const char *second, struct sw_failure *f) {
    struct sw_part part;
    if (sw_part_create(path, &part) != 0 || sw_file_write(part.fd, first, strlen(first)) != 0 ||
        sw_file_write(part.fd, second, strlen(second)) != 0 || sw_part_finish(&part) != 0 ||
        sw_part_publish(&part) != 0)
        sw_fail(f, STATUS_OUTPUT, "give it a folder that can be written, with room", "%s cannot be written: %s", path,
                strerror(errno));
    sw_part_drop(&part);
    return f->status;
}

/* Writes the printed text. */
static int write_printed(const char *path, FILE *out, char **text, struct sw_failure *f) {
    const bool whole = out != NULL && ferror(out) == 0;
    if (out == NULL || fclose(out) != 0 || !whole)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the text of %s", path);
    else
        write_texts(path, *text, "", f);
    free(*text);
    return f->status;
}

int write_spectrum(const char *path, const double *power, int64_t bins, struct sw_failure *f) {
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    if (out != NULL) {
        fputs("k,power\n", out);
        for (int64_t b = 0; b < bins; b++)
            fprintf(out, "%lld,%.12g\n", (long long)b, power[b]);
    }
    return write_printed(path, out, &text, f);
}

int slice_begin(const int64_t size[3], bool spectrum, struct slice *slice, struct sw_failure *f) {
    *slice = (struct slice){.spectrum = spectrum, .scale = 1};
    for (int i = 0; i < 2; i++) {
        slice->size[i] = size[i + 1];
        slice->points[i] = size[i + 1] < SLICE_MOST ? size[i + 1] : SLICE_MOST;
    }
    if (spectrum)
        slice->scale = (double)size[0] * (double)size[1] * (double)size[2];
    const size_t points = (size_t)(slice->points[0] * slice->points[1]);
    slice->sums = calloc(points, sizeof *slice->sums);
    slice->counts = calloc(points, sizeof *slice->counts);
    if (slice->sums == NULL || slice->counts == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for a slice");
    return f->status;
}

/* The point of element INDEX along an axis; frequencies go from the lowest to the highest. */
static int64_t point_of(const struct slice *slice, int axis, int64_t index) {
    const int64_t n = slice->size[axis], at = slice->spectrum ? (index + n / 2) % n : index;
    return at * slice->points[axis] / n;
}

void slice_add(struct slice *slice, int64_t row, const double complex *values) {
    const int64_t first = point_of(slice, 0, row) * slice->points[1];
    for (int64_t i = 0; i < slice->size[1]; i++) {
        const int64_t point = first + point_of(slice, 1, i);
        const double re = creal(values[i]) / slice->scale, im = cimag(values[i]) / slice->scale;
        slice->sums[point] += slice->spectrum ? re * re + im * im : re;
        slice->counts[point]++;
    }
}

int slice_write(const struct slice *slice, const char *path, struct sw_failure *f) {
    static const double least = 1e-300; /* stands for 0, which has no logarithm */
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    if (out != NULL)
        fputs("row,column,value\n", out);
    for (int64_t p = 0; out != NULL && p < slice->points[0] * slice->points[1]; p++) {
        double value = slice->sums[p] / (double)slice->counts[p];
        if (slice->spectrum)
            value = log10(value > least ? value : least);
        fprintf(out, "%lld,%lld,%.9g\n", (long long)(p / slice->points[1]), (long long)(p % slice->points[1]), value);
    }
    return write_printed(path, out, &text, f);
}

void slice_end(struct slice *slice) {
    free(slice->sums);
    free(slice->counts);
    *slice = (struct slice){.scale = 1};
}
