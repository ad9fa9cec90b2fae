/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pricing: the value of one financial instrument in each scenario of a block of them.
 *
 * A market is a list of factors (prices, rates, volatilities, exchange rates, indices) and curves whose points are
 * factors. A block holds the levels of all factors in some scenarios at one time, which is today or a horizon later.
 * The factors of a scenario may all move: the price of an option follows its volatility, rate and yield too.
 *
 *     prc_market_check(&market, &error);  prc_check(&instrument, &market, &error);       // once
 *     scratch = aligned_alloc(64, prc_scratch_bytes(&instrument, &block));                // the largest serves all
 *     prc_value(&instrument, &block, scratch, values, &error);                            // for each block
 *
 * Times are in years from today. Rates and yields are continuously compounded zero rates; coupons and the rates of
 * deposits, swaps and mortgages are simple, a year (0.05: 5 %). Money is in the instrument's own currency. Deposits,
 * bonds, mortgages, pools and swaps have a notional, or a balance today, of 100.
 *
 * What is due between today and the time of the block counts at its amount, without interest. A price that a date
 * before the time of the block needs (an expiry, a fixing) is on a path from today's level to the scenario's: its
 * logarithm is linear in time, plus, for kinds that have a volatility, a Brownian bridge of the volatility of today.
 * The bridge is a function of seed, scenario, factor and date, so all instruments on a factor see one path; the bridges
 * of two factors are independent. Whether a barrier that is watched continuously was hit in that time enters as its
 * probability, given both levels.
 *
 * Payments are due at equal steps back from maturity, as far as they lie after today, and the first one is whole.
 *
 * Reproducibility. A value is a function of the instrument, the levels of its scenario and, for kinds with paths, of
 * seed, scenario number and the instrument's id. It has the same bits in any block, on any thread and in each build of
 * the kernels (vecmath.h: vm_simd_force).
 *
 * Errors. ERROR may be NULL. Where it is not, a failure fills it, and a success leaves it as it was. After a failure
 * the results of the call have no meaning; its arguments stay valid.
 *
 * Threads. All functions are local: none blocks, prints, exits or keeps state outside of its arguments. Any threads may
 * call them at the same time with scratch, values and rows of their own; market and instruments may be shared.
 *
 * Memory. Only prc_rows_new allocates, and what fits proxies (slipway/pricing_proxy.h). Instruments and markets point
 * to arrays of the caller, which must outlive them.
 */
#ifndef SLIPWAY_PRICING_H
#define SLIPWAY_PRICING_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header: 10000 * major + 100 * minor + patch. The shared library is compatible with callers that
 * were compiled for the same major and minor number. */
#define PRC_VERSION 400

/* In place of a factor or curve that an instrument does not have. */
#define PRC_NONE UINT32_MAX

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PRC_ERROR_TEXT_BYTES = 256,
    PRC_MAX_PATHS = 1 << 20,
    PRC_MAX_FIXINGS = 1 << 12,
    PRC_MAX_ASSETS = 64,     /* of a basket */
    PRC_MAX_PAYMENTS = 1200, /* of a bond, swap, mortgage or pool */
    PRC_SCRATCH_ALIGNMENT = 64
};

typedef enum {
    PRC_OK = 0,
    PRC_ERR_ARGUMENT,  /* a term or parameter is out of its range */
    PRC_ERR_MEMORY,    /* an allocation failed */
    PRC_ERR_NOT_FINITE /* a value came out infinite or not a number */
} prc_err;

struct prc_error {
    prc_err code;
    char text[PRC_ERROR_TEXT_BYTES]; /* one line that names the field and what is wrong with it */
};

/* Returns the message for a code. Static storage; never NULL. */
const char *prc_strerror(prc_err code);

/* --- market --- */

/* A curve of zero rates, linear in the rate between two points and flat outside of them. */
struct prc_curve {
    size_t points;           /* at least 1 */
    const double *years;     /* from the day of valuation, not negative, ascending */
    const uint32_t *factors; /* the rate of each point */
};

struct prc_market {
    size_t factors;
    const double *today; /* the level of each factor today */
    /* For each factor, 0 where all scenarios of the run have one level of it. NULL: any may move. Asian options whose
     * volatility and curves stay are then valued by a sorted table of their common paths, many times as fast. */
    const unsigned char *moves;
    const struct prc_curve *curves;
    size_t curve_count;
};

/* Refuses (PRC_ERR_ARGUMENT) a market with a level that is no finite number, or a curve without points, out of order or
 * on factors that do not exist. */
prc_err prc_market_check(const struct prc_market *market, struct prc_error *error);

/* --- instruments --- */

typedef enum {
    PRC_CASH,
    PRC_STOCK,
    PRC_FX_FORWARD,
    PRC_COMMODITY_FORWARD,
    PRC_DEPOSIT,
    PRC_FIXED_BOND,
    PRC_FLOATING_BOND,
    PRC_INFLATION_BOND,
    PRC_MORTGAGE,
    PRC_POOL,
    PRC_SWAP,
    PRC_EUROPEAN,
    PRC_DIGITAL,
    PRC_BARRIER,
    PRC_ASIAN,
    PRC_DISCRETE_BARRIER,
    PRC_BASKET,
    PRC_KINDS
} prc_kind;

/* Returns the name of a kind as inputs and messages have it ("fx-forward"), or NULL for a number that is no kind. */
const char *prc_kind_name(prc_kind kind);

typedef enum { PRC_CALL, PRC_PUT } prc_option;
typedef enum { PRC_PAYER, PRC_RECEIVER } prc_side; /* of the fixed rate */
typedef enum { PRC_UP, PRC_DOWN } prc_direction;
typedef enum { PRC_IN, PRC_OUT } prc_knock;

/* One share. Cash has no terms: one unit of the currency. */
struct prc_stock {
    uint32_t factor;
};

/* Takes one unit of the foreign currency for STRIKE units of its own at maturity. Exchange rates are the price of a
 * currency in the reporting currency; where the instrument's own is that one, OWN_FACTOR is PRC_NONE. */
struct prc_fx_forward {
    uint32_t factor;     /* exchange rate of the foreign currency */
    uint32_t own_factor; /* exchange rate of its own currency, or PRC_NONE */
    double strike;
    double maturity;
    uint32_t curve;
    uint32_t foreign_curve;
};

/* Takes one unit of a commodity for STRIKE at maturity. */
struct prc_commodity_forward {
    uint32_t factor;
    double strike;
    double maturity;
    uint32_t curve;
    uint32_t yield_curve; /* convenience yield less storage, or PRC_NONE */
};

/* Pays 100 at its start, which is negative where that was before today, and takes it back with simple interest. */
struct prc_deposit {
    double rate;
    double start;
    double maturity;
    uint32_t curve;
};

struct prc_fixed_bond {
    double coupon;
    unsigned per_year; /* payments a year, 1 to 365 */
    double maturity;
    uint32_t curve;
};

/* Pays, at the end of each period, the simple rate of the period by the forward curve, plus a spread. The rate of the
 * running period is CURRENT. The rate of a period that begins between today and the time of the block is the one of a
 * period of that length by the forward curve of the scenario. */
struct prc_floating_bond {
    double spread;
    unsigned per_year;
    double maturity;
    double current; /* without the spread */
    uint32_t curve;
    uint32_t forward_curve;
};

/* Pays coupons and notional times index / base. CURVE is one of real rates. */
struct prc_inflation_bond {
    double coupon;
    unsigned per_year;
    double maturity;
    uint32_t curve;
    uint32_t factor; /* the index of consumer prices */
    double base;     /* its level at issue */
};

/* Pays interest and principal in level payments. */
struct prc_mortgage {
    double rate;
    unsigned per_year;
    double maturity;
    uint32_t curve;
};

/* Passes on, each month, interest at COUPON and all principal of a pool of mortgages at RATE, which prepay at PSA per
 * cent of the standard speed of the Public Securities Association. */
struct prc_pool {
    double coupon;
    double rate;
    unsigned age_months; /* today */
    double psa;          /* 100: the standard speed */
    double maturity;
    uint32_t curve;
};

/* Both legs pay at the same dates. Floating rates are those of prc_floating_bond without spread. */
struct prc_swap {
    prc_side side;
    double rate;
    unsigned per_year;
    double maturity;
    double current;
    uint32_t curve;
    uint32_t forward_curve;
};

struct prc_european {
    uint32_t factor;
    uint32_t volatility; /* a factor: its level is the volatility a year */
    prc_option option;
    double strike;
    double maturity;
    uint32_t curve;
    uint32_t yield_curve; /* dividends or the foreign rate, or PRC_NONE */
};

/* Pays PAYOUT where the European option would end in the money. */
struct prc_digital {
    struct prc_european option;
    double payout;
};

/* Is watched continuously. The rebate of a knock-out is paid when the barrier is hit, the one of a knock-in at maturity
 * where it never was. A level at or beyond the barrier has hit it. */
struct prc_barrier {
    struct prc_european option;
    double barrier;
    prc_direction direction;
    prc_knock knock;
    double rebate;
};

/* FIXINGS dates at equal steps from FIRST_FIXING to maturity; where there is one, it is at maturity. Those before today
 * have the average REALISED, which is not looked at where there are none. Pays by the arithmetic average of all. */
struct prc_asian {
    struct prc_european option;
    double first_fixing;
    unsigned fixings;
    double realised;
};

/* Is watched at its fixings only, which are as an Asian option's; none before today has hit the barrier. */
struct prc_discrete_barrier {
    struct prc_barrier barrier;
    double first_fixing;
    unsigned fixings;
};

/* An option on the weighted sum of some prices, each pair of them with one correlation, without yields. */
struct prc_basket {
    size_t assets; /* 1 to PRC_MAX_ASSETS */
    const uint32_t *factors;
    const uint32_t *volatilities;
    const double *weights;
    double correlation;
    prc_option option;
    double strike;
    double maturity;
    uint32_t curve;
};

struct prc_instrument {
    uint64_t id; /* keys its paths */
    prc_kind kind;
    union {
        struct prc_stock stock;
        struct prc_fx_forward fx_forward;
        struct prc_commodity_forward commodity_forward;
        struct prc_deposit deposit;
        struct prc_fixed_bond fixed_bond;
        struct prc_floating_bond floating_bond;
        struct prc_inflation_bond inflation_bond;
        struct prc_mortgage mortgage;
        struct prc_pool pool;
        struct prc_swap swap;
        struct prc_european european;
        struct prc_digital digital;
        struct prc_barrier barrier;
        struct prc_asian asian;
        struct prc_discrete_barrier discrete_barrier;
        struct prc_basket basket;
    } terms;
};

/*
 * Refuses (PRC_ERR_ARGUMENT) an instrument that makes no sense: an unknown kind or choice, a number that is not finite,
 * a strike, base or barrier that is not above zero, a maturity before today, factors or curves that do not exist, a
 * schedule that is empty or too long, a correlation that no assets can have. MARKET has passed prc_market_check. Looks
 * at today's level of the factors too: prices must be above zero, volatilities not below it.
 */
prc_err prc_check(const struct prc_instrument *instrument, const struct prc_market *market, struct prc_error *error);

/* Returns whether the value takes paths: 1 for Asian, discrete-barrier and basket, else 0. */
int prc_takes_paths(const struct prc_instrument *instrument);

/*
 * Tells the factors on which the value depends, each once, ascending, with all points of its curves. Writes as many as
 * fit into the ROOM of FACTORS, which may be NULL with a room of 0, and returns how many there are. The instrument has
 * passed prc_check.
 */
size_t prc_drivers(const struct prc_instrument *instrument, const struct prc_market *market, uint32_t *factors,
                   size_t room);

/* --- valuation --- */

/* Fresh paths are new in each scenario, common ones the same in all. */
typedef enum { PRC_COMMON, PRC_FRESH } prc_inner;

/* In single precision European, Asian and basket options are off by at most 1e-4 at a price of 100, and take about half
 * the time; all other kinds are valued in double. Fresh paths then are other ones than in double; common ones are the
 * same. (A discrete barrier would differ by a whole path's pay wherever rounding puts a path across it.) */
typedef enum { PRC_DOUBLE, PRC_SINGLE } prc_arithmetic;

/* Discount factors and logarithms that instruments of a block share. */
struct prc_rows;

/* What draws numbers under a seed (vm_key_of): no other part of a run may have these purposes. */
enum { PRC_FOR_PATHS = 16, PRC_FOR_BRIDGES = 17 };

struct prc_block {
    const struct prc_market *market;
    size_t scenarios;      /* at least 1 */
    double years;          /* the time of the levels; 0: today */
    const double *levels;  /* levels[factor * stride + i] is the factor's level in scenario i of the block */
    size_t stride;         /* at least the number of scenarios */
    struct prc_rows *rows; /* of this block only; or NULL */
    uint32_t first;        /* the number of the first scenario: scenario i is number FIRST + i in all draws */
    uint64_t seed;
    size_t paths;      /* 1 to PRC_MAX_PATHS, for kinds that take them */
    size_t first_path; /* the number of the first one: with as many paths before it, these are the next */
    prc_inner inner;
    prc_arithmetic arithmetic;
};

/*
 * Makes room for COUNT shared rows of blocks of at most SCENARIOS scenarios, 8 bytes for each scenario of a row. With
 * it, exp(-r t) of a curve and a time, and the logarithm of a factor, are worked out once for all instruments of a
 * block that follow each other: order them by kind, factor, curve and maturity. When the rows are full, they begin
 * anew. The caller ends *rows with prc_rows_free. Fails with PRC_ERR_ARGUMENT for a count or scenarios of 0, and with
 * PRC_ERR_MEMORY; *rows then is NULL.
 */
prc_err prc_rows_new(size_t scenarios, size_t count, struct prc_rows **rows, struct prc_error *error);

/* Forgets all rows: to be called whenever levels, time or number of scenarios of the block change. */
void prc_rows_clear(struct prc_rows *rows);

/* Frees rows. Accepts NULL. */
void prc_rows_free(struct prc_rows *rows);

/* Returns the bytes of scratch memory that prc_value takes for an instrument that has passed prc_check: a multiple of
 * PRC_SCRATCH_ALIGNMENT, to which the memory must be aligned. */
size_t prc_scratch_bytes(const struct prc_instrument *instrument, const struct prc_block *block);

/*
 * Writes the value of one unit of the instrument in scenario i of the block to values[i]. The instrument has passed
 * prc_check. Takes no memory but SCRATCH. Is fastest where the scenarios are a multiple of 16, and VALUES is aligned as
 * SCRATCH is. Fails with PRC_ERR_ARGUMENT for a block without scenarios, with a negative
 * time, or without the paths that the kind takes, and with PRC_ERR_NOT_FINITE at the first scenario whose value is
 * infinite or no number, as a negative price or volatility makes it.
 */
prc_err prc_value(const struct prc_instrument *instrument, const struct prc_block *block, void *scratch, double *values,
                  struct prc_error *error);

#ifdef __cplusplus
}
#endif

#endif
