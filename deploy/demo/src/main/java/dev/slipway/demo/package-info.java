/** The demo's risk database: a schema, real prices, a portfolio made on them, and the reading of results. Uses the embedded PostgreSQL only. */
package dev.slipway.demo;
