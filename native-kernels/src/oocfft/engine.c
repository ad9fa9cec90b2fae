/* SPDX-License-Identifier: Apache-2.0 */
#include "engine.h"

#include "base/clock.h"

#include <math.h>
#include <stdlib.h>

static ooc_err check_size(const int64_t size[3], struct ooc_error *error) {
    for (int i = 0; i < 3; i++)
        if (size[i] < 1 || size[i] > OOC_MAX_LENGTH || !ooc_length_fits(size[i]))
            return ooc_fail(
                error, OOC_ERR_ARGUMENT,
                "size %lldx%lldx%lld: %lld has a prime factor other than 2, 3, 5 and 7, or is not from 1 to "
                "%d; pad the array to a length that has none",
                (long long)size[0], (long long)size[1], (long long)size[2], (long long)size[i], OOC_MAX_LENGTH);
    return OOC_OK;
}

static ooc_err fill(struct ooc_engine *engine, struct ooc_error *error) {
    void *room = NULL;
    for (int i = 0; i < 3; i++) {
        if (ooc_lines_begin(&engine->lines[i], engine->size[i], error) != OOC_OK)
            return error != NULL ? error->code : OOC_ERR_MEMORY;
        const int64_t needed = ooc_lines_room(engine->size[i]);
        engine->room_each = needed > engine->room_each ? needed : engine->room_each;
    }
    const size_t bytes = (size_t)(engine->room_each * engine->threads) * sizeof(double complex);
    engine->crew = ooc_crew_new(engine->threads);
    if (engine->crew == NULL || posix_memalign(&room, OOC_ALIGNMENT, bytes) != 0)
        return ooc_fail(error, OOC_ERR_MEMORY, "not enough memory for %d threads", engine->threads);
    engine->room = room;
    return OOC_OK;
}

ooc_err ooc_engine_new(const int64_t size[3], int threads, struct ooc_engine **engine, struct ooc_error *error) {
    struct ooc_error own;
    *engine = NULL;
    if (error == NULL)
        error = &own;
    if (check_size(size, error) != OOC_OK)
        return OOC_ERR_ARGUMENT;
    if (threads < 1)
        return ooc_fail(error, OOC_ERR_ARGUMENT, "%d threads: there is at least one", threads);
    struct ooc_engine *made = calloc(1, sizeof *made);
    if (made == NULL)
        return ooc_fail(error, OOC_ERR_MEMORY, "not enough memory for an engine");
    *made = (struct ooc_engine){.size = {size[0], size[1], size[2]}, .threads = threads};
    const ooc_err code = fill(made, error);
    if (code == OOC_OK)
        *engine = made;
    else
        ooc_engine_free(made);
    return code;
}

void ooc_engine_free(struct ooc_engine *engine) {
    if (engine == NULL)
        return;
    ooc_crew_free(engine->crew);
    for (int i = 0; i < 3; i++)
        ooc_lines_end(&engine->lines[i]);
    ooc_factors_free(&engine->factors);
    free(engine->room);
    free(engine);
}

void ooc_transform(struct ooc_engine *engine, ooc_task task, const struct ooc_filter *filter, double *array) {
    void *const pages[] = {array};
    const int64_t *size = engine->size;
    const struct ooc_view view = {.page = {size[0], size[1], size[2]}, .pages = {1, 1, 1}, .at = pages};
    const ooc_direction direction = task == OOC_DO_INVERSE ? OOC_INVERSE : OOC_FORWARD;
    const struct ooc_step planes[] = {{.axis = 2, .direction = direction}, {.axis = 1, .direction = direction}};
    const struct ooc_step columns = {.axis = 0, .direction = direction, .filter = task == OOC_DO_FILTER};
    const struct ooc_step back[] = {{.axis = 2, .direction = OOC_INVERSE}, {.axis = 1, .direction = OOC_INVERSE}};
    ooc_sweep(engine, &view, planes, 2, NULL);
    ooc_sweep(engine, &view, &columns, 1, filter);
    if (task == OOC_DO_FILTER)
        ooc_sweep(engine, &view, back, 2, NULL);
}

ooc_err ooc_spectrum(struct ooc_engine *engine, const double *array, double *power, struct ooc_error *error) {
    double *const whole = (double *)array; /* is only read */
    void *const pages[] = {whole};
    const int64_t *size = engine->size;
    const struct ooc_view view = {.page = {size[0], size[1], size[2]}, .pages = {1, 1, 1}, .at = pages};
    return ooc_view_power(engine, &view, power, error);
}

enum { TRIAL_LINES = 64 };

/* Transforms some lines along each axis, in the cache, as sweeps do. */
static void try_lines(struct ooc_engine *engine, double complex *room) {
    void *const pages[] = {room};
    for (int axis = 0; axis < 3; axis++) {
        struct ooc_view view = {.page = {1, 1, 1}, .pages = {1, 1, 1}, .at = pages};
        const struct ooc_step step = {.axis = axis, .direction = OOC_FORWARD};
        view.page[axis] = engine->size[axis];
        view.page[axis == 2 ? 1 : 2] = TRIAL_LINES;
        ooc_sweep(engine, &view, &step, 1, NULL);
    }
}

double ooc_engine_flops(struct ooc_engine *engine) {
    double flops = 0;
    int64_t longest = 0;
    for (int i = 0; i < 3; i++) {
        flops += 5.0 * TRIAL_LINES * (double)engine->size[i] * log2((double)engine->size[i]);
        longest = engine->size[i] > longest ? engine->size[i] : longest;
    }
    double complex *room = calloc((size_t)(TRIAL_LINES * longest), sizeof *room);
    if (room == NULL)
        return 0;
    try_lines(engine, room); /* warms up */
    for (int64_t times = 1;; times *= 2) {
        const double begin = sw_clock_seconds();
        for (int64_t i = 0; i < times; i++)
            try_lines(engine, room);
        const double seconds = sw_clock_seconds() - begin;
        if (seconds > 0.03) {
            free(room);
            return flops * (double)times / seconds;
        }
    }
}
