/**
 * Reads result files of unknown quality: rows of CSV, values of a distribution, risk figures, and the names of
 * measures. Depends on no page.
 */
package dev.slipway.web.results;
