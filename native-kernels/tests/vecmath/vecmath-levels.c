/* SPDX-License-Identifier: Apache-2.0 */
/* The levels of the processor: their names, their choice, and that they give the same bits. */
#include "support/draw.h"
#include "vecmath-cases.h"

enum { POINTS = 1 << 14 };

static array_function *const functions[] = {vm_exp, vm_log, vm_normal_cdf, vm_normal_inverse};
static array_functionf *const functionsf[] = {vm_expf, vm_logf, vm_normal_cdff, vm_normal_inversef};
enum { FUNCTIONS = 4 };

static struct results {
    double y[FUNCTIONS][POINTS];
    float yf[FUNCTIONS][POINTS];
} wanted, got;

static double x[POINTS];
static float xf[POINTS];

/* Half of the arguments have random bits: NaNs, infinities, subnormals. The others are from -40 to 40, or from 0 to 1,
 * where the functions have most to do. */
static void draw_arguments(void) {
    draw_seed(7);
    for (size_t i = 0; i < POINTS; i++) {
        const uint64_t bits = draw_bits();
        const uint32_t low = (uint32_t)bits;
        const double uniform = (double)(bits >> 11) * 0x1p-53;
        memcpy(&x[i], &bits, sizeof x[i]);
        memcpy(&xf[i], &low, sizeof xf[i]);
        if (i % 4 == 1)
            x[i] = 80 * uniform - 40;
        if (i % 4 == 3)
            x[i] = uniform;
        if (i % 2 == 1)
            xf[i] = (float)x[i];
    }
}

static void compute(struct results *results) {
    for (size_t f = 0; f < FUNCTIONS; f++) {
        functions[f](POINTS, x, results->y[f]);
        functionsf[f](POINTS, xf, results->yf[f]);
    }
}

/* The bits of a NaN are not fixed. */
static int same(const void *a, const void *b, size_t size, int both_nan) {
    return both_nan || memcmp(a, b, size) == 0;
}

static void compare(vm_simd level) {
    compute(&got);
    for (size_t f = 0; f < FUNCTIONS; f++)
        for (size_t i = 0; i < POINTS; i++) {
            const double *y = &got.y[f][i], *w = &wanted.y[f][i];
            const float *yf = &got.yf[f][i], *wf = &wanted.yf[f][i];
            CHECK(same(y, w, sizeof *y, isnan(*y) && isnan(*w)), "function %zu of %a: %a at %s, %a in plain C", f, x[i],
                  *y, vm_simd_name(level), *w);
            CHECK(same(yf, wf, sizeof *yf, isnan(*yf) && isnan(*wf)),
                  "float function %zu of %a: %a at %s, %a in plain C", f, xf[i], *yf, vm_simd_name(level), *wf);
        }
}

void functions_have_the_same_bits_at_each_level(void) {
    draw_arguments();
    CHECK(vm_simd_force(VM_SIMD_NONE) == 0, "plain C");
    compute(&wanted);
    at_each_level(compare);
}

/* Lengths around whole lanes, from addresses without alignment. */
static void cut(vm_simd level) {
    compute(&wanted);
    for (size_t n = 0; n <= 35; n++)
        for (size_t f = 0; f < FUNCTIONS; f++) {
            double y[37];
            float yf[37];
            memset(y, 0x55, sizeof y);
            memset(yf, 0x55, sizeof yf);
            functions[f](n, x + 1 + n, y + 1);
            functionsf[f](n, xf + 1 + n, yf + 1);
            const double beyond = y[0];
            const float beyondf = yf[0];
            CHECK(memcmp(&y[n + 1], &beyond, sizeof beyond) == 0, "%zu doubles at %s: more is written", n,
                  vm_simd_name(level));
            CHECK(memcmp(&yf[n + 1], &beyondf, sizeof beyondf) == 0, "%zu floats at %s: more is written", n,
                  vm_simd_name(level));
            for (size_t i = 0; i < n; i++) {
                const double w = wanted.y[f][1 + n + i];
                const float wf = wanted.yf[f][1 + n + i];
                CHECK(same(&y[1 + i], &w, sizeof w, isnan(y[1 + i]) && isnan(w)), "%zu of %zu doubles", i, n);
                CHECK(same(&yf[1 + i], &wf, sizeof wf, isnan(yf[1 + i]) && isnan(wf)), "%zu of %zu floats", i, n);
            }
        }
}

void functions_have_the_same_bits_however_the_array_is_cut(void) {
    draw_arguments();
    at_each_level(cut);
}

void functions_may_write_over_their_argument(void) {
    double y[5] = {0, 1, 2, 3, 4}, wanted_y[5];
    float yf[5] = {0, 1, 2, 3, 4}, wanted_yf[5];
    vm_exp(5, y, wanted_y);
    vm_exp(5, y, y);
    vm_expf(5, yf, wanted_yf);
    vm_expf(5, yf, yf);
    CHECK(memcmp(y, wanted_y, sizeof y) == 0, "doubles");
    CHECK(memcmp(yf, wanted_yf, sizeof yf) == 0, "floats");
}

void levels_are_known_by_name_and_refused_where_there_is_none(void) {
    const vm_simd best = vm_simd_best();
    CHECK(vm_simd_now() == best, "%s, not %s", vm_simd_name(vm_simd_now()), vm_simd_name(best));
    for (int i = VM_SIMD_NONE; i <= VM_SIMD_AVX512; i++) {
        vm_simd level = (vm_simd)-1;
        CHECK(vm_simd_named(vm_simd_name((vm_simd)i), &level) == 0 && (int)level == i, "level %d", i);
        CHECK((vm_simd_force((vm_simd)i) == 0) == (i <= (int)best), "level %d", i);
        CHECK(vm_simd_now() == ((vm_simd)i <= best ? (vm_simd)i : best), "level %d", i);
    }
    vm_simd level = VM_SIMD_AVX2;
    CHECK(vm_simd_named("sse", &level) == -1 && level == VM_SIMD_AVX2, "a name that no level has");
    CHECK(vm_simd_force((vm_simd)3) == -1 && vm_simd_force((vm_simd)-1) == -1, "no such level");
    CHECK(vm_simd_now() == best, "the refused level is taken");
    CHECK(strcmp(vm_simd_name((vm_simd)3), "unknown") == 0, "%s", vm_simd_name((vm_simd)3));
    CHECK(vm_simd_force(best) == 0, "the best level");
}
