/**
 * Calls back whom a job's submission named, once the job has closed. Uses the journal and its ledger; what goes over the network goes
 * through a port.
 */
package dev.slipway.callback;
