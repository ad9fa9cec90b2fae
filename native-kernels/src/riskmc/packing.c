/* SPDX-License-Identifier: Apache-2.0 */
/* Models as bytes: a head of words, then the arrays. */
#include "models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The words of the head. */
enum { LAW, MODEL_FACTORS, HORIZONS, DAYS, KEY, TAIL_KEY, DEGREES, WORDS };

/* No memory holds more factors, horizons or days, and below these bounds the size of an array cannot overflow. */
static const uint64_t MOST = UINT64_C(1) << 24, MOST_DAYS = UINT64_C(1) << 32;

enum { ARRAYS = 7 };

struct array {
    void **at; /* address of the model's pointer to the array */
    size_t bytes;
};

/* Lists the arrays of a model of this law, and returns their number. */
static size_t arrays_of(struct rmc_model *model, struct array arrays[ARRAYS]) {
    const size_t n = model->factors, vector = n * sizeof(double);
    size_t count = 0;
    arrays[count++] = (struct array){(void **)&model->horizons, model->horizon_count * sizeof(double)};
    arrays[count++] = (struct array){(void **)&model->mean, vector};
    if (model->law == RMC_NORMAL || model->law == RMC_STUDENT) {
        arrays[count++] = (struct array){(void **)&model->root, (n + 1) * vector / 2};
    } else {
        arrays[count++] = (struct array){(void **)&model->history, model->days * vector};
        arrays[count++] = (struct array){(void **)&model->half, vector};
        arrays[count++] = (struct array){(void **)&model->variance, vector};
        arrays[count++] = (struct array){(void **)&model->garch, n * sizeof *model->garch};
    }
    return count;
}

size_t rmc_model_bytes(const struct rmc_model *model) {
    struct rmc_model same = *model;
    struct array arrays[ARRAYS];
    size_t bytes = WORDS * sizeof(uint64_t);
    for (size_t i = 0, count = arrays_of(&same, arrays); i < count; i++)
        bytes += arrays[i].bytes;
    return bytes;
}

static uint64_t word_of(struct vm_key key) {
    return key.word[0] | (uint64_t)key.word[1] << 32;
}

static struct vm_key key_of(uint64_t word) {
    return (struct vm_key){{(uint32_t)word, (uint32_t)(word >> 32)}};
}

void rmc_model_pack(const struct rmc_model *model, void *bytes) {
    struct rmc_model same = *model;
    struct array arrays[ARRAYS];
    uint64_t words[WORDS] = {
        [LAW] = (uint64_t)model->law, [MODEL_FACTORS] = model->factors, [HORIZONS] = model->horizon_count,
        [DAYS] = model->days,         [KEY] = word_of(model->key),      [TAIL_KEY] = word_of(model->tail_key)};
    char *to = bytes;
    memcpy(&words[DEGREES], &model->degrees, sizeof model->degrees);
    memcpy(to, words, sizeof words);
    to += sizeof words;
    for (size_t i = 0, count = arrays_of(&same, arrays); i < count; i++) {
        memcpy(to, *arrays[i].at, arrays[i].bytes);
        to += arrays[i].bytes;
    }
}

static rmc_err take_head(const void *bytes, size_t count, struct rmc_model *model, struct rmc_error *error) {
    uint64_t words[WORDS] = {0}; /* too few bytes have no factors */
    if (count >= sizeof words)
        memcpy(words, bytes, sizeof words);
    if (words[LAW] > RMC_HISTORICAL || words[MODEL_FACTORS] < 1 || words[MODEL_FACTORS] >= MOST ||
        words[HORIZONS] < 1 || words[HORIZONS] >= MOST || words[DAYS] >= MOST_DAYS)
        return rmc_fail(error, RMC_ERR_ARGUMENT, "%zu bytes that do not begin a model", count);
    model->law = (rmc_law)words[LAW];
    model->factors = words[MODEL_FACTORS];
    model->horizon_count = words[HORIZONS];
    model->days = words[DAYS];
    model->key = key_of(words[KEY]);
    model->tail_key = key_of(words[TAIL_KEY]);
    memcpy(&model->degrees, &words[DEGREES], sizeof model->degrees);
    return RMC_OK;
}

static rmc_err take_arrays(const char *bytes, size_t count, struct rmc_model *model, struct rmc_error *error) {
    struct array arrays[ARRAYS];
    const size_t known = arrays_of(model, arrays);
    for (size_t i = 0; i < known; i++) {
        if (arrays[i].bytes > count)
            return rmc_fail(error, RMC_ERR_ARGUMENT, "the bytes of a model end early");
        *arrays[i].at = malloc(arrays[i].bytes + 1);
        if (*arrays[i].at == NULL)
            return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for a model of %zu factors", model->factors);
        memcpy(*arrays[i].at, bytes, arrays[i].bytes);
        bytes += arrays[i].bytes;
        count -= arrays[i].bytes;
    }
    return count == 0 ? RMC_OK : rmc_fail(error, RMC_ERR_ARGUMENT, "%zu bytes behind those of a model", count);
}

rmc_err rmc_model_unpack(const void *bytes, size_t count, struct rmc_model **model, struct rmc_error *error) {
    struct rmc_model *made = calloc(1, sizeof *made);
    *model = NULL;
    if (made == NULL)
        return rmc_fail(error, RMC_ERR_MEMORY, "not enough memory for a model");
    rmc_err code = take_head(bytes, count, made, error);
    if (code == RMC_OK)
        code =
            take_arrays((const char *)bytes + WORDS * sizeof(uint64_t), count - WORDS * sizeof(uint64_t), made, error);
    if (code == RMC_OK)
        *model = made;
    else
        rmc_model_free(made);
    return code;
}
