/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "reference.h"
#include "work.h"

#include <stdlib.h>

enum {
    MOST_REFERENCE = 1 << 24, /* elements */
    ARRAYS = 2,               /* in memory: the transform of the random array, and another one */
    REFERENCE_ARRAYS = 3      /* the former, and one of long doubles */
};
static const double reference_bound = 10; /* in 1e-16 */

struct checks {
    struct properties *properties;
    struct ooc_engine *engine;
    int64_t elements;
    double complex *array, *beside, *room;
};

static void fill(const struct checks *checks, double complex *out) {
    const struct properties *properties = checks->properties;
    generate(&properties->generated, properties->size, 0, checks->elements, out);
}

static void transform(const struct checks *checks, ooc_task task, double complex *array) {
    ooc_transform(checks->engine, task, NULL, (double *)array);
}

/* Compares ARRAY with the values that PROPERTY requires. */
static void hold(const struct checks *checks, enum property property, const double complex *array) {
    struct properties *properties = checks->properties;
    for (int64_t e = 0; e < checks->elements; e += CHUNK_ELEMENTS) {
        const int64_t left = checks->elements - e;
        property_add(properties, property, e, left < CHUNK_ELEMENTS ? left : CHUNK_ELEMENTS, array + e,
                     property_needs_beside(property) ? checks->beside + e : checks->room);
    }
    property_tell(properties, property, property_error(properties, property));
}

static int check_reference(const struct checks *checks, struct sw_failure *f) {
    struct properties *properties = checks->properties;
    double error;
    if (checks->elements > MOST_REFERENCE)
        printf("long double: left out, for more than %d elements\n", MOST_REFERENCE);
    else if (reference_error(&properties->generated, properties->size, checks->beside, &error, f) == STATUS_OK)
        property_tell_named(properties, "error", error, reference_bound);
    return f->status;
}

static void check_others(const struct checks *checks) {
    for (int p = PROPERTY_IMPULSE; p <= PROPERTY_LINEARITY; p++) {
        property_begin(checks->properties, (enum property)p);
        fill(checks, checks->array);
        transform(checks, OOC_DO_FORWARD, checks->array);
        hold(checks, (enum property)p, checks->array);
    }
}

static int check_arrays(struct checks *checks, struct sw_failure *f) {
    const size_t bytes = (size_t)checks->elements * sizeof *checks->array;
    checks->beside = malloc(bytes);
    checks->room = malloc((size_t)CHUNK_ELEMENTS * sizeof *checks->room);
    if (checks->beside == NULL || checks->room == NULL)
        return sw_fail(f, STATUS_COMPUTE, "take a smaller --size", "not enough memory for an array of %zu bytes",
                       bytes);
    property_begin(checks->properties, PROPERTY_PARSEVAL);
    fill(checks, checks->beside);
    transform(checks, OOC_DO_FORWARD, checks->beside);
    if (check_reference(checks, f) != STATUS_OK)
        return f->status;
    hold(checks, PROPERTY_PARSEVAL, checks->beside);
    checks->array = malloc(bytes);
    if (checks->array == NULL)
        return sw_fail(f, STATUS_COMPUTE, "take a smaller --size", "not enough memory for two arrays of %zu bytes",
                       bytes);
    check_others(checks);
    property_begin(checks->properties, PROPERTY_ROUNDTRIP);
    transform(checks, OOC_DO_INVERSE, checks->beside);
    hold(checks, PROPERTY_ROUNDTRIP, checks->beside);
    return f->status;
}

static int check_in_memory(const struct options *options, struct team *team, struct properties *properties,
                           struct sw_failure *f) {
    const struct work work = {.options = *options, .team = team};
    struct checks checks = {.properties = properties, .elements = elements_of(options->size)};
    struct ooc_error error;
    if (team->number > 0)
        return f->status;
    if (ooc_engine_new(options->size, work_threads(&work), &checks.engine, &error) != OOC_OK)
        ooc_failed(&error, f);
    else
        check_arrays(&checks, f);
    ooc_engine_free(checks.engine);
    free(checks.array);
    free(checks.beside);
    free(checks.room);
    return f->status;
}

/* Says whether the checks go to disks; refuses those that the memory does not hold where there is no folder. */
static bool goes_to_disks(const struct options *options, struct sw_failure *f) {
    const int64_t elements = elements_of(options->size);
    const uint64_t arrays = elements > MOST_REFERENCE ? ARRAYS : REFERENCE_ARRAYS,
                   bytes = arrays * (uint64_t)elements * PGD_VALUE_BYTES;
    if (options->data != NULL)
        return true;
    if (bytes > options->memory)
        sw_fail(f, STATUS_USAGE, "name a folder on a disk by --data, or give more --memory",
                "checks in memory take %llu MB, and the memory is %llu MB", (unsigned long long)(bytes >> 20),
                (unsigned long long)(options->memory >> 20));
    return false;
}

int run_checks(const struct options *options, struct team *team, struct sw_failure *f) {
    struct properties properties;
    const bool on_disks = goes_to_disks(options, f);
    if (f->status != STATUS_OK || properties_begin(options->size, &properties, f) != STATUS_OK)
        return team_agree(team, f);
    if (on_disks)
        check_on_disks(options, team, &properties, f);
    else
        check_in_memory(options, team, &properties, f);
    if (team_agree(team, f) == STATUS_OK && properties.missed[0] != '\0')
        sw_fail(f, STATUS_COMPUTE, "compare with an FFTW of your own build", "a check is beyond its bound: %s",
                properties.missed);
    properties_end(&properties);
    return team_agree(team, f);
}
