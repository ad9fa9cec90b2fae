/** The values of each make of database as texts without loss, by the types that its driver tells. Uses sql. */
package dev.slipway.gateway.sql.driver.value;
