/**
 * Keeps the service's keys in its data folder, opens sealed passwords, and signs callbacks and heads of checkpoints.
 */
package dev.slipway.server.secret;
