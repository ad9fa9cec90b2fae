/** Benchmarks of the middleware as a whole: real store, real statements, real runs; what is not real is said in RESULTS.md. */
package dev.slipway.load;
