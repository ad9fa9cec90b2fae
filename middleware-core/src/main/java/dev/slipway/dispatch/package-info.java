/**
 * Moves jobs on: the only caller of the staging gateway and the launcher. May use everything below: job, journal,
 * staging, queue, run.
 */
package dev.slipway.dispatch;
