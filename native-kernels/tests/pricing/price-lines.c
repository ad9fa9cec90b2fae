/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values one instrument a line of the standard input, today. A line is a kind and NAME=NUMBER for each term and for
 * each unusual level of the market, as in
 *     european price=100 volatility=0.2 rate=0.05 option=0 strike=105 maturity=1.5
 * Choices are numbers in the order of pricing.h; curves are 0 (flat, rate), 1 (flat, yield) and 2 (short, middle,
 * long). Writes value and standard error a line; the error is 0 for closed forms.
 */
#include "pricing/fixture.h"
#include "support/check.h"

enum { TERMS = 32, TRIES = 400, PATHS = 250 };

struct line {
    prc_kind kind;
    size_t count;
    char names[TERMS][24];
    double numbers[TERMS];
};

/* Returns the number of a term, which must be there. */
static double number(const struct line *line, const char *name) {
    for (size_t i = 0; i < line->count; i++)
        if (strcmp(line->names[i], name) == 0)
            return line->numbers[i];
    fprintf(stderr, "price-lines: %s lacks %s\n", prc_kind_name(line->kind), name);
    exit(EXIT_FAILURE);
}

static unsigned whole(const struct line *line, const char *name) {
    return (unsigned)number(line, name);
}

static void read_levels(const struct line *line, double today[FACTORS]) {
    static const char *const names[FACTORS] = {"price", "price2", "price3", "volatility", "volatility2", "volatility3",
                                               "rate",  "yield",  "short",  "middle",     "long"};
    memcpy(today, usual, FACTORS * sizeof *today);
    for (size_t i = 0; i < line->count; i++)
        for (size_t factor = 0; factor < FACTORS; factor++)
            if (strcmp(line->names[i], names[factor]) == 0)
                today[factor] = line->numbers[i];
}

static struct prc_european option_of(const struct line *line) {
    return (struct prc_european){PRICE,
                                 VOLATILITY,
                                 (prc_option)whole(line, "option"),
                                 number(line, "strike"),
                                 number(line, "maturity"),
                                 whole(line, "curve"),
                                 FLAT_YIELD};
}

static struct prc_barrier barrier_of(const struct line *line) {
    return (struct prc_barrier){option_of(line), number(line, "barrier"), (prc_direction)whole(line, "direction"),
                                (prc_knock)whole(line, "knock"), number(line, "rebate")};
}

static struct prc_basket basket_of(const struct line *line) {
    static const uint32_t factors[] = {PRICE, PRICE2, PRICE3}, volatilities[] = {VOLATILITY, VOLATILITY2, VOLATILITY3};
    static double weights[3];
    weights[0] = number(line, "weight");
    weights[1] = number(line, "weight2");
    weights[2] = number(line, "weight3");
    return (struct prc_basket){3,
                               factors,
                               volatilities,
                               weights,
                               number(line, "correlation"),
                               (prc_option)whole(line, "option"),
                               number(line, "strike"),
                               number(line, "maturity"),
                               whole(line, "curve")};
}

static void read_rates(const struct line *line, struct prc_instrument *instrument) {
    const double maturity = number(line, "maturity");
    const unsigned curve = whole(line, "curve");
    switch ((int)line->kind) {
    case PRC_DEPOSIT:
        instrument->terms.deposit =
            (struct prc_deposit){number(line, "simple"), number(line, "start"), maturity, curve};
        break;
    case PRC_FIXED_BOND:
        instrument->terms.fixed_bond =
            (struct prc_fixed_bond){number(line, "coupon"), whole(line, "per_year"), maturity, curve};
        break;
    case PRC_FLOATING_BOND:
        instrument->terms.floating_bond = (struct prc_floating_bond){
            number(line, "spread"),      whole(line, "per_year"), maturity, number(line, "current"), curve,
            whole(line, "forward_curve")};
        break;
    case PRC_INFLATION_BOND:
        instrument->terms.inflation_bond = (struct prc_inflation_bond){
            number(line, "coupon"), whole(line, "per_year"), maturity, curve, PRICE, number(line, "base")};
        break;
    case PRC_MORTGAGE:
        instrument->terms.mortgage =
            (struct prc_mortgage){number(line, "simple"), whole(line, "per_year"), maturity, curve};
        break;
    default:
        instrument->terms.swap = (struct prc_swap){(prc_side)whole(line, "side"), number(line, "simple"),
                                                   whole(line, "per_year"),       maturity,
                                                   number(line, "current"),       curve,
                                                   whole(line, "forward_curve")};
    }
}

static struct prc_instrument instrument_of(const struct line *line) {
    struct prc_instrument instrument = {.kind = line->kind, .id = 21};
    switch ((int)line->kind) {
    case PRC_FX_FORWARD:
        instrument.terms.fx_forward = (struct prc_fx_forward){
            PRICE, PRC_NONE, number(line, "strike"), number(line, "maturity"), whole(line, "curve"), FLAT_YIELD};
        break;
    case PRC_COMMODITY_FORWARD:
        instrument.terms.commodity_forward = (struct prc_commodity_forward){
            PRICE, number(line, "strike"), number(line, "maturity"), whole(line, "curve"), FLAT_YIELD};
        break;
    case PRC_EUROPEAN:
        instrument.terms.european = option_of(line);
        break;
    case PRC_DIGITAL:
        instrument.terms.digital = (struct prc_digital){option_of(line), number(line, "payout")};
        break;
    case PRC_BARRIER:
        instrument.terms.barrier = barrier_of(line);
        break;
    case PRC_ASIAN:
        instrument.terms.asian = (struct prc_asian){option_of(line), number(line, "first_fixing"),
                                                    whole(line, "fixings"), number(line, "realised")};
        break;
    case PRC_DISCRETE_BARRIER:
        instrument.terms.discrete_barrier =
            (struct prc_discrete_barrier){barrier_of(line), number(line, "first_fixing"), whole(line, "fixings")};
        break;
    case PRC_BASKET:
        instrument.terms.basket = basket_of(line);
        break;
    default:
        read_rates(line, &instrument);
    }
    return instrument;
}

/* Kinds with paths are valued repeatedly by fresh paths. */
static void print_value(const struct line *line) {
    static double values[TRIES];
    double today[FACTORS], mean = 0, square = 0;
    const struct prc_instrument instrument = instrument_of(line);
    const int tries = prc_takes_paths(&instrument) ? TRIES : 1;
    read_levels(line, today);
    struct scene *scene = scene_new(today, (size_t)tries, 0);
    scene->block.inner = PRC_FRESH;
    scene->block.paths = PATHS;
    scene_value(scene, &instrument, values);
    scene_end(scene);
    for (int i = 0; i < tries; i++)
        mean += values[i] / tries;
    for (int i = 0; i < tries; i++)
        square += (values[i] - mean) * (values[i] - mean);
    printf("%.17g %.17g\n", mean, tries > 1 ? sqrt(square / (tries - 1) / tries) : 0);
}

static prc_kind kind_named(const char *name) {
    for (int kind = 0; kind < PRC_KINDS; kind++)
        if (strcmp(prc_kind_name((prc_kind)kind), name) == 0)
            return (prc_kind)kind;
    fprintf(stderr, "price-lines: \"%s\" is no kind\n", name);
    exit(EXIT_FAILURE);
}

int main(void) {
    char text[1024];
    while (fgets(text, sizeof text, stdin) != NULL) {
        struct line line = {.kind = kind_named(strtok(text, " \n"))};
        for (char *term = strtok(NULL, " \n"); term != NULL && line.count < TERMS; term = strtok(NULL, " \n"))
            if (sscanf(term, "%23[a-z0-9_]=%lf", line.names[line.count], &line.numbers[line.count]) == 2)
                line.count++;
        print_value(&line);
    }
    return check_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
