/**
 * The entry for operators of the service: the standing of the service, and their stoppages. Uses the dispatcher, the
 * queue and stoppages.
 */
package dev.slipway.operations;
