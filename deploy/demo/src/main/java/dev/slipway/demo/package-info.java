/** The risk database of the demo: a schema, real prices, a portfolio made on them, and the reading of results; and the template of its bank. Uses the embedded PostgreSQL only. */
package dev.slipway.demo;
