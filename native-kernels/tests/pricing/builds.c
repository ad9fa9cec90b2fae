/* SPDX-License-Identifier: Apache-2.0 */
/* Checks equal bits from each build of the kernels and in any block, and the questions about instruments. */
#include "pricing/pricing-cases.h"
#include "pricing/sample.h"
#include "slipway/vecmath.h"
#include "support/draw.h"

enum { N = 139 };

/* Makes a scene in which all factors move. */
static struct scene *moving_scene(double years) {
    struct scene *scene = scene_new(usual, N, years);
    draw_seed(11);
    for (unsigned factor = 0; factor < FACTORS; factor++)
        for (size_t i = 0; i < N; i++)
            scene_set(scene, factor, i, usual[factor] * (0.8 + 0.4 * (double)draw(1u << 20) / (1u << 20)));
    scene->block.first = 1000;
    scene->block.paths = 70;
    return scene;
}

/* Runs RUN for each instrument of the sample in some blocks: today's and a later one, with common paths in double and,
 * for kinds that have them, fresh paths in single precision. */
static void in_all_blocks(void (*run)(struct scene *scene, const struct prc_instrument *instrument)) {
    for (int later = 0; later < 2; later++)
        for (int inner = PRC_COMMON; inner <= PRC_FRESH; inner++) {
            struct scene *scene = moving_scene(later * 0.1);
            scene->block.inner = (prc_inner)inner;
            scene->block.arithmetic = inner == PRC_FRESH ? PRC_SINGLE : PRC_DOUBLE;
            for (size_t i = 0; i < sample_count; i++)
                run(scene, &sample[i]);
            scene_end(scene);
        }
}

static void compare_levels(struct scene *scene, const struct prc_instrument *instrument) {
    double wanted[N], got[N];
    CHECK(vm_simd_force(VM_SIMD_NONE) == 0, "plain C");
    scene_value(scene, instrument, wanted);
    for (int level = VM_SIMD_AVX2; level <= VM_SIMD_AVX512; level++) {
        if (vm_simd_force((vm_simd)level) != 0)
            continue;
        scene_value(scene, instrument, got);
        CHECK(memcmp(wanted, got, sizeof wanted) == 0, "%s %d at %s has other bits than in plain C",
              prc_kind_name(instrument->kind), (int)instrument->id, vm_simd_name((vm_simd)level));
    }
    vm_simd_force(vm_simd_best());
}

void levels_give_the_same_bits(void) {
    for (int level = (int)vm_simd_best() + 1; level <= VM_SIMD_AVX512; level++)
        printf("   not shown at %s, which this processor lacks\n", vm_simd_name((vm_simd)level));
    in_all_blocks(compare_levels);
}

/* Cuts the block at two places. */
static void compare_cuts(struct scene *scene, const struct prc_instrument *instrument) {
    static const size_t cuts[] = {0, 5, 134, N};
    double wanted[N], got[N];
    const struct prc_block whole = scene->block;
    scene_value(scene, instrument, wanted);
    for (int i = 0; i < 3; i++) {
        scene->block.levels = whole.levels + cuts[i];
        scene->block.scenarios = cuts[i + 1] - cuts[i];
        scene->block.first = whole.first + (uint32_t)cuts[i];
        scene_value(scene, instrument, got + cuts[i]);
    }
    scene->block = whole;
    CHECK(memcmp(wanted, got, sizeof wanted) == 0, "%s %d has other bits in other blocks",
          prc_kind_name(instrument->kind), (int)instrument->id);
}

void blocks_give_the_same_bits_however_they_are_cut(void) {
    in_all_blocks(compare_cuts);
}

/* Compares values with room for few rows, which start anew now and then, and with room for all. */
static void compare_rows(struct scene *scene, const struct prc_instrument *instrument) {
    static const size_t rooms[] = {1, 7, 500};
    double wanted[N], got[N];
    struct prc_error error;
    scene_value(scene, instrument, wanted);
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
        CHECK(prc_rows_new(N, rooms[i], &scene->block.rows, &error) == PRC_OK, "%s", error.text);
        for (int again = 0; again < 3; again++) {
            scene_value(scene, instrument, got);
            CHECK(memcmp(wanted, got, sizeof wanted) == 0, "%s %d has other bits with %zu shared rows",
                  prc_kind_name(instrument->kind), (int)instrument->id, rooms[i]);
            if (again == 1)
                prc_rows_clear(scene->block.rows);
        }
        prc_rows_free(scene->block.rows);
        scene->block.rows = NULL;
    }
}

void shared_rows_change_no_bit(void) {
    in_all_blocks(compare_rows);
    /* Rows that one instrument has filled serve the next instruments. */
    struct scene *alone = moving_scene(0.1), *shared = moving_scene(0.1);
    double wanted[N], got[N];
    CHECK(prc_rows_new(N + 10, 40, &shared->block.rows, NULL) == PRC_OK, "rows");
    for (int round = 0; round < 3; round++)
        for (size_t i = 0; i < sample_count; i++) {
            scene_value(alone, &sample[i], wanted);
            scene_value(shared, &sample[i], got);
            CHECK(memcmp(wanted, got, sizeof wanted) == 0, "%zu has other bits after others", i);
        }
    prc_rows_free(shared->block.rows);
    prc_rows_free(NULL);
    scene_end(alone);
    scene_end(shared);
}

/* Checks that bytes behind the scratch memory and the values stay unchanged. */
static void watch_bounds(struct scene *scene, const struct prc_instrument *instrument) {
    enum { BEYOND = 64 };
    static const unsigned char only_price[FACTORS] = {[PRICE] = 1};
    static const size_t sizes[] = {1, 8, N};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int moves = 0; moves < 2; moves++) {
            struct prc_block block = scene->block;
            block.scenarios = sizes[i];
            scene->market.moves = moves ? only_price : NULL;
            const size_t bytes = prc_scratch_bytes(instrument, &block);
            CHECK(bytes % PRC_SCRATCH_ALIGNMENT == 0, "%zu bytes", bytes);
            unsigned char *scratch = aligned_alloc(PRC_SCRATCH_ALIGNMENT, bytes + BEYOND);
            double values[N + 1];
            memset(scratch + bytes, 0xa5, BEYOND);
            values[sizes[i]] = 42;
            CHECK(prc_value(instrument, &block, scratch, values, NULL) == PRC_OK, "value");
            for (int k = 0; k < BEYOND; k++)
                CHECK(scratch[bytes + (size_t)k] == 0xa5, "%s wrote beyond its scratch memory",
                      prc_kind_name(instrument->kind));
            CHECK(values[sizes[i]] == 42, "%s wrote beyond its values", prc_kind_name(instrument->kind));
            free(scratch);
        }
    scene->market.moves = NULL;
}

void scratch_is_as_large_as_stated(void) {
    in_all_blocks(watch_bounds);
}

void kinds_have_names_drivers_and_paths(void) {
    const struct scene *scene = scene_new(usual, 1, 0);
    unsigned char seen[PRC_KINDS] = {0};
    for (size_t i = 0; i < sample_count; i++)
        seen[sample[i].kind] = 1;
    for (int kind = 0; kind < PRC_KINDS; kind++)
        CHECK(seen[kind] && prc_kind_name((prc_kind)kind) != NULL, "kind %d is not in the sample", kind);
    CHECK(prc_kind_name(PRC_KINDS) == NULL && prc_kind_name((prc_kind)-1) == NULL, "names of no kind");
    uint32_t factors[FACTORS];
    static const uint32_t of_option[] = {PRICE, VOLATILITY, YIELD, SHORT, MIDDLE, LONG};
    static const uint32_t of_basket[] = {PRICE,       PRICE2, PRICE3, VOLATILITY, VOLATILITY2,
                                         VOLATILITY3, SHORT,  MIDDLE, LONG};
    CHECK(prc_drivers(&sample[0], &scene->market, NULL, 0) == 0, "cash depends on something");
    CHECK(prc_drivers(&sample[16], &scene->market, factors, FACTORS) == 6, "drivers of an option");
    CHECK(memcmp(factors, of_option, sizeof of_option) == 0, "drivers of an option");
    CHECK(prc_drivers(&sample[26], &scene->market, factors, FACTORS) == 9, "drivers of a basket");
    CHECK(memcmp(factors, of_basket, sizeof of_basket) == 0, "drivers of a basket");
    factors[2] = 77;
    CHECK(prc_drivers(&sample[26], &scene->market, factors, 2) == 9 && factors[2] == 77, "wrote beyond its room");
    CHECK(!prc_takes_paths(&sample[16]) && prc_takes_paths(&sample[22]) && prc_takes_paths(&sample[24]) &&
              prc_takes_paths(&sample[26]),
          "which kinds take paths");
    scene_end((struct scene *)scene);
}
