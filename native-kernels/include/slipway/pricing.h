/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pricing: the value of a financial instrument in each scenario of a block of scenarios.
 *
 * A market is a list of factors (prices, rates, volatilities, exchange rates, indices) and curves with factors as
 * points. A block holds the levels of all factors in some scenarios at one time, which is today or a later horizon. All
 * factors of a scenario may move: the price of an option follows volatility, rate and yield too.
 *
 *     prc_market_check(&market, &error);  prc_check(&instrument, &market, &error);       // once
 *     scratch = aligned_alloc(64, prc_scratch_bytes(&instrument, &block));                // the largest size serves
 * all prc_value(&instrument, &block, scratch, values, &error);                            // for each block
 *
 * Times are in years from today. Rates and yields are continuously compounded zero rates; coupons and the rates of
 * deposits, swaps and mortgages are simple, a year (0.05: 5 %). Money is in the instrument's own currency. Deposits,
 * bonds, mortgages, pools and swaps have a notional, or a balance today, of 100.
 *
 * A payment due between today and the time of the block counts at its amount, without interest. An expiry or fixing
 * before the time of the block takes its price from a path between today's level and the scenario's: the logarithm is
 * linear in time, plus, for kinds with a volatility, a Brownian bridge with today's volatility. The bridge depends on
 * seed, scenario, factor and date only, so all instruments on a factor see one path; the bridges of two factors are
 * independent. A barrier that is watched continuously enters with the probability of a hit in that time, given both
 * levels.
 *
 * Payments are due at equal steps back from maturity to today, and the first payment is whole.
 *
 * Reproducibility. A value depends on the instrument, the levels of the scenario and, for kinds with paths, on seed,
 * scenario number and the id of the instrument only. A value has the same bits in any block, on any thread and in each
 * build of the kernels (vecmath.h: vm_simd_force).
 *
 * Errors. ERROR may be NULL. A failure fills any other ERROR, and a success leaves ERROR as before. After a failure the
 * results of the call have no meaning; the arguments stay valid.
 *
 * Threads. All functions are local: they do not block, print, exit or keep state outside of the arguments. Several
 * threads may call them at the same time with separate scratch, values and rows, and shared market and instruments.
 *
 * Memory. Only prc_rows_new and the fitting of proxies (slipway/pricing_proxy.h) allocate memory. Instruments and
 * markets point to arrays of the caller, which must outlive them.
 */
#ifndef SLIPWAY_PRICING_H
#define SLIPWAY_PRICING_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header: 10000 * major + 100 * minor + patch. The shared library is compatible with callers that
 * were compiled for the same major and minor number. */
#define PRC_VERSION 400

/* Stands for a factor or curve that an instrument does not have. */
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
    PRC_ERR_ARGUMENT,  /* a term or parameter is out of range */
    PRC_ERR_MEMORY,    /* an allocation failed */
    PRC_ERR_NOT_FINITE /* a value came out infinite or not a number */
} prc_err;

struct prc_error {
    prc_err code;
    char text[PRC_ERROR_TEXT_BYTES]; /* one line that names the field and the defect */
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
    /* For each factor, 0 if the level is the same in all scenarios of the run. NULL: any factor may move. Asian options
     * with constant volatility and curves are valued by a sorted table of the common paths, many times as fast. */
    const unsigned char *moves;
    const struct prc_curve *curves;
    size_t curve_count;
};

/* Checks a market. Refuses (PRC_ERR_ARGUMENT) a level that is not finite, and a curve without points, out of order or
 * with factors that do not exist. */
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

/* Returns the name of a kind in inputs and messages ("fx-forward"), or NULL for any other number. */
const char *prc_kind_name(prc_kind kind);

typedef enum { PRC_CALL, PRC_PUT } prc_option;
typedef enum { PRC_PAYER, PRC_RECEIVER } prc_side; /* of the fixed rate */
typedef enum { PRC_UP, PRC_DOWN } prc_direction;
typedef enum { PRC_IN, PRC_OUT } prc_knock;

/* One share. Cash has no terms: one unit of the currency. */
struct prc_stock {
    uint32_t factor;
};

/* Takes one unit of the foreign currency for STRIKE units of the instrument's currency at maturity. Exchange rates are
 * prices in the reporting currency. An instrument in the reporting currency has OWN_FACTOR PRC_NONE. */
struct prc_fx_forward {
    uint32_t factor;     /* exchange rate of the foreign currency */
    uint32_t own_factor; /* exchange rate of the instrument's currency, or PRC_NONE */
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

/* Pays 100 at START (negative: before today), and takes 100 with simple interest back at maturity. */
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
 * running period is CURRENT. A period that begins between today and the time of the block has the rate of a period of
 * that length from the scenario's forward curve. */
struct prc_floating_bond {
    double spread;
    unsigned per_year;
    double maturity;
    double current; /* without the spread */
    uint32_t curve;
    uint32_t forward_curve;
};

/* Pays coupons and notional times index / base. CURVE has real rates. */
struct prc_inflation_bond {
    double coupon;
    unsigned per_year;
    double maturity;
    uint32_t curve;
    uint32_t factor; /* the index of consumer prices */
    double base;     /* the level of the index at issue */
};

/* Pays interest and principal in level payments. */
struct prc_mortgage {
    double rate;
    unsigned per_year;
    double maturity;
    uint32_t curve;
};

/* Passes on, each month, interest at COUPON and all principal of a pool of mortgages at RATE. The mortgages prepay at
 * PSA per cent of the standard speed of the Public Securities Association. */
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
    uint32_t volatility; /* a factor with the yearly volatility as level */
    prc_option option;
    double strike;
    double maturity;
    uint32_t curve;
    uint32_t yield_curve; /* dividends or the foreign rate, or PRC_NONE */
};

/* Pays PAYOUT if the European option ends in the money. */
struct prc_digital {
    struct prc_european option;
    double payout;
};

/* A barrier option, watched continuously. A knock-out pays the rebate when the barrier is hit; a knock-in pays the
 * rebate at maturity if the barrier was never hit. A level at or beyond the barrier is a hit. */
struct prc_barrier {
    struct prc_european option;
    double barrier;
    prc_direction direction;
    prc_knock knock;
    double rebate;
};

/* Pays by the arithmetic average of FIXINGS fixings at equal steps from FIRST_FIXING to maturity; a single fixing is at
 * maturity. Fixings before today have the average REALISED, which is ignored without such fixings. */
struct prc_asian {
    struct prc_european option;
    double first_fixing;
    unsigned fixings;
    double realised;
};

/* A barrier option that is watched at its fixings only. The fixings follow the rule of an Asian option. No fixing
 * before today has hit the barrier. */
struct prc_discrete_barrier {
    struct prc_barrier barrier;
    double first_fixing;
    unsigned fixings;
};

/* An option on the weighted sum of some prices without yields. All pairs of prices have the same correlation. */
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
    uint64_t id; /* keys the paths */
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
 * Checks an instrument. Refuses (PRC_ERR_ARGUMENT) an unknown kind or choice, a number that is not finite, a strike,
 * base or barrier that is not above zero, a maturity before today, factors or curves that do not exist, a schedule that
 * is empty or too long, and a correlation that these assets cannot have. Today's levels must be above zero for prices,
 * and not below zero for volatilities. MARKET must have passed prc_market_check.
 */
prc_err prc_check(const struct prc_instrument *instrument, const struct prc_market *market, struct prc_error *error);

/* Returns whether the instrument takes paths: 1 for Asian, discrete-barrier and basket, else 0. */
int prc_takes_paths(const struct prc_instrument *instrument);

/*
 * Finds the factors on which the value depends, including all points of the curves, each once and ascending. Writes at
 * most ROOM of them to FACTORS, which may be NULL with a ROOM of 0. Returns the number of all these factors. The
 * instrument must have passed prc_check.
 */
size_t prc_drivers(const struct prc_instrument *instrument, const struct prc_market *market, uint32_t *factors,
                   size_t room);

/* --- valuation --- */

/* Fresh paths are new in each scenario. Common paths are the same in all scenarios. */
typedef enum { PRC_COMMON, PRC_FRESH } prc_inner;

/*
 * In single precision European, Asian and basket options are off by at most 1e-4 at a price of 100, and take about half
 * the time. All other kinds are valued in double. Single and double precision have different fresh paths, but the same
 * common paths. (Rounding that puts a path across a discrete barrier would change the value by the whole payoff of the
 * path.)
 */
typedef enum { PRC_DOUBLE, PRC_SINGLE } prc_arithmetic;

/* Discount factors and logarithms that instruments of a block share. */
struct prc_rows;

/* The purposes of random numbers under a seed (vm_key_of). No other part of a run may use these purposes. */
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
    size_t paths;      /* 1 to PRC_MAX_PATHS, for kinds that take paths */
    size_t first_path; /* the number of the first path; other blocks may value the paths before */
    prc_inner inner;
    prc_arithmetic arithmetic;
};

/*
 * Makes room for COUNT shared rows of blocks of at most SCENARIOS scenarios, 8 bytes for each scenario of a row. With
 * rows, exp(-r t) of a curve and a time, and the logarithm of a factor, are worked out once for several instruments of
 * a block. Full rows start anew, so order the instruments by kind, factor, curve and maturity. The caller ends *rows
 * with prc_rows_free. Fails with PRC_ERR_ARGUMENT for a count or scenarios of 0, and with PRC_ERR_MEMORY; *rows then is
 * NULL.
 */
prc_err prc_rows_new(size_t scenarios, size_t count, struct prc_rows **rows, struct prc_error *error);

/* Forgets all rows. Must be called whenever levels, time or number of scenarios of the block change. */
void prc_rows_clear(struct prc_rows *rows);

/* Frees rows. Accepts NULL. */
void prc_rows_free(struct prc_rows *rows);

/* Returns the bytes of scratch memory that prc_value needs for an instrument that has passed prc_check. The size is a
 * multiple of PRC_SCRATCH_ALIGNMENT, and the memory must be aligned to that constant. */
size_t prc_scratch_bytes(const struct prc_instrument *instrument, const struct prc_block *block);

/*
 * Writes the value of one unit of the instrument in scenario i of the block to values[i]. The instrument must have
 * passed prc_check. The call uses only SCRATCH as working memory, and is fastest if the number of scenarios is a
 * multiple of 16 and VALUES is aligned like SCRATCH. Fails with PRC_ERR_ARGUMENT for a block without scenarios, with a
 * negative time, or without the paths that the kind takes, and with PRC_ERR_NOT_FINITE at the first value that is
 * infinite or no number, as from a negative price or volatility.
 */
prc_err prc_value(const struct prc_instrument *instrument, const struct prc_block *block, void *scratch, double *values,
                  struct prc_error *error);

#ifdef __cplusplus
}
#endif

#endif
