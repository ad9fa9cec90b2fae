/* SPDX-License-Identifier: Apache-2.0 */
#include "properties.h"

#include <math.h>
#include <stdlib.h>

static const double bound = 20; /* of all errors, in 1e-16 */

static const struct {
    const char *name;
    enum generated_kind array;
} rows[PROPERTIES] = {
    [PROPERTY_PARSEVAL] = {"parseval", GENERATED_RANDOM}, [PROPERTY_IMPULSE] = {"impulse", GENERATED_IMPULSE},
    [PROPERTY_WAVE] = {"wave", GENERATED_WAVE},           [PROPERTY_SHIFT] = {"shift", GENERATED_SHIFTED},
    [PROPERTY_LINEARITY] = {"linearity", GENERATED_SUM},  [PROPERTY_ROUNDTRIP] = {"roundtrip", GENERATED_RANDOM},
};

int properties_begin(const int64_t size[3], struct properties *properties, struct sw_failure *f) {
    *properties = (struct properties){.size = {size[0], size[1], size[2]}};
    properties->generated.seed = 1;
    for (int i = 0; i < 3; i++) {
        const int64_t at = (i + 1) % size[i];
        properties->generated.at[i] = at;
        properties->turns[i] = malloc((size_t)size[i] * sizeof *properties->turns[i]);
        if (properties->turns[i] == NULL)
            return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for %lld angles", (long long)size[i]);
        for (int64_t k = 0; k < size[i]; k++)
            properties->turns[i][k] = cexp(-2 * M_PI * I * (double)(k * at % size[i]) / (double)size[i]);
    }
    return f->status;
}

void properties_end(struct properties *properties) {
    for (int i = 0; i < 3; i++)
        free(properties->turns[i]);
}

void property_begin(struct properties *properties, enum property property) {
    properties->generated.kind = rows[property].array;
    properties->far = properties->all = 0;
}

static double complex turn_at(const struct properties *properties, int64_t place) {
    const int64_t *size = properties->size;
    return properties->turns[0][place / size[2] / size[1]] * properties->turns[1][place / size[2] % size[1]] *
           properties->turns[2][place % size[2]];
}

/* Returns the required element at PLACE. BESIDE: the element of the transform beside, or of the array. */
static double complex wanted(const struct properties *properties, enum property property, int64_t place,
                             double complex beside) {
    const int64_t *size = properties->size, *at = properties->generated.at;
    switch (property) {
    case PROPERTY_IMPULSE:
        return turn_at(properties, place);
    case PROPERTY_WAVE:
        return place == (at[0] * size[1] + at[1]) * size[2] + at[2] ? (double)elements_of(size) : 0;
    case PROPERTY_SHIFT:
        return beside * turn_at(properties, place);
    case PROPERTY_LINEARITY:
        return beside * (1 + 3 * I * turn_at(properties, place));
    case PROPERTY_PARSEVAL:
    case PROPERTY_ROUNDTRIP:
    case PROPERTIES:
        break;
    }
    return beside;
}

static long double square(double complex x) {
    return (long double)creal(x) * creal(x) + (long double)cimag(x) * cimag(x);
}

void property_add(struct properties *properties, enum property property, int64_t first, int64_t count,
                  const double complex *elements, double complex *room) {
    if (property == PROPERTY_PARSEVAL || property == PROPERTY_ROUNDTRIP)
        generate(&properties->generated, properties->size, first, count, room);
    for (int64_t i = 0; i < count; i++) {
        const double complex right = wanted(properties, property, first + i, room[i]);
        properties->far += property == PROPERTY_PARSEVAL ? square(elements[i]) : square(elements[i] - right);
        properties->all += square(right);
    }
}

double property_error(const struct properties *properties, enum property property) {
    if (property == PROPERTY_PARSEVAL)
        return fabs(
            (double)(sqrtl(properties->far / (long double)elements_of(properties->size) / properties->all) - 1));
    return (double)sqrtl(properties->far / properties->all);
}

void property_tell_named(struct properties *properties, const char *name, double error, double most) {
    const bool right = error * 1e16 <= most;
    printf("%s_e16 %.3f of at most %.0f%s\n", name, error * 1e16, most, right ? "" : " (beyond its bound)");
    if (!right && properties->missed[0] == '\0')
        snprintf(properties->missed, sizeof properties->missed, "%s is %.3fe-16, and at most %.0fe-16 is right", name,
                 error * 1e16, most);
}

void property_tell(struct properties *properties, enum property property, double error) {
    property_tell_named(properties, rows[property].name, error, bound);
}
