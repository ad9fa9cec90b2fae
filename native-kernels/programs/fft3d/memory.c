/* SPDX-License-Identifier: Apache-2.0 */
/* The array in the memory of the first client. The others take part in reading, and then have no work. */
#include "outputs.h"
#include "saved.h"
#include "work.h"

#include "base/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

static int take_memory(struct work *work, struct sw_failure *f) {
    struct ooc_error error;
    void *array = NULL;
    const size_t bytes = (size_t)work_bytes(work);
    if (work->team->number == 0) {
        if (posix_memalign(&array, HUGE_PAGE, (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE) != 0)
            sw_fail(f, STATUS_COMPUTE, "give it disks by --data", "not enough memory for an array of %zu bytes", bytes);
        else
            madvise(array, bytes, MADV_HUGEPAGE); /* strides over many pages otherwise miss the table of addresses */
        work->array = array;
        if (f->status == STATUS_OK &&
            ooc_engine_new(work->plan.question.size, work_threads(work), &work->engine, &error) != OOC_OK)
            ooc_failed(&error, f);
    }
    return team_agree(work->team, f);
}

/* Calls source_read for all chunks. Copies each chunk to the array, or compares the chunk with the array. */
static int read_all(struct work *work, double *sums, struct sw_failure *f) {
    const int64_t all = work_elements(work);
    double complex *chunk = malloc((size_t)CHUNK_ELEMENTS * sizeof *chunk), *array = (double complex *)work->array;
    if (chunk == NULL)
        return sw_fail_alone(f, "not enough memory for a chunk of the array");
    for (int64_t e = 0; e < all && f->status == STATUS_OK; e += CHUNK_ELEMENTS) {
        const int64_t count = all - e < CHUNK_ELEMENTS ? all - e : CHUNK_ELEMENTS;
        if (!work->source.together && work->team->number > 0)
            break;
        source_read(&work->source, e, count, chunk, f);
        if (sums == NULL && array != NULL)
            memcpy(array + e, chunk, (size_t)count * sizeof *chunk);
        for (int64_t i = 0; i < count && sums != NULL && array != NULL; i++) {
            const double complex d = array[e + i] - chunk[i];
            sums[0] += creal(d) * creal(d) + cimag(d) * cimag(d);
            sums[1] += creal(chunk[i]) * creal(chunk[i]) + cimag(chunk[i]) * cimag(chunk[i]);
        }
        record_done(&work->record, (uint64_t)count * PGD_VALUE_BYTES, false);
    }
    free(chunk);
    return team_agree(work->team, f);
}

static int transform(struct work *work, struct sw_failure *f) {
    const struct ooc_filter filter = {(ooc_filter_kind)work->options.filter, work->options.parameter};
    const int64_t *size = work->plan.question.size;
    struct ooc_error error;
    record_phase(&work->record, "transform");
    if (work->team->number > 0)
        return f->status;
    ooc_transform(work->engine, work->options.task, &filter, work->array);
    record_done(&work->record, work_bytes(work), false);
    if (work->options.spectrum == NULL)
        return f->status;
    work->power = calloc((size_t)ooc_spectrum_bins(size), sizeof *work->power);
    if (work->power == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for a spectrum");
    if (ooc_spectrum(work->engine, work->array, work->power, &error) != OOC_OK)
        ooc_failed(&error, f);
    return f->status;
}

static int go_back(struct work *work, struct sw_failure *f) {
    double sums[2] = {0, 0};
    record_phase(&work->record, "back");
    if (work->team->number == 0)
        ooc_transform(work->engine, OOC_DO_INVERSE, NULL, work->array);
    record_done(&work->record, work_bytes(work), false);
    record_phase(&work->record, "compare");
    read_all(work, sums, f);
    work->difference = sums[1] > 0 ? sqrt(sums[0] / sums[1]) : sqrt(sums[0]);
    return f->status;
}

static int save(struct work *work, struct sw_failure *f) {
    const int64_t all = work->team->number == 0 ? work_elements(work) : 0;
    struct saved saved;
    record_phase(&work->record, "output");
    saved_begin(work->team, work->options.output, work->plan.question.size, &saved, f);
    for (int64_t e = 0; e < all && f->status == STATUS_OK; e += CHUNK_ELEMENTS) {
        const int64_t count = all - e < CHUNK_ELEMENTS ? all - e : CHUNK_ELEMENTS;
        saved_put(&saved, e, count, (const double complex *)work->array + e, f);
        record_done(&work->record, (uint64_t)count * PGD_VALUE_BYTES, false);
    }
    return saved_end(work->team, &saved, f);
}

static int draw(struct work *work, struct sw_failure *f) {
    const bool spectrum = work->options.task == OOC_DO_FORWARD && !work->options.roundtrip;
    const int64_t *size = work->plan.question.size;
    struct slice slice;
    if (slice_begin(size, spectrum, &slice, f) == STATUS_OK) {
        for (int64_t row = 0; row < size[1]; row++)
            slice_add(&slice, row, (const double complex *)work->array + row * size[2]);
        slice_write(&slice, work->options.slice, f);
    }
    slice_end(&slice);
    return f->status;
}

int work_in_memory(struct work *work, struct sw_failure *f) {
    const struct options *options = &work->options;
    const int moves = 2 + (options->output != NULL) + (options->roundtrip ? 2 : 0);
    if (record_begin(work->team, (double)work_bytes(work) * moves, NULL, &work->record, f) != STATUS_OK ||
        take_memory(work, f) != STATUS_OK)
        return f->status;
    record_phase(&work->record, "input");
    if (read_all(work, NULL, f) != STATUS_OK)
        return f->status;
    work->load_seconds = sw_clock_seconds() - work->begin;
    if (transform(work, f) == STATUS_OK && options->roundtrip)
        go_back(work, f);
    work->run_seconds = sw_clock_seconds() - work->begin - work->load_seconds;
    if (team_agree(work->team, f) == STATUS_OK && options->output != NULL)
        save(work, f);
    if (f->status == STATUS_OK && options->slice != NULL && work->team->number == 0)
        draw(work, f);
    return team_agree(work->team, f) == STATUS_OK ? report(work, f) : f->status;
}
