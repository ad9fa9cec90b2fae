/**
 * Contains benchmarks of the middleware as a whole: real store, real statements, real runs. RESULTS.md names the parts
 * that are simulated.
 */
package dev.slipway.load;
