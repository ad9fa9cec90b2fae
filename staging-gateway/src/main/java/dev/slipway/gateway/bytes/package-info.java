/** The common parts of the streams of all transports. Uses no other package of Slipway. */
package dev.slipway.gateway.bytes;
