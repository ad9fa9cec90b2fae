/* SPDX-License-Identifier: Apache-2.0 */
/* Moves of some factors, and packed models: the same bits as those of the original model. */
#include "riskmc/normals.h"
#include "slipway/riskmc_models.h"
#include "support/check.h"

#include <stdint.h>

enum { FACTORS = 21, DAYS = 60, COUNT = 150, STRIDE = 160, HORIZONS = 2, PLANE = FACTORS * STRIDE, LAWS = 4 };

static const double horizons[HORIZONS] = {2.5, 10};
static double whole[HORIZONS * PLANE], some[HORIZONS * PLANE];
static const struct rmc_block block = {70, COUNT, STRIDE};

/* Makes a model of each law, with a drift if the law accepts one. */
static struct rmc_model *new_model(rmc_law law) {
    static double root[FACTORS * FACTORS], returns[DAYS * FACTORS], drift[FACTORS];
    static rmc_move moves[FACTORS];
    static struct rmc_garch garch[FACTORS];
    struct rmc_error error = {.code = RMC_OK};
    struct rmc_model *model;
    fill_normals(5, returns, DAYS * FACTORS);
    for (size_t i = 0; i < FACTORS; i++) {
        moves[i] = i % 3 == 0 ? RMC_MOVE_ADD : RMC_MOVE_LOG;
        drift[i] = 1e-4 * (double)i;
        garch[i] = (struct rmc_garch){0.01, 0.05, 0.9};
        for (size_t j = 0; j <= i; j++)
            root[i * FACTORS + j] = 0.1 * sin((double)(i * FACTORS + j));
    }
    const struct rmc_model_setup setup = {.law = law,
                                          .factors = FACTORS,
                                          .move = moves,
                                          .horizons = horizons,
                                          .horizon_count = HORIZONS,
                                          .drift = law == RMC_HISTORICAL ? NULL : drift,
                                          .seed = 9,
                                          .root = root,
                                          .degrees = 5,
                                          .returns = {returns, DAYS, FACTORS},
                                          .garch = garch};
    CHECK(rmc_model_new(&setup, &model, &error) == RMC_OK, "law %d: %s", (int)law, error.text);
    return model;
}

static void moves_of_some_factors_have_the_bits_of_all(void) {
    static const uint32_t chosen[][6] = {{0}, {20}, {2, 3, 7}, {1, 4, 5, 11, 12, 20}};
    static const size_t counts[] = {1, 1, 3, 6};
    for (int law = 0; law < LAWS; law++) {
        struct rmc_model *model = new_model((rmc_law)law);
        CHECK(rmc_moves(model, block, whole, NULL) == RMC_OK, "law %d", law);
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            memset(some, 0, sizeof some);
            CHECK(rmc_moves_of(model, block, (struct rmc_some_factors){chosen[c], counts[c]}, some, NULL) == RMC_OK,
                  "law %d", law);
            for (size_t row = 0, at = 0; row < HORIZONS * FACTORS; row++) {
                const int wanted = chosen[c][at % counts[c]] == row % FACTORS;
                const double *left = wanted ? whole + row * STRIDE : (const double[COUNT]){0};
                CHECK(memcmp(some + row * STRIDE, left, COUNT * sizeof *some) == 0, "law %d, row %zu", law, row);
                at += wanted ? 1 : 0;
            }
        }
        rmc_model_free(model);
    }
}

static void factors_out_of_order_are_refused(void) {
    static const uint32_t falling[] = {3, 2}, twice[] = {3, 3}, beyond[] = {FACTORS};
    const struct rmc_some_factors rows[] = {{falling, 2}, {twice, 2}, {beyond, 1}};
    struct rmc_model *model = new_model(RMC_NORMAL);
    for (size_t i = 0; i < 3; i++)
        CHECK(rmc_moves_of(model, block, rows[i], some, NULL) == RMC_ERR_ARGUMENT, "row %zu", i);
    CHECK(rmc_moves_of(model, block, (struct rmc_some_factors){NULL, 0}, some, NULL) == RMC_OK, "no factors");
    rmc_model_free(model);
}

static void a_kept_model_draws_the_same_moves(void) {
    for (int law = 0; law < LAWS; law++) {
        struct rmc_model *model = new_model((rmc_law)law), *kept;
        const size_t bytes = rmc_model_bytes(model);
        char *packed = malloc(bytes), *again = malloc(bytes);
        CHECK(bytes % 8 == 0, "%zu bytes", bytes);
        rmc_model_pack(model, packed);
        CHECK(rmc_model_unpack(packed, bytes, &kept, NULL) == RMC_OK, "law %d", law);
        CHECK(rmc_model_bytes(kept) == bytes, "law %d", law);
        rmc_model_pack(kept, again);
        CHECK(memcmp(packed, again, bytes) == 0, "law %d: other bytes", law);
        CHECK(rmc_moves(model, block, whole, NULL) == RMC_OK && rmc_moves(kept, block, some, NULL) == RMC_OK, "moves");
        for (size_t row = 0; row < HORIZONS * FACTORS; row++)
            CHECK(memcmp(some + row * STRIDE, whole + row * STRIDE, COUNT * sizeof *some) == 0, "law %d, row %zu", law,
                  row);
        free(packed);
        free(again);
        rmc_model_free(model);
        rmc_model_free(kept);
    }
}

static void bytes_that_are_no_model_are_refused(void) {
    static const size_t head_words[] = {0, 1, 2, 3};
    for (int law = 0; law < LAWS; law++) {
        struct rmc_model *model = new_model((rmc_law)law), *kept;
        const size_t bytes = rmc_model_bytes(model);
        char *packed = malloc(bytes + 8);
        rmc_model_pack(model, packed);
        for (size_t cut = 0; cut < bytes; cut += 8)
            CHECK(rmc_model_unpack(packed, cut, &kept, NULL) == RMC_ERR_ARGUMENT && kept == NULL, "%zu bytes", cut);
        CHECK(rmc_model_unpack(packed, bytes + 8, &kept, NULL) == RMC_ERR_ARGUMENT, "too many bytes");
        for (size_t i = 0; i < sizeof head_words / sizeof *head_words; i++) {
            memset(packed + 8 * head_words[i], 0xff, 8);
            CHECK(rmc_model_unpack(packed, bytes, &kept, NULL) == RMC_ERR_ARGUMENT, "word %zu", head_words[i]);
            rmc_model_pack(model, packed);
        }
        free(packed);
        rmc_model_free(model);
    }
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(moves_of_some_factors_have_the_bits_of_all),
        CASE(factors_out_of_order_are_refused),
        CASE(a_kept_model_draws_the_same_moves),
        CASE(bytes_that_are_no_model_are_refused),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
