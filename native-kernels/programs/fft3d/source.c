/* SPDX-License-Identifier: Apache-2.0 */
#include "source.h"

#include "base/fingerprint.h"
#include "slipway/twophase.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FRONT_BYTES = 4096, MAGIC_BYTES = 6, NANOSECONDS = 1000000000 };

static int tp_failed(const struct tp_error *error, struct sw_failure *f) {
    static const char gzip[] = "compress it in blocks, with bgzip, or leave it as it is";
    const int status = error->code == TP_ERR_MPI ? STATUS_MPI : STATUS_FILE;
    return sw_fail(f, status, error->code == TP_ERR_ARGUMENT ? gzip : "look at the file, or take it from a copy", "%s",
                   error->text);
}

static int read_bytes(struct source *source, uint64_t offset, void *out, size_t want, struct sw_failure *f) {
    struct tp_error error;
    size_t got;
    if (tp_read_at(source->file, offset, out, want, &got, &error) != TP_OK)
        return tp_failed(&error, f);
    if (got < want)
        return sw_fail(f, STATUS_FILE, "write it anew, whole", "%s ends at byte %llu, inside of the array",
                       source->path, (unsigned long long)(offset + got));
    return STATUS_OK;
}

/* Takes size and type out of the header of a .npy file. */
static int take_header(struct source *source, const unsigned char *front, size_t count, uint64_t bytes,
                       struct sw_failure *f) {
    struct pgd_error error;
    struct pgd_file file;
    if (pgd_npy_parse(source->path, front, count, bytes, &file, &error) != PGD_OK)
        return pgd_failed(&error, f);
    if (file.fortran_order)
        return sw_fail(f, STATUS_CONTENT, "write it from numpy.ascontiguousarray", "%s is not in C order",
                       source->path);
    memcpy(source->size, file.shape, sizeof source->size);
    source->data_offset = file.data_offset;
    source->value_bytes = file.value_bytes;
    return f->status;
}

/* A raw file has the size that the options say. */
static int take_raw(struct source *source, const struct options *options, uint64_t bytes, struct sw_failure *f) {
    const int64_t *size = options->size;
    if (size[0] == 0)
        return sw_fail(f, STATUS_USAGE, "give --size N1xN2xN3", "%s is no .npy file, so its size is unknown",
                       source->path);
    memcpy(source->size, size, sizeof source->size);
    const double needed = (double)size[0] * (double)size[1] * (double)size[2] * PGD_VALUE_BYTES;
    if (needed != (double)bytes)
        return sw_fail(f, STATUS_CONTENT, "give the --size that the file has, as complex doubles",
                       "%s has %llu bytes, and an array of %lldx%lldx%lld takes %.0f", source->path,
                       (unsigned long long)bytes, (long long)size[0], (long long)size[1], (long long)size[2], needed);
    return f->status;
}

static int look(struct source *source, const struct options *options, struct sw_failure *f) {
    const uint64_t bytes = tp_plan_info(tp_file_plan(source->file)).data_bytes;
    unsigned char front[FRONT_BYTES];
    const size_t count = bytes < sizeof front ? (size_t)bytes : sizeof front;
    if (read_bytes(source, 0, front, count, f) != STATUS_OK)
        return f->status;
    if (count < MAGIC_BYTES || memcmp(front, "\x93NUMPY", MAGIC_BYTES) != 0)
        return take_raw(source, options, bytes, f);
    if (take_header(source, front, count, bytes, f) == STATUS_OK && options->size[0] > 0 &&
        memcmp(options->size, source->size, sizeof source->size) != 0)
        sw_fail(f, STATUS_CONTENT, options->resume != NULL ? "give the input of the run" : "leave --size out",
                "%s is %lldx%lldx%lld, and %s says something else", source->path, (long long)source->size[0],
                (long long)source->size[1], (long long)source->size[2],
                options->resume != NULL ? options->resume : "--size");
    return f->status;
}

int source_open(MPI_Comm comm, const struct options *options, struct source *source, struct sw_failure *f) {
    /* tp_read_at goes past the ring: a small one is enough. */
    const struct tp_options ring = {.segment_bytes = 64 << 10, .slots = 2};
    struct tp_error error;
    *source =
        (struct source){.path = options->input, .generated = {.seed = options->seed}, .value_bytes = PGD_VALUE_BYTES};
    if (options->input == NULL) {
        memcpy(source->size, options->size, sizeof source->size);
        return STATUS_OK;
    }
    source->together = true;
    if (tp_open(comm, options->input, &ring, &source->file, &error) != TP_OK)
        return tp_failed(&error, f);
    if (look(source, options, f) != STATUS_OK)
        return f->status;
    source->raw = malloc((size_t)CHUNK_ELEMENTS * PGD_VALUE_BYTES);
    if (source->raw == NULL)
        return sw_fail_alone(f, "not enough memory to read %s", source->path);
    return STATUS_OK;
}

void source_close(struct source *source) {
    tp_close(source->file);
    source->file = NULL;
    free(source->raw);
    source->raw = NULL;
}

static int check_finite(const struct source *source, int64_t first, int64_t count, const double complex *values,
                        struct sw_failure *f) {
    for (int64_t i = 0; i < count; i++)
        if (!isfinite(creal(values[i])) || !isfinite(cimag(values[i]))) {
            const int64_t *size = source->size, place = first + i;
            return sw_fail(f, STATUS_CONTENT, "its transform would be nothing but NaN; mend the value",
                           "%s: the element (%lld, %lld, %lld) is not finite", source->path,
                           (long long)(place / size[2] / size[1]), (long long)(place / size[2] % size[1]),
                           (long long)(place % size[2]));
        }
    return STATUS_OK;
}

/* Reads elements in the form of the file, and adds the elements to the fingerprint. */
static int read_elements(struct source *source, int64_t first, int64_t count, void *to, struct sw_failure *f) {
    const size_t width = (size_t)source->value_bytes, bytes = (size_t)count * width;
    const uint64_t offset = (uint64_t)first * width;
    if (read_bytes(source, source->data_offset + offset, to, bytes, f) != STATUS_OK)
        return f->status;
    source->print += sw_fingerprint(to, bytes, offset);
    source->elements += count;
    return f->status;
}

int source_read(struct source *source, int64_t first, int64_t count, double complex *out, struct sw_failure *f) {
    if (source->file == NULL) {
        generate(&source->generated, source->size, first, count, out);
        return STATUS_OK;
    }
    void *to = source->value_bytes == PGD_VALUE_BYTES ? (void *)out : source->raw;
    if (read_elements(source, first, count, to, f) != STATUS_OK)
        return f->status;
    const double *reals = source->raw;
    for (int64_t i = 0; i < count && to != out; i++)
        out[i] = reals[i];
    return check_finite(source, first, count, out, f);
}

int source_fingerprint(struct source *source, struct sw_failure *f) {
    const int64_t all = elements_of(source->size);
    source->print = 0;
    source->elements = 0;
    for (int64_t e = 0; e < all; e += CHUNK_ELEMENTS) {
        const int64_t count = all - e < CHUNK_ELEMENTS ? all - e : CHUNK_ELEMENTS;
        if (read_elements(source, e, count, source->raw, f) != STATUS_OK)
            return f->status;
    }
    return f->status;
}

void source_describe(const struct source *source, char text[SOURCE_TEXT_BYTES]) {
    const int64_t *size = source->size;
    const int used =
        snprintf(text, SOURCE_TEXT_BYTES, "%lldx%lldx%lld", (long long)size[0], (long long)size[1], (long long)size[2]);
    if (source->file == NULL)
        snprintf(text + used, SOURCE_TEXT_BYTES - (size_t)used, " generated by seed %llu",
                 (unsigned long long)source->generated.seed);
    else
        snprintf(text + used, SOURCE_TEXT_BYTES - (size_t)used, " %s numbers of a file",
                 source->value_bytes == PGD_VALUE_BYTES ? "complex" : "real");
}

struct source_marks source_marks(const char *path) {
    struct source_marks marks = {.bytes = 0};
    struct stat found;
    if (path == NULL || stat(path, &found) != 0)
        return marks;
    marks.bytes = (uint64_t)found.st_size;
    marks.inode = (uint64_t)found.st_ino;
    marks.written = (int64_t)found.st_mtim.tv_sec * NANOSECONDS + found.st_mtim.tv_nsec;
    return marks;
}

bool source_marks_are_same(const struct source_marks *a, const struct source_marks *b) {
    return a->bytes == b->bytes && a->inode == b->inode && a->written == b->written;
}
