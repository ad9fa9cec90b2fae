/**
 * Extracts of rows from databases into CSV, and stores of rows from CSV: the common parts of both ways to a database.
 * Uses files and step.
 */
package dev.slipway.gateway.sql;
