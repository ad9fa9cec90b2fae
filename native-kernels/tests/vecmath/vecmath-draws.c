/* SPDX-License-Identifier: Apache-2.0 */
/* Philox, keys and normals. */
#include "vecmath-cases.h"

void philox_matches_the_known_answers(void) {
    static const struct {
        struct vm_key key;
        uint32_t counter[4], out[4];
    } rows[] = {
        {{{0, 0}}, {0, 0, 0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{{0xffffffff, 0xffffffff}},
         {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{{0xa4093822, 0x299f31d0}},
         {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    for (size_t i = 0; i < 3; i++) {
        uint32_t out[4];
        vm_philox(rows[i].key, rows[i].counter, out);
        CHECK(memcmp(out, rows[i].out, sizeof out) == 0, "row %zu: %08x %08x", i, out[0], out[1]);
        vm_philox_blocks(rows[i].key, rows[i].counter, 0, 1, out);
        CHECK(memcmp(out, rows[i].out, sizeof out) == 0, "row %zu of blocks: %08x %08x", i, out[0], out[1]);
    }
}

void keys_differ_by_seed_and_by_purpose(void) {
    const struct vm_key key = vm_key_of(1ULL << 32 | 7, 3);
    const uint32_t counter[4] = {3, 0, 0, 0};
    uint32_t out[4];
    vm_philox((struct vm_key){{7, 1}}, counter, out);
    CHECK(key.word[0] == out[0] && key.word[1] == out[1], "%08x %08x", key.word[0], key.word[1]);
    const struct vm_key others[] = {vm_key_of(7, 3), vm_key_of(1ULL << 32 | 8, 3), vm_key_of(1ULL << 32 | 7, 4)};
    for (size_t i = 0; i < 3; i++)
        CHECK(others[i].word[0] != key.word[0] && others[i].word[1] != key.word[1], "key %zu", i);
}

static const long double two_pi = 6.283185307179586476925286766559L;

enum { WRAPPING = 37 };
static const struct vm_key a_key = {{5, 6}};

static void run_and_wrap(vm_simd level) {
    for (uint32_t word = 0; word < 4; word++) {
        uint32_t counter[4] = {1, 2, 3, 4}, blocks[4 * WRAPPING];
        counter[word] = 0xffffffffU - 10;
        vm_philox_blocks(a_key, counter, word, WRAPPING, blocks);
        for (uint32_t i = 0; i < WRAPPING; i++, counter[word]++) {
            uint32_t out[4];
            vm_philox(a_key, counter, out);
            CHECK(memcmp(out, blocks + (size_t)4 * i, sizeof out) == 0, "word %u, block %u at %s", word, i,
                  vm_simd_name(level));
        }
    }
}

void each_word_of_the_counter_runs_and_wraps(void) {
    at_each_level(run_and_wrap);
}

/* One long draw of both kinds, 2 N doubles and 4 N floats. */
enum { N = 1 << 17 };
static struct draws {
    double doubles[2][N];
    float floats[4][N];
} wanted, got;

static void draw_normals(struct draws *draws) {
    const struct vm_key key = vm_key_of(42, 2);
    const uint32_t counter[4] = {9, 8, 7, 6};
    float *const floats[4] = {draws->floats[0], draws->floats[1], draws->floats[2], draws->floats[3]};
    vm_normal_pairs(key, counter, 1, N, draws->doubles[0], draws->doubles[1]);
    vm_normal_quads(key, counter, 1, N, floats);
}

/* Returns the distance of two normals in double from the header's formulas for their block, by the C library in long
 * double. */
static double distance_of_pair(const uint32_t w[4], double a, double b) {
    const uint64_t u = ((uint64_t)w[0] << 32 | w[1]) >> 11, v = ((uint64_t)w[2] << 32 | w[3]) >> 11;
    const long double radius = sqrtl(-2 * logl((long double)(u + 1) * 0x1p-53L)),
                      angle = two_pi * ((long double)v * 0x1p-53L);
    return (double)fmaxl(fabsl(a - radius * cosl(angle)), fabsl(b - radius * sinl(angle)));
}

static double distance_of_pairf(const uint32_t w[2], float a, float b) {
    const float whole = (float)(w[0] >> 1), u = (float)(((double)whole + 0.5) * 0x1p-31);
    const double radius = sqrt(-2 * log((double)u)), angle = (double)two_pi * (w[1] * 0x1p-32);
    return fmax(fabs(a - radius * cos(angle)), fabs(b - radius * sin(angle)));
}

void normals_are_those_of_their_blocks(void) {
    double error = 0, errorf = 0;
    draw_normals(&got);
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t counter[4] = {9, 8 + i, 7, 6};
        uint32_t w[4];
        vm_philox(vm_key_of(42, 2), counter, w);
        error = fmax(error, distance_of_pair(w, got.doubles[0][i], got.doubles[1][i]));
        errorf = fmax(errorf, distance_of_pairf(w, got.floats[0][i], got.floats[1][i]));
        errorf = fmax(errorf, distance_of_pairf(w + 2, got.floats[2][i], got.floats[3][i]));
    }
    CHECK(error <= 2e-15, "%g", error);
    CHECK(errorf <= 1e-6, "%g", errorf);
}

static void compare(vm_simd level) {
    draw_normals(&got);
    CHECK(memcmp(&got, &wanted, sizeof got) == 0, "%s differs", vm_simd_name(level));
    double a[3][11], b[11];
    float z[4][11], *const to[4] = {z[0], z[1], z[2], z[3]};
    for (size_t n = 0; n <= 10; n++) {
        const uint32_t counter[4] = {9, 8 + 100, 7, 6};
        a[0][n] = b[n] = z[0][n] = z[3][n] = 77;
        vm_normal_pairs(vm_key_of(42, 2), counter, 1, n, a[0], b);
        vm_normal_quads(vm_key_of(42, 2), counter, 1, n, to);
        CHECK(memcmp(a[0], wanted.doubles[0] + 100, n * sizeof b[0]) == 0 && a[0][n] == 77, "%zu pairs", n);
        CHECK(memcmp(b, wanted.doubles[1] + 100, n * sizeof b[0]) == 0 && b[n] == 77, "%zu pairs", n);
        CHECK(memcmp(z[0], wanted.floats[0] + 100, n * sizeof z[0][0]) == 0 && z[0][n] == 77, "%zu quads", n);
        CHECK(memcmp(z[3], wanted.floats[3] + 100, n * sizeof z[0][0]) == 0 && z[3][n] == 77, "%zu quads", n);
    }
}

void normals_have_the_same_bits_at_each_level(void) {
    CHECK(vm_simd_force(VM_SIMD_NONE) == 0, "plain C");
    draw_normals(&wanted);
    at_each_level(compare);
}

/* Checks COUNT normals in Z, one by one: their moments, the share of the tail, and no tie between neighbours.
 * Tolerances: 4.5 standard errors, sqrt(var(z^p) / n) with var 1, 2, 15, 96. */
static void check_moments(const double *z, size_t count, const char *what) {
    const double n = (double)count;
    double sums[5] = {0}, product = 0, beyond = 0;
    for (size_t i = 0; i < count; i++) {
        double power = 1;
        for (int p = 1; p <= 4; p++)
            sums[p] += power *= z[i];
        product += i > 0 ? z[i] * z[i - 1] : 0;
        beyond += z[i] < -2.3263478740408408;
    }
    static const double moments[5] = {1, 0, 1, 0, 3}, variances[5] = {0, 1, 2, 15, 96};
    for (int p = 1; p <= 4; p++)
        CHECK(fabs(sums[p] / n - moments[p]) <= 4.5 * sqrt(variances[p] / n), "%s: moment %d is %g", what, p,
              sums[p] / n);
    CHECK(fabs(product / n) <= 4.5 / sqrt(n), "%s: neighbours' product is %g", what, product / n);
    CHECK(fabs(beyond / n - 0.01) <= 4.5 * sqrt(0.01 * 0.99 / n), "%s: %g are in the tail", what, beyond / n);
}

/* All normals of one kind, with those of a block side by side. */
static double together[4 * N];

static size_t doubles_together(void) {
    for (size_t i = 0; i < (size_t)2 * N; i++)
        together[i] = got.doubles[i % 2][i / 2];
    return (size_t)2 * N;
}

static size_t floats_together(void) {
    for (size_t i = 0; i < (size_t)4 * N; i++)
        together[i] = (double)got.floats[i % 4][i / 4];
    return (size_t)4 * N;
}

static void have_moments(vm_simd level) {
    draw_normals(&got);
    (void)level;
    check_moments(together, doubles_together(), "doubles");
    check_moments(together, floats_together(), "floats");
}

void normals_have_the_moments_of_normals(void) {
    at_each_level(have_moments);
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The largest distance between the empirical distribution and N, times sqrt(n), is below 1.95 with probability 0.999.
 */
static double distance(size_t count) {
    static double cdf[4 * N];
    double largest = 0;
    qsort(together, count, sizeof *together, ascending);
    vm_normal_cdf(count, together, cdf);
    for (size_t i = 0; i < count; i++) {
        largest = fmax(largest, cdf[i] - (double)i / (double)count);
        largest = fmax(largest, (double)(i + 1) / (double)count - cdf[i]);
    }
    return largest * sqrt((double)count);
}

static void pass_the_test(vm_simd level) {
    draw_normals(&got);
    const double doubles = distance(doubles_together()), floats = distance(floats_together());
    CHECK(doubles > 0.2 && doubles < 1.95, "doubles at %s: %g", vm_simd_name(level), doubles);
    CHECK(floats > 0.2 && floats < 1.95, "floats at %s: %g", vm_simd_name(level), floats);
}

void normals_pass_the_test_of_kolmogorov_and_smirnov(void) {
    at_each_level(pass_the_test);
}
