/** Runs a durable PostgreSQL in a folder. Uses no other package of Slipway. */
package dev.slipway.postgres;
