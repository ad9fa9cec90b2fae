/** Calls the service that a profile names: SOAP over TLS. No other package opens connections. */
package dev.slipway.toolkit.wire;
