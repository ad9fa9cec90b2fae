/** Extracts of rows from databases into CSV, and stores of rows from CSV. Uses files and step. */
package dev.slipway.gateway.sql;
