/**
 * Makes the risk database of the demo: a schema, real prices and a portfolio on these prices. Reads results, and makes
 * the template of the bank. Uses the embedded PostgreSQL only.
 */
package dev.slipway.demo;
