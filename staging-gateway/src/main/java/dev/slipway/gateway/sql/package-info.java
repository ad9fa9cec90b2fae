/** Rows out of a database into CSV, and back. Uses files and step. */
package dev.slipway.gateway.sql;
