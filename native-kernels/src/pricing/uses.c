/* SPDX-License-Identifier: Apache-2.0 */
/* The factors and curves on which an instrument depends. */
#include "internal.h"

struct list {
    struct prc_use *uses;
    size_t count;
};

static void add(struct list *list, enum prc_role role, const char *field, uint32_t index) {
    list->uses[list->count++] = (struct prc_use){role, field, index};
}

static void add_if_any(struct list *list, enum prc_role role, const char *field, uint32_t index) {
    if (index != PRC_NONE)
        add(list, role, field, index);
}

const struct prc_european *prc_option_of(const struct prc_instrument *instrument) {
    switch ((int)instrument->kind) {
    case PRC_EUROPEAN:
        return &instrument->terms.european;
    case PRC_DIGITAL:
        return &instrument->terms.digital.option;
    case PRC_BARRIER:
        return &instrument->terms.barrier.option;
    case PRC_ASIAN:
        return &instrument->terms.asian.option;
    case PRC_DISCRETE_BARRIER:
        return &instrument->terms.discrete_barrier.barrier.option;
    default:
        return NULL;
    }
}

static void add_option(struct list *list, const struct prc_european *option) {
    add(list, PRC_PRICE, "factor", option->factor);
    add(list, PRC_VOLATILITY, "volatility", option->volatility);
    add(list, PRC_CURVE, "curve", option->curve);
    add_if_any(list, PRC_CURVE, "yield_curve", option->yield_curve);
}

static void add_basket(struct list *list, const struct prc_basket *basket) {
    for (size_t i = 0; i < basket->assets; i++) {
        add(list, PRC_PRICE, "factors", basket->factors[i]);
        add(list, PRC_VOLATILITY, "volatilities", basket->volatilities[i]);
    }
    add(list, PRC_CURVE, "curve", basket->curve);
}

/* Adds the price and the second curve of a kind that is not an option. */
static void add_price(struct list *list, const struct prc_instrument *instrument) {
    const struct prc_fx_forward *fx = &instrument->terms.fx_forward;
    const struct prc_commodity_forward *commodity = &instrument->terms.commodity_forward;
    switch ((int)instrument->kind) {
    case PRC_STOCK:
        add(list, PRC_PRICE, "factor", instrument->terms.stock.factor);
        break;
    case PRC_INFLATION_BOND:
        add(list, PRC_PRICE, "factor", instrument->terms.inflation_bond.factor);
        break;
    case PRC_FX_FORWARD:
        add(list, PRC_PRICE, "factor", fx->factor);
        add_if_any(list, PRC_PRICE, "own_factor", fx->own_factor);
        add(list, PRC_CURVE, "foreign_curve", fx->foreign_curve);
        break;
    case PRC_COMMODITY_FORWARD:
        add(list, PRC_PRICE, "factor", commodity->factor);
        add_if_any(list, PRC_CURVE, "yield_curve", commodity->yield_curve);
        break;
    case PRC_FLOATING_BOND:
        add(list, PRC_CURVE, "forward_curve", instrument->terms.floating_bond.forward_curve);
        break;
    case PRC_SWAP:
        add(list, PRC_CURVE, "forward_curve", instrument->terms.swap.forward_curve);
        break;
    default:
        break;
    }
}

/* Returns the discount curve of a kind that is not an option. */
static uint32_t discount_curve(const struct prc_instrument *instrument) {
    switch ((int)instrument->kind) {
    case PRC_FX_FORWARD:
        return instrument->terms.fx_forward.curve;
    case PRC_COMMODITY_FORWARD:
        return instrument->terms.commodity_forward.curve;
    case PRC_DEPOSIT:
        return instrument->terms.deposit.curve;
    case PRC_FIXED_BOND:
        return instrument->terms.fixed_bond.curve;
    case PRC_FLOATING_BOND:
        return instrument->terms.floating_bond.curve;
    case PRC_INFLATION_BOND:
        return instrument->terms.inflation_bond.curve;
    case PRC_MORTGAGE:
        return instrument->terms.mortgage.curve;
    case PRC_POOL:
        return instrument->terms.pool.curve;
    case PRC_SWAP:
        return instrument->terms.swap.curve;
    default:
        return PRC_NONE;
    }
}

size_t prc_uses(const struct prc_instrument *instrument, struct prc_use uses[PRC_MAX_USES]) {
    struct list list = {uses, 0};
    if (prc_option_of(instrument) != NULL) {
        add_option(&list, prc_option_of(instrument));
    } else if (instrument->kind == PRC_BASKET) {
        add_basket(&list, &instrument->terms.basket);
    } else if (instrument->kind != PRC_CASH) {
        add_price(&list, instrument);
        if (instrument->kind != PRC_STOCK)
            add(&list, PRC_CURVE, "curve", discount_curve(instrument));
    }
    return list.count;
}

/* Returns the lowest factor of a use from FROM on, or PRC_NONE. */
static uint32_t lowest_from(const struct prc_use *use, const struct prc_market *market, uint32_t from) {
    if (use->role != PRC_CURVE)
        return use->index >= from ? use->index : PRC_NONE;
    const struct prc_curve *curve = &market->curves[use->index];
    uint32_t lowest = PRC_NONE;
    for (size_t i = 0; i < curve->points; i++)
        if (curve->factors[i] >= from && curve->factors[i] < lowest)
            lowest = curve->factors[i];
    return lowest;
}

size_t prc_drivers(const struct prc_instrument *instrument, const struct prc_market *market, uint32_t *factors,
                   size_t room) {
    struct prc_use uses[PRC_MAX_USES];
    const size_t count = prc_uses(instrument, uses);
    uint32_t from = 0;
    for (size_t found = 0;; found++) {
        uint32_t next = PRC_NONE;
        for (size_t i = 0; i < count; i++) {
            const uint32_t lowest = lowest_from(&uses[i], market, from);
            next = lowest < next ? lowest : next;
        }
        if (next == PRC_NONE)
            return found;
        if (found < room)
            factors[found] = next;
        from = next + 1;
    }
}

int prc_takes_paths(const struct prc_instrument *instrument) {
    return instrument->kind == PRC_ASIAN || instrument->kind == PRC_DISCRETE_BARRIER || instrument->kind == PRC_BASKET;
}
