/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pricing's proxies: a polynomial that stands in for the inner paths of one instrument at one horizon. The second
 * header of the library pricing; errors, threads and units are as slipway/pricing.h states them.
 *
 *     prc_fit_new(&trials, &fit, &error);                                  // once, of some hundred trial scenarios
 *     proxy = malloc(prc_proxy_doubles(&instrument) * sizeof *proxy);
 *     prc_fit_proxy(fit, &instrument, proxy, in_full, by_proxy, &error);   // once an instrument
 *     prc_proxy_value(&instrument, &block, proxy, &proxied, &error);       // for each block at the horizon
 *
 * What is fitted. The factors of an instrument are reduced to a few coordinates. Two of them carry nearly all of its
 * value: u, the logarithm of the price, or of the forward value of the average or the basket, over the strike; and v,
 * the volatility, of a basket that of its sum by matched moments. The others carry the rest: how the cost of carry
 * differs over the life of the option, or how each price and volatility of a basket has moved against today. What is
 * known exactly is not fitted: discount factors, fixings before the horizon, and that an Asian option scales with its
 * strike. The polynomial is
 *     P(u, v) + sum over the further coordinates z of z Q_z(u).
 * P is the truncated tensor of Chebyshev polynomials whose coefficients are sums over Chebyshev nodes: Gass, Glau,
 * Mahlstedt and Mair, "Chebyshev interpolation for parametric option pricing", Finance and Stochastics 22, 2018. It has
 * fewer coefficients than nodes, so it smooths the noise of the paths, as the regression of Broadie, Du and Moallemi
 * does ("Risk estimation via regression", Operations Research 63, 2015). Q_z interpolates central differences.
 *
 * The nodes are valued by common paths (PRC_COMMON): the same as those that value the instrument in full. A proxy so
 * is a function of the instrument, the trial scenarios, the seed and the number of paths.
 *
 * Where it holds. The coordinates that the trial scenarios reach are the range of a proxy. A scenario outside of the
 * range is valued in full, by common paths. An instrument has no proxy, and is valued in full everywhere, where the
 * proxy is off by more than PRC_PROXY_TOLERANCE of what the value varies in the trial scenarios (root mean squares) and
 * by more than a thousandth of the strike.
 */
#ifndef SLIPWAY_PRICING_PROXY_H
#define SLIPWAY_PRICING_PROXY_H

#include "slipway/pricing.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PRC_PROXY_TOLERANCE 0.1

/* What fits proxies: the trial scenarios and the memory that fits work in. One thread at a time uses it. */
struct prc_fit;

/*
 * Makes ready to fit proxies. The scenarios of TRIALS are at the horizon for which the proxies are to be, and span what
 * they are to hold in; its market, levels and rows must outlive *fit. The caller ends *fit with prc_fit_free. Fails
 * with PRC_ERR_ARGUMENT for a block without scenarios or of today, or with fresh paths, and with PRC_ERR_MEMORY; *fit
 * then is NULL. Takes 2 KiB for each factor of the market.
 */
prc_err prc_fit_new(const struct prc_block *trials, struct prc_fit **fit, struct prc_error *error);

/* Frees a fit. Accepts NULL. */
void prc_fit_free(struct prc_fit *fit);

/* Returns the doubles of a proxy: 0 for a kind without paths. */
size_t prc_proxy_doubles(const struct prc_instrument *instrument);

/*
 * Fits the proxy of an instrument that has passed prc_check and takes paths. Writes prc_proxy_doubles of it to PROXY,
 * and its values in the trial scenarios to IN_FULL, by common paths, and to BY_PROXY; they are equal where the
 * instrument has no proxy. Fails with PRC_ERR_MEMORY, and with PRC_ERR_NOT_FINITE for a value in full.
 */
prc_err prc_fit_proxy(struct prc_fit *fit, const struct prc_instrument *instrument, double *proxy, double *in_full,
                      double *by_proxy, struct prc_error *error);

/* Returns whether the instrument of a proxy has one: 0 where it is valued in full everywhere. */
int prc_proxy_is_used(const double *proxy);

/* What prc_proxy_value works in and writes. */
struct prc_proxied {
    void *scratch; /* of prc_proxy_scratch_bytes, aligned to PRC_SCRATCH_ALIGNMENT */
    double *values;
    size_t outside; /* how many scenarios of the block were outside of the range of the proxy */
};

/* Returns the bytes of scratch memory that prc_proxy_value takes. */
size_t prc_proxy_scratch_bytes(const struct prc_instrument *instrument, const struct prc_block *block);

/*
 * Does what prc_value does, by PROXY, and in full outside of its range. An instrument without a proxy, and a block at
 * another time than that of the proxy, are valued in full. The block's INNER is PRC_COMMON.
 */
prc_err prc_proxy_value(const struct prc_instrument *instrument, const struct prc_block *block, const double *proxy,
                        struct prc_proxied *out, struct prc_error *error);

#ifdef __cplusplus
}
#endif

#endif
