/**
 * Extracts and stores at a database of any make, by a JDBC driver that the operator brings. Uses sql and its values.
 */
package dev.slipway.gateway.sql.driver;
