/** Logs in to a PostgreSQL and lends connections. Uses sql. */
package dev.slipway.gateway.sql.postgres.connection;
