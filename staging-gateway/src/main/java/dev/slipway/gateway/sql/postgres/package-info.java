/** Extracts and stores at a PostgreSQL, by the gateway's own driver. Uses sql and its connections. */
package dev.slipway.gateway.sql.postgres;
