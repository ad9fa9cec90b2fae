/** A durable PostgreSQL in a folder. Uses nothing of Slipway. */
package dev.slipway.postgres;
