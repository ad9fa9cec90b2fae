/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pricing's proxies: polynomials that replace the inner paths of an instrument at a horizon. The second header of the
 * library pricing; errors, threads and units are as slipway/pricing.h states them.
 *
 *     prc_fit_new(&trials, &fit, &error);                                  // once, from some hundred trial scenarios
 *     proxy = malloc(prc_proxy_doubles(&instrument) * sizeof *proxy);
 *     prc_fit_proxy(fit, &instrument, proxy, in_full, by_proxy, &error);   // once per instrument
 *     prc_proxy_value(&instrument, &block, proxy, &proxied, &error);       // for each block at the horizon
 *
 * What is fitted. The factors of an instrument are reduced to a few coordinates. Two coordinates carry nearly all of
 * the value: u, the logarithm of the ratio to the strike of the price, or of the forward value of the average or the
 * basket; and v, the volatility (for a basket the volatility of the sum, by matched moments). Further coordinates carry
 * the rest: the differences of the cost of carry over the life of the option, or the moves of each price and volatility
 * of a basket since today. Exact relations are not fitted: discount factors, fixings before the horizon, and the
 * scaling of an Asian option with its strike. The polynomial is
 *     P(u, v) + sum over the further coordinates z of z Q_z(u).
 * P is the truncated tensor of Chebyshev polynomials with sums over Chebyshev nodes as coefficients: Gass, Glau,
 * Mahlstedt and Mair, "Chebyshev interpolation for parametric option pricing", Finance and Stochastics 22, 2018. P has
 * fewer coefficients than nodes, so P smooths the noise of the paths, as the regression of Broadie, Du and Moallemi
 * does ("Risk estimation via regression", Operations Research 63, 2015). Q_z interpolates central differences.
 *
 * The nodes are valued by common paths (PRC_COMMON), which also value the instrument in full. So a proxy depends on the
 * instrument, the trial scenarios, the seed and the number of paths only.
 *
 * Range. The coordinates that the trial scenarios reach are the range of a proxy. A scenario outside of the range is
 * valued in full, by common paths. An instrument has no proxy, and is valued in full everywhere, if the error of the
 * proxy in the trial scenarios exceeds both PRC_PROXY_TOLERANCE times the variation of the value (as root mean squares)
 * and a thousandth of the strike.
 */
#ifndef SLIPWAY_PRICING_PROXY_H
#define SLIPWAY_PRICING_PROXY_H

#include "slipway/pricing.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PRC_PROXY_TOLERANCE 0.1

/* A fitter of proxies: the trial scenarios and working memory. One thread at a time uses a fitter. */
struct prc_fit;

/*
 * Makes a fitter of proxies. The scenarios of TRIALS are at the horizon of the proxies and span the range of the
 * proxies. Market, levels and rows of TRIALS must outlive *fit. The caller ends *fit with prc_fit_free. Fails with
 * PRC_ERR_ARGUMENT for a block without scenarios or of today, or with fresh paths, and with PRC_ERR_MEMORY; *fit then
 * is NULL. Takes 2 KiB for each factor of the market.
 */
prc_err prc_fit_new(const struct prc_block *trials, struct prc_fit **fit, struct prc_error *error);

/* Frees a fit. Accepts NULL. */
void prc_fit_free(struct prc_fit *fit);

/* Returns the number of doubles of a proxy: 0 for a kind without paths. */
size_t prc_proxy_doubles(const struct prc_instrument *instrument);

/*
 * Fits the proxy of an instrument that has passed prc_check and takes paths. Writes prc_proxy_doubles numbers to PROXY.
 * Writes the values in the trial scenarios by common paths to IN_FULL and by the proxy to BY_PROXY; both are equal if
 * the instrument has no proxy. Fails with PRC_ERR_MEMORY, and with PRC_ERR_NOT_FINITE if a value in full is not finite.
 */
prc_err prc_fit_proxy(struct prc_fit *fit, const struct prc_instrument *instrument, double *proxy, double *in_full,
                      double *by_proxy, struct prc_error *error);

/* Returns whether a proxy is in use: 0 if the instrument is valued in full everywhere. */
int prc_proxy_is_used(const double *proxy);

/* Working memory and results of prc_proxy_value. */
struct prc_proxied {
    void *scratch; /* prc_proxy_scratch_bytes, aligned to PRC_SCRATCH_ALIGNMENT */
    double *values;
    size_t outside; /* number of scenarios of the block outside of the range of the proxy */
};

/* Returns the number of bytes of scratch memory that prc_proxy_value needs. */
size_t prc_proxy_scratch_bytes(const struct prc_instrument *instrument, const struct prc_block *block);

/*
 * Writes values as prc_value does, by PROXY inside the range of the proxy and in full outside. An instrument without a
 * proxy, and a block at another time than the proxy's horizon, are valued in full. INNER of the block must be
 * PRC_COMMON.
 */
prc_err prc_proxy_value(const struct prc_instrument *instrument, const struct prc_block *block, const double *proxy,
                        struct prc_proxied *out, struct prc_error *error);

#ifdef __cplusplus
}
#endif

#endif
