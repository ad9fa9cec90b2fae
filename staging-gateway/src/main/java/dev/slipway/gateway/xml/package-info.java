/** XML from outside, in flat memory and within limits. Uses nothing of ours. */
package dev.slipway.gateway.xml;
