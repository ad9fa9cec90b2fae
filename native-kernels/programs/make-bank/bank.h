/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make-bank: a made-up bank on factors, some of which are real. Declarations that the files of this folder share.
 *
 * The factors come first (factors.c), with today's levels. Their history is made backwards from today (history.c),
 * driven by the daily moves of the real index (drivers.c). Instruments are drawn around today's market (bonds.c,
 * forwards.c, optioned.c), and positions in them (holdings.c).
 */
#ifndef MAKE_BANK_BANK_H
#define MAKE_BANK_BANK_H

#include "base/failure.h"
#include "dice.h"
#include "sheet.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FACTORS = 1000,
    CURRENCIES = 16,
    GROUPS = 5,   /* of commodities */
    SECTORS = 10, /* of stocks */
    KINDS = 17,
    DESKS = 12,
    NAME_BYTES = 32,
    FULL_INSTRUMENTS = 250000,
    FULL_SCENARIOS = 97,
    LEAST_DAYS = 520,
    LEAST_SCENARIOS = 10
};

/* The smallest bank has at least one instrument of each kind; ids have room for the largest. */
#define LEAST_SCALE 0.001
#define MOST_SCALE 4.0

typedef enum {
    CLASS_COMMODITY,
    CLASS_ECONOMIC,
    CLASS_FX,
    CLASS_GOVERNMENT,
    CLASS_INDEX,
    CLASS_MONEY,
    CLASS_STOCK,
    CLASS_SWAP,
    CLASS_VOLATILITY,
    CLASSES
} factor_class;

extern const char *const bank_classes[CLASSES];

/* Which rate a factor is. */
typedef enum { RATE_NONE, RATE_GOVERNMENT, RATE_SWAP, RATE_MONEY, RATE_DIVIDEND, RATE_YIELD } rate_sort;

struct currency {
    const char *name;
    double fx;       /* price of one unit in US dollars */
    double unit;     /* the rough value of one US dollar: 1, 10, 100, 1000 */
    double level;    /* the long end of the government curve */
    double slope;    /* the short end less the long one */
    double index;    /* level of the stock index */
    int stocks;      /* number of generated stocks */
    int optioned;    /* number of these with options */
    double cautious; /* sensitivity of the exchange rate to the market's moves, positive or negative */
};

extern const struct currency bank_currencies[CURRENCIES];

struct commodity {
    const char *name;
    int group;
    double price, deviation; /* today, and a day's standard deviation */
};

extern const char *const bank_commodity_groups[GROUPS];

struct factor {
    char name[NAME_BYTES];
    factor_class class;
    rate_sort rate;
    int currency; /* place in `bank_currencies` */
    int group;    /* of a commodity or a yield: the commodity group; of a stock: the sector */
    int decimals;
    int series;         /* of the real market; -1: generated */
    int volatility;     /* the factor that is the volatility of this one, or -1 */
    double years;       /* of a rate */
    double level;       /* today's level; while the history is made, the level of the day */
    double typical;     /* the level to which it returns */
    double deviation;   /* standard deviation of a day's move */
    double with_market; /* correlations with the market and with the group's or region's driver */
    double with_group;
    struct dice dice; /* for the factor's own shocks */
    int64_t *units;   /* history: for each day, in units of 10^-decimals */
};

/* The real series, over the calendar of the index. */
struct market {
    size_t days, series;
    int *day; /* from 1970-01-01 */
    struct series {
        char name[NAME_BYTES];
        int64_t *thousandths; /* a value for each day */
    } * one;
};

/* The data of an instrument for the holdings. */
struct line {
    char instrument[12];
    int desk, currency;
    double price; /* rough price of one unit, in the instrument's currency; of a derivative: of the underlying */
};

struct bank {
    uint64_t seed;
    double scale;
    bool tables;
    struct market market;
    size_t days, first;     /* of the history; the place of its first day in the market's calendar */
    struct factor *factors; /* FACTORS factors, in the order of their making */
    size_t count;
    size_t order[FACTORS];                                  /* by name */
    int fx[CURRENCIES], index[CURRENCIES], cpi[CURRENCIES]; /* factors of a currency; no fx for the first */
    int today;
    uint64_t instruments;
    struct line *lines;
    size_t line_count;
};

/* Fills MARKET from the embedded files of the program. Returns STATUS_OK or fails. The caller frees MARKET with
 * bank_free_market. */
int bank_read_market(struct market *market, struct sw_failure *failure);
void bank_free_market(struct market *market);

/* Makes the factors, with today's levels. */
int bank_make_factors(struct bank *bank, struct sw_failure *failure);

/* Returns today's level of a factor, as in the files. */
double bank_level_today(const struct bank *bank, int factor);

/* Makes the history of all factors over the last bank->days days of the market. */
int bank_make_history(struct bank *bank, struct sw_failure *failure);

/* The common drivers of many factors on one day. Each has mean 0 and, except on wild days, variance 1. */
struct drivers {
    double wild;   /* the volatility of the day: 1 on average */
    double market; /* the move of the real index */
    double rates, dollar, fear, prices, slope;
    double region[CURRENCIES], group[GROUPS], sector[SECTORS];
};

/* The volatility of the market's moves, for each day. */
struct weather {
    double *market, *wild;
};

int weather_make(const struct bank *bank, struct weather *weather, struct sw_failure *failure);
void weather_free(struct weather *weather);
void drivers_of(const struct bank *bank, const struct weather *weather, size_t day, struct drivers *drivers);

/* The curve of one currency on one day. */
struct curve_state {
    double level, slope, bend, swap, money, dividend;
};

/* The rates of all currencies, and the yields of commodities, on one day. */
struct rates {
    struct curve_state curve[CURRENCIES];
    double yield[GROUPS];
};

/* Fills RATES with today's. */
void rates_today(struct rates *rates);

/* Goes one day back. */
void rates_back(struct rates *rates, const struct drivers *drivers, const struct bank *bank, size_t day);

/* Returns the rate of FACTOR without its own part. */
double rates_of(const struct rates *rates, const struct factor *factor);

/* The tables that make up a bank, in either form (contents.c). */
void bank_write_parameters(const struct bank *bank, struct sheet *sheet);
void bank_write_factors(const struct bank *bank, int only, struct sheet *sheet); /* ONLY: a class, or -1 */
void bank_write_history(const struct bank *bank, struct sheet *sheet);
void bank_write_curves(const struct bank *bank, struct sheet *sheet);
void bank_write_scenarios(const struct bank *bank, struct sheet *sheet);
void bank_write_limits(const struct bank *bank, struct sheet *sheet);

/* Writes the positions of all instruments to a sheet for each desk, which may all be the same. */
void bank_write_holdings(const struct bank *bank, struct sheet *const desks[DESKS]);

extern const char *const bank_desks[DESKS];

#endif
