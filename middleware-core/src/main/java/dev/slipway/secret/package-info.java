/**
 * Passwords that are sealed for this service, and its public keys: ports and records. Uses the table of problems and
 * the caller.
 */
package dev.slipway.secret;
