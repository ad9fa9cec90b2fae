/* SPDX-License-Identifier: Apache-2.0 */
/* The VaR of a book of options by proxies, compared with that by common paths. */
#ifndef SLIPWAY_TESTS_RISKMC_PROXIED_H
#define SLIPWAY_TESTS_RISKMC_PROXIED_H

#include "riskmc/exotic-book.h"

#include <time.h>

struct proxied {
    double common, by_proxy; /* VaR to the mean at 99 % */
    double bound;            /* of the error of the P&L by proxies */
    double inner;            /* half of the 95 % interval that the inner paths leave of the VaR by common paths */
    size_t used;             /* instruments with a proxy */
    double ratio;            /* processor time of common paths over that of proxies, including fits */
};

enum { BATCHES = 25 };

/* Returns the variances that the inner paths add to the measures of PNL at 99 %. */
static inline struct rmc_inner inner_of(const struct book *book, struct rmc_bank *bank, size_t paths, const double *pnl,
                                        size_t count) {
    static double levels[BOOK_FACTORS * RMC_SAMPLE_WHOLE], one[BOOK_FACTORS], row[RMC_SAMPLE_WHOLE];
    static double batches[(RMC_SAMPLE_WHOLE + RMC_SAMPLE_QUANTILE + RMC_SAMPLE_TAIL) * BATCHES];
    struct rmc_sample sample;
    struct rmc_error error = {.code = RMC_OK};
    CHECK(rmc_sample(pnl, count, 0.99, &sample, &error) == RMC_OK, "%s", error.text);
    const uint32_t *const groups[] = {sample.whole, sample.quantile, sample.tail};
    const size_t counts[] = {sample.whole_count, sample.quantile_count, sample.tail_count};
    for (size_t g = 0, first = 0; g < 3; first += counts[g++]) {
        for (size_t i = 0; i < counts[g]; i++) {
            book_levels(book, groups[g][i], 1, 1, one);
            for (size_t f = 0; f < BOOK_FACTORS; f++)
                levels[f * RMC_SAMPLE_WHOLE + i] = one[f];
        }
        /* The horizon's bridges, which are keyed by the number of the scenario, do not matter to the variance. */
        const struct rmc_scenarios some = {levels, RMC_SAMPLE_WHOLE, counts[g], 0, BOOK_DAYS / RMC_DAYS_PER_YEAR};
        for (size_t b = 0; b < BATCHES; b++) {
            const size_t of_each = paths / BATCHES;
            const struct rmc_batch batch = {b * of_each, of_each, NULL};
            CHECK(rmc_bank_batch(bank, &some, batch, row, &error) == RMC_OK, "%s", error.text);
            for (size_t i = 0; i < counts[g]; i++)
                batches[(first + i) * BATCHES + b] = row[i];
        }
    }
    return rmc_inner_of_batches(&sample, (struct rmc_batches){batches, BATCHES, paths / BATCHES, paths});
}

static inline double var_of(const double *pnl, size_t count) {
    struct rmc_measures measures = {0};
    CHECK(rmc_measure(pnl, count, 0.99, &measures, NULL) == RMC_OK, "measure");
    return measures.var_mean.value;
}

static inline struct proxied proxied_of(size_t instruments, size_t scenarios, size_t paths, uint64_t seed) {
    struct proxied found;
    struct book *book = book_new(instruments, 5, seed);
    struct rmc_bank *common = book_bank(book, seed, paths, PRC_COMMON),
                    *proxy = book_bank(book, seed, paths, PRC_COMMON);
    double *pnl = malloc(scenarios * sizeof *pnl);
    const clock_t start = clock();
    found.bound = book_fit(book, proxy, (struct rmc_slice){0, instruments});
    book_pnl(book, proxy, scenarios, pnl);
    const clock_t middle = clock();
    found.by_proxy = var_of(pnl, scenarios);
    found.used = rmc_bank_proxies(proxy, BOOK_DAYS / RMC_DAYS_PER_YEAR).used;
    const clock_t next = clock();
    book_pnl(book, common, scenarios, pnl);
    found.ratio = (double)(clock() - next) / (double)(middle - start);
    found.common = var_of(pnl, scenarios);
    found.inner = 1.96 * sqrt(inner_of(book, common, paths, pnl, scenarios).var_mean);
    free(pnl);
    rmc_bank_free(common);
    rmc_bank_free(proxy);
    book_free(book);
    return found;
}

#endif
