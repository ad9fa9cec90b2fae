/** What every kind of step shares: being cancelled, counting what moved, saying what went wrong. Uses only middleware-core. */
package dev.slipway.gateway.step;
