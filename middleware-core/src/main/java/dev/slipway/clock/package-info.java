/** The injected clock, as the caches need it. */
package dev.slipway.clock;
