/**
 * The operator's sources by name. Alone knows both ways to a database and chooses between them. Uses sql, postgres and
 * driver.
 */
package dev.slipway.gateway.sql.sources;
