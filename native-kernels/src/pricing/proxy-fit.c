/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fits proxies. The fit sets the levels of an instrument's factors so that the coordinates are those of Chebyshev
 * nodes. Common paths then value the rest of the instrument at the horizon in these nodes.
 */
#include "proxy.h"
#include "slipway/vecmath.h"
#include "vecmath/choose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 256 }; /* nodes valued together: the number of nodes of a barrier option */

/* An error below this share of the strike does not count. */
static const double LEAST_ERROR = 1e-3;

struct prc_fit {
    struct prc_block trials;
    struct prc_market market; /* the market of the trials, with all factors moving */
    double *levels;           /* factors x COLUMNS */
    double *u, *v, *values;   /* of the nodes in the columns: coordinates and values */
    void *scratch;
    size_t scratch_bytes;
    struct prc_coordinates located; /* in scratch */
};

prc_err prc_fit_new(const struct prc_block *trials, struct prc_fit **fit, struct prc_error *error) {
    *fit = NULL;
    if (trials->scenarios == 0 || !(trials->years > 0) || trials->inner != PRC_COMMON)
        return prc_fail(error, PRC_ERR_ARGUMENT,
                        "trials: %zu scenarios at %g years; there must be some, after today, with common paths",
                        trials->scenarios, trials->years);
    struct prc_fit *made = calloc(1, sizeof *made);
    if (made == NULL)
        return prc_fail(error, PRC_ERR_MEMORY, "no memory to fit proxies");
    made->trials = *trials;
    made->market = *trials->market;
    made->market.moves = NULL;
    made->levels = malloc((made->market.factors + 3) * COLUMNS * sizeof *made->levels);
    if (made->levels == NULL) {
        prc_fit_free(made);
        return prc_fail(error, PRC_ERR_MEMORY, "no memory to fit proxies on %zu factors", trials->market->factors);
    }
    made->u = made->levels + made->market.factors * COLUMNS;
    made->v = made->u + COLUMNS;
    made->values = made->v + COLUMNS;
    *fit = made;
    return PRC_OK;
}

void prc_fit_free(struct prc_fit *fit) {
    if (fit == NULL)
        return;
    free(fit->levels);
    free(fit->scratch);
    free(fit);
}

static prc_err make_scratch(struct prc_fit *fit, size_t bytes, struct prc_error *error) {
    if (bytes <= fit->scratch_bytes)
        return PRC_OK;
    free(fit->scratch);
    fit->scratch = aligned_alloc(PRC_SCRATCH_ALIGNMENT, bytes);
    fit->scratch_bytes = fit->scratch != NULL ? bytes : 0;
    return fit->scratch != NULL ? PRC_OK : prc_fail(error, PRC_ERR_MEMORY, "no memory to fit a proxy");
}

/* Writes the coordinates of an instrument in the scenarios of a block to fit->located. */
static void locate(struct prc_fit *fit, const struct prc_instrument *instrument, const struct prc_block *block) {
    struct prc_job job = {block, fit->scratch, prc_whole_lanes(block->scenarios)};
    fit->located = prc_take_coordinates(&job, prc_shape_of(instrument));
    VM_CHOOSE(prc_proxy_kernels).locate[instrument->kind](instrument, &job, &fit->located);
}

/* One fit in progress. */
struct fitting {
    struct prc_fit *fit;
    const struct prc_instrument *instrument;
    struct prc_instrument rest; /* at the horizon */
    struct prc_proxy_parts parts;
    struct prc_use uses[PRC_MAX_USES];
    size_t use_count;
    double today_u, today_v; /* of the rest at today's levels */
    double half_u, half_v;   /* of the ranges */
};

static struct prc_block block_of_nodes(const struct prc_fit *fit, size_t count) {
    struct prc_block block = fit->trials;
    block.market = &fit->market;
    block.scenarios = count;
    block.years = 0;
    block.levels = fit->levels;
    block.stride = COLUMNS;
    block.rows = NULL;
    block.first = 0;
    return block;
}

/* --- the range --- */

/* Keeps the trial scenarios at the ends of a range inside the rounded range. */
static const double MARGIN = 1 + 1e-9;

/* Returns the range of a row and writes half of it to *half. Skips values that are not a number. */
static struct prc_range range_of(const double *row, size_t count, double *half) {
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        least = row[i] < least ? row[i] : least;
        most = row[i] > most ? row[i] : most;
    }
    *half = MARGIN * (most - least) / 2;
    return (struct prc_range){(least + most) / 2, *half > 0 ? 1 / *half : 0};
}

/* Returns the range of a row about TODAY, where the further coordinates start. */
static struct prc_range range_about(double today, const double *row, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = fabs(row[i] - today) > most ? fabs(row[i] - today) : most;
    return (struct prc_range){today, most > 0 ? 1 / (MARGIN * most) : 0};
}

static void locate_today(struct fitting *fitting) {
    struct prc_block today = block_of_nodes(fitting->fit, 1);
    today.levels = fitting->fit->market.today;
    today.stride = 1;
    locate(fitting->fit, &fitting->rest, &today);
    fitting->today_u = fitting->fit->located.u[0];
    fitting->today_v = fitting->fit->located.v[0];
    for (size_t z = 0; z < fitting->parts.shape.further; z++)
        fitting->parts.ranges[2 + z].middle = fitting->fit->located.further[z * prc_whole_lanes(1)];
}

/* Writes the ranges. Returns 0 if they are not valid for a proxy. */
static int take_ranges(struct fitting *fitting) {
    struct prc_fit *fit = fitting->fit;
    struct prc_range *ranges = fitting->parts.ranges;
    const size_t count = fit->trials.scenarios, row = prc_whole_lanes(count);
    int is_finite = isfinite(fitting->today_u) && fitting->today_v > 0;
    locate(fit, fitting->instrument, &fit->trials);
    ranges[0] = range_of(fit->located.u, count, &fitting->half_u);
    ranges[1] = range_of(fit->located.v, count, &fitting->half_v);
    for (size_t z = 0; z < fitting->parts.shape.further; z++)
        ranges[2 + z] = range_about(ranges[2 + z].middle, fit->located.further + z * row, count);
    for (size_t r = 0; r < 2 + fitting->parts.shape.further; r++)
        is_finite = is_finite && isfinite(ranges[r].middle) && isfinite(ranges[r].inverse);
    return is_finite;
}

/* --- nodes --- */

/* Sets the levels of a factor in COUNT columns to today's level times FACTORS. */
static void set_levels(const struct prc_fit *fit, uint32_t factor, const double *factors, size_t count) {
    for (size_t i = 0; i < count; i++)
        fit->levels[factor * COLUMNS + i] = fit->market.today[factor] * factors[i];
}

/* Sets the levels of all factors so that the rest of the instrument has the coordinates fit->u and fit->v; rates stay
 * at today's. A price moves u by its logarithm, and a volatility v in proportion. */
static void set_nodes(const struct fitting *fitting, size_t count) {
    struct prc_fit *fit = fitting->fit;
    double price[COLUMNS], volatility[COLUMNS], same[COLUMNS];
    for (size_t i = 0; i < count; i++) {
        price[i] = fit->u[i] - fitting->today_u;
        volatility[i] = fit->v[i] / fitting->today_v;
        same[i] = 1;
    }
    vm_exp(count, price, price);
    for (size_t k = 0; k < fitting->use_count; k++) {
        const struct prc_use *use = &fitting->uses[k];
        const struct prc_curve *curve = use->role == PRC_CURVE ? &fit->market.curves[use->index] : NULL;
        for (size_t p = 0; curve != NULL && p < curve->points; p++)
            set_levels(fit, curve->factors[p], same, count);
        if (curve == NULL)
            set_levels(fit, use->index, use->role == PRC_PRICE ? price : volatility, count);
    }
}

/* Values the rest of the instrument in COUNT nodes with set levels: fit->values is the target of the polynomial. Also
 * locates the coordinates of the nodes. */
static prc_err value_nodes(struct fitting *fitting, size_t count) {
    struct prc_fit *fit = fitting->fit;
    const struct prc_block block = block_of_nodes(fit, count);
    const prc_err code = prc_value(&fitting->rest, &block, fit->scratch, fit->values, NULL);
    if (code != PRC_OK)
        return code;
    locate(fit, &fitting->rest, &block);
    for (size_t i = 0; i < count; i++)
        fit->values[i] /= fit->located.scale[i];
    return PRC_OK;
}

/* --- coefficients --- */

enum { MOST_NODES = 32, MOST_TERMS = 24 };

/* The Chebyshev nodes of one coordinate, and the weight of each node in each coefficient. */
struct grid {
    unsigned nodes, terms;
    double at[MOST_NODES];
    double weight[MOST_TERMS][MOST_NODES];
};

static void make_grid(unsigned nodes, unsigned degree, struct grid *grid) {
    grid->nodes = nodes;
    grid->terms = degree + 1;
    for (unsigned k = 0; k < nodes; k++) {
        double before = 1, now = grid->at[k] = prc_node(k, nodes);
        grid->weight[0][k] = 1.0 / nodes;
        for (unsigned i = 1; i < grid->terms; i++) {
            grid->weight[i][k] = now * 2 / nodes;
            const double next = 2 * grid->at[k] * now - before;
            before = now;
            now = next;
        }
    }
}

static prc_err fit_main(struct fitting *fitting) {
    struct prc_fit *fit = fitting->fit;
    const struct prc_proxy_parts *parts = &fitting->parts;
    struct grid u, v;
    make_grid(parts->shape.u_nodes, parts->shape.u_degree, &u);
    make_grid(PRC_V_NODES, PRC_V_DEGREE, &v);
    for (unsigned i = 0; i < u.nodes * v.nodes; i++) {
        fit->u[i] = parts->ranges[0].middle + fitting->half_u * u.at[i / v.nodes];
        fit->v[i] = parts->ranges[1].middle + fitting->half_v * v.at[i % v.nodes];
    }
    set_nodes(fitting, u.nodes * v.nodes);
    const prc_err code = value_nodes(fitting, u.nodes * v.nodes);
    for (unsigned j = 0; j < v.terms; j++) {
        double along[MOST_NODES] = {0};
        for (unsigned a = 0; a < u.nodes; a++)
            for (unsigned b = 0; b < v.nodes; b++)
                along[a] += fit->values[a * v.nodes + b] * v.weight[j][b];
        for (unsigned i = 0; i < u.terms; i++) {
            double *sum = &parts->coefficients[i * v.terms + j];
            *sum = 0;
            for (unsigned a = 0; a < u.nodes; a++)
                *sum += along[a] * u.weight[i][a];
        }
    }
    return code;
}

/* --- the further coordinates --- */

/* For each further coordinate, the nodes of u with that coordinate below and above today's. */
enum { COLUMNS_OF_FURTHER = 2 * PRC_FURTHER_NODES, FURTHER_AT_ONCE = COLUMNS / COLUMNS_OF_FURTHER };

/* Returns the years between the time of u and maturity, by which a rate moves the cost of carry. */
static double carry_years(const struct prc_instrument *rest) {
    const struct prc_fixings fixings = prc_fixings_of(rest);
    return rest->kind == PRC_ASIAN ? (fixings.maturity - prc_fixing_date(fixings, 0)) / 2 : fixings.maturity;
}

/* The share of its range by which a further coordinate is moved: small enough that u and v stay in their ranges. */
static const double FURTHER_MOVE = 0.25;

/* Moves a further coordinate away from today, in one column. */
static void move_further(const struct fitting *fitting, size_t z, size_t column, double sign) {
    const struct prc_fit *fit = fitting->fit;
    const struct prc_range range = fitting->parts.ranges[2 + z];
    const double move = range.inverse > 0 ? sign * FURTHER_MOVE / range.inverse : 0;
    if (fitting->rest.kind == PRC_BASKET) {
        const struct prc_basket *basket = &fitting->rest.terms.basket;
        const uint32_t factor = z < basket->assets ? basket->factors[z] : basket->volatilities[z - basket->assets];
        fit->levels[factor * COLUMNS + column] *= sign > 0 ? 1 + move : 1 / (1 - move); /* never below zero */
        return;
    }
    const double years = carry_years(&fitting->rest);
    const struct prc_curve *curve = &fit->market.curves[prc_option_of(&fitting->rest)->curve];
    for (size_t p = 0; p < curve->points && years > 0; p++)
        fit->levels[curve->factors[p] * COLUMNS + column] += move / years;
}

/*
 * Writes the coefficients of a further coordinate with nodes from column FIRST on. DONE has the values of P there.
 */
static void take_slopes(const struct fitting *fitting, size_t z, size_t first, size_t row, const double *done) {
    const struct prc_fit *fit = fitting->fit;
    const double *located = fit->located.further + z * row, *scale = fit->located.scale;
    double *to = fitting->parts.further + z * (PRC_FURTHER_DEGREE + 1);
    struct grid u;
    make_grid(PRC_FURTHER_NODES, PRC_FURTHER_DEGREE, &u);
    for (unsigned i = 0; i < u.terms; i++)
        to[i] = 0;
    for (unsigned a = 0; a < u.nodes; a++) {
        const size_t low = first + 2 * a, high = low + 1;
        const double apart = (located[high] - located[low]) * fitting->parts.ranges[2 + z].inverse;
        const double below = fit->values[low] - done[low] / scale[low];
        const double above = fit->values[high] - done[high] / scale[high];
        const double slope = apart > 1e-6 ? (above - below) / apart : 0;
        for (unsigned i = 0; i < u.terms; i++)
            to[i] += slope * u.weight[i][a];
    }
}

/* Fits the further coordinates from FIRST to LAST. */
static prc_err fit_further(struct fitting *fitting, size_t first, size_t last) {
    struct prc_fit *fit = fitting->fit;
    const size_t count = (last - first) * COLUMNS_OF_FURTHER, row = prc_whole_lanes(count);
    double done[COLUMNS], outside[COLUMNS];
    struct grid u;
    make_grid(PRC_FURTHER_NODES, PRC_FURTHER_DEGREE, &u);
    for (size_t i = 0; i < count; i++) {
        fit->u[i] = fitting->parts.ranges[0].middle + fitting->half_u * u.at[i / 2 % PRC_FURTHER_NODES];
        fit->v[i] = fitting->today_v;
    }
    set_nodes(fitting, count);
    for (size_t i = 0; i < count; i++)
        move_further(fitting, first + i / COLUMNS_OF_FURTHER, i, i % 2 == 0 ? -1 : 1);
    const prc_err code = value_nodes(fitting, count);
    if (code != PRC_OK)
        return code;
    struct prc_proxy_parts main = fitting->parts;
    main.shape.further = 0;
    VM_CHOOSE(prc_proxy_kernels).evaluate(&main, &fit->located, row, done, outside);
    for (size_t z = first; z < last; z++)
        take_slopes(fitting, z, (z - first) * COLUMNS_OF_FURTHER, row, done);
    return PRC_OK;
}

/* --- the whole --- */

static double strike_of(const struct prc_instrument *instrument) {
    return instrument->kind == PRC_BASKET ? instrument->terms.basket.strike : prc_option_of(instrument)->strike;
}

/* Writes the polynomial. Returns 0 if there is no polynomial. */
static int fit_polynomial(struct fitting *fitting) {
    const struct prc_european *option = prc_option_of(fitting->instrument);
    const double strike = option != NULL ? fitting->fit->market.today[option->factor] : 0;
    if (!prc_rest_of(fitting->instrument, fitting->fit->trials.years, strike, &fitting->rest))
        return 0;
    locate_today(fitting);
    if (!take_ranges(fitting) || fit_main(fitting) != PRC_OK)
        return 0;
    const size_t further = fitting->parts.shape.further;
    for (size_t first = 0; first < further; first += FURTHER_AT_ONCE)
        if (fit_further(fitting, first, first + FURTHER_AT_ONCE < further ? first + FURTHER_AT_ONCE : further) !=
            PRC_OK)
            return 0;
    return 1;
}

/* Returns whether a proxy is close enough. */
static int is_close(const double *in_full, const double *by_proxy, size_t count, double strike) {
    double mean = 0, spread = 0, error = 0;
    for (size_t i = 0; i < count; i++)
        mean += in_full[i] / (double)count;
    for (size_t i = 0; i < count; i++) {
        spread += (in_full[i] - mean) * (in_full[i] - mean);
        error += (by_proxy[i] - in_full[i]) * (by_proxy[i] - in_full[i]);
    }
    const double least = LEAST_ERROR * strike;
    return error <= PRC_PROXY_TOLERANCE * PRC_PROXY_TOLERANCE * spread || error <= least * least * (double)count;
}

static size_t scratch_of(const struct prc_fit *fit, const struct prc_instrument *instrument) {
    const struct prc_block nodes = block_of_nodes(fit, COLUMNS);
    const size_t at_trials = prc_proxy_scratch_bytes(instrument, &fit->trials);
    const size_t at_nodes = prc_proxy_scratch_bytes(instrument, &nodes);
    return at_trials > at_nodes ? at_trials : at_nodes;
}

prc_err prc_fit_proxy(struct prc_fit *fit, const struct prc_instrument *instrument, double *proxy, double *in_full,
                      double *by_proxy, struct prc_error *error) {
    const struct prc_block *trials = &fit->trials;
    struct fitting fitting = {.fit = fit, .instrument = instrument, .parts = prc_parts_of(instrument, proxy)};
    if (!prc_takes_paths(instrument))
        return prc_fail(error, PRC_ERR_ARGUMENT, "%s: this kind takes no paths, so it has no proxy",
                        prc_kind_name(instrument->kind));
    prc_err code = make_scratch(fit, scratch_of(fit, instrument), error);
    if (code == PRC_OK)
        code = prc_value(instrument, trials, fit->scratch, in_full, error);
    if (code != PRC_OK)
        return code;
    memset(proxy, 0, prc_proxy_doubles(instrument) * sizeof *proxy);
    fitting.use_count = prc_uses(instrument, fitting.uses);
    *fitting.parts.years = trials->years;
    *fitting.parts.is_used = fit_polynomial(&fitting);
    struct prc_proxied out = {fit->scratch, by_proxy, 0};
    code = prc_proxy_value(instrument, trials, proxy, &out, error);
    if (code == PRC_OK && !is_close(in_full, by_proxy, trials->scenarios, strike_of(instrument))) {
        *fitting.parts.is_used = 0;
        memcpy(by_proxy, in_full, trials->scenarios * sizeof *by_proxy);
    }
    return code;
}
