/** XML from outside, read in bounded memory and within limits. Uses no other package of Slipway. */
package dev.slipway.gateway.xml;
