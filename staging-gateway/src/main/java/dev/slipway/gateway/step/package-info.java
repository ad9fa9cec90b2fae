/**
 * The common parts of all kinds of steps: cancelling, counting moved bytes, describing problems. Uses only
 * middleware-core.
 */
package dev.slipway.gateway.step;
