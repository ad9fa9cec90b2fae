/* SPDX-License-Identifier: Apache-2.0 */
/* The drawing of an instrument: the random numbers, the market, and the resulting row. */
#ifndef MAKE_BANK_TERMS_H
#define MAKE_BANK_TERMS_H

#include "bank.h"

typedef enum {
    DESK_BONDS,
    DESK_COMMODITIES,
    DESK_EQUITIES,
    DESK_EXOTICS,
    DESK_FLOATERS,
    DESK_FX,
    DESK_FX_OPTIONS,
    DESK_MONEY,
    DESK_MORTGAGES,
    DESK_OPTIONS,
    DESK_SWAPS,
    DESK_TREASURY
} desk_place;

/* An instrument being made. */
struct terms {
    const struct bank *bank;
    struct sheet *sheet;
    struct sheet *members; /* of baskets, if they have a separate table; else NULL */
    struct dice dice;
    struct line *line;
};

/* A kind of instrument: name and header of the file, and the count among 100,000 instruments. */
struct kind {
    const char *name, *prefix, *columns;
    unsigned in_100000;
    bool is_monte_carlo;
    void (*write)(struct terms *terms);
};

extern const struct kind bank_kinds[KINDS];

/* Returns the number of instruments of kind KIND in a bank of COUNT, at least one. */
uint64_t bank_kind_count(int kind, uint64_t count);

/* Writes all instruments of a kind, with ids from 1, and adds a line for each. */
void bank_write_kind(struct bank *bank, int kind, struct sheet *sheet, struct sheet *members);

/* Writes instrument and currency, the first two fields of each kind, and notes the data for holdings. */
void terms_begin(struct terms *terms, desk_place desk, int currency, double price);

/* Writes the name of a curve: "USD.swap" of USD and swap. */
void terms_curve(struct terms *terms, const char *of, const char *what);

/* Returns a currency; currencies at the front of the list come more often. */
int terms_currency(struct terms *terms);

/* Returns a working day from LEAST to MOST days after today. */
int terms_day(struct terms *terms, int least, int most);

/* Returns today's zero rate for a day. */
double terms_rate(const struct terms *terms, int currency, rate_sort sort, int day);

/* Closed forms (bonds.c, forwards.c, optioned.c) and Monte Carlo (optioned.c). */
void draw_cash(struct terms *terms);
void draw_deposit(struct terms *terms);
void draw_fixed_bond(struct terms *terms);
void draw_floating_bond(struct terms *terms);
void draw_inflation_bond(struct terms *terms);
void draw_mortgage(struct terms *terms);
void draw_pool(struct terms *terms);
void draw_swap(struct terms *terms);
void draw_stock(struct terms *terms);
void draw_fx_forward(struct terms *terms);
void draw_commodity_forward(struct terms *terms);
void draw_european(struct terms *terms);
void draw_digital(struct terms *terms);
void draw_barrier(struct terms *terms);
void draw_asian(struct terms *terms);
void draw_discrete_barrier(struct terms *terms);
void draw_basket(struct terms *terms);

#endif
