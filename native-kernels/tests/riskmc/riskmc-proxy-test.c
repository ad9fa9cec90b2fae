/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of proxies in a bank: the VaR by proxies equals that by common paths, within the bound and the error of the
 * inner paths. */
#include "riskmc/proxied.h"
#include "slipway/vecmath.h"

enum { INSTRUMENTS = 30, SCENARIOS = 1000, PATHS = 250 };

static void value_at_risk_lies_within_the_bound_and_the_inner_interval(void) {
    for (uint64_t seed = 1; seed <= 3; seed++) {
        const struct proxied found = proxied_of(INSTRUMENTS, SCENARIOS, PATHS, seed);
        CHECK(fabs(found.by_proxy - found.common) <= found.bound + found.inner, "seed %d: %g by proxies, %g, %g + %g",
              (int)seed, found.by_proxy, found.common, found.bound, found.inner);
        CHECK(found.bound < 0.2 * found.common, "a bound of %g says nothing of %g", found.bound, found.common);
        CHECK(found.used >= INSTRUMENTS * 9 / 10, "%zu of %d have a proxy", found.used, INSTRUMENTS);
    }
}

/* Parts may be fitted by different banks. */
static void proxies_do_not_depend_on_who_fits_them(void) {
    struct book *book = book_new(INSTRUMENTS, 5, 1);
    struct rmc_bank *one = book_bank(book, 1, PATHS, PRC_COMMON), *other = book_bank(book, 1, PATHS, PRC_COMMON);
    book_fit(book, one, (struct rmc_slice){0, INSTRUMENTS});
    book_fit(book, other, (struct rmc_slice){7, 20});
    book_fit(book, other, (struct rmc_slice){20, INSTRUMENTS});
    book_fit(book, other, (struct rmc_slice){0, 7});
    const struct rmc_proxies a = rmc_bank_proxies(one, BOOK_DAYS / RMC_DAYS_PER_YEAR),
                             b = rmc_bank_proxies(other, BOOK_DAYS / RMC_DAYS_PER_YEAR);
    CHECK(memcmp(a.numbers, b.numbers, a.starts[INSTRUMENTS] * sizeof *a.numbers) == 0, "other bits");
    static double wanted[SCENARIOS], got[SCENARIOS];
    struct rmc_bank *copy = book_bank(book, 1, PATHS, PRC_COMMON);
    CHECK(rmc_bank_copy_proxies(copy, one, NULL) == RMC_OK, "copy");
    book_pnl(book, one, 50, wanted);
    book_pnl(book, copy, 50, got);
    CHECK(memcmp(wanted, got, 50 * sizeof *got) == 0, "a copy values otherwise");
    rmc_bank_free(copy);
    rmc_bank_free(one);
    rmc_bank_free(other);
    book_free(book);
}

static void proxies_have_the_same_bits_at_each_level(void) {
    struct book *book = book_new(10, 5, 1);
    static double wanted[SCENARIOS], got[SCENARIOS];
    for (int level = VM_SIMD_NONE; level <= VM_SIMD_AVX512; level++) {
        if (vm_simd_force((vm_simd)level) != 0)
            continue;
        struct rmc_bank *bank = book_bank(book, 1, 64, PRC_COMMON);
        book_fit(book, bank, (struct rmc_slice){0, 10});
        book_pnl(book, bank, 300, level == VM_SIMD_NONE ? wanted : got);
        CHECK(level == VM_SIMD_NONE || memcmp(wanted, got, 300 * sizeof *got) == 0, "other bits at %s",
              vm_simd_name((vm_simd)level));
        rmc_bank_free(bank);
    }
    vm_simd_force(vm_simd_best());
    book_free(book);
}

/* Every scenario is outside of the range of trials that hardly move. */
static void scenarios_outside_of_the_range_are_valued_in_full(void) {
    struct book *book = book_new(10, 5, 1);
    static double wanted[SCENARIOS], got[SCENARIOS], levels[BOOK_FACTORS * BOOK_TRIALS];
    int64_t errors[BOOK_GROUPS * BOOK_TRIALS] = {0};
    struct rmc_bank *bank = book_bank(book, 1, 64, PRC_COMMON), *plain = book_bank(book, 1, 64, PRC_COMMON);
    struct rmc_scenarios trials = book_levels(book, BOOK_FIRST_TRIAL, BOOK_TRIALS, BOOK_TRIALS, levels);
    for (size_t f = 0; f < BOOK_FACTORS; f++)
        for (size_t i = 0; i < BOOK_TRIALS; i++)
            levels[f * BOOK_TRIALS + i] = book->today[f] * (1 + 1e-6 * (double)i);
    CHECK(rmc_bank_fit(bank, &trials, (struct rmc_slice){0, 10}, errors, BOOK_TRIALS, NULL) == RMC_OK, "fit");
    book_pnl(book, bank, 200, got);
    book_pnl(book, plain, 200, wanted);
    const struct rmc_proxies proxies = rmc_bank_proxies(bank, BOOK_DAYS / RMC_DAYS_PER_YEAR);
    CHECK(proxies.used > 0 && proxies.outside == 200 * proxies.used, "%zu outside of %zu proxies", proxies.outside,
          proxies.used);
    CHECK(memcmp(wanted, got, 200 * sizeof *got) == 0, "not what is valued in full");
    rmc_bank_free(bank);
    rmc_bank_free(plain);
    book_free(book);
}

static void refuses_trials_of_today_and_parts_that_are_not_there(void) {
    struct book *book = book_new(10, 5, 1);
    static double levels[BOOK_FACTORS * BOOK_TRIALS];
    int64_t errors[BOOK_GROUPS * BOOK_TRIALS] = {0};
    struct rmc_bank *bank = book_bank(book, 1, 64, PRC_COMMON), *fresh = book_bank(book, 1, 64, PRC_FRESH);
    struct rmc_scenarios trials = book_levels(book, BOOK_FIRST_TRIAL, BOOK_TRIALS, BOOK_TRIALS, levels);
    const struct rmc_slice all = {0, 10}, beyond = {0, 11}, turned = {3, 2};
    CHECK(rmc_bank_fit(bank, &trials, beyond, errors, BOOK_TRIALS, NULL) == RMC_ERR_ARGUMENT, "11 of 10");
    CHECK(rmc_bank_fit(bank, &trials, turned, errors, BOOK_TRIALS, NULL) == RMC_ERR_ARGUMENT, "3 to 2");
    CHECK(rmc_bank_fit(fresh, &trials, all, errors, BOOK_TRIALS, NULL) == RMC_ERR_ARGUMENT, "fresh paths");
    trials.years = 0;
    CHECK(rmc_bank_fit(bank, &trials, all, errors, BOOK_TRIALS, NULL) == RMC_ERR_ARGUMENT, "trials of today");
    rmc_bank_free(bank);
    rmc_bank_free(fresh);
    book_free(book);
}

/* The mean over batches of the paths is the P&L of all paths, group by group. */
static void batches_add_up_to_the_run(void) {
    enum { COUNT = 40 };
    struct book *book = book_new(10, 5, 1);
    static double levels[BOOK_FACTORS * COUNT];
    for (int inner = PRC_COMMON; inner <= PRC_FRESH; inner++) {
        struct rmc_bank *bank = book_bank(book, 1, 100, (prc_inner)inner);
        const struct rmc_scenarios scenarios = book_levels(book, 70, COUNT, COUNT, levels);
        int64_t sums[BOOK_GROUPS * COUNT] = {0};
        double batch[COUNT], mean[BOOK_GROUPS + 1][COUNT] = {{0}};
        CHECK(rmc_bank_pnl(bank, &scenarios, sums, COUNT, NULL) == RMC_OK, "pnl");
        for (uint32_t group = 0; group <= BOOK_GROUPS; group++)
            for (size_t b = 0; b < 4; b++) {
                const unsigned char groups[BOOK_GROUPS] = {group == 0, group == 1};
                const struct rmc_batch of = {25 * b, 25, group < BOOK_GROUPS ? groups : NULL};
                CHECK(rmc_bank_batch(bank, &scenarios, of, batch, NULL) == RMC_OK, "batch");
                for (size_t i = 0; i < COUNT; i++)
                    mean[group][i] += batch[i] / 4;
            }
        for (size_t i = 0; i < COUNT; i++) {
            CHECK_NEAR(mean[0][i], (double)sums[i] / 1e4, 1e-3);
            CHECK_NEAR(mean[1][i], (double)sums[COUNT + i] / 1e4, 1e-3);
            CHECK_NEAR(mean[2][i], mean[0][i] + mean[1][i], 1e-7);
        }
        rmc_bank_free(bank);
    }
    book_free(book);
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(value_at_risk_lies_within_the_bound_and_the_inner_interval),
        CASE(proxies_do_not_depend_on_who_fits_them),
        CASE(proxies_have_the_same_bits_at_each_level),
        CASE(scenarios_outside_of_the_range_are_valued_in_full),
        CASE(refuses_trials_of_today_and_parts_that_are_not_there),
        CASE(batches_add_up_to_the_run),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
