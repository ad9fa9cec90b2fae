/** The injected clock as caches need it, work in rounds, and the pauses between tries. */
package dev.slipway.clock;
