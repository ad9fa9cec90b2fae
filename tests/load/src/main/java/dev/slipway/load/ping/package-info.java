/**
 * Contains an endpoint that the benchmark adds to the service: the cheapest possible call there. The endpoint is no
 * part of the product.
 */
package dev.slipway.load.ping;
