/** What streams of all transports share. Uses nothing of ours. */
package dev.slipway.gateway.bytes;
