/** An endpoint that the benchmark adds to the service that it starts: the least that a call can cost there. No part of the product. */
package dev.slipway.load.ping;
