/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A book of options with inner paths, for tests of proxies and of the error of the paths: Asian, discretely monitored
 * barrier and basket options on 20 prices with separate volatilities, and two curves. All of these factors move by a
 * normal model over 10 days. Terms are like those of make-bank.
 */
#ifndef SLIPWAY_TESTS_RISKMC_EXOTIC_BOOK_H
#define SLIPWAY_TESTS_RISKMC_EXOTIC_BOOK_H

#include "slipway/riskmc_bank.h"
#include "slipway/riskmc_models.h"
#include "support/check.h"
#include "support/draw.h"

#include <math.h>

enum {
    BOOK_PRICES = 20,
    BOOK_POINTS = 3, /* of each of two curves */
    BOOK_RATES = 2 * BOOK_PRICES,
    BOOK_FACTORS = BOOK_RATES + 2 * BOOK_POINTS,
    BOOK_TRIALS = 256,
    BOOK_MEMBERS = 4, /* of a basket */
    BOOK_GROUPS = 2
};

#define BOOK_DAYS 10.0
/* The number of the first trial scenario, and the stretch of the second half of them. */
#define BOOK_FIRST_TRIAL 0x40000000u
#define BOOK_STRETCH 1.75

struct book {
    double today[BOOK_FACTORS];
    rmc_move move[BOOK_FACTORS];
    uint32_t points[2][BOOK_POINTS];
    struct prc_curve curves[2];
    struct prc_market market;
    struct prc_instrument *instruments;
    uint32_t (*members)[2][BOOK_MEMBERS];
    uint32_t *exchange;
    struct rmc_holding *holdings;
    size_t count;
    struct rmc_model *model;
};

static inline double book_between(double low, double high) {
    return low + (high - low) * (double)draw(1u << 20) / (1u << 20);
}

static inline void book_market(struct book *book) {
    static const double years[BOOK_POINTS] = {0.25, 1, 4};
    for (uint32_t i = 0; i < BOOK_PRICES; i++) {
        book->today[i] = book_between(20, 200);
        book->today[BOOK_PRICES + i] = book_between(0.15, 0.45);
    }
    for (uint32_t c = 0; c < 2; c++)
        for (uint32_t p = 0; p < BOOK_POINTS; p++) {
            book->points[c][p] = BOOK_RATES + c * BOOK_POINTS + p;
            book->today[book->points[c][p]] = 0.01 + 0.01 * (1 - (double)c) + 0.003 * p;
            book->curves[c] = (struct prc_curve){BOOK_POINTS, years, book->points[c]};
        }
    for (uint32_t i = 0; i < BOOK_FACTORS; i++)
        book->move[i] = i < BOOK_RATES ? RMC_MOVE_LOG : RMC_MOVE_ADD;
    book->market = (struct prc_market){BOOK_FACTORS, book->today, NULL, book->curves, 2};
}

/* Makes the model: prices move by their volatilities, half of the move in common; volatilities move by 5 % a day,
 * against the prices; rates move by 4 basis points a day, nearly together. */
static inline void book_model(struct book *book, uint64_t seed) {
    static double cov[BOOK_FACTORS * BOOK_FACTORS], root[BOOK_FACTORS * BOOK_FACTORS];
    static const double horizon = BOOK_DAYS;
    struct rmc_error error = {.code = RMC_OK};
    for (uint32_t i = 0; i < BOOK_FACTORS; i++)
        for (uint32_t j = 0; j < BOOK_FACTORS; j++) {
            const int a = (i >= BOOK_PRICES) + (i >= BOOK_RATES), b = (j >= BOOK_PRICES) + (j >= BOOK_RATES);
            static const double common[3] = {0.7, -0.6, 0.1};
            const double correlation = a == 2 && b == 2 ? 0.8 : common[a] * common[b];
            double scale = 1;
            for (int side = 0; side < 2; side++) {
                const uint32_t f = side == 0 ? i : j;
                scale *= f < BOOK_PRICES ? book->today[BOOK_PRICES + f] / sqrt(252) : f < BOOK_RATES ? 0.05 : 0.0004;
            }
            cov[i * BOOK_FACTORS + j] = scale * (i == j ? 1 : correlation);
        }
    CHECK(rmc_cholesky(cov, BOOK_FACTORS, root, &error) == RMC_OK, "%s", error.text);
    const struct rmc_model_setup setup = {.law = RMC_NORMAL,
                                          .factors = BOOK_FACTORS,
                                          .move = book->move,
                                          .horizons = &horizon,
                                          .horizon_count = 1,
                                          .seed = seed,
                                          .root = root};
    CHECK(rmc_model_new(&setup, &book->model, &error) == RMC_OK, "%s", error.text);
}

static inline struct prc_european book_option(const struct book *book) {
    const uint32_t price = (uint32_t)draw(BOOK_PRICES);
    return (struct prc_european){price,
                                 BOOK_PRICES + price,
                                 draw(2) == 0 ? PRC_CALL : PRC_PUT,
                                 book->today[price] * book_between(0.8, 1.2),
                                 book_between(0.25, 3),
                                 0,
                                 1};
}

static inline void book_asian(const struct book *book, struct prc_instrument *out) {
    struct prc_asian *asian = &out->terms.asian;
    asian->option = book_option(book);
    asian->fixings = 4 + (unsigned)draw(22);
    asian->first_fixing = draw(3) == 0 ? book_between(-0.5, -0.01) : book_between(0.004, 0.08);
    asian->realised = book->today[asian->option.factor] * book_between(0.9, 1.1);
    out->kind = PRC_ASIAN;
}

static inline void book_barrier(const struct book *book, struct prc_instrument *out) {
    struct prc_discrete_barrier *discrete = &out->terms.discrete_barrier;
    struct prc_barrier *barrier = &discrete->barrier;
    barrier->option = book_option(book);
    const double price = book->today[barrier->option.factor], away = book_between(0.06, 0.35);
    barrier->direction = draw(2) == 0 ? PRC_UP : PRC_DOWN;
    barrier->knock = draw(2) == 0 ? PRC_IN : PRC_OUT;
    barrier->barrier = price * (barrier->direction == PRC_UP ? 1 + away : 1 - away);
    barrier->rebate = draw(3) == 0 ? price * book_between(0.01, 0.05) : 0;
    discrete->first_fixing = book_between(0.004, 0.08);
    discrete->fixings = 2 + (unsigned)(barrier->option.maturity * 12);
    out->kind = PRC_DISCRETE_BARRIER;
}

static inline void book_basket(struct book *book, size_t i, struct prc_instrument *out) {
    static const double weights[BOOK_MEMBERS] = {0.4, 0.3, 0.2, 0.1};
    double sum = 0;
    const uint32_t first = (uint32_t)draw(BOOK_PRICES);
    for (uint32_t k = 0; k < BOOK_MEMBERS; k++) {
        book->members[i][0][k] = (first + 3 * k) % BOOK_PRICES;
        book->members[i][1][k] = BOOK_PRICES + book->members[i][0][k];
        sum += weights[k] * book->today[book->members[i][0][k]];
    }
    out->kind = PRC_BASKET;
    out->terms.basket = (struct prc_basket){BOOK_MEMBERS,
                                            book->members[i][0],
                                            book->members[i][1],
                                            weights,
                                            book_between(0.2, 0.8),
                                            draw(2) == 0 ? PRC_CALL : PRC_PUT,
                                            sum * book_between(0.8, 1.2),
                                            book_between(0.2, 3),
                                            0};
}

/* Makes a book of COUNT instruments, drawn from DRAWN; half Asian, three in ten barrier, the others basket options. */
static inline struct book *book_new(size_t count, uint64_t drawn, uint64_t seed) {
    struct book *book = calloc(1, sizeof *book);
    struct prc_error error = {PRC_OK, ""};
    draw_seed(drawn);
    book->count = count;
    book->instruments = calloc(count, sizeof *book->instruments);
    book->members = calloc(count, sizeof *book->members);
    book->exchange = calloc(count, sizeof *book->exchange);
    book->holdings = calloc(count, sizeof *book->holdings);
    book_market(book);
    book_model(book, seed);
    for (size_t i = 0; i < count; i++) {
        struct prc_instrument *instrument = &book->instruments[i];
        instrument->id = 1000003 * (i + 1);
        if (i % 10 < 5)
            book_asian(book, instrument);
        else if (i % 10 < 8)
            book_barrier(book, instrument);
        else
            book_basket(book, i, instrument);
        CHECK(prc_check(instrument, &book->market, &error) == PRC_OK, "%s", error.text);
        book->exchange[i] = PRC_NONE;
        book->holdings[i] = (struct rmc_holding){(uint32_t)i, (uint32_t)(i % BOOK_GROUPS), book_between(-100, 100)};
    }
    return book;
}

static inline void book_free(struct book *book) {
    rmc_model_free(book->model);
    free(book->instruments);
    free(book->members);
    free(book->exchange);
    free(book->holdings);
    free(book);
}

static inline struct rmc_bank *book_bank(const struct book *book, uint64_t seed, size_t paths, prc_inner inner) {
    const struct rmc_bank_setup setup = {.market = &book->market,
                                         .instruments = book->instruments,
                                         .exchange = book->exchange,
                                         .instrument_count = book->count,
                                         .holdings = book->holdings,
                                         .holding_count = book->count,
                                         .groups = BOOK_GROUPS,
                                         .decimals = 4,
                                         .seed = seed,
                                         .paths = paths,
                                         .inner = inner};
    struct rmc_bank *bank;
    struct rmc_error error = {.code = RMC_OK};
    CHECK(rmc_bank_new(&setup, &bank, &error) == RMC_OK, "%s", error.text);
    return bank;
}

/* Writes the levels of COUNT scenarios from FIRST on to LEVELS. The moves from STRETCHED on are stretched. */
static inline struct rmc_scenarios book_levels(const struct book *book, uint32_t first, size_t count, size_t stretched,
                                               double *levels) {
    const struct rmc_block block = {first, count, count};
    struct rmc_error error = {.code = RMC_OK};
    CHECK(rmc_moves(book->model, block, levels, &error) == RMC_OK, "%s", error.text);
    for (size_t f = 0; f < BOOK_FACTORS; f++) {
        for (size_t i = stretched; i < count; i++)
            levels[f * count + i] *= BOOK_STRETCH;
        rmc_levels(book->move[f], book->today[f], levels + f * count, count, levels + f * count);
    }
    return (struct rmc_scenarios){levels, count, count, first, BOOK_DAYS / RMC_DAYS_PER_YEAR};
}

/* Adds the P&L of both groups in COUNT scenarios to PNL, which is in the currency. */
static inline void book_pnl(const struct book *book, struct rmc_bank *bank, size_t count, double *pnl) {
    enum { BLOCK = 256 };
    static double levels[BOOK_FACTORS * BLOCK];
    struct rmc_error error = {.code = RMC_OK};
    for (size_t first = 0; first < count; first += BLOCK) {
        const size_t some = count - first < BLOCK ? count - first : BLOCK;
        int64_t sums[BOOK_GROUPS * BLOCK] = {0};
        const struct rmc_scenarios scenarios = book_levels(book, (uint32_t)first, some, some, levels);
        CHECK(rmc_bank_pnl(bank, &scenarios, sums, BLOCK, &error) == RMC_OK, "%s", error.text);
        for (size_t i = 0; i < some; i++)
            pnl[first + i] = (double)(sums[i] + sums[BLOCK + i]) / 1e4;
    }
}

/* Fits the proxies of all instruments of a bank. Returns the largest less the least error of the book in the trial
 * scenarios, 0 among them. */
static inline double book_fit(const struct book *book, struct rmc_bank *bank, struct rmc_slice part) {
    static double levels[BOOK_FACTORS * BOOK_TRIALS];
    int64_t errors[BOOK_GROUPS * BOOK_TRIALS] = {0}, least = 0, most = 0;
    struct rmc_error error = {.code = RMC_OK};
    const struct rmc_scenarios trials = book_levels(book, BOOK_FIRST_TRIAL, BOOK_TRIALS, BOOK_TRIALS / 2, levels);
    CHECK(rmc_bank_fit(bank, &trials, part, errors, BOOK_TRIALS, &error) == RMC_OK, "%s", error.text);
    for (size_t i = 0; i < BOOK_TRIALS; i++) {
        const int64_t sum = errors[i] + errors[BOOK_TRIALS + i];
        least = sum < least ? sum : least;
        most = sum > most ? sum : most;
    }
    return (double)(most - least) / 1e4;
}

#endif
